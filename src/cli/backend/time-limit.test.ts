import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { limitTime } from "./time-limit.ts";

describe("a time limit", () => {
  it("ends with the time, and says so", async () => {
    const limit = limitTime(new AbortController().signal, 1);
    await once(limit.signal, "abort");
    expect(limit.hasPassed()).toBe(true);
    limit.end();
  });

  it("ends with the other signal, before and after it was started", () => {
    const controller = new AbortController();
    const limit = limitTime(controller.signal, undefined);
    expect(limit.signal.aborted).toBe(false);
    controller.abort();
    expect(limit.signal.aborted).toBe(true);
    expect(limit.hasPassed()).toBe(false);
    expect(limitTime(controller.signal, undefined).signal.aborted).toBe(true);
    limit.end();
  });

  it("does not end after its end", () => {
    const controller = new AbortController();
    const limit = limitTime(controller.signal, 1_000_000);
    limit.end();
    controller.abort();
    expect(limit.signal.aborted).toBe(false);
  });
});
