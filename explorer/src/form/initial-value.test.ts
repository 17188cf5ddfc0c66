import { describe, expect, test } from "vitest";
import { initialItem, initialValue, valueForBranch } from "./initial-value.ts";
import { SchemaDocument } from "./schema-document.ts";

function start(schema: unknown): unknown {
  const document = new SchemaDocument(schema);
  return initialValue(document, document.root);
}

describe("the first value of a form", () => {
  test("has the defaults and constants of required members, and nothing invented", () => {
    const properties = {
      kind: { const: "task" },
      priority: { enum: ["low", "high"], default: "low" },
      title: { type: "string" },
      hint: { type: "string", default: "optional" },
      place: { type: "object", properties: { country: { const: "CH" } }, required: ["country"] },
    };
    expect(start({ type: "object", properties, required: ["kind", "priority", "title", "place"] })).toEqual({
      kind: "task",
      priority: "low",
      place: { country: "CH" },
    });
  });

  test("has the fewest items that a list allows, and all items of a tuple", () => {
    expect(start({ type: "array", minItems: 2, items: { type: "string" } })).toEqual(["", ""]);
    expect(start({ type: "array", prefixItems: [{ type: "integer", minimum: 3 }, { type: "boolean" }] })).toEqual([
      3,
      false,
    ]);
  });

  test("has a few items if a list asks for a million", () => {
    expect(start({ type: "array", minItems: 1e6, items: {} })).toHaveLength(20);
  });

  test("is finite for a schema that requires itself", () => {
    const schema = {
      $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } }, required: ["next"] } },
      $ref: "#/$defs/Node",
    };
    expect(JSON.stringify(start(schema)).length).toBeLessThan(200);
    const names = Array.from({ length: 30 }, (_, index) => `n${String(index)}`);
    const wide = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { $ref: "#" }])),
      required: names,
    };
    expect(JSON.stringify(start(wide)).length).toBeLessThan(10_000);
  });

  test("does not share a default with the schema", () => {
    const schema = { default: { list: [1] } };
    expect(start(schema)).toEqual({ list: [1] });
    expect(start(schema)).not.toBe(schema.default);
  });
});

test("a new item has a value even if nothing is required", () => {
  const document = new SchemaDocument({});
  expect(
    [{ type: "string" }, { type: "object" }, {}, { format: "binary" }, { enum: ["a", "b"] }].map((item) =>
      initialItem(document, item),
    ),
  ).toEqual(["", {}, null, { $bytes: "" }, "a"]);
});

test("another branch keeps the members that both know, and sets its own constants", () => {
  const document = new SchemaDocument({});
  const schema = {
    type: "object",
    properties: { kind: { const: "call" }, name: { type: "string" }, minutes: { type: "integer" } },
    required: ["kind", "name"],
  };
  expect(valueForBranch(document, { label: "", schema }, { kind: "mail", name: "Ada", to: "x" })).toEqual({
    kind: "call",
    name: "Ada",
  });
});
