import { describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { CallOutcome, MiddlewareCall } from "../operation/middleware.ts";
import { concurrencyLimit } from "./concurrency-limit.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import { callOf, deferred, envelope, numbers, sleep, streamOf } from "./fixtures.test-support.ts";

const stream = { type: OperationType.SUBSCRIPTION };
const succeed = async (): Promise<CallOutcome> => envelope("ok");

/** Starts a call that runs until the test ends it. */
function start(limit: ConcurrencyLimit, call: MiddlewareCall = callOf()) {
  const { promise, resolve, reject } = deferred<CallOutcome>();
  const run = vi.fn<() => Promise<CallOutcome>>(() => promise);
  return { answer: limit(call, run), run, end: () => resolve(envelope("ok")), fail: reject };
}

const open = async (limit: ConcurrencyLimit, source = numbers(2)) =>
  streamOf(await limit(callOf(stream), async () => source));

describe("when it is created with an invalid key", () => {
  it("is refused at once", () => {
    expect(() => concurrencyLimit({ limit: 1, keyBy: "typo" as never })).toThrow("keyBy is typo");
  });
});

describe("when more calls arrive than may run", () => {
  it("runs up to the limit, and the others wait in order", async () => {
    const limit = concurrencyLimit({ limit: 2, queue: 10 });
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const calls = Array.from({ length: 8 }, (_, i) =>
      limit(callOf(), async () => {
        order.push(i);
        most = Math.max(most, ++running);
        await sleep(1);
        running--;
        return envelope(i);
      }),
    );
    await Promise.all(calls);
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("refuses a call that finds the queue full", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 1 });
    const first = start(limit);
    const second = start(limit);
    await expect(limit(callOf(), succeed)).rejects.toMatchObject({
      code: "OVERLOADED",
      phase: "notStarted",
      message: "The limit of 1 concurrent calls for all calls is reached, and 1 are already waiting.",
    });
    first.end();
    second.end();
    await second.answer;
  });

  it("gives a freed slot to the first waiting call, not to a newcomer", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 5 });
    const first = start(limit);
    const waiting = start(limit);
    first.end();
    await first.answer;
    const newcomer = start(limit);
    await sleep(1);
    expect(waiting.run).toHaveBeenCalled();
    expect(newcomer.run).not.toHaveBeenCalled();
    waiting.end();
    newcomer.end();
    await newcomer.answer;
  });

  it("frees the slot of a call that fails", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const first = start(limit);
    first.fail(new Error("broken"));
    await expect(first.answer).rejects.toThrow("broken");
    await expect(limit(callOf(), succeed)).resolves.toMatchObject({ data: "ok" });
  });

  it("counts each key separately, and forgets idle keys", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0, keyBy: "namespace" });
    const a = start(limit, callOf({ namespace: "a" }));
    const b = start(limit, callOf({ namespace: "b" }));
    await expect(limit(callOf({ namespace: "a", name: "other" }), succeed)).rejects.toThrow(
      "concurrent calls for a is reached",
    );
    expect(limit.usage("a")).toEqual({ active: 1, waiting: 0 });
    expect(limit.usage()).toEqual({ active: 2, waiting: 0 });
    a.end();
    b.end();
    await Promise.all([a.answer, b.answer]);
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("ignores a call whose key is undefined", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0, keyBy: () => undefined });
    const first = start(limit);
    await expect(limit(callOf(), succeed)).resolves.toMatchObject({ data: "ok" });
    first.end();
    await first.answer;
  });

  it("refuses nonsensical options on creation", () => {
    expect(() => concurrencyLimit({ limit: 0 })).toThrow("limit is 0");
    expect(() => concurrencyLimit({ limit: 1.5 })).toThrow("limit is 1.5");
    expect(() => concurrencyLimit({ limit: 1, queue: -1 })).toThrow("queue is -1");
  });
});

describe("when a waiting call is cancelled", () => {
  it("leaves the queue at once, and calls behind it still get their turn", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 2 });
    const first = start(limit);
    const controller = new AbortController();
    const second = start(limit, callOf({ context: { signal: controller.signal } }));
    const third = start(limit);
    const reason = new CallError("TIMEOUT", "The deadline has passed.");
    controller.abort(reason);
    await expect(second.answer).rejects.toBe(reason);
    expect(limit.usage()).toEqual({ active: 1, waiting: 1 });
    first.end();
    third.end();
    await third.answer;
    expect(second.run).not.toHaveBeenCalled();
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("does not enter the queue if it is already cancelled", async () => {
    const limit = concurrencyLimit({ limit: 1 });
    const first = start(limit);
    const reason = new CallError("ABORTED", "gone");
    const late = start(limit, callOf({ context: { signal: AbortSignal.abort(reason) } }));
    await expect(late.answer).rejects.toBe(reason);
    expect(limit.usage().waiting).toBe(0);
    first.end();
    await first.answer;
  });

  it("leaves no listener on the signal of a call that got its turn", async () => {
    const limit = concurrencyLimit({ limit: 1 });
    const first = start(limit);
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const second = start(limit, callOf({ context: { signal } }));
    await sleep(1);
    first.end();
    second.end();
    await second.answer;
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
  });
});

