import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { ERROR_TABLE } from "../errors/error-table.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { FromOpenAPI } from "../sources/openapi/import-openapi.ts";
import type { CallOutcome, Middleware, MiddlewareCall } from "../operation/middleware.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import type { CircuitStateChange } from "./circuit.ts";
import { callOf, deferred, envelope, numbers, streamOf } from "./fixtures.test-support.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
/** Both clocks run until this time. */
const moveTo = (ms: number): void => void vi.advanceTimersByTime(NOW + ms - Date.now());
const failure = (): CallError => new CallError("EXECUTION_ERROR", "secret: the API is down");
/** Failures of the source. Every other code of the table says nothing about it. */
const COUNTED = ["EXECUTION_ERROR", "TIMEOUT", "CONNECTION_LOST", "NO_RESPONDER", "OUTPUT_INVALID", "STREAM_GAP"];
const stream = { type: OperationType.SUBSCRIPTION };

const succeed = async (): Promise<CallOutcome> => envelope("ok");
const fail =
  (error: unknown = failure()) =>
  async (): Promise<CallOutcome> => {
    throw error;
  };
/** Runs one call, and returns its data or its code. */
async function run(middleware: Middleware, next = succeed, call: MiddlewareCall = callOf()): Promise<unknown> {
  try {
    return ((await middleware(call, next)) as { data: unknown }).data;
  } catch (error) {
    return error instanceof CallError ? error.code : "other error";
  }
}
async function times(count: number, action: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i++) await action();
}

/** Whether one such error opens a breaker. */
const opensAfter = async (error: unknown, fields = {}): Promise<boolean> => {
  const breaker = circuitBreaker({ consecutive: 1 });
  await run(breaker, fail(error), callOf(fields));
  return (await run(breaker)) === "OVERLOADED";
};

/** An open breaker that is due for a trial. */
const opened = async (options = {}): Promise<ReturnType<typeof circuitBreaker>> => {
  const breaker = circuitBreaker({ consecutive: 1, halfOpenAfter: 1000, ...options });
  await run(breaker, fail());
  moveTo(1000);
  return breaker;
};

const consume = async (breaker: Middleware, next: () => Promise<CallOutcome>): Promise<void> => {
  const items = streamOf(await breaker(callOf(stream), next));
  try {
    while ((await items.next()).done !== true);
  } catch {
    // The breaker judges how it ended.
  }
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  const timers = vi.getTimerCount();
  vi.useRealTimers();
  if (timers > 0) throw new Error(`${timers} timers are left`);
});

describe("when a source keeps failing", () => {
  it("opens after enough failures in a row, and refuses without calling the source", async () => {
    const breaker = circuitBreaker({ consecutive: 2, halfOpenAfter: 1000 });
    await times(2, () => run(breaker, fail()));
    const next = vi.fn<typeof succeed>(succeed);
    await expect(breaker(callOf(), next)).rejects.toMatchObject({
      code: "OVERLOADED",
      phase: "notStarted",
      retryable: true,
      message:
        "The circuit breaker of demo.op is open until 2026-01-01T00:00:01.000Z. The last failure was EXECUTION_ERROR.",
      details: { breaker: "demo.op", state: "open", retryAfterMs: 1000 },
    });
    expect(next).not.toHaveBeenCalled();
  });

  it("starts counting again after a success", async () => {
    const breaker = circuitBreaker({ consecutive: 2 });
    await run(breaker, fail());
    await run(breaker);
    await run(breaker, fail());
    expect(await run(breaker)).toBe("ok");
  });

  it("opens at a share of failures, once there were enough calls", async () => {
    const breaker = circuitBreaker({ failureThreshold: 0.5, minimumCalls: 4, window: 1000 });
    await run(breaker, fail());
    await run(breaker);
    await run(breaker, fail());
    expect(breaker.inspect().get("demo.op")?.state).toBe("closed");
    await run(breaker, fail());
    expect(breaker.inspect().get("demo.op")?.state).toBe("open");
  });

  it("forgets calls before the window", async () => {
    const breaker = circuitBreaker({ failureThreshold: 0.5, minimumCalls: 2, window: 1000 });
    await run(breaker, fail());
    moveTo(1100);
    await run(breaker, fail());
    expect(breaker.inspect().get("demo.op")?.state).toBe("closed");
  });

  it("tells another caller only the code of the last error", async () => {
    const breaker = circuitBreaker({ consecutive: 1 });
    await run(breaker, fail());
    const refusal = await breaker(callOf(), succeed).catch((error: unknown) => error);
    expect(JSON.stringify(refusal)).not.toContain("secret");
  });
});

