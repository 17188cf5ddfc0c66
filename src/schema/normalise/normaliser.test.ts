import { Type } from "typebox";
import { describe, expect, it } from "vitest";

import { createNormaliser, getNormaliser } from "./normaliser.ts";
import type { Normalised } from "./normaliser.ts";

const text = { type: "string" } as const;
const number = { type: "number" } as const;

function normalise(schema: object | boolean, value: unknown): Normalised {
  return getNormaliser(schema).normalise(value);
}

function valueOf(schema: object | boolean, value: unknown): unknown {
  return normalise(schema, value).value;
}

describe("when data is exact", () => {
  it("returns the same object", () => {
    const schema = Type.Object({ id: Type.Number(), tags: Type.Array(Type.Object({ name: Type.String() })) });
    const value = { id: 1, tags: [{ name: "a" }] };
    expect(getNormaliser(schema).isExact(value)).toBe(true);
    expect(normalise(schema, value)).toStrictEqual({
      value,
      fits: true,
      stripped: 0,
      strippedPaths: [],
      filledPaths: [],
      filled: 0,
      upcast: 0,
    });
    expect(valueOf(schema, value)).toBe(value);
  });

  it("accepts anything for a schema that asserts and names nothing", () => {
    for (const schema of [true, {}, Type.Unknown(), Type.Any({ title: "Anything", default: 1 })]) {
      const value = { any: { thing: Number.NaN } };
      expect(getNormaliser(schema).isExact(value)).toBe(true);
      expect(valueOf(schema, value)).toBe(value);
    }
    expect(normalise(false, 1)).toMatchObject({ value: 1, fits: false });
  });

  it("compiles once per schema object and option", () => {
    const schema = Type.Object({});
    expect(getNormaliser(schema)).toBe(getNormaliser(schema, { strip: true }));
    expect(getNormaliser(schema)).not.toBe(getNormaliser(schema, { strip: false }));
  });

  it("does not skip a refinement", () => {
    const even = Type.Refine(Type.Unknown(), (value) => Number(value) % 2 === 0);
    expect(getNormaliser(even).isExact(1)).toBe(false);
    expect(getNormaliser(even).isExact(2)).toBe(true);
  });
});

