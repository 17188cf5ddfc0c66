import { Type } from "typebox";
import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";

import { FromSchema } from "./from-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { getValidator } from "../engine/validator.ts";

/** What a schema prints as. It equals the source if nothing was added, dropped or changed. */
function print(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}

function accepts(source: object, value: unknown): boolean {
  return getValidator(FromSchema(source)).check(value);
}

function kindOf(schema: TSchema): unknown {
  return (schema as { "~kind"?: unknown })["~kind"];
}

function nest(levels: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
}

describe("when a schema has a TypeBox type", () => {
  it.each([
    ["Intersect", { allOf: [{ type: "string" }, { minLength: 2 }] }],
    ["Union", { anyOf: [{ type: "string" }, { type: "number" }] }],
    ["Union", { oneOf: [{ type: "string" }, { type: "number" }] }],
    ["Union", { enum: ["a", 1, null, { b: [] }] }],
    ["Object", { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] }],
    ["Array", { type: "array", items: { type: "string" }, uniqueItems: true }],
    ["Ref", { $ref: "#/$defs/a", description: "d", $defs: { a: { type: "string" } } }],
    ["String", { type: "string", format: "email", minLength: 3 }],
    ["Number", { type: "number", multipleOf: 2 }],
    ["Integer", { type: "integer", exclusiveMinimum: 1 }],
    ["Boolean", { type: "boolean", default: true }],
    ["Null", { type: "null", title: "none" }],
    ["Unknown", { title: "anything", "x-note": 1 }],
    ["Unknown", { type: "file", title: "no JSON type" }],
  ])("becomes %s and prints as it was: %j", (kind, source) => {
    const schema = FromSchema(source);

    expect(kindOf(schema)).toBe(kind);
    expect(print(schema)).toEqual(source);
  });

  it("becomes a Literal whose type is not printed", () => {
    const schema = FromSchema({ const: "a", title: "t" });

    expect(kindOf(schema)).toBe("Literal");
    expect((schema as { readonly type?: unknown }).type).toBe("string");
    expect(print(schema)).toEqual({ const: "a", title: "t" });
  });

  it("becomes a Tuple that may be longer or shorter, unless the schema forbids that", () => {
    const items = [{ type: "string" }, { type: "number" }];

    expect(kindOf(FromSchema({ type: "array", items }))).toBe("Tuple");
    expect(accepts({ type: "array", items }, ["a"])).toBe(true);
    expect(accepts({ type: "array", items }, ["a", 1, true])).toBe(true);
    expect(accepts({ type: "array", items }, [1])).toBe(false);
    expect(accepts({ type: "array", items, additionalItems: false }, ["a", 1, true])).toBe(false);
    expect(accepts({ type: "array", items, minItems: 2 }, ["a"])).toBe(false);
  });

  it("wraps optional members in Optional", () => {
    const { properties } = FromSchema({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a"],
    }) as unknown as { properties: Record<string, TSchema> };

    expect(Type.IsOptional(properties["a"]!)).toBe(false);
    expect(Type.IsOptional(properties["b"]!)).toBe(true);
  });

  it("gives a union its branches for TypeBox, without printing them", () => {
    const oneOf = FromSchema({ oneOf: [{ type: "string" }, { type: "null" }] }) as unknown as { anyOf: TSchema[] };
    const enumeration = FromSchema({ enum: ["a", 1, null, [1]] }) as unknown as { anyOf: TSchema[] };

    expect(oneOf.anyOf.map(kindOf)).toEqual(["String", "Null"]);
    expect(enumeration.anyOf.map(print)).toEqual([
      { type: "string", const: "a" },
      { type: "number", const: 1 },
      { type: "null" },
      { const: [1] },
    ]);
    expect(Object.keys(oneOf)).toEqual(["oneOf"]);
    expect(Object.keys(enumeration)).toEqual(["enum"]);
  });

  it("works inside TypeBox types", () => {
    const schema = Type.Object({ a: FromSchema({ oneOf: [{ type: "string" }, { minLength: 2 }] }) });

    expect(getValidator(schema).check({ a: "x" })).toBe(true);
    expect(getValidator(schema).check({ a: "xy" })).toBe(false);
  });
});

