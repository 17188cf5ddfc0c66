import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { getValidator } from "../engine/validator.ts";
import { collectErrors } from "../explain/collect-errors.ts";
import { getNormaliser } from "../normalise/normaliser.ts";
import { fromForeignSchema } from "./foreign-schema.ts";

/** A lookbehind: nothing matches this in linear time. */
const EVIL = "^(?<!b)(a+)+$";
/** Matchable in linear time, but not by the engine itself. */
const SLOW = "^(a+)+$";

function vetted(schema: unknown): { schema: unknown; widened: string[] } {
  const widened: string[] = [];
  return { schema: JSON.parse(JSON.stringify(fromForeignSchema(schema, (pattern) => widened.push(pattern)))), widened };
}

describe("when a schema comes from a tool list", () => {
  it.each(["^[a-z]+$", SLOW, "^\\d{1,2}\\d{1,2}$", "[a-z][a-z0-9\\-]{0,48}[a-z0-9]"])(
    "keeps the pattern %j, which can be matched in linear time",
    (pattern) => {
      const schema = { type: "object", properties: { a: { type: "string", pattern } }, required: ["a"] };
      expect(vetted(schema)).toEqual({ schema, widened: [] });
    },
  );

  it.each([
    [{ type: "string", pattern: EVIL }, { type: "string" }],
    [{ anyOf: [{ type: "string", pattern: EVIL }] }, { anyOf: [{ type: "string" }] }],
    [{ $defs: { a: { pattern: EVIL } } }, { $defs: { a: {} } }],
    [{ type: "string", pattern: "(" }, { type: "string" }],
    [
      { type: "object", patternProperties: { [SLOW]: { type: "null" } }, additionalProperties: false },
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
    "stays unchanged if it is not a schema: %j",
    (schema) => {
      const result = fromForeignSchema(schema, () => undefined);
      expect(() => getValidator(result).check).toThrow();
    },
  );
});

/** Native matching would practically never end. */
const HARD_TEXT = `${"a".repeat(2_000)}!`;

/** A schema whose only string schema is hidden where no one looks for it. */
function hiding(string: object): [string, object][] {
  const deep = Array.from({ length: 150 }).reduce<object>((inner) => ({ not: { not: inner } }), string);
  return [
    ["in a default", { $ref: "#/default", default: string }],
    ["in a const", { $ref: "#/$defs/a/const", $defs: { a: { const: string } } }],
    ["in an enum", { $ref: "#/$defs/a/enum/0", $defs: { a: { enum: [string] } } }],
    ["in examples", { $ref: "#/examples/0", examples: [string] }],
    ["behind an $id in a default", { $ref: "urn:hidden", default: { $id: "urn:hidden", ...string } }],
    ["behind an anchor in a default", { $ref: "#hidden", default: { $anchor: "hidden", ...string } }],
    ["behind an unknown keyword", { $ref: "#/x-schema", "x-schema": string }],
    ["300 levels deep", deep],
    ["beside a definition that is not a schema", { ...string, $defs: { a: 3 } }],
  ];
}

describe("when a pattern is hidden where only the engine finds it", () => {
  it.each(hiding({ type: "string", pattern: SLOW }))("runs it in linear time %s", (_, source) => {
    const schema = fromForeignSchema(source, () => undefined);
    const { check } = getValidator(schema);
    expect([check("aaa"), check(HARD_TEXT)]).toEqual([true, false]);
    expect(collectErrors(schema, HARD_TEXT)).toHaveLength(1);
    expect(getNormaliser(schema).normalise(HARD_TEXT).fits).toBe(false);
  });

  it.each(hiding({ type: "string", pattern: EVIL }).slice(0, 6))(
    "refuses one that cannot run in linear time %s",
    (_, source) => {
      const schema = fromForeignSchema(source, () => undefined);
      expect(() => getValidator(schema).check).toThrow(/could take very long to match/);
    },
  );

  it.each(hiding({ type: "object", patternProperties: { [SLOW]: true } }).slice(0, 6))(
    "refuses a pattern of names that the engine would run %s",
    (_, source) => {
      const schema = fromForeignSchema(source, () => undefined);
      expect(() => getValidator(schema).check).toThrow(/could take very long to match/);
    },
  );

  it("stays so inside one of our own schemas", () => {
    const inner = fromForeignSchema({ type: "string", pattern: SLOW }, () => undefined);
    const { check } = getValidator(Type.Object({ inner }));
    expect([check({ inner: "aaa" }), check({ inner: HARD_TEXT })]).toEqual([true, false]);
  });

  it("says when a text takes too long", () => {
    const schema = fromForeignSchema({ type: "string", pattern: "[ab]*a[ab]{2000}c" }, () => undefined);
    const text = Array.from({ length: 100_000 }, (_, index) => "ab"[(index * index * 7 + (index >> 3)) % 2]).join("");
    expect(collectErrors(schema, text)).toMatchObject([
      { message: expect.stringContaining("take too long") as string },
    ]);
  });
});
