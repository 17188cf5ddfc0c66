import { expect, it } from "vitest";
import { matches } from "./matches.ts";
import { SchemaDocument } from "./schema-document.ts";

const fits = (schema: object, value: unknown): boolean => matches(new SchemaDocument(schema), schema, value);

it("matches texts and names by their patterns", () => {
  expect(fits({ pattern: "^[a-z]+\\d{2}$" }, "abc42")).toBe(true);
  expect(fits({ pattern: "^[a-z]+\\d{2}$" }, "abc4")).toBe(false);
  expect(fits({ patternProperties: { "^x-": { type: "string" } } }, { "x-a": 1 })).toBe(false);
});

it.each(["^(a+)+$", "^(a|aa)+$", "^(.*a){20}$"])("does not take exponential time for the pattern %s", (pattern) => {
  const hostile = `${"a".repeat(200)}!`;
  expect(fits({ pattern }, hostile)).toBe(false);
  expect(fits({ patternProperties: { [pattern]: false } }, { [hostile]: 1 })).toBe(true);
});

it("accepts everything if the pattern is invalid or cannot be matched in linear time", () => {
  expect(fits({ pattern: "(" }, "text")).toBe(true);
  expect(fits({ pattern: "^(a+)\\1$" }, "aab")).toBe(true);
});
