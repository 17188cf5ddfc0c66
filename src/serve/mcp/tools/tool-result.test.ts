import { describe, expect, it } from "vitest";
import { dataResult, forLegacyEra } from "./tool-result.ts";

describe("when data becomes a tool's result", () => {
  it.each([
    ["an object", { a: 1 }, '{"a":1}', { a: 1 }],
    ["a string", "hi", "hi", "hi"],
    ["null", null, "null", null],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
    ["bytes", new Uint8Array([1]), '{"$bytes":"AQ=="}', { $bytes: "AQ==" }],
  ])("is text and structure: %s", (_name, data, text, structuredContent) => {
    expect(dataResult(data)).toEqual({ content: [{ type: "text", text }], structuredContent });
  });

  it.each([[undefined], [() => 1], [Symbol("x")]])("is empty if there is no data: %s", (data) => {
    expect(dataResult(data)).toEqual({ content: [] });
  });

  it("is an error if JSON cannot express it", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    for (const data of [circular, { big: 1n }]) expect(() => dataResult(data)).toThrow("can't be written as JSON");
  });
});

describe("when a result goes to a client of the legacy era", () => {
  const structured = (structuredContent: unknown, outputSchema?: object): unknown =>
    forLegacyEra({ content: [], structuredContent }, outputSchema as Record<string, unknown>).structuredContent;

  it("is an object, as its listed schema says", () => {
    expect(structured({ a: 1 }, { type: "object" })).toEqual({ a: 1 });
    expect(structured({ a: 1 })).toEqual({ a: 1 });
    expect(structured([1])).toEqual({ result: [1] });
    expect(structured(null, { type: "null" })).toEqual({ result: null });
    expect(structured({ a: 1 }, { anyOf: [{ type: "object" }, { type: "string" }] })).toEqual({ result: { a: 1 } });
  });
});
