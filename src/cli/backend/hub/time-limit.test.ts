import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { hasPassed, limitTime } from "./time-limit.ts";

describe("a time limit", () => {
  it("ends when the time is up, and is marked as passed", async () => {
    const limit = limitTime(new AbortController().signal, 1);
    if (!limit.signal.aborted) await once(limit.signal, "abort");
    expect(hasPassed(limit)).toBe(true);
  });

  it("ends with the other signal, before and after it starts", () => {
    const controller = new AbortController();
    const limit = limitTime(controller.signal);
    expect(limit.signal.aborted).toBe(false);
    controller.abort();
    expect(limit.signal.aborted).toBe(true);
    expect(hasPassed(limit)).toBe(false);
    expect(limitTime(controller.signal).signal.aborted).toBe(true);
  });

  it("does not end after its release", () => {
    const controller = new AbortController();
    const limit = limitTime(controller.signal, 1_000_000);
    limit.release();
    controller.abort();
    expect(limit.signal.aborted).toBe(false);
  });
});
