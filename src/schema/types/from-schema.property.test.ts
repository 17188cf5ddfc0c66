import * as fc from "fast-check";
import { Compile } from "typebox/schema";
import { describe, expect, it } from "vitest";

import { FromSchema } from "./from-schema.ts";
import { SchemaError } from "./schema-error.ts";
import { getValidator } from "../engine/validator.ts";

const names = ["a", "b", "c"];
const name = fc.constantFrom(...names);
const smallNumber = fc.integer({ min: 0, max: 3 });
const typeName = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array");

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, 1, 1.5, 3, "", "a", "ab"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

function keyword(key: string, content: fc.Arbitrary<unknown>): fc.Arbitrary<[string, unknown]> {
  return content.map((held) => [key, held]);
}

const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => {
  const sub = tie("schema");
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, sub, { maxKeys: 3, noNullPrototype: true });
  const assertions = fc.oneof(
    keyword("type", fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 }))),
    keyword("const", value),
    keyword("enum", fc.array(value, { minLength: 1, maxLength: 3 })),
    keyword("required", fc.uniqueArray(name, { maxLength: 2 })),
    keyword("dependentRequired", fc.dictionary(name, fc.array(name, { maxLength: 2 }), { maxKeys: 1 })),
    ...["minProperties", "maxProperties", "minItems", "maxItems", "minLength", "maxLength"].map((key) =>
      keyword(key, smallNumber),
    ),
    ...["minimum", "exclusiveMaximum"].map((key) => keyword(key, smallNumber)),
    keyword("uniqueItems", fc.boolean()),
    keyword("pattern", fc.constantFrom("^a", "b$")),
    keyword("$ref", fc.constantFrom("#", "#/$defs/a", "#/$defs/b")),
    keyword("title", fc.constant("t")),
  );
  const ofOne = ["not", "if", "then", "else", "items", "contains", "unevaluatedItems", "unevaluatedProperties"];
  const applicators = fc.oneof(
    ...ofOne.map((key) => keyword(key, sub)),
    ...["additionalProperties", "propertyNames"].map((key) => keyword(key, sub)),
    ...["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => keyword(key, list)),
    ...["properties", "dependentSchemas"].map((key) => keyword(key, map)),
    keyword("patternProperties", fc.dictionary(fc.constantFrom("^a", "b$"), sub, { maxKeys: 2 })),
  );
  // Few keywords at a time: with all of them, hardly any value would be valid.
  const few = fc.array(fc.oneof(assertions, applicators), { minLength: 1, maxLength: 4 });
  const leaf = fc.oneof(
    fc.boolean(),
    typeName.map((type) => ({ type })),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      few.map((entries) => Object.fromEntries(entries)),
    ),
  };
});

const root = fc
  .tuple(schema, schema, schema)
  .map(([entry, a, b]) => (typeof entry === "boolean" ? entry : { ...entry, $defs: { a, b } }));

/** `undefined` for a schema that is correctly refused: a loop of references. */
function compile(source: object | boolean): ((value: unknown) => boolean) | undefined {
  try {
    return getValidator(source).check;
  } catch (error) {
    if (error instanceof SchemaError && error.reason.includes("leads back to itself")) return undefined;
    throw error;
  }
}

describe("when any schema meets any value", () => {
  it("has the same result as is, after FromSchema, after printing, and in the bare engine", () => {
    let valid = 0;
    let total = 0;
    fc.assert(
      fc.property(root, fc.array(value, { minLength: 1, maxLength: 8 }), (source, values) => {
        const check = compile(source);
        fc.pre(check !== undefined);
        const bare = Compile(source);
        const converted = FromSchema(source);
        const printed = JSON.parse(JSON.stringify(converted)) as object;
        for (const candidate of values) {
          const expected = bare.Check(candidate);
          total += 1;
          if (expected) valid += 1;
          expect(check?.(candidate)).toBe(expected);
          expect(getValidator(converted).check(candidate)).toBe(expected);
          expect(getValidator(printed).check(candidate)).toBe(expected);
        }
      }),
      { numRuns: 300 },
    );
    // Otherwise the comparison would say little.
    expect(valid / total).toBeGreaterThan(0.1);
    expect(valid / total).toBeLessThan(0.9);
  });
});

it("prints as its source, with the keywords in their order", () => {
  fc.assert(
    fc.property(root, (given) => {
      // A boolean that is the whole schema becomes an object, as MCP wants it.
      const source = typeof given === "boolean" ? { not: given } : given;
      expect(JSON.stringify(FromSchema(source))).toBe(JSON.stringify(source));
    }),
  );
});
