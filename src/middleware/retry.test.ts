import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import type { CallErrorOptions } from "../errors/call-error.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { CallOutcome } from "../operation/middleware.ts";
import { callOf, envelope, numbers, sleep, streamOf } from "./fixtures.test-support.ts";
import { retry } from "./retry.ts";
import type { RetryEvent } from "./retry.ts";

const fast = { initialDelay: 1, maxDelay: 5 };
const lost = (options: CallErrorOptions = {}): CallError =>
  new CallError("CONNECTION_LOST", "The connection broke.", undefined, options);

/** A `next` that returns or throws one entry after the other. */
function script(...steps: Array<CallOutcome | Error>): { next: () => Promise<CallOutcome>; calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    async next() {
      const step = steps[Math.min(calls++, steps.length - 1)] as CallOutcome | Error;
      if (step instanceof Error) throw step;
      return step;
    },
  };
}

const notStarted = (): CallError => lost({ phase: "notStarted" });
const breakingListener = (): void => {
  throw new Error("broken listener");
};

/** How long it waits between the attempts of a call that always fails. */
const delaysFor = async (options: object, error: Error, random: number): Promise<number[]> => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(random);
  const delays: number[] = [];
  const { next } = script(error);
  const middleware = retry({ ...options, onRetry: ({ delay }) => delays.push(delay) });
  const answer = middleware(callOf(), next).catch(() => undefined);
  await vi.runAllTimersAsync();
  await answer;
  expect(vi.getTimerCount()).toBe(0);
  return delays;
};
const asking = (retryAfterMs: unknown): CallError => new CallError("OVERLOADED", "busy", { retryAfterMs });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("when a call may be repeated", () => {
  it("repeats a QUERY until it succeeds", async () => {
    const { next, calls } = script(lost(), lost(), envelope("ok"));
    await expect(retry(fast)(callOf(), next)).resolves.toMatchObject({ data: "ok" });
    expect(calls()).toBe(3);
  });

  it("throws the last error after all attempts", async () => {
    const last = lost();
    const { next, calls } = script(lost(), last);
    await expect(retry({ ...fast, attempts: 2 })(callOf(), next)).rejects.toBe(last);
    expect(calls()).toBe(2);
  });

  it.each([
    ["started", "notStarted", "started"],
    ["unknown", "notStarted", "unknown"],
    ["started", "unknown", "started"],
    ["notStarted", "unknown", "unknown"],
    ["unknown", "started", "started"],
    ["notStarted", "notStarted", "notStarted"],
  ] as const)("after a failure that was %s and one that was %s, says that it was %s", async (first, last, phase) => {
    const { next } = script(lost({ phase: first }), lost({ phase: last }));
    const answer = retry({ ...fast, attempts: 2 })(callOf(), next);
    await expect(answer).rejects.toMatchObject({ code: "CONNECTION_LOST", phase });
  });

  it("repeats an idempotent MUTATION", async () => {
    const { next } = script(lost(), envelope("ok"));
    const call = callOf({ type: OperationType.MUTATION, idempotent: true });
    await expect(retry(fast)(call, next)).resolves.toMatchObject({ data: "ok" });
  });

  it("repeats any MUTATION that certainly did not start", async () => {
    const { next } = script(lost({ phase: "notStarted" }), envelope("ok"));
    await expect(retry(fast)(callOf({ type: OperationType.MUTATION }), next)).resolves.toMatchObject({ data: "ok" });
  });

  it("lets retryIf judge errors that are not marked retryable", async () => {
    const { next } = script(new Error("ECONNRESET"), envelope("ok"));
    const middleware = retry({ ...fast, retryIf: (error) => error.message === "ECONNRESET" });
    await expect(middleware(callOf(), next)).resolves.toMatchObject({ data: "ok" });
  });

  it("reports every repetition", async () => {
    const events: RetryEvent[] = [];
    const { next } = script(lost(), lost(), envelope("ok"));
    await retry({ ...fast, onRetry: (event) => events.push(event) })(callOf(), next);
    expect(events.map(({ attempt, error, call }) => [attempt, error.code, call.id])).toEqual([
      [1, "CONNECTION_LOST", "demo.op"],
      [2, "CONNECTION_LOST", "demo.op"],
    ]);
  });

  it("continues when onRetry throws, with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const { next } = script(lost(), envelope("ok"));
    await expect(retry({ ...fast, onRetry: breakingListener })(callOf(), next)).resolves.toMatchObject({ data: "ok" });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("broken listener"));
  });
});

