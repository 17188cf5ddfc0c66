import { setTimeout as sleep } from "node:timers/promises";
import { expect, describe, it } from "vitest";
import { watchStalls, type Stall } from "./stall-meter.ts";

describe("when a process is held up", () => {
  it("reports when, and by how much", async () => {
    const stalls: Stall[] = [];
    const stop = watchStalls((stall) => stalls.push(stall));
    await sleep(50);
    const from = Date.now();
    while (Date.now() < from + 700);
    const to = Date.now();
    await expect.poll(() => stalls.length).toBeGreaterThan(0);
    stop();
    const stall = stalls.find((each) => each.from < to && each.to > from);
    expect(stall?.lateMs).toBeGreaterThan(600);
  });
});
