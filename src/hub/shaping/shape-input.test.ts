import { describe, expect, it } from "vitest";
import { getValidator } from "../../schema/engine/validator.ts";
import { shapeInput } from "./shape-input.ts";

const text = { type: "string" };
const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const shape = (schema: object, fixed: Record<string, unknown>, defaults: Record<string, unknown> = {}) =>
  shapeInput(schema as Record<string, unknown>, { fixed, defaults });

describe("when an argument is fixed", () => {
  it("disappears from properties, required, examples and the default", () => {
    const schema = { ...object({ a: text, b: text }), default: { a: "1", b: "2" }, examples: [{ a: "1", b: "2" }] };
    expect(shape(schema, { a: "x" }).schema).toEqual({
      ...object({ b: text }),
      default: { b: "2" },
      examples: [{ b: "2" }],
    });
  });

  it("is removed even if the schema is a reference or in parts, without changing the shared definition", () => {
    const $defs = { Base: object({ a: text }), Whole: { allOf: [{ $ref: "#/$defs/Base" }, object({ b: text })] } };
    const { schema, found } = shape({ $ref: "#/$defs/Whole", $defs }, { a: "x" });
    expect(found.get("a")).toEqual([text]);
    const { check } = getValidator(schema);
    expect([check({ b: "1" }), check({}), check({ a: "1" })]).toEqual([true, false, false]);
    expect($defs.Base).toEqual(object({ a: text }));
    expect(JSON.stringify(schema)).not.toContain('"a"');
  });

  it("leaves only the alternatives that it fits", () => {
    const kinds = ["cat", "dog"].map((kind) => object({ kind: { const: kind }, [kind]: text }));
    const { schema } = shape({ oneOf: kinds, discriminator: { propertyName: "kind" } }, { kind: "cat" });
    const { check } = getValidator(schema);
    expect([check({ cat: "Tom" }), check({ dog: "Rex" })]).toEqual([true, false]);
    expect(schema).not.toHaveProperty("discriminator");
  });

  it("makes dependents unconditional, and drops conditions on it", () => {
    const schema = {
      ...object({ a: text, b: text, c: text }, ["a"]),
      dependentRequired: { a: ["b"], c: ["a", "b"] },
      if: { properties: { a: { const: "x" } } },
      then: { required: ["c"] },
      minProperties: 2,
    };
    const { schema: shaped } = shape(schema, { a: "x" });
    expect(shaped).toEqual({
      ...object({ b: text, c: text }, ["b"]),
      dependentRequired: { c: ["b"] },
      minProperties: 1,
    });
  });

  it("is not found if the schema does not name it", () => {
    const { schema, found, names } = shape(object({ a: text }), { b: 1 });
    expect([found.size, [...names]]).toEqual([0, ["a"]]);
    expect(schema).toEqual(object({ a: text }));
  });

  it("terminates on a schema that refers to itself in place", () => {
    const $defs = { Self: { allOf: [{ $ref: "#/$defs/Self" }, object({ a: text })] } };
    expect(shape({ $ref: "#/$defs/Self", $defs }, { a: "x" }).found.has("a")).toBe(true);
  });
});

describe("when an argument has a default", () => {
  it("is optional, and says so", () => {
    expect(shape(object({ a: text, b: text }), {}, { a: "x" }).schema).toEqual(
      object({ a: { ...text, default: "x" }, b: text }, ["b"]),
    );
  });
});
