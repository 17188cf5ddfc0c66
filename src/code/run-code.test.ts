import { afterAll, describe, expect, it } from "vitest";
import { Type } from "typebox";
import { CallError } from "../errors/call-error.ts";
import { localEnvelope } from "../envelope/response-envelope.ts";
import type { Identity } from "../operation/access-control.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { runCode } from "./run-code.ts";
import type { CodeReport, RunCodeOptions } from "./run-code.ts";
import { createCodeExecutor } from "./sandbox/quickjs-executor.ts";

const executor = createCodeExecutor({ maxRuns: 2 });
afterAll(() => executor.close());

const base = { namespace: "shop", version: "1.0.0", accessControl: { requiredScopes: [] } } as const;
const ada: Identity = { id: "ada", scopes: ["admin"] };

interface Seen {
  readonly contexts: OperationContext[];
  readonly aborted: unknown[];
  running: number;
  mostRunning: number;
}

function shop(): { registry: OperationRegistry; seen: Seen } {
  const seen: Seen = { contexts: [], aborted: [], running: 0, mostRunning: 0 };
  const registry = new OperationRegistry();
  registry.registerAll([
    defineOperation({
      ...base,
      name: "price",
      type: OperationType.QUERY,
      description: "The price of an item",
      inputSchema: Type.Object({ item: Type.String() }),
      outputSchema: Type.Number(),
      handler: async ({ item }, context) => {
        seen.contexts.push(context);
        seen.mostRunning = Math.max(seen.mostRunning, ++seen.running);
        await Promise.resolve();
        seen.running--;
        return item.length;
      },
    }),
    defineOperation({
      ...base,
      name: "close",
      type: OperationType.MUTATION,
      description: "Closes the shop",
      accessControl: { requiredScopes: ["admin"] },
      inputSchema: Type.Object({}),
      outputSchema: Type.Boolean(),
      handler: () => true,
    }),
    defineOperation({
      ...base,
      name: "wait",
      type: OperationType.QUERY,
      description: "Waits until it is aborted",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      handler: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            seen.aborted.push(signal.reason);
            reject(signal.reason as Error);
          });
        }),
    }),
    defineOperation({
      ...base,
      name: "ask",
      type: OperationType.MUTATION,
      description: "Asks a person",
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      handler: async (_input, { onElicitation, signal }) =>
        (await onElicitation?.({ mode: "form", message: "Sure?" }, { signal }))?.action ?? "nobody",
    }),
    defineOperation({
      ...base,
      name: "break",
      type: OperationType.MUTATION,
      description: "Breaks",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      handler: () => {
        throw new Error("the password is 1234");
      },
    }),
    defineOperation({
      ...base,
      name: "bytes",
      type: OperationType.QUERY,
      description: "Some bytes",
      inputSchema: Type.Object({ bytes: Type.Optional(Type.Unknown()) }),
      outputSchema: Type.Unknown(),
      handler: ({ bytes }) => (bytes instanceof Uint8Array ? bytes.length : new Uint8Array([1, 2, 3])),
    }),
    defineOperation({
      ...base,
      name: "ticks",
      type: OperationType.SUBSCRIPTION,
      description: "Counts",
      inputSchema: Type.Object({ to: Type.Number() }),
      outputSchema: Type.Number(),
      async *handler({ to }) {
        seen.running++;
        try {
          for (let tick = 0; tick < to; tick++) yield tick;
        } finally {
          seen.running--;
        }
      },
    }),
  ]);
  return { registry, seen };
}

function run(source: string, options: Partial<RunCodeOptions> = {}): Promise<CodeReport> {
  return runCode(source, { registry: shop().registry, executor, ...options });
}

