import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createConnectionMonitor } from "./connection-monitor.ts";

describe("a server that cannot be reached", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("is tried again, often for half a minute, then less and less often, until it answers", () => {
    // The longest of the random pauses.
    vi.spyOn(Math, "random").mockReturnValue(1);
    const tries: number[] = [];
    const start = Date.now();
    let isBack = false;
    const connection = createConnectionMonitor(async () => {
      tries.push(Date.now() - start);
      connection.report(isBack);
      await Promise.resolve();
    });
    connection.report(false);
    connection.report(false);
    vi.advanceTimersByTime(75_000);
    const often = Array.from({ length: 15 }, (_, index) => 1000 + 2000 * index);
    expect(tries).toEqual([...often, 31_000, 33_000, 37_000, 45_000, 60_000, 75_000]);
    expect(connection.lostUntil.value).toBe(start + 90_000);
    isBack = true;
    connection.retryNow();
    expect(connection.lostUntil.value).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
