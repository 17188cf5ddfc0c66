import { describe, expect, it } from "vitest";
import { readHeaderArguments } from "./mcp-header-arguments.ts";

const text = (name: unknown): object => ({ type: "string", "x-mcp-header": name });

describe("when a tool wants arguments in header fields", () => {
  it.each([
    { type: "object" },
    { type: "object", properties: { a: text("Region"), b: { type: "object", properties: { c: text("City") } } } },
    { type: "object", properties: { a: { type: "integer", "x-mcp-header": "A" }, properties: text("B") } },
    "no schema at all",
    null,
  ])("finds nothing wrong with %j", (schema) => {
    expect(readHeaderArguments(schema).problem).toBeUndefined();
  });

  it.each([
    [text("A"), "may not"],
    [{ properties: { a: text("") } }, "not the name"],
    [{ properties: { a: text(3) } }, "not the name"],
    [{ properties: { a: text("a b") } }, "not the name"],
    [{ properties: { a: text("a:b") } }, "not the name"],
    [{ properties: { a: text("ä") } }, "not the name"],
    [{ properties: { a: text("a\r\nb") } }, "not the name"],
    [{ properties: { a: { type: "number", "x-mcp-header": "A" } } }, "is not on"],
    [{ properties: { a: { "x-mcp-header": "A" } } }, "is not on"],
    [{ properties: { a: text("A"), b: text("a") } }, "twice"],
    [{ properties: { a: { type: "array", items: text("A") } } }, "may not"],
    [{ anyOf: [{ properties: { a: text("A") } }] }, "may not"],
    [{ $defs: { a: text("A") } }, "may not"],
  ])("says what is wrong with %j: %s", (schema, problem) => {
    expect(readHeaderArguments(schema).problem).toContain(problem);
  });

  it("finds each argument, and the field that repeats it", () => {
    const schema = {
      properties: { a: text("Region"), b: { properties: { c: { type: "integer", "x-mcp-header": "N" } } } },
    };
    expect(readHeaderArguments(schema).declared).toEqual([
      { path: ["a"], field: "mcp-param-region", type: "string" },
      { path: ["b", "c"], field: "mcp-param-n", type: "integer" },
    ]);
  });
});
