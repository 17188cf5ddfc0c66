/** Random schemas and values, over few names and small values, so that they often coincide. */
import * as fc from "fast-check";

import type { OracleSchema } from "./oracle.test-support.ts";

// Excludes "toString" and similar names: the engine treats inherited members as an object's own properties.
const names = ["a", "b", "c", "kind", "__proto__", "constructor"] as const;
const name = fc.constantFrom(...names);
const text = fc.constantFrom("a", "b", "5", "true", "x");
const scalar = fc.oneof(text, fc.constantFrom(0, 1, 5, -2.5), fc.boolean(), fc.constant(null));
const leafType = fc.constantFrom("string", "number", "integer", "boolean", "null");

const jsonArbitrary = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    { weight: 2, arbitrary: scalar },
    { weight: 6, arbitrary: objectOf(fc.oneof(name, fc.constantFrom("d", "xa", "a`${1}'\"\u2028")), tie("value")) },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
  ),
})).value;

/** JSON values; objects may have an own `__proto__`, as `JSON.parse` makes it. */
export const anyValue = jsonArbitrary;

/** Schemas whose `default`s, if requested, are `0`, `"a"`, `true` or `{}`. */
export function anySchema(options: { readonly defaults: boolean }): fc.Arbitrary<OracleSchema> {
  const { schema } = fc.letrec<{ schema: OracleSchema }>((tie) => {
    const sub = tie("schema");
    const subs = fc.array(sub, { minLength: 1, maxLength: 3 });
    const declared = options.defaults ? fc.tuple(sub, aDefault).map(withDefault) : sub;
    const object = fc.record(
      {
        type: fc.constant("object"),
        properties: objectOf(name, declared),
        patternProperties: objectOf(fc.constantFrom("^x", "^[ab]$", "a"), sub),
        additionalProperties: fc.oneof(fc.boolean(), sub),
        required: fc.uniqueArray(name, { maxLength: 1 }),
        dependentSchemas: objectOf(name, sub),
      },
      { requiredKeys: [] },
    );
    const variant = fc.record({ kind: fc.record({ const: text }), a: sub }).map((properties) => ({ properties }));
    return {
      schema: fc.oneof(
        { depthSize: "small", maxDepth: 4 },
        { weight: 3, arbitrary: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)) },
        { weight: 2, arbitrary: fc.oneof(fc.record({ type: leafType }), fc.record({ const: scalar })) },
        { weight: 1, arbitrary: fc.record({ type: fc.array(leafType, { minLength: 1, maxLength: 2 }) }) },
        { weight: 8, arbitrary: object },
        { weight: 1, arbitrary: fc.record({ items: sub, prefixItems: subs }, { requiredKeys: [] }) },
        { weight: 2, arbitrary: fc.record({ allOf: subs }) },
        { weight: 2, arbitrary: fc.record({ anyOf: subs }) },
        { weight: 2, arbitrary: fc.record({ oneOf: subs }) },
        { weight: 1, arbitrary: fc.record({ oneOf: fc.array(variant, { minLength: 2, maxLength: 3 }) }) },
        { weight: 2, arbitrary: fc.record({ if: sub, then: sub, else: sub }, { requiredKeys: ["if"] }) },
        { weight: 1, arbitrary: fc.tuple(object, subs).map(([base, anyOf]) => ({ ...base, anyOf })) },
        { weight: 1, arbitrary: fc.tuple(object, sub).map(([base, not]) => ({ ...base, not: { not } })) },
        { weight: 1, arbitrary: fc.constant({ $ref: "#/$defs/Loop" }) },
      ),
    };
  });
  return fc.tuple(schema, schema).map(([root, deep]) => ({
    allOf: [root],
    // Recursive, but never in place.
    $defs: { Loop: { properties: { a: { $ref: "#/$defs/Loop" }, b: deep } } },
  }));
}

export const declaredDefaults: readonly unknown[] = [0, "a", true, {}];
const aDefault = fc.option(fc.constantFrom(...declaredDefaults), { nil: undefined });

function withDefault([schema, value]: [OracleSchema, unknown]): OracleSchema {
  return typeof schema === "boolean" || value === undefined ? schema : { ...schema, default: value };
}

/** Unlike `fc.dictionary`, with few and fixed names. */
function objectOf<TValue>(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<TValue>,
): fc.Arbitrary<Record<string, TValue>> {
  return fc
    .uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([each]) => each })
    .map((pairs) => Object.fromEntries(pairs));
}