describe("when a schema has no TypeBox type", () => {
  it.each([
    { type: ["string", "null"], minLength: 1 },
    { type: "object" },
    { type: "object", additionalProperties: { type: "number" } },
    { properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false },
    { type: "object", patternProperties: { "^x-": { type: "string" } }, propertyNames: { maxLength: 3 } },
    { type: "object", minProperties: 1, maxProperties: 2, unevaluatedProperties: false },
    { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    { type: "array" },
    { type: "array", prefixItems: [{ type: "string" }], items: false },
    { contains: { type: "string" }, minContains: 2, maxContains: 3, unevaluatedItems: { type: "null" } },
    { not: { type: "string" } },
    { if: { type: "string" }, then: { minLength: 2 }, else: { type: "null" } },
    { const: { a: [1] } },
    { const: null },
    { pattern: "^a", format: "date", maximum: 3, exclusiveMaximum: 4, minimum: 1 },
    { $dynamicRef: "#a", $defs: { a: { $dynamicAnchor: "a", type: "string" } } },
  ])("keeps every keyword: %j", (source) => {
    expect(print(FromSchema(source))).toEqual(source);
  });

  it("keeps siblings of the keyword that gives the kind", () => {
    const source = {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      allOf: [{ required: ["b"] }],
      oneOf: [{ required: ["c"] }, { required: ["d"] }],
      title: "all at once",
    };

    expect(print(FromSchema(source))).toEqual(source);
    expect(accepts(source, { a: "x", b: 1, c: 1 })).toBe(true);
    expect(accepts(source, { a: 1, b: 1, c: 1 })).toBe(false);
    expect(accepts(source, { a: "x", b: 1, c: 1, d: 1 })).toBe(false);
  });

  it("accepts booleans as schemas", () => {
    expect(getValidator(FromSchema(true)).check(1)).toBe(true);
    expect(getValidator(FromSchema(false)).check(1)).toBe(false);
    expect(accepts({ type: "object", properties: { a: true, b: false } }, { a: 1 })).toBe(true);
    expect(accepts({ type: "object", properties: { a: true, b: false } }, { b: 1 })).toBe(false);
    expect(accepts({ type: "array", items: false }, [])).toBe(true);
    expect(accepts({ type: "array", items: false }, [1])).toBe(false);
  });

  it("follows recursion through local references", () => {
    const tree = {
      $ref: "#/definitions/node",
      definitions: { node: { type: "object", properties: { next: { $ref: "#/definitions/node" } }, required: ["v"] } },
    };

    expect(accepts(tree, { v: 1, next: { v: 2, next: { v: 3 } } })).toBe(true);
    expect(accepts(tree, { v: 1, next: { v: 2, next: {} } })).toBe(false);
  });
});

describe("when the source is draft 7 or older", () => {
  const $schema = "http://json-schema.org/draft-07/schema#";

  it("ignores keywords beside a $ref, but not its definitions", () => {
    const source = { $schema, $ref: "#/definitions/a", maxLength: 1, definitions: { a: { type: "string" } } };

    expect(print(FromSchema(source))).toEqual({
      $schema,
      $ref: "#/definitions/a",
      definitions: { a: { type: "string" } },
    });
    expect(accepts(source, "long")).toBe(true);
  });

  it("applies keywords beside a $ref in every later draft", () => {
    expect(accepts({ $ref: "#/$defs/a", maxLength: 1, $defs: { a: { type: "string" } } }, "long")).toBe(false);
  });
});

describe("when the source is OpenAPI 3.0", () => {
  it.each<[string, object]>([
    ["a type", { type: "string", nullable: true }],
    ["a list of types", { type: ["string", "number"], nullable: true }],
    ["an enum", { type: "string", enum: ["x"], nullable: true }],
    ["a const", { const: "x", nullable: true }],
    ["allOf", { allOf: [{ type: "string" }], nullable: true }],
    ["oneOf with a branch for null", { oneOf: [{ type: "string" }, { type: "null" }], nullable: true }],
    ["anyOf", { anyOf: [{ type: "string" }], nullable: true }],
    ["not", { not: { type: ["null", "number"] }, nullable: true }],
    ["$ref", { $ref: "#/$defs/a", nullable: true, $defs: { a: { type: "string" } } }],
  ])("allows null in addition to %s, and nothing else", (_, source) => {
    expect(accepts(source, null)).toBe(true);
    expect(accepts(source, "x")).toBe(true);
    expect(accepts(source, 1)).toBe(JSON.stringify(source).includes('["string","number"]'));
    expect(JSON.stringify(FromSchema(source))).not.toContain("nullable");
  });

  it("changes nothing for nullable: false", () => {
    expect(print(FromSchema({ type: "string", nullable: false }))).toEqual({ type: "string" });
  });

  it("keeps annotations and definitions outside when null is allowed around a schema", () => {
    const source = { $ref: "#/$defs/a", nullable: true, description: "d", $defs: { a: { type: "string" } } };

    expect(print(FromSchema(source))).toEqual({
      description: "d",
      $defs: { a: { type: "string" } },
      anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }],
    });
  });

  it("treats a property called nullable as a property", () => {
    const source = { type: "object", properties: { nullable: { type: "string" } } };

    expect(print(FromSchema(source))).toEqual(source);
  });

  it("reads exclusive limits that are booleans", () => {
    const source = { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false };

    expect(print(FromSchema(source))).toEqual({ type: "number", exclusiveMinimum: 1, maximum: 5 });
    expect([1, 2, 5, 6].map((value) => accepts(source, value))).toEqual([false, true, true, false]);
  });
});

