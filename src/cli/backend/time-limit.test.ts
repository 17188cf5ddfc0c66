import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startPatience } from "./time-limit.ts";

describe("patience", () => {
  it("ends with the time, and says so", async () => {
    const patience = startPatience(new AbortController().signal, 1);
    await once(patience.signal, "abort");
    expect(patience.hasPassed()).toBe(true);
    patience.end();
  });

  it("ends with the other signal, before and after it was started", () => {
    const controller = new AbortController();
    const patience = startPatience(controller.signal, undefined);
    expect(patience.signal.aborted).toBe(false);
    controller.abort();
    expect(patience.signal.aborted).toBe(true);
    expect(patience.hasPassed()).toBe(false);
    expect(startPatience(controller.signal, undefined).signal.aborted).toBe(true);
    patience.end();
  });

  it("does not end after its end", () => {
    const controller = new AbortController();
    const patience = startPatience(controller.signal, 1_000_000);
    patience.end();
    controller.abort();
    expect(patience.signal.aborted).toBe(false);
  });
});
