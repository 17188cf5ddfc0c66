import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { Cancellation } from "./cancellation.ts";
import { onDeadline, waitingDeadlines } from "./deadline-timer.ts";

afterEach(() => {
  expect(waitingDeadlines()).toBe(0);
});

const aborted = (): CallError => new CallError("ABORTED", "enough");

describe("when it is cancelled", () => {
  it("calls each listener once, in order, with the first reason", () => {
    const cancellation = new Cancellation();
    const heard: string[] = [];
    cancellation.onCancel((reason) => heard.push(`first ${reason.message}`));
    cancellation.onCancel(() => heard.push("second"));
    cancellation.cancel(aborted());
    cancellation.cancel(new CallError("TIMEOUT", "late"));
    expect(heard).toEqual(["first enough", "second"]);
    expect(cancellation.reason?.code).toBe("ABORTED");
  });

  it("calls a late listener at once, and never calls one that stopped listening", () => {
    const cancellation = new Cancellation();
    let stopped = 0;
    let late = 0;
    cancellation.onCancel(() => stopped++)();
    cancellation.cancel(aborted());
    cancellation.onCancel(() => late++);
    expect([stopped, late]).toEqual([0, 1]);
  });

  it("fires its signal with the reason, whether the signal was read before or after", () => {
    const before = new Cancellation();
    const { signal } = before;
    before.cancel(aborted());
    const after = new Cancellation();
    after.cancel(aborted());
    expect(signal.reason).toBe(before.reason);
    expect(after.signal.aborted).toBe(true);
  });
});

describe("when it follows a signal", () => {
  it("is ABORTED with the signal's reason as its cause", () => {
    const controller = new AbortController();
    const cancellation = new Cancellation();
    cancellation.followSignal(controller.signal);
    controller.abort("because");
    expect(cancellation.reason).toMatchObject({ code: "ABORTED", cause: "because" });
  });

  it("treats AbortSignal.timeout as a deadline", async () => {
    const cancellation = new Cancellation();
    cancellation.followSignal(AbortSignal.timeout(1));
    await new Promise<unknown>((resolve) => cancellation.onCancel(resolve));
    expect(cancellation.reason?.code).toBe("TIMEOUT");
  });

  it("is cancelled at once by a signal that has already fired", () => {
    const cancellation = new Cancellation();
    cancellation.followSignal(AbortSignal.abort());
    expect(cancellation.reason?.code).toBe("ABORTED");
  });

  it("ignores the signal once it is released", () => {
    const controller = new AbortController();
    const cancellation = new Cancellation();
    cancellation.followSignal(controller.signal);
    cancellation.release();
    controller.abort();
    expect(cancellation.reason).toBeUndefined();
  });
});

describe("when it follows a deadline", () => {
  it("is TIMEOUT once the clock has reached it, and not before", async () => {
    const cancellation = new Cancellation();
    const deadline = performance.now() + 20;
    cancellation.followDeadline(deadline);
    await new Promise<unknown>((resolve) => cancellation.onCancel(resolve));
    expect(performance.now()).toBeGreaterThanOrEqual(deadline);
    expect(cancellation.reason?.code).toBe("TIMEOUT");
  });

  it("leaves nothing waiting after a release or a cancellation, or for an infinite deadline", () => {
    const released = new Cancellation();
    released.followDeadline(performance.now() + 60_000);
    const cancelled = new Cancellation();
    cancelled.followDeadline(performance.now() + 60_000);
    expect(waitingDeadlines()).toBe(2);
    released.release();
    cancelled.cancel(aborted());
    new Cancellation().followDeadline(Infinity);
    expect(waitingDeadlines()).toBe(0);
  });
});

describe("when it follows another", () => {
  it("is cancelled with it, for the same reason", () => {
    const parent = new Cancellation();
    const child = new Cancellation();
    child.followParent(parent);
    parent.cancel(aborted());
    expect(child.reason).toBe(parent.reason);
  });
});

describe("the timer that all deadlines share", () => {
  it("fires in order of time, skips cancelled deadlines, and sleeps beyond 24 days", async () => {
    const fired: number[] = [];
    const now = performance.now();
    const cancels = [30, 5, 20, 10, 25, 15].map((delay) => onDeadline(now + delay, () => fired.push(delay)));
    const never = onDeadline(now + 2 ** 40, () => fired.push(-1));
    cancels[2]?.();
    cancels[2]?.();
    await new Promise((resolve) => setTimeout(resolve, 60));
    never();
    expect(fired).toEqual([5, 10, 15, 25, 30]);
  });

  it("accepts new deadlines from inside a callback", async () => {
    const order: string[] = [];
    await new Promise<void>((resolve) => {
      onDeadline(performance.now() + 1, () => {
        order.push("outer");
        onDeadline(performance.now(), () => {
          order.push("inner");
          resolve();
        });
      });
    });
    expect(order).toEqual(["outer", "inner"]);
  });
});
