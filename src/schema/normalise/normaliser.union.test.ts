import { Type } from "typebox";
import { describe, expect, it } from "vitest";

import { getNormaliser } from "./normaliser.ts";
import type { Normalised } from "./normaliser.ts";

const text = { type: "string" } as const;
const number = { type: "number" } as const;

function normalise(schema: object, value: unknown): Normalised {
  return getNormaliser(schema).normalise(value);
}

function valueOf(schema: object, value: unknown): unknown {
  return normalise(schema, value).value;
}

function closed(required: readonly string[], names = required): object {
  return {
    properties: Object.fromEntries(names.map((name) => [name, number])),
    required,
    additionalProperties: false,
  };
}

describe("when there is a union", () => {
  const circle = Type.Object({ kind: Type.Literal("circle"), r: Type.Number() });
  const square = Type.Object({ kind: Type.Literal("square"), side: Type.Number({ default: 1 }) });

  it("follows the branch that a constant names", () => {
    const schema = Type.Union([circle, square, Type.Null()]);
    expect(valueOf(schema, { kind: "circle", r: 1, side: 2 })).toStrictEqual({ kind: "circle", r: 1 });
    expect(valueOf(schema, { kind: "square", r: 1 })).toStrictEqual({ kind: "square", side: 1 });
    expect(valueOf(schema, null)).toBe(null);
  });

  it("trusts no constant that two branches share", () => {
    const kind = { enum: ["a", "b"] };
    const schema = {
      anyOf: [{ properties: { kind, a: {} } }, { properties: { kind: { const: "b" }, b: {} } }],
      type: "object",
    };
    expect(valueOf(schema, { kind: "b", a: 1, b: 1, x: 1 })).toStrictEqual({ kind: "b", a: 1, b: 1 });
    expect(valueOf(schema, { kind: "a", a: 1, b: 1 })).toStrictEqual({ kind: "a", a: 1 });
  });

  it("follows the branch of the value's type", () => {
    const schema = {
      anyOf: [text, { type: "array", items: { properties: { a: {} } } }, { properties: { a: {} }, type: "object" }],
    };
    expect(valueOf(schema, [{ a: 1, b: 1 }])).toStrictEqual([{ a: 1 }]);
    expect(valueOf(schema, { a: 1, b: 1 })).toStrictEqual({ a: 1 });
  });

  it("uses all names, but no defaults, of several matching branches", () => {
    const schema = {
      anyOf: [{ properties: { a: {}, d: { default: 1 } } }, { properties: { b: {} } }, { properties: { c: text } }],
    };
    expect(valueOf(schema, { a: 1, b: 1, c: 1, x: 1 })).toStrictEqual({ a: 1, b: 1 });
  });

  it("tries each branch if none matches, and keeps a result that fits", () => {
    const schema = { oneOf: [closed(["a"]), closed(["b"])] };
    expect(normalise(schema, { b: "5", x: 1 })).toMatchObject({ value: { b: 5 }, fits: true, stripped: 1, upcast: 1 });
  });

  it("uses the branch that changes least if an anyOf leaves the choice", () => {
    const value = { a: 1, b: 1, x: 1 };
    expect(valueOf({ anyOf: [closed([], ["a"]), closed([], ["a", "b"]), closed([], ["b"])] }, value)).toStrictEqual({
      a: 1,
      b: 1,
    });
    expect(valueOf({ oneOf: [closed([], ["a"]), closed([], ["b"])] }, value)).toBe(value);
  });

  it("does not change the value if a change for one branch of a oneOf makes another match too", () => {
    const value = { a: 1, x: 1 };
    expect(valueOf({ oneOf: [closed(["a"]), { not: { required: ["x"] } }] }, value)).toBe(value);
  });

  it("leaves the value alone if no branch can be made to match, and continues around it", () => {
    const schema = { properties: { shape: Type.Union([circle, square]), n: number } };
    const shape = { kind: "circle", r: "wide", extra: 1 };
    const result = normalise(schema, { shape, n: "5", extra: 1 });
    expect(result).toMatchObject({ value: { n: 5 }, fits: false, stripped: 1, upcast: 1 });
    expect((result.value as { shape: unknown }).shape).toBe(shape);
  });

  it("keeps the names that schemas beside the union give", () => {
    const schema = { allOf: [{ properties: { a: {} } }, { anyOf: [{ properties: { b: number }, required: ["b"] }] }] };
    expect(valueOf(schema, { a: 1, b: "5", x: 1 })).toStrictEqual({ a: 1, b: 5 });
  });

  it("does not read a hidden anyOf, which only marks a union for TypeBox", () => {
    const schema = { oneOf: [{ type: "object", properties: { a: {} } }, { type: "null" }] };
    Object.defineProperty(schema, "anyOf", { value: [{ properties: { b: {} } }], enumerable: false });
    expect(valueOf(schema, { a: 1, b: 1 })).toStrictEqual({ a: 1 });
  });
});
