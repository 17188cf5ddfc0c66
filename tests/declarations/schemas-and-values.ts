/** Random schemas, and random values that fit them. */
import * as fc from "fast-check";
import { getValidator } from "../../src/schema/engine/validator.ts";
import { FromSchema } from "../../src/schema/types/from-schema.ts";

export type Schema = Readonly<Record<string, unknown>>;

const names = ["a", "b", "a-b", "kind", "__proto__", "class"];
const literal = fc.oneof(
  fc.constantFrom("x", "y", '"', "\u2028"),
  fc.constantFrom(0, -1.5, 1e21),
  fc.boolean(),
  fc.constant(null),
);
const leaf = fc.oneof(
  fc.constantFrom<Schema>(
    { type: "string" },
    { type: "number" },
    { type: "integer" },
    { type: "boolean" },
    { type: "null" },
  ),
  fc.constant<Schema>({ type: ["string", "null"] }),
  fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((values): Schema => ({ enum: values })),
  literal.map((value): Schema => ({ const: value })),
);

/** Every schema names its type: a schema without one accepts more than its type says. */
export const anySchema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => {
  const inner = tie("schema");
  const properties = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 4, noNullPrototype: true });
  const object = fc
    .record({
      properties,
      required: fc.subarray(names),
      more: fc.constantFrom(undefined, true, false, { type: "number" }),
    })
    .map(({ properties, required, more }): Schema => ({
      type: "object",
      properties,
      required: required.filter((name) => Object.hasOwn(properties, name)),
      ...(more === undefined ? {} : { additionalProperties: more }),
    }));
  const map = inner.map((additionalProperties): Schema => ({ type: "object", additionalProperties }));
  const list = inner.map((items): Schema => ({ type: "array", items }));
  const tuple = fc
    .record({
      prefixItems: fc.array(inner, { minLength: 1, maxLength: 3 }),
      minItems: fc.integer({ min: 0, max: 3 }),
      rest: fc.constantFrom(false, { type: "string" }),
    })
    .map(({ prefixItems, minItems, rest }): Schema => ({
      type: "array",
      prefixItems,
      minItems: Math.min(minItems, prefixItems.length),
      items: rest,
    }));
  const union = fc.array(inner, { minLength: 1, maxLength: 3 }).map((anyOf): Schema => ({ anyOf }));
  const both = fc.tuple(object, object).map((allOf): Schema => ({ allOf }));
  return {
    schema: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      { weight: 3, arbitrary: leaf },
      { weight: 3, arbitrary: object },
      map,
      list,
      tuple,
      union,
      both,
    ),
  };
}).schema;

/**
 * Marks a place where an `allOf` has contradictory parts. Without it, the value could still fit another branch of an
 * `anyOf`, as an object with none of its known members, which TypeScript refuses as a likely mistake.
 */
export const MISFIT = Symbol("misfit");

/** A value that fits, unless it holds `MISFIT`. */
export function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: choices, const: only, anyOf, allOf } = schema;
  if ("const" in schema) return fc.constant(only);
  if (choices !== undefined) return fc.constantFrom(...(choices as unknown[]));
  if (anyOf !== undefined) return fc.oneof(...(anyOf as Schema[]).map(valueFor));
  if (allOf !== undefined) {
    return fc
      .tuple(...(allOf as Schema[]).map(valueFor))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown)
      .map((value) => (getValidator(FromSchema(schema)).check(value) ? value : MISFIT));
  }
  switch (Array.isArray(type) ? (type[0] as unknown) : type) {
    case "string":
      return fc.constantFrom("", "x", "*/");
    case "number":
      return fc.constantFrom(0, -2.5, 1e300);
    case "integer":
      return fc.constantFrom(0, 7);
    case "boolean":
      return fc.boolean();
    case "array":
      return arrayFor(schema);
    case "object":
      return objectFor(schema);
    default:
      return fc.constant(null);
  }
}

function arrayFor({ prefixItems, minItems, items }: Schema): fc.Arbitrary<unknown> {
  if (prefixItems === undefined) return fc.array(valueFor(items as Schema), { maxLength: 2 });
  return fc
    .tuple(
      fc.tuple(...(prefixItems as Schema[]).map(valueFor)),
      fc.integer({ min: minItems as number, max: (prefixItems as Schema[]).length }),
    )
    .map(([values, length]) => values.slice(0, length));
}

function objectFor({ properties = {}, required = [], additionalProperties: more }: Schema): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties as Record<string, Schema>).map(([name, schema]) =>
    (required as string[]).includes(name)
      ? valueFor(schema).map((value) => [[name, value]] as const)
      : fc
          .option(valueFor(schema), { nil: undefined })
          .map((value) => (value === undefined ? [] : ([[name, value]] as const))),
  );
  const further =
    entries.length === 0 && typeof more === "object" && more !== null
      ? fc
          .array(valueFor(more as Schema), { maxLength: 2 })
          .map((values) => values.map((value, index) => [`k${index}`, value] as const))
      : fc.constant([]);
  return fc.tuple(further, ...entries).map((parts) => Object.fromEntries(parts.flat() as Array<[string, unknown]>));
}
