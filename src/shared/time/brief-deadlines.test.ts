import { afterEach, describe, expect, it, vi } from "vitest";
import { addBriefDeadline } from "./brief-deadlines.ts";
import { Cancellation } from "./cancellation.ts";
import { waitingDeadlines } from "./deadline-timer.ts";
import { atEndOfTick } from "./turns.ts";

afterEach(() => {
  vi.useRealTimers();
  expect(waitingDeadlines()).toBe(0);
});

const endOfTick = (): Promise<void> => new Promise((resolve) => atEndOfTick(resolve));
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function following(ms: number): Cancellation {
  const cancellation = new Cancellation();
  cancellation.followDeadline(performance.now() + ms, performance.now(), addBriefDeadline);
  return cancellation;
}

describe("when a call ends within the tick that began it", () => {
  it("never lets its deadline wait, also if its promises take a while", async () => {
    await nextTurn();
    const call = following(60_000);
    for (let n = 0; n < 10; n++) await Promise.resolve();
    expect(waitingDeadlines()).toBe(0);
    call.release();
    await nextTurn();
    expect(waitingDeadlines()).toBe(0);
  });

  it("leaves its place to the next call", async () => {
    for (let n = 0; n < 10; n++) {
      const call = following(60_000);
      await Promise.resolve();
      expect(waitingDeadlines()).toBe(0);
      call.release();
    }
    await endOfTick();
    expect(waitingDeadlines()).toBe(0);
  });
});

describe("when calls outlive the tick that began them", () => {
  it("lets the deadline of each wait, and of those that have ended none", async () => {
    const calls = [following(60_000), following(60_000), following(60_000)];
    calls[1]?.release();
    await endOfTick();
    expect(waitingDeadlines()).toBe(2);
    for (const call of calls) call.release();
  });

  it("ends each of them at its deadline", async () => {
    const deadline = performance.now() + 20;
    const calls = [following(20), following(5), following(10)];
    await Promise.all(calls.map((call) => new Promise<unknown>((resolve) => call.onCancel(resolve))));
    expect(performance.now()).toBeGreaterThanOrEqual(deadline);
    expect(calls.map((call) => call.reason?.code)).toEqual(["TIMEOUT", "TIMEOUT", "TIMEOUT"]);
  });

  it("takes an earlier deadline in the place of a later one", async () => {
    const call = following(60_000);
    call.followDeadline(performance.now() + 5);
    await new Promise<unknown>((resolve) => call.onCancel(resolve));
    expect(call.reason?.code).toBe("TIMEOUT");
    await nextTurn();
  });
});

describe("when a test has fake timers", () => {
  it("ends a call whose deadline passes within the tick", () => {
    vi.useFakeTimers();
    const call = following(50);
    vi.advanceTimersByTime(50);
    expect(call.reason?.code).toBe("TIMEOUT");
  });
});
