import { describe, expect, it, onTestFinished, vi } from "vitest";
import { delay, endsWithin, ReturnPauses, unlessAborted, within } from "./wait.ts";

const never = new Promise<never>(() => undefined);

describe("when work has a time limit", () => {
  it("returns the result of work that ends in time, and leaves no timer", async () => {
    vi.useFakeTimers();
    try {
      await expect(within(Promise.resolve("result"), 60_000, "late")).resolves.toBe("result");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("returns the fallback for work that does not end", async () => {
    await expect(within(never, 1, "late")).resolves.toBe("late");
  });

  it("passes on the failure of work that fails in time", async () => {
    await expect(within(Promise.reject(new Error("broken")), 60_000, "late")).rejects.toThrow("broken");
  });

  it("ignores a late failure", async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<never>((_, reject) => (fail = reject));
    const result = within(work, 1, "late");
    await result;
    // Vitest fails the run when a rejection stays unhandled.
    fail(new Error("too late to matter"));
    await delay(1);
    await expect(result).resolves.toBe("late");
  });

  it("returns only whether it ended, if the result does not matter", async () => {
    await expect(endsWithin(Promise.reject(new Error("broken")), 60_000)).resolves.toBe(true);
    await expect(endsWithin(never, 1)).resolves.toBe(false);
  });
});

describe("when a delay is aborted", () => {
  it("rejects with the reason at once", async () => {
    const controller = new AbortController();
    const waiting = delay(60_000, controller.signal);
    controller.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
  });

  it("does not wait at all if the signal is already aborted", async () => {
    await expect(delay(60_000, AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
  });
});

describe("when work runs under a signal", () => {
  it("returns the result, and leaves no listener", async () => {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    await expect(unlessAborted(Promise.resolve("result"), controller.signal)).resolves.toBe("result");
    expect(removed).toHaveBeenCalledOnce();
  });

  it("rejects with the reason of the abort, and ignores a late failure", async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const waiting = unlessAborted(new Promise<never>((_, reject) => (fail = reject)), controller.signal);
    controller.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
    fail(new Error("too late to matter"));
    await delay(1);
  });

  it("does not wait at all if the signal was already aborted", async () => {
    await expect(unlessAborted(never, AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
  });
});

describe("when a client tries to come back to its server", () => {
  /** The longest pauses that the client may take, attempt by attempt. */
  function longestPauses(count: number, { options = {}, isEnding = false } = {}): number[] {
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.spyOn(Math, "random").mockReturnValue(1);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const pauses = new ReturnPauses(options);
    return Array.from({ length: count }, () => {
      const pause = pauses.next(isEnding);
      vi.advanceTimersByTime(pause);
      return pause;
    });
  }

  it("asks at least every two seconds in the first half minute, and less often later", () => {
    const pauses = longestPauses(25);
    expect(pauses.slice(0, 5)).toEqual([250, 500, 1000, 2000, 2000]);
    expect(pauses.slice(17)).toEqual([2000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("does not count the time in which the server still finishes calls", () => {
    expect(new Set(longestPauses(60, { isEnding: true }).slice(3))).toEqual(new Set([2000]));
  });

  it("keeps to the pauses that it was given", () => {
    expect(longestPauses(4, { options: { minDelayMs: 5000 } })).toEqual([5000, 5000, 5000, 5000]);
    expect(longestPauses(3, { options: { maxDelayMs: 300 } })).toEqual([250, 300, 300]);
  });
});
