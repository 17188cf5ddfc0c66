import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolFilter } from "./tool-filter.ts";

describe("when tools are filtered", () => {
  it.each([
    ["read", "read", true],
    ["read", "reader", false],
    ["read*", "reader", true],
    ["*file", "read_file", true],
    ["r*_*e", "read_file", true],
    ["a*a", "a", false],
    ["a*b*c", "acb", false],
    ["*", "", true],
    ["a.c", "abc", false],
  ])("the pattern %j and the name %j: %j", (pattern, name, matches) => {
    expect(createToolFilter(pattern)(name)).toBe(matches);
    expect(createToolFilter(undefined, pattern)(name)).toBe(!matches);
  });

  it("agrees with a regular expression", () => {
    const pieces = fc.array(fc.constantFrom("a", "b", "*"), { maxLength: 8 }).map((list) => list.join(""));
    fc.assert(
      fc.property(pieces, fc.stringMatching(/^[ab]{0,10}$/), (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
        expect(createToolFilter(pattern)(name)).toBe(expression.test(name));
      }),
    );
  });

  it("accepts several, and regular expressions whatever their state", () => {
    const global = /^x/g;
    const isWanted = createToolFilter(["a", global], ["xb"]);
    expect(["a", "xa", "xa", "xb", "c"].map(isWanted)).toEqual([true, true, true, false, false]);
  });
});
