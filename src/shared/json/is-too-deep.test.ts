import { describe, expect, it } from "vitest";
import { isTooDeep } from "./is-too-deep.ts";

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [0, value] : { a: 0, b: value };
  return value;
}

describe("isTooDeep", () => {
  it.each([0, 1, 2, 500])("allows %d levels, and no more", (levels) => {
    expect(isTooDeep(nested(levels), levels)).toBe(false);
    expect(isTooDeep(nested(levels + 1), levels)).toBe(true);
  });

  it("ends, however deep a value is", () => {
    expect(isTooDeep(nested(1_000_000), 500)).toBe(true);
  });

  it("counts a member of any name", () => {
    expect(isTooDeep(JSON.parse('{"__proto__":{"a":[]}}'), 2)).toBe(true);
  });
});
