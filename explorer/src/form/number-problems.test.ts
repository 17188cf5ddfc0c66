import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberProblems } from "./number-problems.ts";

describe("when a JSON text has numbers", () => {
  test("those that would change, and those that cannot be sent, are found where they stand", () => {
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
  ])("%s has none", (text) => {
    expect(numberProblems(text)).toEqual([]);
  });

  test("whatever was a value before is sent as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(numberProblems(JSON.stringify(value))).toEqual([]);
      }),
    );
  });

  test("long strings full of digits and escapes are passed over", () => {
    const text = JSON.stringify({ file: "9".repeat(5_000_000), odd: '\\"'.repeat(100_000) });
    expect(numberProblems(text)).toEqual([]);
  });
});
