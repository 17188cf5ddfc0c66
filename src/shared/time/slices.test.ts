import { describe, expect, it } from "vitest";
import { runInSlices } from "./slices.ts";

function* busy(steps: number, onStep: (step: number) => void, msPerStep = 4): Generator<void> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + msPerStep;
    while (performance.now() < end);
    onStep(step);
    yield;
  }
}

describe("when work runs in slices", () => {
  it("takes its first step at once, and ends small work right away", () => {
    const taken: number[] = [];
    // Each is longer than a slice.
    const large = runInSlices(busy(3, (step) => taken.push(step), 15));
    expect([taken, large.isOver]).toEqual([[0], false]);
    const small = runInSlices([].values());
    expect(small.isOver).toBe(true);
    large.stop();
  });

  it("lets timers and events run, and takes turns with other work", async () => {
    const order: string[] = [];
    const turns = setInterval(() => order.push("timer"), 0);
    const one = runInSlices(busy(12, (step) => order.push(`one ${step}`)));
    const other = runInSlices(busy(12, (step) => order.push(`other ${step}`)));
    await Promise.all([one.ended, other.ended]);
    clearInterval(turns);
    expect(order.filter((what) => what === "timer").length).toBeGreaterThan(3);
    expect(order.indexOf("other 5")).toBeLessThan(order.indexOf("one 11"));
    expect(order.indexOf("one 5")).toBeLessThan(order.indexOf("other 11"));
  });

  it("takes no step after it is stopped", async () => {
    let taken = 0;
    const work = runInSlices(busy(100, () => taken++));
    work.stop();
    const before = taken;
    await work.ended;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(taken).toBe(before);
  });

  it("rejects with the error of a step, and other work continues", async () => {
    const other = runInSlices(busy(8, () => undefined));
    const broken = runInSlices(
      (function* () {
        yield;
        throw new Error("broken");
      })(),
    );
    await expect(broken.ended).rejects.toThrow("broken");
    await other.ended;
  });
});
