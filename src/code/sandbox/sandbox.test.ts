import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_CODE_LIMITS } from "../code-limits.ts";
import { Sandbox } from "./sandbox.ts";
import type { SandboxStep } from "./sandbox.ts";
import { loadEngine } from "./start-worker.ts";

let engine: WebAssembly.Module;
beforeAll(async () => {
  engine = await loadEngine();
});

async function start(source: string): Promise<{ sandbox: Sandbox; step: SandboxStep }> {
  const sandbox = await Sandbox.create(engine, { log: () => undefined });
  return { sandbox, step: sandbox.run({ type: "run", source, limits: DEFAULT_CODE_LIMITS, now: 0 }) };
}

describe("a sandbox", () => {
  it("sends all calls of a turn together, and receives their answers together", async () => {
    const { sandbox, step } = await start("return await Promise.all([search('ä\\n1'), describe('b'), search('c')])");
    expect(step.calls).toEqual([
      { number: 0, name: "search", input: '{"query":"ä\\n1"}' },
      { number: 1, name: "describe", input: '{"ids":["b"]}' },
      { number: 2, name: "search", input: '{"query":"c"}' },
    ]);
    const last = sandbox.settle(3, '[[2,"third"],[0,{"is":"first"}],[1]]');
    expect(last.calls).toEqual([]);
    expect(last.outcome).toEqual({ ok: true, result: '[{"is":"first"},null,"third"]' });
  });

  it("continues with the answers that have arrived", async () => {
    const { sandbox } = await start("const [a] = [await search('a'), search('b')]; return [a, await search('c')]");
    const { calls } = sandbox.settle(1, '[[0,"one"]]');
    expect(calls.map(({ number }) => number)).toEqual([1, 2]);
    const failure = JSON.stringify({ code: "TIMEOUT", message: "too late" });
    expect(sandbox.settle(1, `[[2,null,${failure}]]`).outcome).toMatchObject({ failure: { code: "TIMEOUT", line: 1 } });
  });
});

describe("a program in a sandbox", () => {
  it.each([
    ["const id = (x) => x, number = 1; return id<number>(5)", "5"],
    ["const id = (x) => x; type T = 1; return id<Array<T>>(5)", "5"],
    ["const n = 1 as number; return n!", "1"],
    ["return [1, 2, 3].filter((n) => n < 3 && n > 1)", "[2]"],
    ["return [1, 2, 3].map((n) => n >= 2)", "[false,true,true]"],
    ["export default { a: 1 }", '{"a":1}'],
  ])("means the same whether or not it has types: %s", async (source, result) => {
    expect((await start(source)).step.outcome).toEqual({ ok: true, result });
  });

  it("has the line of its error, with types and without", async () => {
    for (const type of ["", ": number"]) {
      const { step } = await start(`const a${type} = 1;\nif (a < 2)\n  throw new Error("no")`);
      expect(step.outcome).toMatchObject({ ok: false, failure: { message: "no", line: 3 } });
    }
  });
});
