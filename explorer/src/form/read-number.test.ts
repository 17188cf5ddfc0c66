import { describe, expect, test } from "vitest";
import { numberProblem, readNumber } from "./read-number.ts";

describe("a typed number", () => {
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
  ])("%j is sent as another number: %j", (text, isLost) => {
    expect(numberProblem(text)?.isRefused).toBe(isLost ? false : undefined);
  });

  test.each(["9".repeat(400), "1e400", "-1E400"])("%s is too large: it stays text and is reported", (text) => {
    expect(readNumber(text)).toBeUndefined();
    expect(numberProblem(text)).toMatchObject({ isRefused: true });
  });

  test.each([
    ["1", 1],
    ["-0.5e3", -500],
    ["1.", 1],
    ["1e999", undefined],
    ["0x10", undefined],
    ["", undefined],
    ["1 2", undefined],
  ])("%j is read as %s", (text, number) => {
    expect(readNumber(text)).toBe(number);
  });
});
