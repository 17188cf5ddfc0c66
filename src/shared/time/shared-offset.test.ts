import { afterEach, describe, expect, it, vi } from "vitest";
import { recentOffset, recentTime } from "./shared-clock.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the clocks that deadlines share", () => {
  it("agree with both clocks, in one long turn and in the next", async () => {
    // A machine may pause between two readings, so the best of a few counts.
    const error = (): number =>
      Math.min(...Array.from({ length: 5 }, () => Math.abs(recentOffset() - (Date.now() - performance.now()))));
    for (let i = 0; i < 100; i++) expect(error()).toBeLessThan(5);
    await turn();
    expect(error()).toBeLessThan(5);
  });

  it("show a wall clock that was set", () => {
    vi.useFakeTimers();
    for (let day = 0; day < 40; day++) {
      const before = recentOffset();
      vi.setSystemTime(Date.now() + 86_400_000);
      expect(recentOffset() - before).toBeCloseTo(86_400_000, -1);
    }
  });

  it("compare a close moment with the current time", () => {
    for (let i = 0; i < 10; i++) recentOffset();
    const before = performance.now();
    expect(recentTime(before + 500)).toBeGreaterThanOrEqual(before);
    expect(recentTime(before + 100_000)).toBeLessThanOrEqual(performance.now());
  });
});
