/** What a program loses, or must not lose: calls that it does not await, and errors of every kind. */
import { afterAll, describe, expect, it } from "vitest";
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { runCode } from "./run-code.ts";
import type { CodeReport, RunCodeOptions } from "./run-code.ts";
import { createCodeExecutor } from "./sandbox/quickjs-executor.ts";

const executor = createCodeExecutor({ maxRuns: 2 });
afterAll(() => executor.close());

function shop(): { registry: OperationRegistry; ran: () => number } {
  let ran = 0;
  const price = defineOperation({
    namespace: "shop",
    name: "price",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "The price of an item",
    accessControl: { requiredScopes: [] },
    inputSchema: Type.Object({ item: Type.String() }),
    outputSchema: Type.Number(),
    handler: ({ item }) => {
      ran++;
      return item.length;
    },
  });
  return { registry: new OperationRegistry().register(price), ran: () => ran };
}

function run(source: string, options: Partial<RunCodeOptions> = {}): Promise<CodeReport> {
  return runCode(source, { registry: shop().registry, executor, ...options });
}

describe("a call that could not be made", () => {
  const item = "env.shop.price({ item: 'a'.repeat(1e6 - 100) })";

  it.each([
    [
      "more calls than it may make",
      "for (let i = 0; i < 5; i++) env.shop.price({ item: 'a' });",
      { calls: 3 },
      "OVERLOADED",
    ],
    [
      "an input that is too long",
      "env.shop.price({ item: 'a'.repeat(200) });",
      { inputLength: 100 },
      "PAYLOAD_TOO_LARGE",
    ],
    ["an un-awaited search", "search('a'); search('b');", { calls: 1 }, "OVERLOADED"],
    [
      "too many calls in async functions that it does not await",
      "[1, 2, 3, 4, 5].forEach(async () => { await env.shop.price({ item: 'a' }); });",
      { calls: 3 },
      "OVERLOADED",
    ],
    ["a continued call", "env.shop.price({ item: 'a' }).then((x) => x);", { calls: 0 }, "OVERLOADED"],
    ["many calls as one", "Promise.all([1, 2].map(() => env.shop.price({ item: 'a' })));", { calls: 1 }, "OVERLOADED"],
    ["a call that it swallows", "try { await env.shop.price({ item: 'a' }) } catch {}", { calls: 0 }, "OVERLOADED"],
    ["a refused call after an answer", "search('a').then(() => search('b'));", { calls: 1 }, "OVERLOADED"],
    [
      "an input that is too deep",
      "let deep = {}; for (let n = 0; n < 600; n++) deep = { deep }; env.shop.price(deep);",
      {},
      "VALIDATION_ERROR",
    ],
    ["an input that is no JSON", "(async () => { await env.shop.price({ item: 1n }); })();", {}, "VALIDATION_ERROR"],
  ])("fails a program with %s", async (_name, source, limits, code) => {
    const { registry, ran } = shop();
    const { error, result, calls } = await run(`${source} return "all done"`, { registry, limits });
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ code });
    expect(calls.filter(({ id, error: failed }) => id === "shop.price" && failed === undefined)).toHaveLength(ran());
  });

  it.each([
    "await env.shop.price({ item: 'a' }).catch(({ code }) => code)",
    "try { await env.shop.price({ item: 'a' }) } catch (error) { console.log(error) }",
    "JSON.stringify(await Promise.allSettled([env.shop.price({ item: 'a' })]))",
    "for await (const x of env.shop.price({ item: 'a' })) {}"
      .replace(/^/, "try { ")
      .concat(" } catch (e) { e.message }"),
    "await env.shop.price({ item: 'a' }).catch((e) => { e.message = e.code + e.message })",
  ])("may be one whose error the program has read: %s", async (source) => {
    expect(await run(`${source}; return "done"`, { limits: { calls: 0 } })).toMatchObject({ result: "done" });
  });

  it("keeps its line and stack", async () => {
    const { error } = await run("const n = 1;\nenv.shop.price({ item: 'a' });\nreturn n", { limits: { calls: 0 } });
    expect(error).toMatchObject({ code: "OVERLOADED", line: 2 });
  });

  it("does not happen to large inputs: together they may be larger than the memory", async () => {
    const { registry, ran } = shop();
    const { result } = await run(`for (let i = 0; i < 90; i++) ${item}; return "all done"`, {
      registry,
      limits: { computeTime: 50_000 },
    });
    expect([result, ran()]).toEqual(["all done", 90]);
  });
});

