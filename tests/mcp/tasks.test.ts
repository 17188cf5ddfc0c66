/** Tools that only run as tasks, called like any other. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import type { CallContext, Progress } from "../../src/entries/index.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { connect, installedServer, textOf } from "./support.ts";
import type { Connected } from "./support.ts";

const program = join(import.meta.dirname, "servers", "task-stdio-server.js");

describe("when a server of 2026-07-28 turns a call into a task", () => {
  async function start(): Promise<Connected & { requests: string[] }> {
    const requests: string[] = [];
    const config = { command: process.execPath, args: [program], era: "modern", elicitation: true } as const;
    const logger = ({ kind, text }: { kind: string; text: string }): void =>
      void (kind === "stderr" && requests.push(text));
    return { ...(await connect("tasks", { ...config, logger })), requests };
  }

  it("answers with the task's result, and reports the task's status messages", async () => {
    const { registry, requests } = await start();
    const seen: Progress[] = [];
    const answer = await registry.execute("tasks.report", {}, { onProgress: (progress) => seen.push(progress) });
    expect(textOf(answer)).toBe("done");
    expect(seen.map(({ message }) => message)).toEqual(["reading", "writing"]);
    expect(requests).not.toContain("tasks/cancel");
  });

  it("passes the task's questions to the caller", async () => {
    const { registry } = await start();
    const context: CallContext = { onElicitation: () => ({ action: "accept", content: { name: "Ada" } }) };
    const answer = await registry.execute("tasks.question", {}, context);
    expect(JSON.parse(textOf(answer))).toEqual({ who: { action: "accept", content: { name: "Ada" } } });
  });

  it("fails with the task's error", async () => {
    const { registry } = await start();
    await expect(registry.execute("tasks.failing", {})).rejects.toMatchObject({
      code: "EXECUTION_ERROR",
      message: "out of paper",
      phase: "started",
    });
  });

  it("cancels the task when the caller aborts", async () => {
    const { registry, requests } = await start();
    const abort = new AbortController();
    const call = registry.execute("tasks.endless", {}, { signal: abort.signal });
    call.catch(() => undefined);
    await until(() => requests.includes("tasks/get"));
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    await until(() => requests.includes("tasks/cancel"));
  });

  it("cancels the task when the deadline passes", async () => {
    const { registry, requests } = await start();
    // On a slow machine the deadline may pass before there is a task.
    for (let ms = 500; !requests.includes("tasks/get"); ms *= 2) {
      const call = registry.execute("tasks.endless", {}, { deadline: Date.now() + ms });
      await expect(call).rejects.toMatchObject({ code: "TIMEOUT" });
    }
    await until(() => requests.includes("tasks/cancel"));
  });
});

describe.skipIf(isLeftOut("mcp-servers"))("when a tool of a server from npm only runs as a task", () => {
  const args = [installedServer("everything"), "stdio"];
  const config = { command: process.execPath, args, elicitation: true };

  beforeAll(() => ensureSubPackage("tests/mcp"), 600_000);

  it("answers with the task's result, reports its stages, and asks the caller", async () => {
    const { registry } = await connect("everything", config);
    const seen: Array<string | undefined> = [];
    const asked: string[] = [];
    const answer = await registry.execute(
      "everything.simulate-research-query",
      { topic: "bees", ambiguous: true },
      {
        onProgress: ({ message }) => seen.push(message),
        onElicitation: ({ message }) => {
          asked.push(message);
          return { action: "accept", content: { interpretation: "technical" } };
        },
      },
    );
    expect(textOf(answer)).toContain("bees (technical)");
    expect(seen).toContain("Gathering sources...");
    expect(asked).toEqual([expect.stringContaining("multiple interpretations")]);
  });

  it("is cancelled with its call", async () => {
    const { registry } = await connect("everything", config);
    const abort = new AbortController();
    const call = registry.execute(
      "everything.simulate-research-query",
      { topic: "bees" },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
  });
});
