import { describe, expect, test } from "vitest";
import { formNode } from "./form-node.ts";
import { SchemaDocument } from "./schema-document.ts";
import { isSingleLine } from "./single-line.ts";

function isLine(name: string, schema: object, value?: string): boolean {
  const document = new SchemaDocument(schema);
  return isSingleLine(formNode({ document, choices: new Map() }, { path: [name], schema, value }));
}

describe("a text is edited on one line", () => {
  test("if its schema or its name says that it is short", () => {
    expect(isLine("owner", { type: "string" })).toBe(true);
    expect(isLine("body", { type: "string", maxLength: 100 })).toBe(true);
    expect(isLine("content", { type: "string", format: "uri" })).toBe(true);
  });

  test("but not if it may be long, is long, or has several lines", () => {
    expect(isLine("body", { type: "string" })).toBe(false);
    expect(isLine("commit_message", { type: "string" })).toBe(false);
    expect(isLine("owner", { type: "string", maxLength: 5000 })).toBe(false);
    expect(isLine("owner", { type: "string", contentMediaType: "text/markdown" })).toBe(false);
    expect(isLine("owner", { type: "string" }, "x".repeat(100))).toBe(false);
    expect(isLine("owner", { type: "string", format: "uri" }, "a\nb")).toBe(false);
  });
});
