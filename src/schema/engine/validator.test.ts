import { Type } from "typebox";
import { Settings } from "typebox/system";
import { describe, expect, it } from "vitest";

import { resolveRef } from "../types/scope.ts";
import { getValidator } from "./validator.ts";

function errorOf(schema: object): unknown {
  try {
    return getValidator(schema).check;
  } catch (error) {
    return error;
  }
}

function ref($ref: string): { properties: object } {
  return { properties: { a: { $ref } } };
}

function loopOfTwo(): object {
  return { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
}

function loopOfCombinations(): object {
  return { $defs: { a: { anyOf: [{ type: "null" }, { $ref: "#/$defs/a" }] } } };
}

describe("when a validator is requested", () => {
  it("is the same validator for the same schema object", () => {
    const schema = { type: "string" };

    expect(getValidator(schema)).toBe(getValidator(schema));
    expect(getValidator(schema)).not.toBe(getValidator({ type: "string" }));
    expect(getValidator(schema).check).toBe(getValidator(schema).check);
  });

  it("is a different validator for other references", () => {
    const schema = { $ref: "https://example.org/a" };
    const strings = { "https://example.org/a": { type: "string" } };
    const numbers = { "https://example.org/a": { type: "number" } };

    expect(getValidator(schema, strings)).toBe(getValidator(schema, strings));
    expect(getValidator(schema, strings).check("a")).toBe(true);
    expect(getValidator(schema, numbers).check("a")).toBe(false);
  });

  it("compiles nothing before it is used", () => {
    const bad = { $ref: "#/nowhere" };

    expect(() => getValidator(bad)).not.toThrow();
    expect(() => getValidator(bad).check).toThrow("#/nowhere");
  });

  it("accepts booleans and TypeBox types", () => {
    expect(getValidator(true).check(1)).toBe(true);
    expect(getValidator(false).check(1)).toBe(false);
    expect(getValidator(Type.Object({ a: Type.String() })).check({ a: "x" })).toBe(true);
    const even = Type.Refine(Type.Number(), (value) => value % 2 === 0);
    expect([2, 3].map((value) => getValidator(even).check(value))).toEqual([true, false]);
  });

  it("accepts recursive TypeBox types", () => {
    const Node = Type.Object({ next: Type.Optional(Type.Ref("Node")) });
    const { check } = getValidator(Type.Cyclic({ Node }, "Node"));

    expect(check({ next: { next: {} } })).toBe(true);
    expect(check({ next: { next: 1 } })).toBe(false);
  });

  it("has the scope in which its references resolve", () => {
    const schema = { $defs: { a: { type: "string" } } };

    expect(resolveRef(getValidator(schema).scope, { $ref: "#/$defs/a" })?.schema).toBe(schema.$defs.a);
    expect(resolveRef(getValidator(schema).scope, { $ref: "#/$defs/b" })).toBeUndefined();
  });

  it("works the same if code generation is forbidden", () => {
    const schema = { type: "object", properties: { next: { $ref: "#" }, toString: { type: "string" } } };
    Settings.Set({ useAcceleration: false });
    try {
      const { check } = getValidator(schema);
      expect([{}, { next: {} }, { next: 1 }, { toString: 1 }].map(check)).toEqual([true, true, false, false]);
    } finally {
      Settings.Reset();
    }
  });
});

describe("when a schema cannot be used", () => {
  it.each<[string, string, string, object]>([
    ["a reference to nothing", "/properties/a", '"#/$defs/b" points at nothing', ref("#/$defs/b")],
    ["a reference to no schema", "/properties/a", "points at nothing", { ...ref("#/$defs/b"), $defs: { b: 1 } }],
    [
      "a document that is not given",
      "/properties/a",
      '"https://example.org/x", which was not given',
      ref("https://example.org/x"),
    ],
    [
      "a relative one that is not given",
      "/properties/a",
      'document "x.json", which was not given',
      ref("x.json#/$defs/b"),
    ],
    [
      "a document that is not given, and a pointer that fits here",
      "/properties/a",
      '"https://example.org/x", which was not given',
      { ...ref("https://example.org/x#/$defs/b"), $defs: { b: true } },
    ],
    [
      "a document of another host",
      "/properties/a",
      '"https://example.org/x", which was not given',
      { ...ref("https://example.org/x"), $defs: { b: { $id: "https://example.com/x" } } },
    ],
    [
      "a pointer that fits outside the embedded document",
      "/properties/a",
      "points at nothing",
      { ...ref("urn:x:y#/$defs/b"), $defs: { b: { $id: "urn:x:y" } } },
    ],
    ["a reference that is not a URI", "/properties/a", "which was not given", ref("http://[")],
    ["a dynamic reference to nothing", "/not", "points at nothing", { not: { $dynamicRef: "#nope" } }],
    ["a schema that is only itself", "", "leads back to itself", { $ref: "#" }],
    ["a loop of two", "/$defs/b", "leads back", { ...loopOfTwo(), $ref: "#/$defs/a" }],
    ["a loop through combinations", "/$defs/a/anyOf/1", "leads back", { ...loopOfCombinations(), $ref: "#/$defs/a" }],
    ["what is no schema", "/properties/a", "is an object or a boolean", { properties: { a: null } }],
    ["a bad pattern", "/items/pattern", '"(" is not a valid regular expression', { items: { pattern: "(" } }],
    ["a bad pattern of names", "/patternProperties", '"(" is not', { patternProperties: { "(": true } }],
  ])("says what and where: %s", (_, path, reason, schema) => {
    expect(errorOf(schema)).toMatchObject({ name: "SchemaError", path, reason: expect.stringContaining(reason) });
  });

  it("refuses endless nesting", () => {
    let schema: object = {};
    for (let level = 0; level < 10_000; level += 1) schema = { items: schema };

    expect(errorOf(schema)).toMatchObject({ name: "SchemaError", reason: expect.stringContaining("nested deeper") });
  });

  it("ignores unreachable schemas", () => {
    expect(getValidator({ type: "string", $defs: { bad: { $ref: "#/nowhere", pattern: "(" } } }).check("a")).toBe(true);
    expect(getValidator({ const: { $ref: "#/nowhere" } }).check({ $ref: "#/nowhere" })).toBe(true);
  });
});

describe("when a schema names members that every object inherits", () => {
  it.each<[object, unknown[], unknown[]]>([
    [{ required: ["toString"] }, [{ toString: 1 }, "no object"], [{}]],
    [{ properties: { valueOf: { type: "number" } } }, [{}, { valueOf: 1 }, { valueOf: undefined }], [{ valueOf: "" }]],
    [
      { properties: { valueOf: { type: "number" }, a: { type: "string" } }, required: ["valueOf", "a"] },
      [{ valueOf: 1, a: "" }],
      [{ a: "" }, { valueOf: 1 }, { valueOf: "", a: "" }, { valueOf: 1, a: undefined }],
    ],
    [{ properties: { toString: true }, additionalProperties: false }, [{}, { toString: 1 }], [{ a: 1 }]],
    [{ properties: { toString: true }, unevaluatedProperties: false }, [{}, { toString: 1 }], [{ a: 1 }]],
    [
      { properties: { toString: { type: "string" } }, patternProperties: { "^toString$": { minLength: 2 } } },
      [{}, { toString: "ab" }],
      [{ toString: "a" }, { toString: 12 }],
    ],
    [{ dependentRequired: { toString: ["a"] } }, [{}, { b: 1 }, { toString: 1, a: 1 }], [{ toString: 1 }]],
    [{ dependentRequired: { a: ["toString"] } }, [{ b: 1 }, { a: 1, toString: 1 }], [{ a: 1 }]],
    [{ dependentSchemas: { toString: { required: ["a"] } } }, [{ b: 1 }, { toString: 1, a: 1 }], [{ toString: 1 }]],
    [{ dependencies: { toString: ["valueOf"] } }, [{ b: 1 }, { toString: 1, valueOf: 1 }], [{ toString: 1 }]],
    [{ required: ["constructor"] }, [{ constructor: 1 }], [{}]],
  ])("counts own properties only: %j", (schema, valid, invalid) => {
    const { check } = getValidator(schema);

    expect(valid.map(check)).toEqual(valid.map(() => true));
    expect(invalid.map(check)).toEqual(invalid.map(() => false));
  });
});

describe("when a condition uses unevaluated keywords", () => {
  const items = { unevaluatedItems: { type: "object" } };
  const members = { unevaluatedProperties: { type: "object" } };

  it.each<[object, unknown]>([
    [{ if: true, then: items, items: { type: "integer" } }, [0]],
    [{ if: false, else: items, items: { type: "integer" } }, [0]],
    [{ if: items, else: false, items: { type: "integer" } }, [0]],
    [{ if: true, then: members, properties: { a: { type: "integer" } } }, { a: 0 }],
  ])("does not see members that are evaluated beside the condition: %j", (schema, value) => {
    expect(getValidator(schema).check(value)).toBe(false);
  });

  it.each<[object, unknown]>([
    [{ unevaluatedItems: false, if: true, then: { ...items, items: { type: "object" } } }, [{}]],
    [{ unevaluatedProperties: false, if: members }, { a: {} }],
  ])("tells the surrounding schema which members were evaluated: %j", (schema, value) => {
    expect(getValidator(schema).check(value)).toBe(true);
  });
});

describe("when a schema is large", () => {
  it("compiles a chain of 5,000 references", () => {
    const $defs: Record<string, object> = { a5000: { type: "string" } };
    for (let index = 0; index < 5_000; index += 1) {
      $defs[`a${index}`] = { type: "object", properties: { next: { $ref: `#/$defs/a${index + 1}` } } };
    }
    const { check } = getValidator({ $ref: "#/$defs/a0", $defs });

    expect(check({ next: { next: {} } })).toBe(true);
    expect(check({ next: { next: 1 } })).toBe(false);
  });

  it("compiles an object that is shared or contains itself as recursion", () => {
    const list = { type: "object", properties: { next: {} } };
    list.properties.next = list;

    expect(getValidator(list).check({ next: { next: {} } })).toBe(true);
    expect(getValidator(list).check({ next: { next: 1 } })).toBe(false);
  });

  const names = Array.from({ length: 10_000 }, (_, index) => `p${index}`);
  const each = (value: unknown): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, value]));
  const integer = { type: "integer" };
  const integers = each(3);

  it.each<[string, { schema: object; good: unknown[]; bad: unknown[] }]>([
    ["enum", { schema: { enum: [...names, 7, { a: 1 }] }, good: ["p9999", 7, { a: 1 }], bad: ["x", "7", { a: 2 }] }],
    ["properties", { schema: { properties: each(integer) }, good: [{}, integers, "x"], bad: [{ p9999: "x" }] }],
    [
      "properties, closed",
      {
        schema: { properties: { ...each(integer), "a|b": integer }, additionalProperties: false },
        good: [{}, integers, { "a|b": 1 }],
        bad: [{ p9999: "x" }, { q: 1 }, { a: 1 }, { p99999: 1 }],
      },
    ],
    [
      "properties, with a schema for others",
      {
        schema: {
          properties: each(integer),
          patternProperties: { "^x": true },
          additionalProperties: { type: "null" },
        },
        good: [{ p1: 1, x: "any", q: null }],
        bad: [{ q: 1 }, { p1: null }],
      },
    ],
    [
      "properties, with unevaluated ones",
      { schema: { properties: each(integer), unevaluatedProperties: false }, good: [integers], bad: [{ q: 1 }] },
    ],
    [
      "properties, required",
      {
        schema: { type: "object", properties: each(integer), required: names.slice(1), additionalProperties: false },
        good: [integers, { ...integers, p0: undefined }],
        bad: [{ ...integers, p9: undefined }, { ...integers, q: 1 }, {}, 1],
      },
    ],
    ["required", { schema: { required: names }, good: [integers, 1], bad: [{}] }],
    ["allOf", { schema: { allOf: names.map((_, index) => ({ minimum: index })) }, good: [9_999], bad: [9_998] }],
    ["anyOf", { schema: { anyOf: names.map((name) => ({ const: name })) }, good: ["p9999"], bad: ["x"] }],
    ["oneOf", { schema: { oneOf: names.map((name) => ({ const: name })) }, good: ["p9999"], bad: ["x"] }],
    [
      "anyOf, with unevaluated properties",
      {
        schema: {
          anyOf: names.map((name) => ({ properties: { [name]: true }, required: [name] })),
          unevaluatedProperties: false,
        },
        good: [{ p1: 1 }, { p1: 1, p9999: 1 }],
        bad: [{ p1: 1, q: 1 }],
      },
    ],
    [
      "prefixItems",
      { schema: { prefixItems: names.map(() => integer) }, good: [[], names.map(() => 1)], bad: [names] },
    ],
    ["items of draft 7", { schema: { items: names.map(() => integer) }, good: [names.map(() => 1)], bad: [names] }],
    ["dependentRequired", { schema: { dependentRequired: each(["p0"]) }, good: [{ p0: 1, p1: 1 }], bad: [{ p1: 1 }] }],
    ["patternProperties", { schema: { patternProperties: each(integer) }, good: [{ p1: 1 }], bad: [{ p1: "x" }] }],
  ])("accepts 10,000 entries of %s", (_, { schema, good, bad }) => {
    const { check } = getValidator(schema);
    expect(good.map(check)).toEqual(good.map(() => true));
    expect(bad.map(check)).toEqual(bad.map(() => false));
  });

  it("refuses a value that is nested too deeply to be checked", () => {
    let value: object = {};
    for (let level = 0; level < 100_000; level += 1) value = { next: value };

    expect(getValidator({ properties: { next: { $ref: "#" } } }).check(value)).toBe(false);
  });
});

describe("when a pattern is valid only without Unicode mode", () => {
  it("is used without it", () => {
    expect(getValidator({ pattern: "^\\@a$" }).check("@a")).toBe(true);
    expect(getValidator({ pattern: "^\\@a$" }).check("b")).toBe(false);
  });
});

describe("when resources are nested", () => {
  it("keeps the base URI when a resource refers to its own root", () => {
    const schema = {
      $id: "https://example.org/",
      properties: { a: { $id: "sub/", type: "object", properties: { b: { $ref: "#" } } } },
    };

    expect(getValidator(schema).check({ a: { b: { b: {} } } })).toBe(true);
    expect(getValidator(schema).check({ a: { b: { b: 1 } } })).toBe(false);
  });
});
