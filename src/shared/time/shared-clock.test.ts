import { afterEach, describe, expect, it, vi } from "vitest";
import { sharedNow } from "./shared-clock.ts";

afterEach(() => {
  vi.useRealTimers();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const blockFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe("the clock that results share", () => {
  it("shows the current time after each turn of the event loop", async () => {
    for (let i = 0; i < 20; i++) {
      for (let j = 0; j < 50; j++) sharedNow();
      await turn();
      const before = Date.now();
      const now = sharedNow();
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now).toBeLessThanOrEqual(Date.now());
    }
  });

  it("is at most eight results old within a turn, and never goes back", async () => {
    await turn();
    for (let i = 0; i < 50; i++) sharedNow();
    blockFor(5);
    const before = Date.now();
    const readings = Array.from({ length: 9 }, sharedNow);
    expect(readings[8]).toBeGreaterThanOrEqual(before);
    expect(readings).toEqual([...readings].sort((a, b) => a - b));
  });

  it("reads a fake clock every time", () => {
    vi.useFakeTimers();
    for (let i = 0; i < 20; i++) {
      vi.setSystemTime(1000 * i);
      expect(sharedNow()).toBe(1000 * i);
    }
  });
});
