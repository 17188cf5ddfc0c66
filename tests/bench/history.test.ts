import { describe, expect, it } from "vitest";
import { isLoss } from "../../bench/history.ts";
import type { Ratio } from "../../bench/record-ratio.ts";

function ratioOf(better: Ratio["better"], ratio: number, spread = 0): Ratio {
  return { name: "a call", better, ratio, from: ratio * (1 - spread), to: ratio * (1 + spread) };
}

describe("when two landings are compared", () => {
  it("reports a ratio that is worse by more than a tenth", () => {
    expect(isLoss(ratioOf("lower", 1.3, 0.02), ratioOf("lower", 1.5, 0.02))).toBe(true);
    expect(isLoss(ratioOf("higher", 0.9, 0.02), ratioOf("higher", 0.7, 0.02))).toBe(true);
  });

  it("does not report a gain", () => {
    expect(isLoss(ratioOf("lower", 1.5, 0.02), ratioOf("lower", 1.3, 0.02))).toBe(false);
    expect(isLoss(ratioOf("higher", 0.7, 0.02), ratioOf("higher", 0.9, 0.02))).toBe(false);
  });

  it("treats a smaller difference as noise", () => {
    expect(isLoss(ratioOf("lower", 1.3, 0.01), ratioOf("lower", 1.4, 0.01))).toBe(false);
  });

  it("treats any difference as noise while the middle halves overlap", () => {
    expect(isLoss(ratioOf("lower", 1.3, 0.2), ratioOf("lower", 1.6, 0.2))).toBe(false);
    expect(isLoss(ratioOf("higher", 0.9, 0.2), ratioOf("higher", 0.7, 0.2))).toBe(false);
  });

  it("reports a small loss if nothing varies", () => {
    expect(isLoss(ratioOf("lower", 1.0), ratioOf("lower", 1.03))).toBe(true);
  });
});
