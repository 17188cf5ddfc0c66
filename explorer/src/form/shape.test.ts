import { describe, expect, test } from "vitest";
import { SchemaDocument } from "./schema-document.ts";
import { shapeOf } from "./shape.ts";
import type { Shape } from "./shape.ts";

function shape(schema: unknown): Shape {
  const document = new SchemaDocument(schema);
  return shapeOf(document, document.root);
}

function branchLabels(schema: unknown): readonly string[] {
  const found = shape(schema);
  return found.kind === "union" ? found.branches.map(({ label }) => label) : [];
}

describe("when a schema is turned into a field", () => {
  test.each([
    [{ type: "string" }, "string"],
    [{ type: "integer" }, "integer"],
    [{ const: null }, "const"],
    [{ enum: ["only"] }, "const"],
    [{ enum: ["a", "b"] }, "enum"],
    [{ anyOf: [{ const: "a" }, { const: "b" }] }, "enum"],
    [{ type: "string", contentEncoding: "base64" }, "bytes"],
    [{ type: "string", format: "byte" }, "bytes"],
    [{ format: "binary" }, "bytes"],
    [{ properties: { a: {} } }, "object"],
    [{ items: {} }, "array"],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }, "union"],
    [{ type: ["string", "number"] }, "union"],
    [{}, "json"],
    [true, "json"],
    [false, "json"],
    [{ $ref: "#/$defs/missing" }, "json"],
    [{ $ref: "#" }, "json"],
    [{ anyOf: [{ $ref: "#" }, { $ref: "#" }] }, "union"],
  ])("%j is %s", (schema, kind) => {
    expect(shape(schema).kind).toBe(kind);
  });

  test("null is no choice of its own beside others", () => {
    expect(shape({ type: ["string", "null"] })).toMatchObject({ kind: "string", nullable: true });
    expect(shape({ anyOf: [{ type: "integer" }, { type: "null" }], description: "how many" })).toMatchObject({
      kind: "integer",
      nullable: true,
      schema: { description: "how many" },
    });
    expect(shape({ anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] })).toMatchObject({
      kind: "union",
      nullable: true,
    });
  });

  test("references are followed by pointer, by anchor and by id, also in chains", () => {
    const schema = {
      $defs: {
        "a/b": { $ref: "#name" },
        Named: { $anchor: "name", $ref: "Own" },
        Identified: { $id: "Own", type: "boolean" },
      },
      $ref: "#/$defs/a~1b",
    };
    expect(shape(schema).kind).toBe("boolean");
  });

  test("what stands beside a reference counts too", () => {
    expect(
      shape({ $defs: { Name: { type: "string", description: "old" } }, $ref: "#/$defs/Name", description: "new" })
        .schema,
    ).toMatchObject({
      type: "string",
      description: "new",
    });
  });

  test("allOf brings its members together", () => {
    const found = shape({
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { a: { minLength: 1 }, b: { type: "number" } }, required: ["b"] },
      ],
    });
    expect(found).toMatchObject({
      kind: "object",
      properties: [
        { key: "a", required: true },
        { key: "b", required: true },
      ],
    });
  });

  test("what a union's branches share is in each of them", () => {
    const found = shape({
      type: "object",
      properties: { a: {}, b: {} },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    });
    expect(found.kind).toBe("union");
    expect(
      branchLabels({ type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
    ).toEqual(["with a", "with b"]);
  });

  test("branches are called by their title, by what tells them apart, or by their kind", () => {
    const circle = { type: "object", properties: { kind: { const: "circle" }, radius: {} } };
    expect(
      branchLabels({ oneOf: [{ title: "A square", type: "object" }, circle, { type: "string" }, { type: "array" }] }),
    ).toEqual(["A square", "kind: circle", "text", "list"]);
  });

  test("required names without a schema are fields as well", () => {
    expect(shape({ type: "object", required: ["x"] })).toMatchObject({ properties: [{ key: "x", required: true }] });
  });

  test("tuples of draft 7 are lists with a fixed beginning", () => {
    expect(shape({ type: "array", items: [{ type: "string" }], additionalItems: false })).toMatchObject({
      prefix: [{ type: "string" }],
      items: undefined,
    });
  });

  test("a record takes members of any name", () => {
    expect(shape({ type: "object", additionalProperties: { type: "number" } })).toMatchObject({
      additional: { type: "number" },
    });
    expect(shape({ type: "object", properties: {} })).toMatchObject({ additional: undefined });
    expect(shape({ type: "object", additionalProperties: false })).toMatchObject({ additional: undefined });
  });
});