describe("when the schema does not name a property", () => {
  it("strips it, reports it, shares the rest and leaves the input alone", () => {
    const schema = Type.Object({
      user: Type.Object({ name: Type.String() }),
      other: Type.Object({ n: Type.Number() }),
    });
    const value = { user: { name: "a", "se/cr~et": 1 }, other: { n: 1 }, extra: true };
    const result = normalise(schema, value);
    expect(result).toStrictEqual({
      value: { user: { name: "a" }, other: { n: 1 } },
      fits: true,
      stripped: 2,
      strippedPaths: ["/user/se~1cr~0et", "/extra"],
      filledPaths: [],
      filled: 0,
      upcast: 0,
    });
    expect((result.value as typeof value).other).toBe(value.other);
    expect(value).toStrictEqual({ user: { name: "a", "se/cr~et": 1 }, other: { n: 1 }, extra: true });
  });

  it("keeps it on request", () => {
    const value = { a: 1, b: 2 };
    expect(getNormaliser({ properties: { a: number } }, { strip: false }).normalise(value).value).toBe(value);
  });

  it("names only the first few that it stripped", () => {
    const value = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, index]));
    const { stripped, strippedPaths } = normalise({ properties: {} }, value);
    expect(stripped).toBe(100);
    expect(strippedPaths).toHaveLength(5);
  });

  it.each([
    ["declares no properties", { type: "object", required: ["a"] }],
    ["allows more", { properties: { a: number }, additionalProperties: true }],
    ["allows more of one kind", { properties: { a: number }, additionalProperties: number }],
    ["allows what is unevaluated", { properties: { a: number }, unevaluatedProperties: true }],
    ["has a pattern for it", { properties: { a: number }, patternProperties: { "^b$": number } }],
    ["allows more in one part of an allOf", { allOf: [{ properties: { a: number } }, { additionalProperties: true }] }],
    ["names it in another part of an allOf", { allOf: [{ properties: { a: number } }, { properties: { b: {} } }] }],
    [
      "names it through a $ref",
      { properties: { a: number }, $ref: "#/$defs/B", $defs: { B: { properties: { b: {} } } } },
    ],
    ["names it in `if`", { properties: { a: number }, if: { properties: { b: { const: 2 } } } }],
    ["names it in `then`", { properties: { a: {} }, if: { required: ["a"] }, then: { properties: { b: {} } } }],
    ["names it in `else`", { properties: { a: {} }, if: { required: ["z"] }, else: { properties: { b: {} } } }],
    ["names it for a dependent", { properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } } }],
    ["names it in draft 7's way", { properties: { a: {} }, dependencies: { a: { properties: { b: {} } } } }],
    ["tests properties only in `if`", { if: { properties: { a: { const: 1 } } } }],
    ["has a $dynamicRef", { properties: { a: {} }, $dynamicRef: "#x", $defs: { X: { $dynamicAnchor: "x" } } }],
    [
      "chooses among branches while there is a $dynamicRef",
      { properties: { a: {} }, anyOf: [{}], $defs: { X: { $dynamicRef: "#x" } } },
    ],
    [
      "has a $recursiveRef",
      { properties: { a: {} }, allOf: [{ $ref: "#/$defs/X" }], $defs: { X: { $recursiveRef: "#/$defs/Y" }, Y: {} } },
    ],
  ])("keeps it if the schema %s", (_, schema) => {
    const value = { a: 1, b: 2 };
    expect(valueOf(schema, value)).toBe(value);
  });

  it.each([
    ["is closed", { properties: { a: number }, additionalProperties: false }],
    ["is closed to what is unevaluated", { properties: { a: number }, unevaluatedProperties: false }],
    ["names it under `not`", { properties: { a: number }, not: { properties: { b: text }, required: ["b"] } }],
    [
      "names it in `then`, but `if` does not hold",
      { properties: { a: {} }, if: false, then: { properties: { b: {} } } },
    ],
    [
      "names it for a dependent that is absent",
      { properties: { a: {} }, dependentSchemas: { z: { properties: { b: {} } } } },
    ],
    ["names it in a branch that does not match", { properties: { a: {} }, anyOf: [{ properties: { b: text } }, {}] }],
    ["only restricts names", { properties: { a: {} }, propertyNames: { maxLength: 3 } }],
  ])("strips it if the schema %s", (_, schema) => {
    expect(normalise(schema, { a: 1, b: 2 })).toMatchObject({ value: { a: 1 }, fits: true, stripped: 1 });
  });

  it("strips everything from an object that is declared to have no properties", () => {
    expect(valueOf(Type.Object({}), { a: 1 })).toStrictEqual({});
  });

  it("keeps members that the value needs to stay valid", () => {
    const value = { a: 1, b: 2 };
    expect(normalise({ properties: { a: number }, minProperties: 2 }, value)).toMatchObject({
      fits: true,
      stripped: 0,
    });
    expect(valueOf({ properties: { a: number }, required: ["b"] }, value)).toBe(value);
  });

  it("applies the schema of `unevaluatedProperties` to the members that it allows", () => {
    const schema = {
      $ref: "#/$defs/B",
      unevaluatedProperties: { properties: { x: {} } },
      $defs: { B: { properties: { a: {} } } },
    };
    const value = { a: { y: 1 }, b: { x: 1, y: 1 } };
    expect(valueOf(schema, value)).toStrictEqual({ a: { y: 1 }, b: { x: 1 } });
  });
});