describe("when the operation is a stream", () => {
  it("holds its slot until it ends", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const items = await open(limit);
    await items.next();
    await expect(limit(callOf(), succeed)).rejects.toThrow("is reached");
    await items.next();
    await items.next();
    expect(limit.usage().active).toBe(0);
  });

  it("holds its slot until it fails", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const items = await open(limit, numbers(0, new Error("broken")));
    await expect(items.next()).rejects.toThrow("broken");
    expect(limit.usage().active).toBe(0);
  });

  it("frees the slot of a stream that cannot even be iterated", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const broken = {
      [Symbol.asyncIterator]: () => {
        throw new Error("no iterator");
      },
    };
    const outcome = await limit(callOf(stream), async () => broken);
    expect(() => streamOf(outcome)).toThrow("no iterator");
    expect(limit.usage().active).toBe(0);
  });

  it("holds its slot until it is stopped, and frees it once", async () => {
    const limit = concurrencyLimit({ limit: 2, queue: 0 });
    const other = start(limit);
    const items = await open(limit);
    await items.next();
    await items.return?.();
    await items.return?.();
    expect(limit.usage().active).toBe(1);
    other.end();
    await other.answer;
  });

  it("holds its slot while a stopped handler is still working", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const cleanup = deferred<void>();
    const slow = async function* (): AsyncGenerator<ReturnType<typeof envelope>> {
      try {
        yield envelope(1);
      } finally {
        await cleanup.promise;
      }
    };
    const items = await open(limit, slow());
    await items.next();
    const stopped = items.return?.();
    await sleep(1);
    expect(limit.usage().active).toBe(1);
    cleanup.resolve();
    await stopped;
    expect(limit.usage().active).toBe(0);
  });
});

describe("when calls are nested", () => {
  it("lets nested calls at any depth share the slot of their caller", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 5 });
    const outer = callOf({ name: "outer" });
    const middle = callOf({ name: "middle", parent: outer });
    const inner = callOf({ name: "inner", parent: middle });
    const answer = limit(outer, () => limit(middle, () => limit(inner, succeed)));
    await expect(answer).resolves.toMatchObject({ data: "ok" });
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("sees through a call that is not limited itself", async () => {
    const limit = concurrencyLimit({
      limit: 1,
      queue: 5,
      keyBy: ({ spec }) => (spec.name === "free" ? undefined : "limited"),
    });
    const outer = callOf();
    const free = callOf({ name: "free", parent: outer });
    const inner = callOf({ parent: free });
    await expect(limit(outer, () => limit(free, () => limit(inner, succeed)))).resolves.toMatchObject({ data: "ok" });
  });

  it("makes calls wait like any other if their caller has already ended", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const outer = callOf();
    await limit(outer, succeed);
    const busy = start(limit);
    await expect(limit(callOf({ parent: outer }), succeed)).rejects.toThrow("is reached");
    busy.end();
    await busy.answer;
  });

  it("limits a nested call with another key", async () => {
    const limit = concurrencyLimit({ limit: 2, queue: 10, keyBy: "namespace" });
    const outer = callOf({ namespace: "agent" });
    let running = 0;
    let most = 0;
    const search = (): Promise<CallOutcome> =>
      limit(callOf({ namespace: "api", parent: outer }), async () => {
        most = Math.max(most, ++running);
        await sleep(1);
        running--;
        return envelope("found");
      });
    await limit(outer, async () => {
      await Promise.all(Array.from({ length: 6 }, search));
      return envelope("done");
    });
    expect(most).toBe(2);
  });

  it("refuses a call that would close a circle of waiting calls, and the other side continues", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 5, keyBy: "namespace" });
    const a = callOf({ namespace: "a" });
    const b = callOf({ namespace: "b" });
    const meet = deferred<void>();
    const first = limit(a, async () => {
      await meet.promise;
      return limit(callOf({ namespace: "b", parent: a }), succeed);
    });
    const second = limit(b, async () => {
      meet.resolve();
      await sleep(1);
      return limit(callOf({ namespace: "a", parent: b }), succeed);
    });
    await expect(second).rejects.toMatchObject({
      code: "OVERLOADED",
      message:
        "The limit of 1 concurrent calls for a is reached, and those calls may be waiting for the caller of a.op, which waits for this call.",
    });
    await expect(first).resolves.toMatchObject({ data: "ok" });
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("lets a handler call the operation whose stream it reads", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 5, keyBy: "namespace" });
    const reader = callOf({ namespace: "reader" });
    const answer = limit(reader, async () => {
      const items = streamOf(
        await limit(callOf({ namespace: "feed", parent: reader, ...stream }), async () => numbers(2)),
      );
      await items.next();
      const nested = await limit(callOf({ namespace: "feed", parent: reader }), succeed);
      await items.return?.();
      return nested;
    });
    await expect(answer).resolves.toMatchObject({ data: "ok" });
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("does not trust a parentRequestId", async () => {
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    const holder = callOf();
    const busy = start(limit, holder);
    const claimant = callOf();
    const context = { ...claimant.context, parentRequestId: holder.context.requestId };
    await expect(limit({ ...claimant, context }, succeed)).rejects.toThrow("is reached");
    busy.end();
    await busy.answer;
  });
});
