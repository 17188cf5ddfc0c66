import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SchemaDocument } from "./schema-document.ts";
import { Secrets } from "./secrets.ts";

const password = { type: "string", format: "password" };
const text = { type: "string" };
const strip = (schema: unknown, value: unknown) => new Secrets(new SchemaDocument(schema)).strip(value);

describe("when an input is to be kept", () => {
  test.each([
    ["a password", { properties: { user: text, pass: password } }, { user: "ada", pass: "x" }, { user: "ada" }],
    ["what is only written", { properties: { pin: { type: "integer", writeOnly: true } } }, { pin: 1234 }, {}],
    ["an object of them", { properties: { a: { writeOnly: true } } }, { a: { b: [1], c: "x" } }, {}],
    ["the whole input", password, "x", undefined],
    ["what stands beside a reference", { $defs: { t: text }, $ref: "#/$defs/t", format: "password" }, "x", undefined],
    [
      "what a reference leads to",
      { $defs: { p: password }, additionalProperties: { $ref: "#/$defs/p" } },
      { a: "x" },
      {},
    ],
    [
      "what all of several say",
      { allOf: [{ properties: { a: text } }, { properties: { a: password } }] },
      { a: "x" },
      {},
    ],
    [
      "any branch",
      { oneOf: [{ properties: { a: text } }, { anyOf: [true, { properties: { a: password } }] }] },
      { a: "x" },
      {},
    ],
    [
      "a condition, whether it holds or not",
      { if: { required: ["b"] }, then: { properties: { a: password } }, else: { properties: { c: password } } },
      { a: "x", c: "y", d: 1 },
      { d: 1 },
    ],
    ["a dependency", { dependentSchemas: { b: { properties: { a: password } } } }, { a: "x", b: 1 }, { b: 1 }],
    ["a pattern", { properties: { a: text }, patternProperties: { "^(x+)+$": password } }, { xx: "x" }, {}],
    ["items, whose places stay", { prefixItems: [text, password], items: text }, ["a", "x", "c"], ["a", "", "c"]],
    [
      "items of draft 7",
      { items: [text, { writeOnly: true }], additionalItems: password },
      ["a", 1, "x"],
      ["a", null, ""],
    ],
    ["a list of them", { properties: { keys: { items: password } } }, { keys: ["x", "y"] }, { keys: ["", ""] }],
    ["a member called __proto__", { additionalProperties: password }, JSON.parse('{"__proto__": "x"}'), {}],
  ])("%s is left out", (_what, schema, value, kept) => {
    expect(strip(schema, value)).toEqual({ value: kept, lacksSecret: true });
  });

  test.each([
    ["no secret in the schema", { properties: { a: text } }, { a: "x", b: { c: null } }],
    ["a secret that is not given", { properties: { a: text, b: password } }, { a: "x" }],
    ["one that is empty", { properties: { a: password, b: password } }, { a: "", b: null }],
    ["no input", { properties: { a: password } }, undefined],
    [
      "a member that is called like a keyword",
      { properties: { format: text, writeOnly: text } },
      { format: "password" },
    ],
  ])("everything stays with %s", (_what, schema, value) => {
    expect(strip(schema, value)).toEqual({ value, lacksSecret: false });
  });

  test("schemas that go round end", () => {
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
  /** What is left of the value. */
  readonly kept: unknown;
}

/** Schemas that say the same in different ways. */
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

test("no secret is ever kept, and nothing else is lost", () => {
  fc.assert(
    fc.property(described, ({ schema, value, kept }) => {
      const result = strip(schema, value);
      expect(result).toEqual({ value: kept, lacksSecret: JSON.stringify(value).includes("SECRET") });
    }),
  );
});
