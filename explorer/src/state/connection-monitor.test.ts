import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createConnectionMonitor } from "./connection-monitor.ts";

describe("a server that cannot be reached", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is tried again, less and less often, until it answers", () => {
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
    vi.advanceTimersByTime(40_000);
    expect(tries).toEqual([1000, 3000, 7000, 15_000, 30_000]);
    expect(connection.lostUntil.value).toBe(start + 45_000);
    isBack = true;
    connection.retryNow();
    expect(connection.lostUntil.value).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