describe("when the source is hostile", () => {
  it("refuses endless nesting", () => {
    expect(() => FromSchema(nest(10_000))).toThrow(/nested deeper than/);
    expect(() => FromSchema(nest(400))).not.toThrow();
  });

  it("refuses an object that contains itself, and says where", () => {
    const cyclic = { type: "object", properties: { a: { type: "array", items: {} } } };
    cyclic.properties.a.items = cyclic;

    expect(() => FromSchema(cyclic)).toThrow(
      expect.objectContaining({ name: "SchemaError", path: "/properties/a/items" }),
    );
  });

  it("converts an object once, even if it is used in many places", () => {
    let schema: object = { type: "string" };
    for (let level = 0; level < 60; level += 1) schema = { type: "object", properties: { a: schema, b: schema } };

    expect(accepts(schema, { a: { b: { a: {} } } })).toBe(true);
    expect(accepts(schema, { a: { b: { a: 1 } } })).toBe(false);
  });

  it.each(["", 1, null, undefined, []])("refuses %j as a schema, and says where", (junk) => {
    expect(() => FromSchema({ properties: { "a/b": junk } })).toThrow(SchemaError);
    expect(() => FromSchema({ properties: { "a/b": junk } })).toThrow("at /properties/a~1b:");
  });

  it("keeps __proto__ an ordinary name", () => {
    const text =
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"__proto__":{"polluted":1}}';
    const schema = FromSchema(JSON.parse(text) as object);

    expect(Object.hasOwn((schema as unknown as { properties: object }).properties, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(schema)).toBe(Object.prototype);
    expect("polluted" in schema).toBe(false);
    expect(getValidator(schema).check(JSON.parse('{"__proto__":"a"}'))).toBe(true);
    expect(getValidator(schema).check(JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(getValidator(schema).check({})).toBe(false);
  });

  it.each(["constructor", "toString", 'a"b', "a'b\\", "a\nb", "${x}", "`", "0", ""])("accepts %j as a name", (name) => {
    const source = { type: "object", properties: { [name]: { type: "string" } }, required: [name] };

    expect(accepts(source, { [name]: "x" })).toBe(true);
    expect(accepts(source, { [name]: 1 })).toBe(false);
    expect(accepts(source, {})).toBe(false);
  });

  it("leaves a frozen source unchanged", () => {
    const source = { type: "object", properties: { a: { type: "string", nullable: true } }, required: ["a"] };
    const before = structuredClone(source);
    Object.freeze(source.properties.a);
    Object.freeze(source.properties);
    Object.freeze(source.required);

    FromSchema(Object.freeze(source));

    expect(source).toEqual(before);
  });
});
