/** While several calls run, a question or log message from a stdio server reaches the right caller, or none. */
import { describe, expect, it } from "vitest";
import { join } from "node:path";
import type { CallContext, LogMessage } from "../../src/entries/index.ts";
import { until } from "../support/until.ts";
import { connect, textOf } from "./support.ts";
import type { Connected } from "./support.ts";

const program = join(import.meta.dirname, "servers", "asking-stdio-server.js");

async function start(): Promise<Connected & { log: string[] }> {
  const log: string[] = [];
  const config = { command: process.execPath, args: [program], elicitation: true, sampling: true };
  const connected = await connect("asking", { ...config, logger: ({ text }) => log.push(text) });
  return { ...connected, log };
}

interface Answer {
  readonly content?: { readonly name: string };
  readonly action?: string;
  readonly _meta?: Record<string, string>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A caller that answers with its name. */
function caller(name: string, more: CallContext = {}): CallContext {
  return {
    identity: { id: name, scopes: [] },
    onElicitation: () => ({ action: "accept", content: { name } }),
    onSampling: () => ({ role: "assistant", content: { type: "text", text: name }, model: name }),
    ...more,
  };
}

async function askTogether({ registry }: Connected, input: object, contexts: CallContext[]): Promise<Answer[]> {
  const calls = contexts.map((context) =>
    registry.execute("asking.askTogether", { of: contexts.length, ...input }, context),
  );
  return (await Promise.all(calls)).map((envelope) => JSON.parse(textOf(envelope)) as Answer);
}

describe("when a server asks while calls of two callers run", () => {
  it("asks the caller of the request that the question names", async () => {
    const answers = await askTogether(await start(), { by: "request" }, [caller("Ada"), caller("Bob")]);
    expect(answers.map(({ content }) => content?.name)).toEqual(["Ada", "Bob"]);
  });

  it("asks the caller whose trace the question carries", async () => {
    const traced = (name: string, trace: string): CallContext =>
      caller(name, { trace: { traceparent: `00-${trace.repeat(32)}-00f067aa0ba902b7-01` } });
    const answers = await askTogether(await start(), { by: "trace" }, [traced("Ada", "1"), traced("Bob", "2")]);
    expect(answers.map(({ content }) => content?.name)).toEqual(["Ada", "Bob"]);
  });

  it("declines a question that names neither, with a reason", async () => {
    const server = await start();
    const answers = await askTogether(server, {}, [caller("Ada"), caller("Bob")]);
    for (const { action, _meta } of answers) {
      expect(action).toBe("decline");
      expect(_meta?.["alkdev.operations/reason"]).toContain("Several callers");
    }
    expect(server.log.filter((line) => line.includes("Several callers"))).toHaveLength(2);
  });

  it("refuses a prompt that names neither, with a reason", async () => {
    const input = { method: "sampling/createMessage" };
    const answers = await askTogether(await start(), input, [caller("Ada"), caller("Bob")]);
    for (const { error } of answers) expect(error).toMatchObject({ code: -1, message: /Several callers/ });
  });

  it("asks neither of two callers without an identity", async () => {
    const nobody = { identity: undefined };
    const answers = await askTogether(await start(), {}, [caller("Ada", nobody), caller("Bob", nobody)]);
    expect(answers.map(({ action }) => action)).toEqual(["decline", "decline"]);
  });
});

describe("when a server asks while all running calls have one caller", () => {
  it("asks the caller of all running calls", async () => {
    const answers = await askTogether(await start(), {}, [caller("Ada"), caller("Ada")]);
    expect(answers.map(({ content }) => content?.name)).toEqual(["Ada", "Ada"]);
  });

  it("lets the model of the only caller answer", async () => {
    const { registry } = await start();
    const answer = await registry.execute("asking.ask", { method: "sampling/createMessage" }, caller("Ada"));
    expect(JSON.parse(textOf(answer))).toMatchObject({ model: "Ada", content: { text: "Ada" } });
  });

  it("says so if that caller accepts no questions", async () => {
    const { registry } = await start();
    const answer = await registry.execute("asking.ask", {}, { identity: { id: "Ada", scopes: [] } });
    expect(JSON.parse(textOf(answer))).toMatchObject({
      action: "decline",
      _meta: { "alkdev.operations/reason": "The caller accepts no questions." },
    });
  });
});

describe("when a call carries more than its input", () => {
  it("passes on the caller's _meta, with the trace, and returns the server's", async () => {
    const { registry } = await start();
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const context = { callMeta: { "shop/cart": 5 }, trace: { traceparent } };
    const { data, meta } = await registry.execute("asking.meta", {}, context);
    const sent = JSON.parse(textOf({ data })) as Record<string, unknown>;
    expect(sent).toEqual({ "shop/cart": 5, traceparent, progressToken: expect.any(Number) as number });
    expect(meta).toMatchObject({ _meta: { "shop/receipt": 7 } });
  });
});

describe("when a server logs during a call", () => {
  function listening(level: "debug" | "info" | "error"): { heard: LogMessage[]; context: CallContext } {
    const heard: LogMessage[] = [];
    return { heard, context: { callerLog: { level, write: (message) => void heard.push(message) } } };
  }

  it("writes sufficiently severe messages to the caller's log, before the call answers", async () => {
    const { registry } = await start();
    const { heard, context } = listening("info");
    await registry.execute("asking.log", {}, context);
    expect(heard).toEqual([
      { level: "info", data: { level: "info" }, logger: "asking" },
      { level: "error", data: { level: "error" }, logger: "asking" },
    ]);
  });

  it("names the server before its own logger", async () => {
    const { registry } = await start();
    const { heard, context } = listening("error");
    await registry.execute("asking.log", { logger: "disk" }, context);
    expect(heard.map(({ logger }) => logger)).toEqual(["asking/disk"]);
  });

  it("asks the server once for the least severe level that a caller requests", async () => {
    const { registry, log } = await start();
    for (const level of ["error", "debug", "info", "debug"] as const)
      await registry.execute("asking.log", {}, listening(level).context);
    await until(() => log.filter((line) => line.startsWith("level")).length >= 2);
    expect(log.filter((line) => line.startsWith("level"))).toEqual(["level error", "level debug"]);
  });
});
