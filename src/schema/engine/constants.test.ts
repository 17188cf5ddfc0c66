import { describe, expect, it } from "vitest";
import { collectErrors } from "../explain/collect-errors.ts";
import { getValidator } from "./validator.ts";

const accepts = (schema: string, value: string): boolean =>
  getValidator(JSON.parse(schema) as Record<string, unknown>).check(JSON.parse(value));

describe("when a constant contains an array", () => {
  it.each(['{ "const": [] }', '{ "enum": [1, []] }', '{ "const": [], "allOf": [true] }'])(
    "%s matches that array, but not an object that looks like one",
    (schema) => {
      expect(accepts(schema, "[]")).toBe(true);
      for (const value of ['{ "length": 0 }', '{ "__proto__": [] }', "{}", "[0]", "null"]) {
        expect(accepts(schema, value)).toBe(false);
      }
    },
  );

  it("compares what is inside in the same way, whatever the order of members", () => {
    const schema = '{ "const": { "a": [1, { "b": [] }], "c": null } }';
    expect(accepts(schema, '{ "c": null, "a": [1, { "b": [] }] }')).toBe(true);
    expect(accepts(schema, '{ "c": null, "a": [1, { "b": { "length": 0 } }] }')).toBe(false);
    expect(accepts(schema, '{ "c": null, "a": { "0": 1, "1": { "b": [] }, "length": 2 } }')).toBe(false);
  });

  it("says what was expected", () => {
    const schema = { type: "object", properties: { a: { enum: [[], [1]] } } };
    expect(collectErrors(schema, { a: { length: 0 } })).toMatchObject([{ path: "/a", keyword: "enum" }]);
  });
});