describe("when values are nested", () => {
  const item = { properties: { x: {} } };

  it.each([
    ["items", { items: item }, [{ x: 1 }, { x: 1 }]],
    ["prefixItems", { prefixItems: [item] }, [{ x: 1 }, { x: 1, y: 1 }]],
    ["prefixItems and items", { prefixItems: [{}], items: item }, [{ x: 1, y: 1 }, { x: 1 }]],
    ["draft 7's items and additionalItems", { items: [{}], additionalItems: item }, [{ x: 1, y: 1 }, { x: 1 }]],
    ["unevaluatedItems", { prefixItems: [{}], unevaluatedItems: item }, [{ x: 1, y: 1 }, { x: 1 }]],
    [
      "contains, which names nothing",
      { contains: item },
      [
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ],
    ],
    [
      "unevaluatedItems beside contains",
      { contains: item, unevaluatedItems: item },
      [
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ],
    ],
  ])("follows %s", (_, schema, expected) => {
    expect(
      valueOf(schema, [
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ]),
    ).toStrictEqual(expected);
  });

  it("follows a recursive schema", () => {
    const Tree = Type.Cyclic(
      { Tree: Type.Object({ id: Type.Number(), children: Type.Array(Type.Ref("Tree")) }) },
      "Tree",
    );
    const leaf = { id: 3, children: [] };
    const value = { id: 1, children: [{ id: 2, children: [leaf], extra: 1 }] };
    const result = normalise(Tree, value);
    expect(result).toMatchObject({ fits: true, stripped: 1, strippedPaths: ["/children/0/extra"] });
    expect(result.value).toStrictEqual({ id: 1, children: [{ id: 2, children: [{ id: 3, children: [] }] }] });
  });
});

describe("when a property is missing", () => {
  it("fills the declared default, with a fresh copy each time", () => {
    const schema = Type.Object({ a: Type.Number({ default: 1 }), list: Type.Array(Type.Number(), { default: [1] }) });
    const result = normalise(schema, {});
    expect(result).toMatchObject({ value: { a: 1, list: [1] }, fits: true, filled: 2 });
    (result.value as { list: number[] }).list.push(2);
    expect(valueOf(schema, {})).toStrictEqual({ a: 1, list: [1] });
  });

  it("treats an own `undefined` as missing, and keeps it if there is no default", () => {
    expect(normalise({ properties: { a: { default: 1 } } }, { a: undefined })).toMatchObject({
      value: { a: 1 },
      filled: 1,
    });
    const value = { a: undefined };
    expect(valueOf(Type.Object({ a: Type.Optional(Type.Number()) }), value)).toBe(value);
  });

  it("finds a default behind a $ref and an allOf", () => {
    const schema = {
      properties: { a: { $ref: "#/$defs/A" }, b: { allOf: [{ default: 2 }] } },
      $defs: { A: { default: 1 } },
    };
    expect(valueOf(schema, {})).toStrictEqual({ a: 1, b: 2 });
  });

  it("ignores a default that does not fit its own schema", () => {
    const value = {};
    expect(valueOf({ properties: { a: { type: "number", default: "x" } } }, value)).toBe(value);
    expect(valueOf({ properties: { a: { type: "integer", default: 1.5 } } }, value)).toBe(value);
    expect(valueOf({ properties: { a: { type: "array", items: {}, minItems: 1, default: [] } } }, value)).toBe(value);
    expect(valueOf({ allOf: [{ properties: { a: { default: "x" } } }, { properties: { a: number } }] }, value)).toBe(
      value,
    );
  });

  it("fills in objects that exist or have a default, and creates no others", () => {
    const inner = { properties: { n: { default: 1 } } };
    const schema = { properties: { there: inner, absent: inner, byDefault: { ...inner, default: {} } } };
    expect(valueOf(schema, { there: {} })).toStrictEqual({ there: { n: 1 }, byDefault: { n: 1 } });
  });

  it("uses no default from `if`, `then`, `else` or a dependent", () => {
    const withDefault = { properties: { b: { default: 1 } } };
    const value = { a: 1 };
    expect(valueOf({ properties: { a: {} }, if: withDefault, then: withDefault }, value)).toBe(value);
    expect(valueOf({ properties: { a: {} }, dependentSchemas: { a: withDefault } }, value)).toBe(value);
    const named = { a: { properties: { b: {} } } };
    expect(valueOf({ additionalProperties: { default: 1 }, dependentSchemas: named }, value)).toBe(value);
  });

  it("leaves a value alone if its defaults would make it invalid", () => {
    const value = {};
    expect(valueOf({ properties: { a: { default: 1 } }, maxProperties: 0 }, value)).toBe(value);
  });

  it("strips members that lose their name through a filled default", () => {
    const schema = {
      properties: { kind: { default: "a" } },
      if: { properties: { kind: { const: "a" } }, required: ["kind"] },
      then: { properties: { forA: {} } },
      else: { properties: { forOthers: {} } },
    };
    expect(valueOf(schema, { forA: 1, forOthers: 1 })).toStrictEqual({ kind: "a" });
  });
});

