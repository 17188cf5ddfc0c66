import { describe, expect, it } from "vitest";
import { getValidator } from "../engine/validator.ts";
import { fromForeignSchema } from "./foreign-schema.ts";

const EVIL = "^(a+)+$";

function vetted(schema: unknown): { schema: unknown; widened: string[] } {
  const widened: string[] = [];
  return { schema: JSON.parse(JSON.stringify(fromForeignSchema(schema, (pattern) => widened.push(pattern)))), widened };
}

describe("when a schema comes from a tool list", () => {
  it("is kept as it is where all patterns are harmless", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^[a-z]+$" } }, required: ["a"] };
    expect(vetted(schema)).toEqual({ schema, widened: [] });
  });

  it.each([
    [{ type: "string", pattern: EVIL }, { type: "string" }],
    [{ anyOf: [{ type: "string", pattern: EVIL }] }, { anyOf: [{ type: "string" }] }],
    [{ $defs: { a: { pattern: EVIL } } }, { $defs: { a: {} } }],
    [{ type: "string", pattern: "(" }, { type: "string" }],
    [
      { type: "object", patternProperties: { [EVIL]: { type: "null" } }, additionalProperties: false },
      { type: "object", patternProperties: {}, additionalProperties: true },
    ],
  ])("loses patterns that could take very long, and nothing else: %j", (schema, expected) => {
    const result = vetted(schema);
    expect(result.schema).toEqual(expected);
    expect(result.widened).toHaveLength(1);
  });

  it.each([
    { type: "object", properties: { pattern: { type: "string" } } },
    { const: { pattern: EVIL } },
    { enum: [{ pattern: EVIL }] },
    { type: "object", properties: { a: {} }, default: { pattern: EVIL } },
  ])("does not mistake data or names for patterns: %j", (schema) => {
    expect(vetted(schema)).toEqual({ schema, widened: [] });
  });

  it.each(["nope", 3, null, { type: "object", properties: { a: 3 } }])(
    "stays what it is where it is none: %j",
    (schema) => {
      const result = fromForeignSchema(schema, () => undefined);
      expect(() => getValidator(result).check).toThrow();
    },
  );
});
