import { describe, expect, it } from "vitest";
import type { JSONSchema } from "../types/scope.ts";
import { getValidator } from "./validator.ts";

function nested(levels: number, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
}

const self = { $ref: "#" };
const next = { type: "object", properties: { inner: self }, required: ["inner"] };
const text = { type: "string" };
const twice: ReadonlyArray<[string, JSONSchema]> = [
  ["anyOf", { anyOf: [next, { ...next }, text] }],
  ["oneOf", { oneOf: [{ allOf: [next, { required: ["nowhere"] }] }, next, text] }],
  ["allOf", { anyOf: [{ allOf: [next, { ...next }] }, text] }],
  ["not", { anyOf: [{ allOf: [{ not: { not: next } }, next] }, text] }],
  ["properties", { anyOf: [{ ...next, patternProperties: { "^in": self } }, text] }],
];

describe("when a schema applies itself to the same value more than once", () => {
  it.each(twice)("checks a value of 200 levels, by %s, in finite time", (_keyword, schema) => {
    const { check } = getValidator(schema);
    for (const levels of [0, 3, 200, 3]) {
      expect(check(nested(levels, "leaf"))).toBe(true);
      expect(check(nested(levels, 5))).toBe(false);
    }
  });

  it("is not deceived by large values", () => {
    const { check } = getValidator({
      anyOf: [{ type: "array", items: { $ref: "#/$defs/item" } }, { type: "null" }],
      $defs: { item: { anyOf: [{ $ref: "#/$defs/id" }, text] }, id: { type: "number" } },
    });
    const many: unknown[] = Array.from({ length: 300_000 }, (_, index) => index);
    expect(check(many)).toBe(true);
    expect(check([...many, {}])).toBe(false);
  });

  it("does not recheck the parts of a wide value too often if it fails at its very end", () => {
    const [levels, size] = [20, 300];
    const $defs: Record<string, JSONSchema> = {
      [`level${levels}`]: { type: "array", items: { $ref: "#/$defs/item" } },
      item: { type: "object", properties: { id: { $ref: "#/$defs/id" } } },
      id: { type: "number" },
    };
    for (let level = 0; level < levels; level++) {
      const $ref = `#/$defs/level${level + 1}`;
      $defs[`level${level}`] = { anyOf: [{ $ref }, { allOf: [{ $ref }] }] };
    }
    let looks = 0;
    const items = Array.from({ length: size }, (_, index) => ({
      get id() {
        looks++;
        return index === size - 1 ? "none" : index;
      },
    }));
    const { check } = getValidator({ $ref: "#/$defs/level0", unevaluatedItems: false, $defs });
    expect(check(items)).toBe(false);
    expect(looks / size).toBeLessThan(300);
  });
});
