import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { CodeHost, CodeLimits, CodeOutcome, CodeProgram } from "../executor/code-executor.ts";
import { QuickJSExecutor } from "./quickjs-executor.ts";
import type { CodeExecutorOptions } from "./quickjs-executor.ts";

const limits: CodeLimits = {
  timeout: 60_000,
  computeTime: 60_000,
  memory: 32 * 2 ** 20,
  codeLength: 1000,
  calls: 100,
  parallelCalls: 8,
  inputLength: 1000,
  outputLength: 1000,
};

let opened: QuickJSExecutor[] = [];
afterEach(async () => {
  await Promise.all(opened.map((executor) => executor.close()));
  opened = [];
});

function open(options?: CodeExecutorOptions): QuickJSExecutor {
  const executor = new QuickJSExecutor(options);
  opened.push(executor);
  return executor;
}

function program(source: string, signal: AbortSignal = new AbortController().signal): CodeProgram {
  return { source, limits, signal, now: 0 };
}

const silent: CodeHost = { invoke: () => Promise.resolve(undefined), log: () => undefined };

/** A program that runs until it is released, and a promise that resolves when it begins. */
function heldProgram(executor: QuickJSExecutor): {
  begun: Promise<void>;
  release: () => void;
  outcome: Promise<CodeOutcome>;
} {
  let [begin, release] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const invoke = async (): Promise<undefined> => {
    begin();
    await released;
  };
  const outcome = executor.execute(program("await search('x'); return 1"), { ...silent, invoke });
  return { begun, release, outcome };
}

describe("a pool of sandboxes", () => {
  it("ends a program that never ends, as soon as the signal fires, and keeps what it wrote", async () => {
    const abort = new AbortController();
    const logs: string[] = [];
    const log: CodeHost["log"] = ({ text }) => {
      logs.push(text);
      abort.abort(new CallError("ABORTED", "enough"));
    };
    const executor = open();
    const outcome = await executor.execute(program("console.log('begin'); for (;;);", abort.signal), {
      ...silent,
      log,
    });
    expect(outcome).toEqual({ ok: false, failure: { code: "ABORTED", message: "enough" } });
    expect(logs).toEqual(["begin"]);
    expect(await executor.execute(program("return 2"), silent)).toEqual({ ok: true, result: "2" });
  });

  it("does not affect other runs when it ends one", async () => {
    const executor = open({ maxRuns: 2 });
    const held = heldProgram(executor);
    await held.begun;
    const abort = new AbortController();
    const log = (): void => abort.abort();
    await executor.execute(program("console.log(); for (;;);", abort.signal), { ...silent, log });
    held.release();
    expect(await held.outcome).toEqual({ ok: true, result: "1" });
  });

  it("queues runs beyond maxRuns, and refuses them beyond maxWaiting", async () => {
    const executor = open({ maxRuns: 1, maxWaiting: 1 });
    const held = heldProgram(executor);
    await held.begun;
    const waiting = executor.execute(program("return 'next'"), silent);
    await expect(executor.execute(program("return 3"), silent)).rejects.toMatchObject({ code: "OVERLOADED" });
    held.release();
    expect(await held.outcome).toEqual({ ok: true, result: "1" });
    expect(await waiting).toEqual({ ok: true, result: '"next"' });
  });

  it("keeps half of its threads, and all waiting places, from any one caller", async () => {
    const executor = open({ maxRuns: 2, maxWaiting: 2 });
    const stop = new AbortController();
    const endless = (): Promise<unknown> =>
      executor
        .execute({ ...program("for (;;);", stop.signal), caller: "greedy" }, silent)
        .catch(({ code }) => code as string);
    const greedy = Array.from({ length: 6 }, endless);
    expect(await Promise.all(greedy.slice(3))).toEqual(["OVERLOADED", "OVERLOADED", "OVERLOADED"]);
    const patient = Array.from({ length: 3 }, () =>
      executor.execute({ ...program("return 1"), caller: "patient" }, silent),
    );
    expect(await Promise.all(patient)).toEqual(Array.from({ length: 3 }, () => ({ ok: true, result: "1" })));
    stop.abort(new CallError("ABORTED", "enough"));
    await Promise.all(greedy);
  });

  it("gives waiting callers turns", async () => {
    const executor = open({ maxRuns: 1 });
    const held = heldProgram(executor);
    await held.begun;
    const order: string[] = [];
    const run = (caller: string): Promise<unknown> =>
      executor.execute({ ...program("return 1"), caller }, silent).then(() => order.push(caller));
    const all = ["a", "a", "a", "b", "c", "b"].map(run);
    held.release();
    await Promise.all(all);
    expect(order).toEqual(["a", "b", "c", "a", "b", "a"]);
  });

  it("forgets a run that is aborted while it waits", async () => {
    const executor = open({ maxRuns: 1 });
    const held = heldProgram(executor);
    await held.begun;
    const abort = new AbortController();
    const waiting = executor.execute(program("return 2", abort.signal), silent);
    const reason = new CallError("ABORTED", "enough");
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    held.release();
    expect(await held.outcome).toEqual({ ok: true, result: "1" });
    expect(await executor.execute(program("return 4"), silent)).toEqual({ ok: true, result: "4" });
  });

  it("ends its runs when it is closed, and accepts no more", async () => {
    const executor = open();
    const held = heldProgram(executor);
    await held.begun;
    await executor.close();
    expect(await held.outcome).toMatchObject({ ok: false, failure: { code: "ABORTED" } });
    await expect(executor.execute(program("return 1"), silent)).rejects.toMatchObject({ code: "OVERLOADED" });
  });

  it("does not trust what a program says about itself", async () => {
    const source = `Promise.prototype.then = function () { return this; };
      JSON.stringify = () => "{ not json";
      Object.defineProperty = null;
      throw { name: {}, message: { toString() { throw 1 } }, stack: 5, code: {} };`;
    const executor = open();
    expect(await executor.execute(program(source), silent)).toMatchObject({ ok: false });
    expect(await executor.execute(program("return [1, typeof JSON.stringify]"), silent)).toMatchObject({ ok: true });
  });
});