describe("a program without memory", () => {
  /** Leaves a few hundred bytes, then makes calls until there is no room for the next. */
  const source = (room: number): string => `
    const kept = [];
    for (let size = 1e6; size >= ${room};) try { kept.push(new ArrayBuffer(size)) } catch { size >>= 1 }
    let made = 0;
    for (let i = 0; i < 40; i++) {
      if (i % 3 === 0) kept.pop();
      try { env.shop.price({ item: 'a' }); made++ } catch {}
    }
    kept.length = 0;
    return made`;

  it.each([160, 700])("makes each call of which it got no error: %i bytes", async (room) => {
    for (let more = 0; more < 2; more++) {
      const { registry, ran } = shop();
      const memory = 2 ** 21 + more * 4096;
      const { result, error } = await run(source(room), { registry, limits: { memory, computeTime: 30_000 } });
      const isTrue = error === undefined ? ran() === result : /memory|null/.test(error.message);
      expect({ isTrue, ran: ran(), result, error }).toMatchObject({ isTrue: true });
    }
  });

  it("makes no more calls than it may by replacing what the sandbox itself uses", async () => {
    const { registry, ran } = shop();
    const { error } = await run(
      `const { then } = Promise.prototype;
       let depth = 0;
       Promise.prototype.then = function (...given) {
         if (depth++ < 20) env.shop.price({ item: 'a' });
         return then.apply(this, given);
       };
       env.shop.price({ item: 'a' });
       return depth`,
      { registry, limits: { calls: 3 } },
    );
    expect(error).toMatchObject({ code: "OVERLOADED" });
    expect(ran()).toBeLessThanOrEqual(3);
  });
});

describe("what a program does not await", () => {
  it.each([
    ["an async function with two calls", "const job = async () => { await search('a'); await PRICE; }; job();"],
    ["a call after an answer", "search('a').then(() => PRICE);"],
    ["a call after many turns", "(async () => { for (let i = 0; i < 5000; i++) await null; await PRICE; })();"],
  ])("runs to its end: %s", async (_name, source) => {
    const { registry, ran } = shop();
    const program = `${source.replace("PRICE", "env.shop.price({ item: 'a' })")} return "all done"`;
    expect(await run(program, { registry })).toMatchObject({ result: "all done", error: undefined });
    expect(ran()).toBe(1);
  });

  it("counts as time of the program", async () => {
    const source = "(async () => { for (;;) await null; })(); return 1";
    expect((await run(source, { limits: { computeTime: 100 } })).error).toMatchObject({ code: "TIMEOUT" });
  });
});

describe("an error of a program", () => {
  it.each([
    [
      "has a line of 400 digits",
      "const e = new Error('m'); e.stack = ' at x (program.ts:' + '9'.repeat(400) + ':1)'; throw e",
      "m",
    ],
    [
      "has getters that throw",
      "throw { get message() { throw new Error('x'); }, get stack() { throw 1; } }",
      "can't be read",
    ],
    [
      "is a proxy that throws",
      "throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } })",
      "can't be read",
    ],
    ["is revoked", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy", "can't be read"],
    ["is null", "throw null", "threw null"],
    ["is undefined", "throw undefined", "threw undefined"],
    ["has details that JSON can't write", "throw new CallError('MINE', 'm', { d: 1n })", "m"],
    ["has a toJSON of its own", "Object.prototype.toJSON = () => null; throw new Error('m')", "m"],
    ["has no message", "throw new Error('')", "no message"],
    ["comes from a program without `catch`", "Promise.prototype.catch = () => {}; throw new Error('m')", "m"],
    ["comes from a program without `then`", "Promise.prototype.then = () => {}; throw new Error('m')", "m"],
  ])("says something if it %s", async (_name, source, message) => {
    const { error } = await run(source);
    expect(error?.message).toContain(message);
    expect(error?.message).not.toMatch(/nothing will settle/);
    expect(error?.line ?? 1).toBeLessThan(10);
  });

  it.each([
    "const m = new Map(); for (;;) m.set({}, {})",
    "globalThis.m = []; for (;;) m.push({})",
    "const a = []; for (;;) a.push('x'.repeat(100) + a.length)",
    "let f = () => 1; for (;;) { const g = f; f = () => g }",
    "globalThis.a = []; const grow = async () => { for (;;) { a.push({}); if (a.length % 10000 === 0) await null; } }; await grow()",
  ])("says that the memory is used up: %s", async (source) => {
    const { error } = await run(source, { limits: { memory: 16e6, computeTime: 50_000 } });
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", message: expect.stringContaining("memory") as string });
  });
});

describe("a result that JSON can't express", () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;

  it.each([
    ["a bigint", { n: 1n }, "it holds a bigint"],
    ["a loop", loop, "it contains itself"],
  ])("is OUTPUT_INVALID in a program, as at every interface: %s", async (_name, value, reason) => {
    let hasEnded = false;
    const odd = {
      namespace: "odd",
      version: "1.0.0",
      description: "",
      accessControl: { requiredScopes: [] },
      inputSchema: Type.Unknown(),
      outputSchema: Type.Unknown(),
    };
    const registry = new OperationRegistry()
      .register(defineOperation({ ...odd, name: "one", type: OperationType.QUERY, handler: () => value }))
      .register(
        defineOperation({
          ...odd,
          name: "many",
          type: OperationType.SUBSCRIPTION,
          async *handler() {
            try {
              yield value;
              yield value;
            } finally {
              hasEnded = true;
            }
          },
        }),
      );
    const invalid = { code: "OUTPUT_INVALID", message: expect.stringContaining(reason) as string, phase: "started" };
    for (const [id, source] of [
      ["odd.one", "await env.odd.one()"],
      ["odd.many", "for await (const item of env.odd.many()) {}"],
    ] as const) {
      const { error, calls } = await run(source, { registry });
      expect(error).toMatchObject(invalid);
      expect(calls).toMatchObject([{ id, error: "OUTPUT_INVALID", phase: "started" }]);
    }
    expect(hasEnded).toBe(true);
  });
});
