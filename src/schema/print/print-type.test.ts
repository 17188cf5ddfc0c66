import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { commentLines } from "./print-comment.ts";
import { printType } from "./print-type.ts";

const text = { type: "string" };
const count = { type: "integer" };

describe("when a schema is printed as a type", () => {
  it.each<[string, unknown]>([
    ["unknown", {}],
    ["unknown", true],
    ["never", false],
    ["string", text],
    ["number", count],
    ["string | null", { type: ["string", "null"] }],
    ["string | null", { type: "string", nullable: true }],
    ['"a" | 2 | null', { enum: ["a", 2, null] }],
    ["{ a: 1; b: [true] }", { const: { a: 1, b: [true] } }],
    ["{ a: string; b?: number }", { type: "object", properties: { a: text, b: count }, required: ["a"] }],
    ['{ "a-b"?: string }', { properties: { "a-b": text } }],
    ["{ a: unknown }", { required: ["a"] }],
    ["{ [key: string]: unknown }", { type: "object" }],
    ["{ [key: string]: never }", { type: "object", additionalProperties: false }],
    ["{ [key: string]: number }", { type: "object", additionalProperties: count }],
    ["{ [key: string]: string }", { type: "object", patternProperties: { "^x": text }, additionalProperties: false }],
    [
      "{ a?: string; [key: string]: unknown }",
      { type: "object", properties: { a: text }, additionalProperties: count },
    ],
    ["unknown[]", { type: "array" }],
    ["string[]", { items: text }],
    ["(string | number)[]", { type: "array", items: { type: ["string", "number"] } }],
    ["[string?, number?, ...unknown[]]", { type: "array", prefixItems: [text, count] }],
    ["[string, number?]", { type: "array", prefixItems: [text, count], minItems: 1, items: false }],
    ["[string, ...number[]]", { type: "array", items: [text], additionalItems: count, minItems: 1 }],
    ["string | number", { anyOf: [text, count] }],
    ["{ a?: string } & { b?: number }", { allOf: [{ properties: { a: text } }, { properties: { b: count } }] }],
    [
      "({ a: unknown } | { b: unknown }) & { c?: string }",
      {
        allOf: [{ oneOf: [{ required: ["a"] }, { required: ["b"] }] }, { properties: { c: text } }],
      },
    ],
    ["{ a?: string }", { type: "object", allOf: [{ properties: { a: text } }] }],
    ["{ a?: string }", { type: "object", properties: { a: text }, not: { required: ["a"] } }],
    ["undefined", Type.Undefined()],
    ["{ a: string; b?: number }", Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()) })],
  ])("prints %s", (type, schema) => {
    expect(printType(schema)).toBe(type);
  });

  it("prints the target of a reference together with the keywords beside it", () => {
    const schema = { properties: { a: { $ref: "#/$defs/A" } }, $ref: "#/$defs/B" };
    expect(printType(schema, { refer: (ref) => ref.replace(/.*\//, "") })).toBe("{ a?: A } & B");
    expect(printType(schema)).toBe("{ a?: unknown }");
  });

  it("includes the author's description of a property", () => {
    const properties = { a: { ...text, description: "First\nline", default: "x", deprecated: true }, b: count };
    expect(printType({ properties })).toBe(
      [
        "{",
        "  /**",
        "   * First",
        "   * line",
        "   * @deprecated",
        '   * @default "x"',
        "   */",
        "  a?: string;",
        "  b?: number;",
        "}",
      ].join("\n"),
    );
    expect(printType({ properties }, { comments: false })).toBe("{ a?: string; b?: number }");
  });
});

describe("when a schema comes from outside", () => {
  it("cannot break out of a comment or a key", () => {
    const evil = '*/ }; import "evil"; /*';
    const printed = printType({ properties: { [`"${evil}`]: { ...text, description: evil, default: evil } } });
    expect(printed.match(/\*\//g)).toHaveLength(2);
    expect(printed).toContain(JSON.stringify(`"${evil}`));
  });

  it("keeps hostile names as names", () => {
    const properties = JSON.parse('{ "__proto__": { "type": "string" }, "constructor": {} }') as object;
    expect(printType({ properties })).toBe("{ __proto__?: string; constructor?: unknown }");
  });

  it("terminates on endless nesting", () => {
    let schema: object = text;
    for (let depth = 0; depth < 5_000; depth++) schema = { type: "array", items: schema };
    expect(printType(schema)).toMatch(/^unknown(\[\])+$/);
  });
});

describe("when a text becomes a comment", () => {
  it.each<[string[], string]>([
    [[], "  \n "],
    [["/** One line. */"], " One line. "],
    [["/**", " * Two", " *", " * lines", " */"], "Two\r\n\r\nlines"],
  ])("becomes %j", (lines, description) => {
    expect(commentLines(description)).toEqual(lines);
  });
});
