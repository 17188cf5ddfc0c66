import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SchemaDocument } from "./schema-document.ts";
import { Secrets } from "./secrets.ts";

const password = { type: "string", format: "password" };
const text = { type: "string" };
const strip = (schema: unknown, value: unknown) => new Secrets(new SchemaDocument(schema)).strip(value);

describe("stripping secrets from an input", () => {
  test.each([
    ["a password", { properties: { user: text, pass: password } }, { user: "ada", pass: "x" }, { user: "ada" }],
    ["a writeOnly value", { properties: { pin: { type: "integer", writeOnly: true } } }, { pin: 1234 }, {}],
    ["a whole object", { properties: { a: { writeOnly: true } } }, { a: { b: [1], c: "x" } }, {}],
    ["the whole input", password, "x", undefined],
    [
      "a value with a keyword beside a reference",
      { $defs: { t: text }, $ref: "#/$defs/t", format: "password" },
      "x",
      undefined,
    ],
    [
      "the target of a reference",
      { $defs: { p: password }, additionalProperties: { $ref: "#/$defs/p" } },
      { a: "x" },
      {},
    ],
    [
      "a value that one part of `allOf` marks",
      { allOf: [{ properties: { a: text } }, { properties: { a: password } }] },
      { a: "x" },
      {},
    ],
    [
      "a value that any branch marks",
      { oneOf: [{ properties: { a: text } }, { anyOf: [true, { properties: { a: password } }] }] },
      { a: "x" },
      {},
    ],
    [
      "a value that a condition marks, whether it holds or not",
      { if: { required: ["b"] }, then: { properties: { a: password } }, else: { properties: { c: password } } },
      { a: "x", c: "y", d: 1 },
      { d: 1 },
    ],
    [
      "a value that a dependency marks",
      { dependentSchemas: { b: { properties: { a: password } } } },
      { a: "x", b: 1 },
      { b: 1 },
    ],
    [
      "a value that a pattern marks",
      { properties: { a: text }, patternProperties: { "^(x+)+$": password } },
      { xx: "x" },
      {},
    ],
    ["an item, whose position stays", { prefixItems: [text, password], items: text }, ["a", "x", "c"], ["a", "", "c"]],
    [
      "an item of a draft 7 tuple",
      { items: [text, { writeOnly: true }], additionalItems: password },
      ["a", 1, "x"],
      ["a", null, ""],
    ],
    ["each item of a list", { properties: { keys: { items: password } } }, { keys: ["x", "y"] }, { keys: ["", ""] }],
    ["a member called __proto__", { additionalProperties: password }, JSON.parse('{"__proto__": "x"}'), {}],
  ])("removes %s", (_what, schema, value, kept) => {
    expect(strip(schema, value)).toEqual({ value: kept, lacksSecret: true });
  });

  test.each([
    ["no secret in the schema", { properties: { a: text } }, { a: "x", b: { c: null } }],
    ["a secret that is not given", { properties: { a: text, b: password } }, { a: "x" }],
    ["an empty secret", { properties: { a: password, b: password } }, { a: "", b: null }],
    ["no input", { properties: { a: password } }, undefined],
    ["a member named like a keyword", { properties: { format: text, writeOnly: text } }, { format: "password" }],
  ])("changes nothing with %s", (_what, schema, value) => {
    expect(strip(schema, value)).toEqual({ value, lacksSecret: false });
  });

  test("handles circular schemas", () => {
    const schema = {
      $defs: { node: { anyOf: [{ $ref: "#/$defs/node" }, { $ref: "#" }], properties: { key: password } } },
      properties: { inner: { $ref: "#" } },
      $ref: "#/$defs/node",
    };
    expect(strip(schema, { key: "x", inner: { key: "y", name: "n" } })).toEqual({
      value: { inner: { name: "n" } },
      lacksSecret: true,
    });
  });
});

interface Described {
  readonly schema: object;
  readonly value: unknown;
  /** The value without its secrets. */
  readonly kept: unknown;
}

/** Different ways to write the same schema. */
const wrap = fc.constantFrom<(schema: object) => object>(
  (schema) => schema,
  (schema) => ({ allOf: [true, schema] }),
  (schema) => ({ anyOf: [{ type: "null" }, { oneOf: [schema] }] }),
  (schema) => ({ if: { type: "object" }, else: schema }),
);

const { described } = fc.letrec<{ described: Described }>((tie) => ({
  described: fc
    .tuple(
      wrap,
      fc.oneof(
        { maxDepth: 4 },
        fc.constant({ schema: text, value: "open", kept: "open" }),
        fc.constantFrom<Described>(
          { schema: password, value: "SECRET", kept: undefined },
          { schema: { writeOnly: true }, value: ["SECRET"], kept: undefined },
        ),
        fc.dictionary(fc.string(), tie("described"), { maxKeys: 4 }).map((members) => {
          const entries = Object.entries(members);
          const of = (pick: (member: Described) => unknown) =>
            Object.fromEntries(
              entries.map(([key, member]) => [key, pick(member)]).filter(([, it]) => it !== undefined),
            );
          const properties = of(({ schema }) => schema);
          return { schema: { properties }, value: of(({ value }) => value), kept: of(({ kept }) => kept) };
        }),
      ),
    )
    .map(([wrapped, inner]) => ({ ...inner, schema: wrapped(inner.schema) })),
}));

test("stripping removes every secret and nothing else", () => {
  fc.assert(
    fc.property(described, ({ schema, value, kept }) => {
      const result = strip(schema, value);
      expect(result).toEqual({ value: kept, lacksSecret: JSON.stringify(value).includes("SECRET") });
    }),
  );
});
