/** `npm start` as a user runs it: it gets ready, answers, stops at Ctrl-C, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPersonCode } from "../../src/hub/approvals/person-code.ts";
import { projectRoot } from "../support/run-program.ts";
import { until } from "../support/until.ts";

interface Waiting {
  readonly id: string;
  readonly digest: string;
}

describe("npm start", () => {
  let state: string;
  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), "operations-start-"));
  });
  afterAll(() => rm(state, { recursive: true, force: true }));

  it("runs its story through all sources, with a person's approval and a program, and stops cleanly on Ctrl-C", async () => {
    const env = { ...process.env, XDG_STATE_HOME: state, PORT: "0" };
    const child = spawn(process.execPath, ["--import", "tsx", "examples/start.ts"], { cwd: projectRoot, env });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
    try {
      await until(() => output.includes("Ctrl-C stops it.") || child.exitCode !== null);
      expect(output).toMatch(/local +local +4 operations\n +shop +openapi +4 operations\n +mail +mcp +3 operations/);
      expect(output).toMatch(/WebSocket +ws:\S+\/ws\n/);
      const url = /HTTP +(http:\S+)/.exec(output)?.[1] ?? "";
      const key = (await readFile(join(state, "operations", "key"), "utf8")).trim();
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "operation-person": await loadPersonCode(join(state, "operations")),
      };
      const call = async (path: string, body: unknown): Promise<unknown> =>
        (await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();

      // The first complaint needs a refund, so it waits for a person.
      const answered = call("/desk/answer", { complaint: 1 });
      let waiting: Waiting | undefined;
      let early: unknown;
      void answered.then((answer) => (early = answer));
      await until(async () => {
        expect(early).toBeUndefined();
        const { pending } = (await (await fetch(`${url}/~/approvals`, { headers })).json()) as { pending: Waiting[] };
        [waiting] = pending;
        return waiting !== undefined;
      });
      expect(waiting).toMatchObject({ operation: "shop.refundOrder" });
      await call(`/~/approvals/${waiting?.id}`, { answer: "approve", digest: waiting?.digest });
      expect(await answered).toMatchObject({
        decision: "refunded 9.80 €",
        refundedCents: 980,
        letter: { subject: "Your lamp", body: expect.stringContaining("Dear Ada,") as unknown },
      });
      expect(await call("/desk/answer", { complaint: 2 })).toMatchObject({ decision: "nothing to refund" });
      expect(await call("/mail/outbox", {})).toMatchObject({
        letters: [{ subject: "Your lamp" }, { subject: "Your teapot" }],
      });

      const printed = /^ {2}(\{"code": .*\})$/m.exec(output)?.[1] ?? "";
      expect(await call("/run/code", JSON.parse(printed))).toMatchObject({ result: ["bicycle bell", "armchair"] });

      const refused = await fetch(`${url}/desk/answer`, { method: "POST", body: '{"complaint":2}' });
      expect(refused.status).toBe(401);
      child.kill("SIGINT");
      expect(await exited).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
    } finally {
      child.kill("SIGKILL");
    }
  });
});
