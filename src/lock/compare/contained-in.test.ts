import { describe, expect, it } from "vitest";
import { partAt } from "../../shared/json/json-pointer.ts";
import { containedIn } from "./contained-in.ts";

function nodeOf(schema: unknown) {
  return { schema, side: { resolve: (ref: string) => partAt(schema, ref) } };
}

function compare(inner: unknown, outer: unknown): string {
  return containedIn(nodeOf(inner), nodeOf(outer)).is;
}

const list = (value: object) => ({
  $ref: "#/$defs/node",
  $defs: { node: { type: "object", properties: { value, next: { $ref: "#/$defs/node" } } } },
});
const tagged = (kind: string, more: object = {}) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, ...more },
});

describe("when every value of one schema fits another", () => {
  it.each([
    ["a type among several", { type: "string" }, { type: ["string", "null"] }],
    ["whole numbers and numbers", { type: "integer" }, { type: "number" }],
    ["a shorter list of values", { enum: ["a"] }, { enum: ["a", "b"] }],
    ["a constant and its type", { const: 3 }, { type: "integer", minimum: 1 }],
    ["tighter bounds", { type: "integer", minimum: 1 }, { type: "integer", exclusiveMinimum: 0 }],
    ["a list of types and a choice", { type: ["string", "null"] }, { anyOf: [{ type: "null" }, { type: "string" }] }],
    ["one choice fewer", { anyOf: [{ type: "null" }] }, { anyOf: [{ type: "null" }, { type: "string" }] }],
    [
      "parts in another arrangement",
      { allOf: [{ type: "object" }, { required: ["a"] }] },
      { type: "object", required: ["a"] },
    ],
    [
      "a closed object and an open one",
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { type: "object" },
    ],
    [
      "items of a tuple",
      { prefixItems: [{ const: 1 }], items: false, type: "array" },
      { type: "array", items: { type: "number" } },
    ],
    ["a list that refers to itself", list({ type: "string" }), list({ type: ["string", "null"] })],
    ["a tagged union", { oneOf: [tagged("a"), tagged("b")] }, { oneOf: [tagged("b"), tagged("a"), tagged("c")] }],
    ["an inner constraint that only one has", { type: "string", pattern: "^a" }, { type: "string" }],
    [
      "the same condition",
      { if: { required: ["a"] }, then: { required: ["b"] }, type: "object" },
      { if: { required: ["a"] }, then: { required: ["b"] } },
    ],
    ["exclusion by type", { type: "string" }, { not: { type: "null" } }],
  ])("says so: %s", (_what, inner, outer) => {
    expect(compare(inner, outer)).toBe("yes");
  });
});

describe("when a value of one schema does not fit another", () => {
  it.each([
    ["null is no longer allowed", { type: ["string", "null"] }, { type: "string" }],
    ["a value is gone", { enum: ["a", "b"] }, { enum: ["a"] }],
    ["a bound is tighter", { type: "integer", minimum: 0 }, { type: "integer", minimum: 1 }],
    ["a member is required", { type: "object" }, { type: "object", required: ["a"] }],
    [
      "an object is closed",
      { type: "object", properties: { a: {} } },
      { type: "object", properties: { a: {} }, additionalProperties: false },
    ],
    ["items are narrower", { type: "array" }, { type: "array", items: { type: "string" } }],
    ["a list is narrower somewhere inside", list({ type: ["string", "null"] }), list({ type: "string" })],
    ["a text is shorter", { type: "string" }, { type: "string", maxLength: 3 }],
    ["items must differ", { type: "array" }, { type: "array", uniqueItems: true }],
    [
      "a branch of a union is narrower",
      { oneOf: [tagged("a", { n: { type: "number" } }), tagged("b")] },
      { oneOf: [tagged("a", { n: { type: "integer" } }), tagged("b")] },
    ],
    ["a choice is gone", { anyOf: [{ type: "null" }, { type: "string" }] }, { anyOf: [{ type: "null" }] }],
    ["a pattern is added", { type: "string" }, { type: "string", pattern: "^a" }],
  ])("says so: %s", (_what, inner, outer) => {
    expect(compare(inner, outer)).toBe("no");
  });

  it("names the place and the reason", () => {
    const inner = { type: "object", properties: { tags: { type: "array", items: { type: ["string", "null"] } } } };
    const outer = { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } };
    expect(containedIn(nodeOf(inner), nodeOf(outer))).toEqual({
      is: "no",
      path: "/tags/*",
      why: 'may be null, not only "string"',
    });
  });

  it.each([0, 1])("cuts a long value between its characters, after %i letters", (letters) => {
    const outer = { enum: ["a".repeat(letters) + "😀".repeat(60)] };
    const answer = containedIn(nodeOf({ type: "string" }), nodeOf(outer));
    const why = expect.stringMatching(/^may be more than \["a?(?:😀){20,}…$/u) as unknown;
    expect(answer).toEqual({ is: "no", path: "", why });
  });
});

describe("when it cannot be decided", () => {
  it.each([
    ["two patterns", { type: "string", pattern: "^ab" }, { type: "string", pattern: "^a" }],
    ["a condition", { type: "object" }, { type: "object", if: { required: ["a"] }, then: { required: ["b"] } }],
    [
      "a member that only one version describes",
      { type: "object", properties: { a: {} } },
      { type: "object", properties: { b: { type: "string" } } },
    ],
    [
      "overlapping choices of which one is wanted",
      { type: "integer" },
      { oneOf: [{ type: "integer" }, { minimum: 5 }] },
    ],
    [
      "unevaluated members",
      { type: "object", properties: { a: {} } },
      { type: "object", unevaluatedProperties: false },
    ],
    ["patterns for names", { type: "object" }, { type: "object", patternProperties: { "^x": { type: "string" } } }],
    ["dependent members", { type: "object" }, { type: "object", dependentRequired: { a: ["b"] } }],
    ["a reference that leads nowhere", { type: "string" }, { $ref: "#/$defs/gone" }],
    [
      "a schema that is only itself",
      { type: "string" },
      { $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } },
    ],
    ["dynamic references", { $dynamicRef: "#x" }, { $dynamicRef: "#x" }],
    ["another format", { type: "string" }, { type: "string", format: "date" }],
  ])("says so: %s", (_what, inner, outer) => {
    expect(compare(inner, outer)).toBe("unknown");
  });

  it("ends quickly on schemas that are built to take forever", () => {
    let deep: object = { type: "string" };
    for (let depth = 0; depth < 5000; depth++) deep = { type: "array", items: deep };
    expect(compare(deep, { type: "array", items: deep, minItems: 1 })).not.toBe("yes");
    const choices = (from: number) => ({
      anyOf: Array.from({ length: 12 }, (_, index) => ({ required: [`${from}-${index}`] })),
    });
    const wide = { type: "object", allOf: Array.from({ length: 12 }, (_, index) => choices(index)) };
    const since = performance.now();
    expect(compare(wide, { type: "object", required: ["x"] })).not.toBe("yes");
    expect(performance.now() - since).toBeLessThan(20_000);
  });
});
