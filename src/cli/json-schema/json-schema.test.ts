import { describe, expect, it } from "vitest";
import { collectErrors } from "../../entries/index.ts";
import { exampleValue } from "../../schema/print/example-value.ts";
import { outlineSchema } from "./outline-schema.ts";
import { SchemaReader } from "../../schema/print/schema-view.ts";

const schema = {
  type: "object",
  required: ["id", "kind"],
  properties: {
    id: { type: "string", format: "uuid", description: "Which one" },
    kind: { anyOf: [{ const: "a" }, { const: "b" }] },
    size: { type: "integer", minimum: 3, maximum: 9, default: 4 },
    parts: { type: "array", items: { $ref: "#/$defs/part" } },
    parent: { anyOf: [{ $ref: "#/$defs/part" }, { type: "null" }] },
    when: { type: ["string", "null"], format: "date-time" },
  },
  $defs: { part: { type: "object", properties: { name: { type: "string" }, part: { $ref: "#/$defs/part" } } } },
};

describe("an outline", () => {
  it("says names, types and notes, and ends if a schema refers to itself", () => {
    const rows = outlineSchema(schema);
    const lines = rows.map(
      (row) => `${"  ".repeat(row.depth)}${row.name}${row.isRequired ? "*" : ""} ${row.type} ${row.note}`,
    );
    expect(lines.slice(0, 5).map((line) => line.trimEnd())).toEqual([
      "id* text (uuid) Which one",
      'kind* one of "a", "b"',
      "size integer (default 4, at least 3, at most 9)",
      "parts list of object",
      "  name text",
    ]);
    expect(lines).toContain("parent object or null ");
    expect(lines).toContain("when text (date-time) or null ");
    expect(rows.length).toBeLessThan(40);
  });

  it("is one line for a schema that is not an object", () => {
    expect(outlineSchema({ type: "array", items: { type: "number" } }).map(({ type }) => type)).toEqual([
      "list of number",
    ]);
    expect(outlineSchema(true).map(({ type }) => type)).toEqual(["anything"]);
  });
});

describe("an example", () => {
  it("fits the schema", () => {
    expect(exampleValue(schema)).toEqual({ id: "123e4567-e89b-12d3-a456-426614174000", kind: "a" });
    expect(collectErrors(schema, exampleValue(schema))).toEqual([]);
  });

  it("shows some optional properties if none is required", () => {
    expect(exampleValue({ properties: { a: { type: "integer", minimum: 2 }, b: { type: "boolean" } } })).toEqual({
      a: 2,
      b: true,
    });
  });
});

describe("a view of a schema", () => {
  it.each([
    [{ type: "string", format: "binary" }, "bytes"],
    [{ contentMediaType: "application/octet-stream" }, "bytes"],
    [{ type: "string", contentEncoding: "base64" }, "base64"],
    [{ not: {} }, "nothing"],
    [{ type: ["integer", "null"] }, "integer"],
    [{ allOf: [{ type: "object" }, { properties: { a: {} } }] }, "object"],
    [{ oneOf: [{ type: "object" }, { properties: {} }] }, "object"],
    [{ oneOf: [{ type: "string" }, { type: "number" }] }, "any"],
    [{ $ref: "#/$defs/missing" }, "any"],
    [{ $ref: "#" }, "any"],
  ])("%j is %s", (part, kind) => {
    expect(new SchemaReader(part).view().kind).toBe(kind);
  });
});