describe("when a value has a different type than the schema requires", () => {
  it.each([
    ["a string to a number", number, "-2.5", -2.5],
    ["a string to an integer", { type: "integer" }, "5", 5],
    ["a string to a boolean", { type: "boolean" }, "false", false],
    ["a number to a string", text, 5, "5"],
    ["a boolean to a string", text, true, "true"],
    ["to one of the values of an enum", { enum: [1, 2] }, "2", 2],
    ["to a const", { const: "1" }, 1, "1"],
    ["to the one type that can hold it", { type: ["number", "null"] }, "5", 5],
    ["to the one branch that can hold it", { anyOf: [number, { type: "null" }] }, "5", 5],
  ])("upcasts %s", (_, schema, value, expected) => {
    expect(normalise(schema, value)).toMatchObject({ value: expected, fits: true, upcast: 1 });
  });

  it.each([
    ["words", number, "abc"],
    ["an empty string", number, ""],
    ["another spelling of a number", number, "5.0"],
    ["white space", number, " 5"],
    ["too many digits", number, "12345678901234567890123"],
    ["infinity", number, "Infinity"],
    ["a fraction to an integer", { type: "integer" }, "5.5"],
    ["minus zero", text, -0],
    ["a number to a boolean", { type: "boolean" }, 1],
    ["null", text, null],
    ["a single value to an array", { type: "array" }, "a"],
    ["to a value that an enum does not list", { enum: [1, 2] }, "3"],
    ["a string that only breaks a pattern", { type: ["string", "number"], pattern: "^x" }, "5"],
    ["a value that fits two branches of a oneOf", { oneOf: [number, { type: "integer" }] }, "5"],
  ])("does not upcast %s", (_, schema, value) => {
    expect(normalise(schema, value)).toMatchObject({ value, fits: false, upcast: 0 });
  });

  it("does not change a value that already matches one of the types", () => {
    expect(valueOf({ type: ["string", "number"] }, "5")).toBe("5");
    expect(valueOf({ anyOf: [number, text] }, "5")).toBe("5");
  });
});

describe("when the data does not fit", () => {
  it("normalises the rest, and says that the value does not fit", () => {
    const schema = Type.Object({ a: Type.Number(), b: Type.Number(), c: Type.Number({ default: 3 }) });
    expect(normalise(schema, { a: "abc", b: "2", x: 1 })).toStrictEqual({
      value: { a: "abc", b: 2, c: 3 },
      fits: false,
      stripped: 1,
      strippedPaths: ["/x"],
      filledPaths: ["/c"],
      filled: 1,
      upcast: 1,
    });
  });
});

describe("when code generation is forbidden", () => {
  it("gives the same answers", () => {
    const schema = Type.Object({ a: Type.Object({ b: Type.Number({ default: 1 }) }) });
    const { isExact, normalise: run } = createNormaliser(schema, { strip: true, generate: false });
    expect(isExact({ a: { b: 1 } })).toBe(true);
    expect(isExact({ a: { b: 1, c: 1 } })).toBe(false);
    expect(run({ a: { c: 1 } }).value).toStrictEqual({ a: { b: 1 } });
  });
});