describe("a program", () => {
  it("gets data and meta of a handler's own envelope, and nothing else of it", async () => {
    const own = { ...localEnvelope(1, "shop.own"), password: "hunter2" };
    const common = { ...base, description: "Answers", inputSchema: Type.Object({}), outputSchema: Type.Number() };
    const registry = new OperationRegistry()
      .register({ ...common, name: "own", type: "QUERY", handler: () => own })
      .register({
        ...common,
        name: "owns",
        type: "SUBSCRIPTION",
        handler: async function* () {
          yield own;
        },
      });
    const source =
      "const got = [await env.shop.own()]; for await (const e of env.shop.owns()) got.push(e); return got;";
    const { result } = await run(source, { registry });
    expect(result).toMatchObject([{ data: 1 }, { data: 1 }]);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it("reports what it returns, logs and calls", async () => {
    const report = await run(`
      interface Item { readonly name: string }
      const items: Item[] = [{ name: "pen" }, { name: "book" }];
      let total = 0;
      for (const { name } of items) total += (await env.shop.price({ item: name })).data as number;
      console.log("total", { total });
      return total;
    `);
    expect(report).toMatchObject({
      result: 7,
      error: undefined,
      logs: [{ level: "log", text: 'total {"total":7}' }],
      calls: [{ id: "shop.price" }, { id: "shop.price" }],
    });
    expect(report.calls[1]?.at).toBeGreaterThanOrEqual(report.calls[0]?.at ?? Infinity);
  });

  it("may be a module with a default export, a value or a function", async () => {
    const [value, made] = await Promise.all([
      run("const sum: number = 1 + 1;\nexport default sum;"),
      run("export default async function main() { return (await env.shop.price({ item: 'a' })).data }"),
    ]);
    expect(value.result).toBe(2);
    expect(made.result).toBe(1);
  });

  it("reads streams, and stops a stream when it leaves early", async () => {
    const { registry, seen } = shop();
    const report = await run(
      `const ticks = [];
       for await (const { data } of env.shop.ticks({ to: 3 })) ticks.push(data);
       for await (const { data } of env.shop.ticks({ to: 1000 })) if (data === 1) break;
       const left = await env.shop.ticks({ to: 1000 });
       ticks.push((await left.next()).value.data);
       return ticks;`,
      { registry },
    );
    expect(report.result).toEqual([0, 1, 2, 0]);
    expect(report.calls).toHaveLength(3);
    expect(seen.running).toBe(0);
  });

  it("finds and describes operations that its caller may call", async () => {
    const source = `return { found: (await search("shop")).map(({ id }) => id), close: await describe("shop.close"), price: await describe("shop.price") }`;
    const [anyone, admin] = await Promise.all([run(source), run(source, { context: { identity: ada } })]);
    expect(anyone.result).toMatchObject({
      found: expect.not.arrayContaining(["shop.close"]) as unknown,
      close: [{ problem: "There is no such operation." }],
      price: [{ signature: "env.shop.price(input: { item: string }): Promise<{ data: number }>" }],
    });
    expect(admin.result).toMatchObject({ close: [{ id: "shop.close", type: "MUTATION" }] });
  });

  it("passes bytes on as they travel in JSON", async () => {
    const report = await run(
      "const { data } = await env.shop.bytes({}); return [data, (await env.shop.bytes({ bytes: data })).data]",
    );
    expect(report.result).toEqual([{ $bytes: "AQID" }, 3]);
  });

  it("has a Date whose clock stands still", async () => {
    const before = Date.now();
    const { result } = await run(
      "const a = Date.now(); for (let i = 0; i < 1e5; i++); return [a, Date.now(), +new Date(), new Date('2024-02-03').getUTCDate(), new Date(0) instanceof Date]",
    );
    const [first, ...others] = result as unknown[];
    expect(first).toBeGreaterThanOrEqual(before);
    expect(others).toEqual([first, first, 3, true]);
  });

  it("makes no call whose input is nested too deep, as at every interface", async () => {
    const deep = (levels: number): string =>
      `let a = 1; for (let i = 0; i < ${levels}; i++) a = [a]; await env.no.such(a)`;
    expect((await run(deep(500))).error?.code).toBe("OPERATION_NOT_FOUND");
    expect((await run(deep(501))).error).toMatchObject({
      code: "VALIDATION_ERROR",
      message: "The input is nested more than 500 levels deep.",
    });
  });

  it("waits for calls that it did not await", async () => {
    const report = await run("env.shop.price({ item: 'abc' }); return 'done'");
    expect(report).toMatchObject({ result: "done", calls: [{ id: "shop.price" }] });
  });

  it("sees nothing from earlier runs", async () => {
    await run("globalThis.secret = 1; Array.prototype.secret = 1; return 1");
    const { result } = await run("return [typeof secret, [].secret === undefined]");
    expect(result).toEqual(["undefined", true]);
  });
});

describe("the calls of a program", () => {
  it("are checked, whatever handlers may do", async () => {
    const source = "return (await env.shop.close({})).data";
    const [anyone, admin] = await Promise.all([run(source), run(source, { context: { identity: ada } })]);
    expect(anyone.error).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    expect(admin.result).toBe(true);
  });

  it("have the identity, trace and deadline of the run, and its id as their parent", async () => {
    const { registry, seen } = shop();
    const deadline = Date.now() + 60_000;
    const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    await run("await env.shop.price({ item: 'a' })", {
      registry,
      context: { identity: ada, trace, deadline, requestId: "the-run" },
      limits: { timeout: 600_000 },
    });
    const [context] = seen.contexts;
    expect(context).toMatchObject({ identity: ada, trace, parentRequestId: "the-run" });
    expect(context?.requestId).not.toBe("the-run");
    expect(context?.deadline).toBeLessThanOrEqual(deadline);
  });

  it("wait for the answer of a person", async () => {
    const onElicitation = () => Promise.resolve({ action: "accept" as const });
    const { result } = await run("return (await env.shop.ask({})).data", { context: { onElicitation } });
    expect(result).toBe("accept");
  });

  it("fail with errors that the program can read, without details that callers must not see", async () => {
    const report = await run(`
      try { await env.shop.break({}) } catch (error) {
        return [error instanceof CallError, error.code, error.message, error.phase];
      }`);
    expect(report.result).toEqual([true, "EXECUTION_ERROR", "The operation failed.", "started"]);
    expect(report.calls).toMatchObject([{ id: "shop.break", error: "EXECUTION_ERROR", phase: "started" }]);
  });

  it("are limited in concurrency and in number", async () => {
    const { registry, seen } = shop();
    const report = await run(
      `const all = await Promise.allSettled(Array.from({ length: 12 }, () => env.shop.price({ item: "a" })));
       return all.map(({ status, reason }) => reason?.code ?? status);`,
      { registry, limits: { parallelCalls: 2, calls: 10 } },
    );
    expect(report.result).toEqual([...Array<string>(10).fill("fulfilled"), "OVERLOADED", "OVERLOADED"]);
    expect(report.calls).toHaveLength(10);
    expect(seen.mostRunning).toBeLessThanOrEqual(2);
  });

  it("accept inputs of limited length", async () => {
    const { error } = await run("await env.shop.price({ item: 'a'.repeat(1000) })", { limits: { inputLength: 100 } });
    expect(error).toMatchObject({ code: "PAYLOAD_TOO_LARGE", line: 1, phase: "notStarted" });
  });
});

describe("a program that fails", () => {
  it.each([
    ["throws", "\nconst f = () => {\n  throw new TypeError('no');\n};\nf();", "EXECUTION_ERROR", 3, "TypeError: no"],
    ["throws no error", "\nthrow 'a text'", "EXECUTION_ERROR", undefined, "a text"],
    ["can't be parsed", "const a = 1;\nconst b = (;", "VALIDATION_ERROR", 2, "can't be read"],
    ["closes what is not open", "return 1 }", "VALIDATION_ERROR", 1, "can't be read"],
    [
      "calls what does not exist",
      "type A = {\n a: 1;\n};\nawait env.shop.nothing({})",
      "OPERATION_NOT_FOUND",
      4,
      "shop.nothing",
    ],
    ["imports", "import fs from 'node:fs';\nreturn fs", "EXECUTION_ERROR", 1, "no modules"],
    ["returns what JSON can't write", "return 1n", "EXECUTION_ERROR", undefined, "BigInt"],
    ["waits for ever", "await new Promise(() => {})", "EXECUTION_ERROR", undefined, "nothing will settle"],
  ])("%s: says why, and on which line", async (_name, source, code, line, message) => {
    const { error, result } = await run(source);
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ code, phase: "notStarted" });
    expect(error?.message).toContain(message);
    expect(error?.line).toBe(line);
  });

  it("keeps its log and calls, and its phase shows that something ran", async () => {
    const report = await run("console.warn('first');\nawait env.shop.price({ item: 'a' });\nthrow new Error('then')");
    expect(report).toMatchObject({
      error: { message: "then", line: 3, phase: "started" },
      logs: [{ level: "warn", text: "first" }],
      calls: [{ id: "shop.price" }],
    });
  });

  it("ends its running calls", async () => {
    const { registry, seen } = shop();
    const report = await run("env.shop.wait({});\nawait env.shop.price({ item: 'a' });\nthrow new Error('no')", {
      registry,
    });
    expect(report.error?.message).toBe("no");
    expect(seen.aborted).toMatchObject([{ code: "ABORTED" }]);
    expect(report.calls.find(({ id }) => id === "shop.wait")).toMatchObject({ error: "ABORTED", phase: "started" });
  });
});

