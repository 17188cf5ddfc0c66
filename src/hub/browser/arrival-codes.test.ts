import { afterEach, expect, it, vi } from "vitest";
import { ArrivalCodes, CODE_LIFETIME } from "./arrival-codes.ts";

afterEach(() => vi.useRealTimers());

it("accepts a code once, and no other text", () => {
  const codes = new ArrivalCodes();
  const code = codes.make();
  expect(codes.redeem(`${code}x`)).toBe(false);
  expect(codes.redeem(code)).toBe(true);
  expect(codes.redeem(code)).toBe(false);
});

it("accepts a code for ten minutes", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const codes = new ArrivalCodes();
  const [first, second] = [codes.make(), codes.make()];
  vi.advanceTimersByTime(CODE_LIFETIME - 1);
  expect(codes.redeem(first)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(codes.redeem(second)).toBe(false);
});

it("forgets the oldest of many codes", () => {
  const codes = new ArrivalCodes();
  const made = Array.from({ length: 21 }, () => codes.make());
  expect(made.map((code) => codes.redeem(code))).toEqual([false, ...Array.from({ length: 20 }, () => true)]);
});
