import { describe, expect, it } from "vitest";
import { describeValue } from "./describe-value.ts";

describe("when a value is described", () => {
  it.each<[unknown, string]>([
    [undefined, "undefined"],
    [null, "null"],
    [-0, "-0"],
    [Number.NaN, "NaN"],
    [10n ** 1_000n, "a bigint"],
    [Symbol("secret"), "a symbol"],
    [() => 1, "a function"],
    ["a\nb", String.raw`"a\nb"`],
    ["x".repeat(1_000_000), `"${"x".repeat(29)}…" (1000000 characters)`],
    [[], "empty array"],
    [Array.from({ length: 1_000_000 }), "array of 1000000 items"],
    [{}, "empty object"],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, "object with a, b, c, d, …"],
    [Object.create(null), "empty object"],
    [{ constructor: { name: "Fake" } }, "object with constructor"],
    [new Date(0), "Date 1970-01-01T00:00:00.000Z"],
    [new Date(Number.NaN), "Date (invalid)"],
    [new Map([[1, 2]]), "Map of size 1"],
    [new Uint8Array(3), "Uint8Array of 3 bytes"],
    [new URL("http://localhost"), "URL object"],
  ])("says what it is (case %#)", (value, expected) => {
    expect(describeValue(value)).toBe(expected);
  });

  it("never takes more than 60 characters", () => {
    const keys = Array.from({ length: 5 }, (_, index) => [`${index}`.repeat(100), 1]);
    expect(describeValue(Object.fromEntries(keys)).length).toBeLessThanOrEqual(60);
    expect(describeValue("\u0000".repeat(40)).length).toBeLessThanOrEqual(60);
  });
});
