import { describe, expect, it } from "vitest";
import { isLoss } from "../../bench/history.ts";
import type { Ratio } from "../../bench/record-ratio.ts";

function ratioOf(better: Ratio["better"], ratio: number, spread = 0): Ratio {
  return { name: "a call", better, ratio, from: ratio * (1 - spread), to: ratio * (1 + spread) };
}

describe("when two landings are compared", () => {
  it("calls a ratio worse that lost more than a tenth", () => {
    expect(isLoss(ratioOf("lower", 1.3, 0.02), ratioOf("lower", 1.5, 0.02))).toBe(true);
    expect(isLoss(ratioOf("higher", 0.9, 0.02), ratioOf("higher", 0.7, 0.02))).toBe(true);
  });

  it("does not call a gain worse", () => {
    expect(isLoss(ratioOf("lower", 1.5, 0.02), ratioOf("lower", 1.3, 0.02))).toBe(false);
    expect(isLoss(ratioOf("higher", 0.7, 0.02), ratioOf("higher", 0.9, 0.02))).toBe(false);
  });

  it("takes a smaller difference for noise", () => {
    expect(isLoss(ratioOf("lower", 1.3, 0.01), ratioOf("lower", 1.4, 0.01))).toBe(false);
  });

  it("takes any difference for noise while the middle halves meet", () => {
    expect(isLoss(ratioOf("lower", 1.3, 0.2), ratioOf("lower", 1.6, 0.2))).toBe(false);
    expect(isLoss(ratioOf("higher", 0.9, 0.2), ratioOf("higher", 0.7, 0.2))).toBe(false);
  });

  it("sees a small loss if nothing varies", () => {
    expect(isLoss(ratioOf("lower", 1.0), ratioOf("lower", 1.03))).toBe(true);
  });
});
