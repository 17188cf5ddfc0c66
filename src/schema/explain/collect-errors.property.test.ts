import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer } from "../../shared/json/json-pointer.ts";
import { collectErrors } from "./collect-errors.ts";
import { compileCheck } from "../engine/engine.ts";
import { rootScope } from "../types/scope.ts";
import type { JSONSchema } from "../types/scope.ts";
import { explainSchema } from "./explain-schema.ts";
import { explainedRoot } from "./explained-root.ts";
import type { Explanation } from "./explanation.ts";
import { formatValueErrors } from "./format-value-errors.ts";

const name = fc.constantFrom("a", "b", "kind", "x/y", "~", "__proto__", "toString", "");
const scalar = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -2,
  2.5,
  10,
  "",
  "a",
  "abc",
  "2020-01-01",
  "x".repeat(300),
);

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 5 }) },
    { weight: 3, arbitrary: fc.dictionary(name, tie("value"), { maxKeys: 5 }) },
    {
      weight: 1,
      arbitrary: fc.array(tie("value"), { minLength: 40, maxLength: 45, size: "max", depthIdentifier: "big" }),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, Number.NaN, 3n, new Date(0), new Map()) },
  ),
})).value;

function thenOnly(consequence: JSONSchema): object {
  return JSON.parse(`{ "then": ${JSON.stringify(consequence)} }`) as object;
}

const schema: fc.Arbitrary<JSONSchema> = fc.letrec<{ schema: JSONSchema; keywords: JSONSchema }>((tie) => {
  const sub = tie("schema");
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  const record = fc.dictionary(name, sub, { maxKeys: 3 });
  const types = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
  const small = fc.integer({ min: 0, max: 4 });
  const keyword: fc.Arbitrary<object> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.oneof(types, fc.array(types, { minLength: 1, maxLength: 2 })) }) },
    { weight: 3, arbitrary: fc.record({ properties: record }) },
    { weight: 2, arbitrary: fc.record({ items: sub }) },
    fc.record({ required: fc.array(name, { maxLength: 3 }) }),
    fc.record({ additionalProperties: sub }),
    fc.record({ patternProperties: fc.dictionary(fc.constantFrom("^a", "b", "."), sub, { maxKeys: 2 }) }),
    fc.record({ propertyNames: sub }),
    fc.record({ prefixItems: list }),
    fc.record({ items: list, additionalItems: sub }),
    fc.record({ contains: sub }),
    fc.record({ contains: sub, minContains: small, maxContains: small }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({ minItems: small }),
    fc.record({ maxItems: small }),
    fc.record({ minProperties: small }),
    fc.record({ maxProperties: small }),
    fc.record({ const: scalar }),
    fc.record({ enum: fc.array(fc.oneof(scalar, fc.constant({ a: 1 })), { minLength: 1, maxLength: 3 }) }),
    fc.record({ minimum: small }),
    fc.record({ exclusiveMaximum: small }),
    fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
    fc.record({ minLength: small }),
    fc.record({ maxLength: small }),
    fc.record({ pattern: fc.constantFrom("^a", "b$") }),
    fc.record({ format: fc.constantFrom("date", "email", "unheard-of") }),
    fc.record({ allOf: list }),
    fc.record({ anyOf: list }),
    fc.record({ oneOf: list }),
    fc.record({ not: sub }),
    fc.record({ if: sub, else: sub }),
    // As text, because a literal with a `then` looks like a promise to the linter.
    fc.tuple(sub, sub).map(([condition, consequence]) => ({ if: condition, ...thenOnly(consequence) })),
    fc.record({ dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 2 }), { maxKeys: 2 }) }),
    fc.record({ dependentSchemas: record }),
    fc.record({ dependencies: record }),
    fc.record({ unevaluatedProperties: sub }),
    fc.record({ unevaluatedItems: sub }),
    fc.record({ $ref: fc.constantFrom("#/$defs/leaf", "#/$defs/tree") }),
  );
  return {
    schema: fc.oneof({ depthSize: "small" }, fc.boolean(), fc.record({ type: types }), tie("keywords")),
    keywords: fc.array(keyword, { minLength: 1, maxLength: 3 }).map((parts) => Object.assign({}, ...parts) as object),
  };
}).keywords;

const $defs = {
  leaf: { type: "string", minLength: 1 },
  tree: {
    type: "object",
    properties: { a: { $ref: "#/$defs/tree" }, b: { type: "array", items: { $ref: "#/$defs/tree" } } },
  },
};

/** Whether a pointer leads to something in the value. Its last step may name a missing property. */
function leadsSomewhere(root: unknown, pointer: string): boolean {
  const keys = fromPointer(pointer);
  let at = root;
  for (const [index, key] of keys.entries()) {
    if (typeof at !== "object" || at === null) return false;
    if (!(key in at)) return index === keys.length - 1;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

/**
 * The engine throws if it cannot calculate, as with a bigint and `multipleOf: 0.5`. That does not count as acceptance.
 */
function isAccepted(root: JSONSchema, input: unknown): boolean {
  const check = compileCheck(rootScope(root), root);
  try {
    return check(input);
  } catch {
    return false;
  }
}

describe("when any schema meets any value", () => {
  it("lists errors exactly when the compiled check refuses, at paths that exist, within the limits", () => {
    fc.assert(
      fc.property(schema, value, fc.integer({ min: 1, max: 10 }), (keywords, input, limit) => {
        const root = { ...(keywords as object), $defs };
        const errors = collectErrors(root, input, { limit });
        expect(errors.length === 0).toBe(isAccepted(root, input));
        expect(errors.length).toBeLessThanOrEqual(limit);
        for (const error of errors) {
          expect(leadsSomewhere(input, error.path), `${error.path}: ${error.message}`).toBe(true);
          expect(error.received.length).toBeLessThanOrEqual(60);
          expect(error.message.length).toBeLessThanOrEqual(400);
        }
        expect(formatValueErrors(errors).length).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it("never reports a value that fits, and always finds the error of a scalar", () => {
    fc.assert(
      fc.property(schema, value, (keywords, input) => {
        const root = explainedRoot({ ...(keywords as object), $defs });
        const budget = { steps: 10_000, members: 10_000, compilations: 100, answers: new Map() };
        const explanation: Explanation = { root, budget, errors: [], limit: 1, explain: explainSchema };
        const { schema, scope } = root;
        explainSchema(explanation, { schema, scope, value: input, path: "", schemaPath: "", depth: 0 });
        const isScalar = typeof input !== "object" || input === null;
        const accepted = isAccepted(schema, input);
        const unaccused = explanation.errors.length === 0;
        expect(accepted || isScalar ? unaccused : accepted).toBe(accepted);
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
