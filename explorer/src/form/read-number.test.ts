import { describe, expect, test } from "vitest";
import { losesDigits, readNumber } from "./read-number.ts";

describe("when a number is typed", () => {
  test.each([
    ["12345678901234567890", true],
    ["-9007199254740993", true],
    ["+9007199254740993", true],
    ["9007199254740992", false],
    ["1000000000000000000000", false],
    ["12345678901234567000", false],
    ["1e30", false],
    [" 007 ", false],
    ["0.1", false],
    ["abc", false],
    ["", false],
    ["9".repeat(400), false],
  ])("%j: digits are lost is %j", (text, isLost) => {
    expect(losesDigits(text)).toBe(isLost);
  });

  test("what no number can hold stays text", () => {
    expect(readNumber("9".repeat(400))).toBeUndefined();
  });
});