describe("when it judges an error", () => {
  it.each([...COUNTED, "OWN"])("counts %s", async (code) => {
    expect(await opensAfter(new CallError(code, "failed"))).toBe(true);
  });

  it("counts a plain error from a handler", async () => {
    expect(await opensAfter(new TypeError("bug"))).toBe(true);
  });

  it.each(Object.keys(ERROR_TABLE).filter((code) => !COUNTED.includes(code)))("does not count %s", async (code) => {
    expect(await opensAfter(new CallError(code, "failed"))).toBe(false);
  });

  it("does not count an error that the operation declares", async () => {
    expect(await opensAfter(new CallError("NO_FUNDS", "none"), { errorSchemas: { NO_FUNDS: {} } })).toBe(false);
  });

  it.each([
    [404, false],
    [422, false],
    [429, true],
    [408, true],
    [500, true],
  ])("treats the HTTP status %i of an API as a failure: %s", async (status, counts) => {
    const document = { openapi: "3.1.0", info: {}, paths: { "/pet": { get: { operationId: "pet" } } } };
    const answer = async (): Promise<Response> => Response.json({ why: "no" }, { status });
    const config = { namespace: "api", baseUrl: "https://api.example", fetch: answer };
    const registry = new OperationRegistry().registerAll(FromOpenAPI(document, config));
    const error = await registry.execute("api.pet", {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "EXECUTION_ERROR" });
    expect(await opensAfter(error)).toBe(counts);
    // An import may declare the errors of the document under this code.
    expect(await opensAfter(error, { errorSchemas: { EXECUTION_ERROR: {} } })).toBe(counts);
  });

  it("does not count errors that a handler throws after its caller left", async () => {
    const signal = AbortSignal.abort(new CallError("ABORTED", "gone"));
    expect(await opensAfter(new Error("AbortError"), { context: { signal } })).toBe(false);
  });

  it("counts errors that a handler throws after the deadline", async () => {
    const signal = AbortSignal.abort(new CallError("TIMEOUT", "too late"));
    expect(await opensAfter(new Error("AbortError"), { context: { signal } })).toBe(true);
  });

  it("asks isFailure instead, if it is given", async () => {
    const breaker = circuitBreaker({ consecutive: 1, isFailure: (error) => error.code === "NO_FUNDS" });
    await run(breaker, fail());
    expect(await run(breaker)).toBe("ok");
    await run(breaker, fail(new CallError("NO_FUNDS", "none")));
    expect(await run(breaker)).toBe("OVERLOADED");
  });

  it("counts a handler that is still running at the deadline", async () => {
    const breaker = circuitBreaker({ consecutive: 1 });
    const controller = new AbortController();
    const stuck = deferred<CallOutcome>();
    const call = callOf({ context: { deadline: NOW + 100, signal: controller.signal } });
    const answer = run(breaker, () => stuck.promise, call);
    await Promise.resolve();
    controller.abort(new CallError("TIMEOUT", "The deadline has passed."));
    expect(await run(breaker)).toBe("OVERLOADED");
    stuck.resolve(envelope("late"));
    expect(await answer).toBe("late");
    expect(await run(breaker)).toBe("OVERLOADED");
  });
});