describe("a run beyond its limits", () => {
  it("ends at its deadline while it waits, and so do its calls", async () => {
    const { registry, seen } = shop();
    const report = await run("await env.shop.wait({})", { registry, limits: { timeout: 300 } });
    expect(report.error).toMatchObject({ code: "TIMEOUT" });
    // On a slow machine the time may be up before the program has begun.
    expect(seen.aborted).toHaveLength(report.calls.length);
  });

  it("ends when its caller aborts it", async () => {
    const { registry, seen } = shop();
    const caller = new AbortController();
    const running = run("await env.shop.wait({})", { registry, context: { signal: caller.signal } });
    registry.use(async (_call, next) => {
      queueMicrotask(() => caller.abort(new CallError("ABORTED", "enough")));
      return await next();
    });
    const report = await running;
    expect(report.error).toMatchObject({ code: "ABORTED", message: "enough" });
    expect(seen.aborted).toHaveLength(1);
  });

  it("ends when it computes for too long, and the next run finds a sandbox", async () => {
    const { error } = await run("for (;;);", { limits: { computeTime: 100 } });
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    expect((await run("return 1")).result).toBe(1);
  });

  it("ends when one step of the engine takes too long", async () => {
    const source = "return /(x+x+)+y/.test('x'.repeat(40))";
    const { error } = await run(source, { limits: { computeTime: 100 } });
    expect(error).toMatchObject({ code: "TIMEOUT" });
  });

  it("is refused if its source is too long", async () => {
    const { error } = await run("return 1".padEnd(101), { limits: { codeLength: 100 } });
    expect(error).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  it("returns and logs a limited amount", async () => {
    const limits = { outputLength: 100 };
    const [returned, logged] = await Promise.all([
      run("return 'a'.repeat(1000)", { limits }),
      run("for (let i = 0; i < 1000; i++) console.log('a'.repeat(30)); return 1", { limits }),
    ]);
    expect(returned.error).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect(logged.result).toBe(1);
    expect(logged.logs.length).toBeLessThan(10);
    expect(logged.logs.at(-1)?.text).toContain("left out");
  });

  it("has a limited amount of memory", async () => {
    const { error } = await run("let all = []; for (;;) all.push(new Uint8Array(1e6))", {
      limits: { memory: 8e6, computeTime: 50_000 },
    });
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", message: "InternalError: out of memory" });
  });

  it("refuses limits that make no sense", async () => {
    await expect(run("return 1", { limits: { timeout: 0 } })).rejects.toThrow("limits.timeout is 0");
  });
});
