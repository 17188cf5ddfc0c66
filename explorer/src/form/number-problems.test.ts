import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNumber } from "../json/read-number.ts";
import { numberProblem, numberProblems } from "./number-problems.ts";

describe("the numbers of a JSON text", () => {
  test("are reported with their position if they would change or cannot be sent", () => {
    const text = '{\n  "id": 9007199254740993,\n  "list": [1, -1e400],\n  "far": 12345678901234567890}';
    const found = numberProblems(text);
    expect(found.map(({ from, to, line, isRefused }) => [text.slice(from, to), line, isRefused])).toEqual([
      ["9007199254740993", 2, false],
      ["-1e400", 3, true],
      ["12345678901234567890", 4, false],
    ]);
    expect(found[0]?.message).toContain("9007199254740992");
  });

  test.each([
    '"9007199254740993"',
    String.raw`{"a\"9007199254740993": "\\", "b": "1e400"}`,
    "[9007199254740991, 1e30, 0.1234567890123456789, 1E-400]",
    "",
  ])("are fine in %s", (text) => {
    expect(numberProblems(text)).toEqual([]);
  });

  test("are fine in any text made from a value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(numberProblems(JSON.stringify(value))).toEqual([]);
      }),
    );
  });

  test("are not searched for in long strings of digits and escapes", () => {
    const text = JSON.stringify({ file: "9".repeat(5_000_000), odd: '\\"'.repeat(100_000) });
    expect(numberProblems(text)).toEqual([]);
  });
});

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