describe("when a call may not be repeated", () => {
  it.each([
    ["a MUTATION that may have started", { type: OperationType.MUTATION }, lost()],
    ["a MUTATION that started", { type: OperationType.MUTATION }, lost({ phase: "started" })],
    ["a SUBSCRIPTION that may have started", { type: OperationType.SUBSCRIPTION }, lost()],
    ["a QUERY with an error that is not retryable", {}, new CallError("VALIDATION_ERROR", "bad")],
    ["a QUERY that threw a plain error", {}, new Error("bug")],
  ])("throws the error of %s at once", async (_, fields, error) => {
    const { next, calls } = script(error);
    await expect(retry(fast)(callOf(fields), next)).rejects.toBe(error);
    expect(calls()).toBe(1);
  });

  it("does not let retryIf make an unsafe repetition happen", async () => {
    const { next, calls } = script(lost());
    const middleware = retry({ ...fast, retryIf: () => true });
    await expect(middleware(callOf({ type: OperationType.MUTATION }), next)).rejects.toThrow("broke");
    expect(calls()).toBe(1);
  });

  it("throws at once if the next attempt could not start before the deadline", async () => {
    vi.useFakeTimers();
    const { next, calls } = script(lost());
    const call = callOf({ context: { deadline: Date.now() + 1000 } });
    await expect(retry({ initialDelay: 60_000, maxDelay: 60_000 })(call, next)).rejects.toThrow("broke");
    expect(calls()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not repeat a call that its caller aborted", async () => {
    const { next, calls } = script(lost());
    const call = callOf({ context: { signal: AbortSignal.abort() } });
    await expect(retry(fast)(call, next)).rejects.toThrow("broke");
    expect(calls()).toBe(1);
  });

  it("ends at once when the call is aborted during the wait, and leaves no timer", async () => {
    vi.useFakeTimers();
    const { next, calls } = script(lost());
    const controller = new AbortController();
    const call = callOf({ context: { signal: controller.signal } });
    const answer = retry({ initialDelay: 60_000, maxDelay: 60_000 })(call, next);
    const reason = new CallError("ABORTED", "gone");
    await vi.advanceTimersByTimeAsync(5);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(calls()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("when it waits", () => {
  it("doubles the delay up to the longest", async () => {
    const options = { attempts: 6, initialDelay: 100, maxDelay: 500 };
    expect(await delaysFor(options, lost(), 1)).toEqual([100, 200, 400, 500, 500]);
  });

  it("subtracts up to half of it at random", async () => {
    expect(await delaysFor({ attempts: 3, initialDelay: 100 }, lost(), 0)).toEqual([50, 100]);
  });

  it("waits as long as the source asks, plus a little at random", async () => {
    expect(await delaysFor({ attempts: 2, initialDelay: 100 }, asking(3000), 0)).toEqual([3000]);
    expect(await delaysFor({ attempts: 2, initialDelay: 100 }, asking(3000), 1)).toEqual([3100]);
  });

  it("never waits less than its own backoff", async () => {
    expect(await delaysFor({ attempts: 2, initialDelay: 100 }, asking(0), 0)).toEqual([50]);
  });

  it("throws at once if the source asks for more than the longest delay", async () => {
    expect(await delaysFor({ maxDelay: 1000 }, asking(1001), 0)).toEqual([]);
  });

  it.each([NaN, -1, "1000", null])("ignores %s as a hint", async (hint) => {
    expect(await delaysFor({ attempts: 2, initialDelay: 100 }, asking(hint), 0)).toEqual([50]);
  });

  it("refuses nonsensical options on creation", () => {
    expect(() => retry({ attempts: 0 })).toThrow("retry: attempts is 0: give a whole number from 1");
    expect(() => retry({ maxDelay: Infinity })).toThrow("retry: maxDelay is Infinity");
    expect(() => retry({ initialDelay: NaN })).toThrow("retry: initialDelay is NaN");
  });
});

describe("when the operation is a stream", () => {
  const type = OperationType.SUBSCRIPTION;

  it("opens again after a failed opening", async () => {
    const { next } = script(notStarted(), numbers(1));
    const stream = streamOf(await retry(fast)(callOf({ type }), next));
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    expect((await stream.next()).done).toBe(true);
  });

  it("opens again after a failure before its first item", async () => {
    const { next, calls } = script(numbers(0, notStarted()), notStarted(), numbers(2));
    const stream = streamOf(await retry(fast)(callOf({ type }), next));
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    expect(calls()).toBe(3);
  });

  it("counts opening and first items together", async () => {
    const { next, calls } = script(notStarted(), numbers(0, notStarted()), numbers(0, notStarted()), numbers(1));
    const stream = streamOf(await retry({ ...fast, attempts: 3 })(callOf({ type }), next));
    await expect(stream.next()).rejects.toThrow("broke");
    expect(calls()).toBe(3);
  });

  it("never opens again once an item was delivered", async () => {
    const { next, calls } = script(numbers(1, notStarted()), numbers(1));
    const stream = streamOf(await retry(fast)(callOf({ type, idempotent: true }), next));
    await stream.next();
    await expect(stream.next()).rejects.toThrow("broke");
    expect(calls()).toBe(1);
  });

  it("does not open an empty stream again", async () => {
    const { next, calls } = script(numbers(0));
    const stream = streamOf(await retry(fast)(callOf({ type }), next));
    expect((await stream.next()).done).toBe(true);
    expect(calls()).toBe(1);
  });

  it("closes the attempt that failed before it opens the next", async () => {
    const closed: string[] = [];
    const failing = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(notStarted()),
        async return() {
          closed.push("closed");
          throw new Error("and this fails too");
        },
      }),
    };
    const { next } = script(failing, numbers(1));
    const stream = streamOf(await retry(fast)(callOf({ type }), next));
    await stream.next();
    expect(closed).toEqual(["closed"]);
  });

  it("passes return to the handler", async () => {
    const source = numbers(5);
    const { next } = script(source);
    const stream = streamOf(await retry(fast)(callOf({ type }), next));
    await stream.next();
    await stream.return?.();
    expect((await source.next()).done).toBe(true);
  });

  it("does not open again if it is stopped during the wait", async () => {
    const { next, calls } = script(numbers(0, notStarted()), numbers(1));
    const stream = streamOf(await retry({ initialDelay: 10 })(callOf({ type }), next));
    const first = stream.next();
    await sleep(1);
    await stream.return?.();
    expect((await first).done).toBe(true);
    expect(calls()).toBe(1);
  });
});
