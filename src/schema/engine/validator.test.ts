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

describe("when a validator is asked for", () => {
  it("is the same validator for the same schema object", () => {
    const schema = { type: "string" };

    expect(getValidator(schema)).toBe(getValidator(schema));
    expect(getValidator(schema)).not.toBe(getValidator({ type: "string" }));
    expect(getValidator(schema).check).toBe(getValidator(schema).check);
  });

  it("is another validator for other references", () => {
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

  it("takes booleans and TypeBox types", () => {
    expect(getValidator(true).check(1)).toBe(true);
    expect(getValidator(false).check(1)).toBe(false);
    expect(getValidator(Type.Object({ a: Type.String() })).check({ a: "x" })).toBe(true);
    const even = Type.Refine(Type.Number(), (value) => value % 2 === 0);
    expect([2, 3].map((value) => getValidator(even).check(value))).toEqual([true, false]);
  });

  it("takes recursive TypeBox types", () => {
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

  it("works the same where code generation is forbidden", () => {
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
    ["a document that is not given", "/properties/a", "points at nothing", ref("https://example.org/x")],
    ["a reference that is no URI", "/properties/a", "points at nothing", ref("http://[")],
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

  it("refuses to nest without end", () => {
    let schema: object = {};
    for (let level = 0; level < 10_000; level += 1) schema = { items: schema };

    expect(errorOf(schema)).toMatchObject({ name: "SchemaError", reason: expect.stringContaining("nested deeper") });
  });

  it("ignores unreachable schemas", () => {
    expect(getValidator({ type: "string", $defs: { bad: { $ref: "#/nowhere", pattern: "(" } } }).check("a")).toBe(true);
    expect(getValidator({ const: { $ref: "#/nowhere" } }).check({ $ref: "#/nowhere" })).toBe(true);
  });
});

describe("when a schema names what every object inherits", () => {
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
  ])("does not see what is evaluated beside the condition: %j", (schema, value) => {
    expect(getValidator(schema).check(value)).toBe(false);
  });

  it.each<[object, unknown]>([
    [{ unevaluatedItems: false, if: true, then: { ...items, items: { type: "object" } } }, [{}]],
    [{ unevaluatedProperties: false, if: members }, { a: {} }],
  ])("tells the schema around it what was evaluated: %j", (schema, value) => {
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

  it("does not take a value that is nested too deep to be checked", () => {
    let value: object = {};
    for (let level = 0; level < 100_000; level += 1) value = { next: value };

    expect(getValidator({ properties: { next: { $ref: "#" } } }).check(value)).toBe(false);
  });
});

describe("when a pattern is valid without Unicode mode only", () => {
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
