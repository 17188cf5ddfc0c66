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

describe("the field for a schema", () => {
  test.each([
    [{ type: "string" }, "string"],
    [{ type: "integer" }, "integer"],
    [{ type: ["integer", "string"], format: "int64" }, "integer"],
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
  ])("%j becomes %s", (schema, kind) => {
    expect(shape(schema).kind).toBe(kind);
  });

  test("treats null as an addition, not as a choice of its own", () => {
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

  test("follows references by pointer, anchor and id, and chains of them", () => {
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

  test("respects keywords beside a reference", () => {
    expect(
      shape({ $defs: { Name: { type: "string", description: "old" } }, $ref: "#/$defs/Name", description: "new" })
        .schema,
    ).toMatchObject({
      type: "string",
      description: "new",
    });
  });

  test("merges the members of allOf", () => {
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

  test("adds the shared keywords of a union to each branch", () => {
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

  test("labels a branch by its title, its constant member or its kind", () => {
    const circle = { type: "object", properties: { kind: { const: "circle" }, radius: {} } };
    expect(
      branchLabels({ oneOf: [{ title: "A square", type: "object" }, circle, { type: "string" }, { type: "array" }] }),
    ).toEqual(["A square", "kind: circle", "text", "list"]);
  });

  test("has a member for each required name, even without a schema", () => {
    expect(shape({ type: "object", required: ["x"] })).toMatchObject({ properties: [{ key: "x", required: true }] });
  });

  test("reads a draft 7 tuple as a list with a fixed beginning", () => {
    expect(shape({ type: "array", items: [{ type: "string" }], additionalItems: false })).toMatchObject({
      prefix: [{ type: "string" }],
      items: undefined,
    });
  });

  test("lets a record have members of any name", () => {
    expect(shape({ type: "object", additionalProperties: { type: "number" } })).toMatchObject({
      additional: { type: "number" },
    });
    expect(shape({ type: "object", properties: {} })).toMatchObject({ additional: undefined });
    expect(shape({ type: "object", additionalProperties: false })).toMatchObject({ additional: undefined });
  });
});
