import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineAttack } from "./attack.ts";

const attack = defineAttack({
  when: "numbers come",
  open: () => Promise.resolve({ close: () => Promise.resolve() }),
  properties: {
    "takes small numbers": () => fc.asyncProperty(fc.nat(10), async (number) => number < 11),
    "takes its time": () =>
      fc.asyncProperty(fc.nat(), async () => {
        await new Promise((resolve) => void setTimeout(resolve, 50));
      }),
    "takes every number": () => fc.asyncProperty(fc.nat(), async (number) => number < 1000),
  },
  control: () => Promise.resolve(),
});

describe("when a property is tried", () => {
  it("reports no failure if it holds, and counts its runs", async () => {
    let runs = 0;
    const opened = await attack.open();
    expect(await opened.failureOf("takes small numbers", { ms: 50, onRun: () => runs++ })).toBeUndefined();
    expect(runs).toBeGreaterThan(0);
  });

  it("tries it at least once, however slow the machine", async () => {
    const opened = await attack.open();
    expect(await opened.failureOf("takes its time", { ms: 1 })).toBeUndefined();
  });

  it("reports what broke it and the seed, and fails in the same way with that seed again", async () => {
    const opened = await attack.open();
    const first = await opened.failureOf("takes every number", { ms: 20_000, seed: 7 });
    expect(first).toMatch(/seed: 7[^]*Counterexample: \[1000\]/);
    expect(await opened.failureOf("takes every number", { ms: 20_000, seed: 7 })).toBe(first);
  });
});
