import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONG_INTEGER, parseExactly } from "./exact-json.ts";

const digits = "9007199254740993";

describe("when JSON contains an integer beyond 2^53", () => {
  it.each([
    [`{"a":${digits}}`, { a: digits }],
    [`[-${digits}, 1, ${digits}.5, ${digits}e2]`, [`-${digits}`, 1, Number(`${digits}.5`), Number(`${digits}e2`)]],
    [`{"${digits}":"${digits} \\" ${digits}"}`, { [digits]: `${digits} " ${digits}` }],
    ["[1700000000000000000, 9007199254740992]", [1_700_000_000_000_000_000, 9_007_199_254_740_992]],
    ["[0.1234567890123456789, 1e-12345678901234567]", [0.123_456_789_012_345_68, 0]],
    ["9".repeat(1000), "9".repeat(1000)],
  ])("parses %j without loss", (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it.each([2 ** 53, 2 ** 63, -(2 ** 63), 2 ** 60 + 2 ** 20, 1e20, -1e20, 123_456_789_012_345_680_000])(
    "keeps %d a number, as this process writes it",
    (value) => expect(parseExactly(JSON.stringify([value]))).toEqual([value]),
  );

  it("keeps every integer a number that this process writes", () => {
    const integer = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e22, max: 1e22 }).map(Math.round);
    fc.assert(
      fc.property(integer, (value) => {
        expect(parseExactly(JSON.stringify([value]))).toEqual([value === 0 ? 0 : value]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['{"a":"1234567890123456"}', "[1234567890]", '{"a":0.12345678901234567}', '{"b":"x1234567890123456"}'])(
    "does not read %s twice",
    (text) => expect(LONG_INTEGER.test(text)).toBe(false),
  );

  it("refuses invalid JSON, with a position in the text itself", () => {
    expect(() => parseExactly(`[${digits},${digits},}`)).toThrow(SyntaxError);
  });
});