describe("when it is open for long enough", () => {
  it("closes after a trial call that succeeds", async () => {
    const breaker = await opened();
    expect(await run(breaker)).toBe("ok");
    expect(breaker.inspect().get("demo.op")).toMatchObject({ state: "closed", consecutiveFailures: 0 });
  });

  it("opens again after a trial call that fails", async () => {
    const breaker = await opened();
    expect(await run(breaker, fail())).toBe("EXECUTION_ERROR");
    expect(breaker.inspect().get("demo.op")).toMatchObject({ state: "open", openUntil: NOW + 2000 });
  });

  it("lets one trial through at a time, and refuses the others at once", async () => {
    const breaker = await opened();
    const trial = deferred<CallOutcome>();
    const answer = run(breaker, () => trial.promise);
    await expect(breaker(callOf(), succeed)).rejects.toThrow("is half open, and a trial call is under way");
    trial.resolve(envelope("alive"));
    expect(await answer).toBe("alive");
    expect(await run(breaker)).toBe("ok");
  });

  it("makes the next call the trial if the last one said nothing about the source", async () => {
    const breaker = await opened();
    expect(await run(breaker, fail(new CallError("VALIDATION_ERROR", "bad")))).toBe("VALIDATION_ERROR");
    expect(breaker.inspect().get("demo.op")?.state).toBe("open");
    expect(await run(breaker)).toBe("ok");
  });

  it("gives up a trial that does not end, and lets another through", async () => {
    const breaker = await opened();
    const stuck = deferred<CallOutcome>();
    const lost = run(breaker, () => stuck.promise);
    moveTo(2000);
    expect(await run(breaker)).toBe("ok");
    stuck.reject(failure());
    await lost;
    expect(await run(breaker)).toBe("ok");
  });

  it("does not count calls that began before it opened", async () => {
    const breaker = circuitBreaker({ consecutive: 1, halfOpenAfter: 1000 });
    const slow = deferred<CallOutcome>();
    const early = run(breaker, () => slow.promise);
    await run(breaker, fail());
    moveTo(1000);
    expect(await run(breaker)).toBe("ok");
    slow.reject(failure());
    await early;
    expect(await run(breaker)).toBe("ok");
  });

  it("reports every change, and survives a listener that throws", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const changes: CircuitStateChange[] = [];
    const breaker = await opened({
      onStateChange: (change: CircuitStateChange) => {
        changes.push(change);
        throw new Error("broken listener");
      },
    });
    await run(breaker);
    expect(changes.map(({ key, from, to, error }) => [key, from, to, error?.code])).toEqual([
      ["demo.op", "closed", "open", "EXECUTION_ERROR"],
      ["demo.op", "open", "halfOpen", undefined],
      ["demo.op", "halfOpen", "closed", undefined],
    ]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it("can be closed by hand", async () => {
    const breaker = circuitBreaker({ consecutive: 1 });
    await run(breaker, fail());
    breaker.reset("demo.op");
    expect(await run(breaker)).toBe("ok");
    await run(breaker, fail());
    breaker.reset();
    expect(await run(breaker)).toBe("ok");
  });
});

describe("when the operation is a stream", () => {
  it("counts an error at its end, even after items", async () => {
    const breaker = circuitBreaker({ consecutive: 2 });
    await times(2, () => consume(breaker, async () => numbers(3, failure())));
    expect(await run(breaker)).toBe("OVERLOADED");
  });

  it("counts a normal end as a success", async () => {
    const breaker = circuitBreaker({ consecutive: 2 });
    await run(breaker, fail());
    await consume(breaker, async () => numbers(3));
    await run(breaker, fail());
    expect(await run(breaker)).toBe("ok");
  });

  it("ignores a stop before the first item", async () => {
    const breaker = circuitBreaker({ consecutive: 1, halfOpenAfter: 1000 });
    await run(breaker, fail());
    moveTo(1000);
    const items = streamOf(await breaker(callOf(stream), async () => numbers(3)));
    await items.return?.();
    expect(breaker.inspect().get("demo.op")?.state).toBe("open");
  });

  it("counts a trial's first item as a sign of life, and still counts its end", async () => {
    const breaker = circuitBreaker({ consecutive: 1, halfOpenAfter: 1000 });
    await run(breaker, fail());
    moveTo(1000);
    const items = streamOf(await breaker(callOf(stream), async () => numbers(1, failure())));
    await items.next();
    expect(await run(breaker)).toBe("ok");
    await expect(items.next()).rejects.toThrow("down");
    expect(await run(breaker)).toBe("OVERLOADED");
  });

  it("leaves no listener on the signal", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const breaker = circuitBreaker();
    const call = callOf({ ...stream, context: { signal, deadline: NOW + 5000 } });
    const items = streamOf(await breaker(call, async () => numbers(2)));
    await items.next();
    await items.return?.();
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
  });
});

describe("when there are many keys", () => {
  it("has a breaker per operation by default, or per namespace or custom key", async () => {
    const other = callOf({ name: "other" });
    const byOperation = circuitBreaker({ consecutive: 1 });
    await run(byOperation, fail());
    expect(await run(byOperation, succeed, other)).toBe("ok");
    for (const keyBy of ["namespace", () => "mine"] as const) {
      const shared = circuitBreaker({ consecutive: 1, keyBy });
      await run(shared, fail());
      expect(await run(shared, succeed, other)).toBe("OVERLOADED");
    }
  });

  it("ignores a call whose key is undefined", async () => {
    const breaker = circuitBreaker({ consecutive: 1, keyBy: () => undefined });
    await run(breaker, fail());
    expect(await run(breaker)).toBe("ok");
    expect(breaker.inspect().size).toBe(0);
  });

  it("forgets the least recently used one beyond its limit", async () => {
    const breaker = circuitBreaker({ maxKeys: 2 });
    for (const name of ["a", "b", "a", "c"]) await run(breaker, succeed, callOf({ name }));
    expect([...breaker.inspect().keys()]).toEqual(["demo.a", "demo.c"]);
  });

  it("refuses nonsensical options on creation", () => {
    expect(() => circuitBreaker({ consecutive: 0 })).toThrow("consecutive is 0");
    expect(() => circuitBreaker({ failureThreshold: 2 })).toThrow("failureThreshold is 2");
    expect(() => circuitBreaker({ halfOpenAfter: -1 })).toThrow("halfOpenAfter is -1");
  });
});
