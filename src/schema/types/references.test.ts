import { describe, expect, it } from "vitest";

import { collectErrors } from "../explain/collect-errors.ts";
import { getValidator } from "../engine/validator.ts";
import { getNormaliser } from "../normalise/normaliser.ts";
import { FromSchema } from "./from-schema.ts";

function check(schema: object, value: unknown): boolean {
  return getValidator(schema).check(value);
}

describe("when the referenced documents are given", () => {
  const address = {
    $id: "https://example.org/address.json",
    type: "object",
    properties: { city: { $ref: "#/$defs/name" }, country: { $ref: "country.json" } },
    additionalProperties: false,
    $defs: { name: { type: "string" } },
  };
  const references = {
    "https://example.org/address.json": address,
    "https://example.org/country.json": { enum: ["DE", "FR"] },
    "https://example.org/unused.json": { type: "null" },
  };
  const schema = FromSchema(
    {
      type: "object",
      properties: { home: { $ref: "https://example.org/address.json" } },
      $defs: { name: { type: "number" } },
    },
    { references },
  );

  it("follows each into its own document", () => {
    expect(check(schema, { home: { city: "Bonn", country: "DE" } })).toBe(true);
    expect(check(schema, { home: { city: 3 } })).toBe(false);
    expect(check(schema, { home: { country: "XX" } })).toBe(false);
  });

  it("explains and normalises through them", () => {
    expect(collectErrors(schema, { home: { country: "XX" } })).toMatchObject([{ path: "/home/country" }]);
    expect(getNormaliser(schema).normalise({ home: { city: "Bonn", extra: 1 } }).value).toEqual({
      home: { city: "Bonn" },
    });
  });

  it("is self-contained as JSON, with only what it reaches", () => {
    const copy = JSON.parse(JSON.stringify(schema)) as { $defs: object };
    expect(check(copy, { home: { country: "XX" } })).toBe(false);
    expect(Object.keys(copy.$defs)).toEqual(["name", ...Object.keys(references).slice(0, 2)]);
  });

  it.each([
    [
      "relative addresses",
      { $ref: "a.json#/definitions/x" },
      { "a.json": { definitions: { x: { $ref: "b.json" } } }, "b.json": { type: "null" } },
    ],
    [
      "addresses relative to an $id",
      { $id: "https://x.example/r.json", $ref: "a.json" },
      { "https://x.example/a.json": { type: "null" } },
    ],
    [
      "an $id that is not the given address",
      { $ref: "https://x.example/id" },
      { file: { $id: "https://x.example/id", type: "null" } },
    ],
    ["the id of draft 4", { $ref: "https://x.example/id#" }, { file: { id: "https://x.example/id#", type: "null" } }],
    ["a boolean", { allOf: [{ $ref: "a.json" }, { type: "null" }] }, { "a.json": true }],
    [
      "recursion between documents",
      { $ref: "a.json" },
      { "a.json": { type: ["null", "array"], items: { $ref: "b.json" } }, "b.json": { $ref: "a.json" } },
    ],
  ])("accepts %s", (_, source, given) => {
    const converted = FromSchema(source as object, { references: given });
    expect([check(converted, null), check(converted, "x")]).toEqual([true, false]);
  });

  it("says which document is missing", () => {
    const source = { $ref: "https://example.org/other.json#/$defs/a", $defs: { a: { type: "string" } } };
    expect(() => check(FromSchema(source, { references }), "x")).toThrow(
      /leads into the document "https:\/\/example.org\/other.json", which was not given/,
    );
  });
});

const DRAFT_3 = "http://json-schema.org/draft-03/schema#";
const DRAFT_4 = "http://json-schema.org/draft-04/schema#";

describe("when a schema has keywords of draft 3 or 4", () => {
  it.each<[object, { good: unknown[]; bad: unknown[] }]>([
    [{ properties: { a: { required: true }, b: { required: false } } }, { good: [{ a: 1 }], bad: [{}, { b: 1 }] }],
    [
      { $schema: DRAFT_3, properties: { a: { type: "string", required: true } } },
      { good: [{ a: "x" }], bad: [{}] },
    ],
    [
      { extends: { minimum: 3 }, maximum: 5 },
      { good: [4], bad: [2, 6] },
    ],
    [
      { extends: [{ minimum: 3 }, { maximum: 5 }], allOf: [{ type: "number" }] },
      { good: [4], bad: [2, 6, "x"] },
    ],
    [{ disallow: "string" }, { good: [1], bad: ["x"] }],
    [{ disallow: ["string", { minimum: 3 }] }, { good: [1], bad: ["x", 4] }],
    [{ divisibleBy: 3 }, { good: [9], bad: [8] }],
    [{ type: "any" }, { good: [1, "x"], bad: [] }],
    [{ type: ["string", { type: "object", required: ["a"] }] }, { good: ["x", { a: 1 }], bad: [1, {}] }],
    [{ dependencies: { a: "b" } }, { good: [{}, { a: 1, b: 1 }], bad: [{ a: 1 }] }],
    [
      { minimum: 3, exclusiveMinimum: true },
      { good: [4], bad: [3] },
    ],
    [
      {
        $schema: DRAFT_4,
        id: "root.json",
        properties: { a: { $ref: "text.json" } },
        definitions: { t: { id: "text.json", type: "string" } },
      },
      { good: [{ a: "x" }], bad: [{ a: 1 }] },
    ],
    [
      {
        id: "https://x.example/r#",
        allOf: [{ $ref: "https://x.example/r#/definitions/t" }],
        definitions: { t: { type: "string" } },
      },
      { good: ["x"], bad: [1] },
    ],
    [
      { allOf: [{ $ref: "#t" }], definitions: { t: { id: "#t", type: "string" } } },
      { good: ["x"], bad: [1] },
    ],
  ])("means the same after the conversion: %j", (source, { good, bad }) => {
    const { check: fits } = getValidator(FromSchema(source));
    expect([good.map(fits), bad.map(fits)]).toEqual([good.map(() => true), bad.map(() => false)]);
  });

  it("leaves a property called id, and an id that is not an address, unchanged", () => {
    const source = { type: "object", id: "form", properties: { id: { type: "string" } } };
    expect(JSON.parse(JSON.stringify(FromSchema(source)))).toEqual(source);
  });

  it("ignores them in a schema that names a later draft", () => {
    const source = { $schema: "http://json-schema.org/draft-07/schema#", divisibleBy: 3, disallow: "string" };
    expect([check(FromSchema(source), 8), check(FromSchema(source), "x")]).toEqual([true, true]);
  });

  it.each([
    [{ $schema: DRAFT_3, extends: { minimum: 3 } }, "extends"],
    [{ $schema: DRAFT_3, properties: { a: { required: true } } }, "required"],
    [{ $schema: DRAFT_3, disallow: "string" }, "disallow"],
    [{ $schema: DRAFT_3, divisibleBy: 3 }, "divisibleBy"],
    [{ $schema: DRAFT_4, properties: { a: { id: "x.json" } } }, "id"],
  ])("refuses one that was not converted: %j", (source, keyword) => {
    expect(() => check(source, {})).toThrow(new RegExp(`"${keyword}" is a keyword of draft 3 or 4.*FromSchema`));
  });
});
