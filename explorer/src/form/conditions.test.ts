import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getValidator } from "../../../src/schema/engine/validator.ts";
import { formOf } from "./form-model.test-support.ts";
import { childrenOf } from "./form-node.ts";
import { initialValue } from "./initial-value.ts";
import { matches } from "./matches.ts";
import { SchemaDocument } from "./schema-document.ts";

/** The fields of a form; `name*` is required. */
function fieldsFor(schema: unknown, value: unknown): string[] {
  const { source, root } = formOf(schema, value);
  return childrenOf(source, root).map(({ label, required }) => `${label}${required ? "*" : ""}`);
}

const payment = {
  type: "object",
  properties: { method: { enum: ["card", "bank"] } },
  required: ["method"],
  if: { properties: { method: { const: "card" } }, required: ["method"] },
  then: { properties: { number: { type: "string" } }, required: ["number"] },
  else: { properties: { iban: { type: "string" } } },
};

describe("a form with conditions", () => {
  test("shows the fields that the value requires", () => {
    expect(fieldsFor(payment, {})).toEqual(["method*", "iban"]);
    expect(fieldsFor(payment, { method: "card" })).toEqual(["method*", "number*"]);
    expect(fieldsFor(payment, { method: "bank" })).toEqual(["method*", "iban"]);
  });

  test("still shows a value without a field, so that the user can remove it", () => {
    const { source, root } = formOf(payment, { method: "card", iban: "DE1" });
    expect(childrenOf(source, root).at(-1)).toMatchObject({ label: "iban", isNamed: true, value: "DE1" });
  });

  test("applies each condition in `allOf`, and nested ones", () => {
    const when = (value: string, then: unknown) => ({ if: { properties: { kind: { const: value } } }, then });
    const schema = {
      type: "object",
      properties: { kind: { type: "string" } },
      required: ["kind"],
      allOf: [
        when("a", { properties: { one: {} } }),
        when("b", {
          properties: { two: { type: "boolean" } },
          if: { required: ["two"] },
          then: { required: ["three"] },
        }),
      ],
    };
    expect(fieldsFor(schema, { kind: "a" })).toEqual(["kind*", "one"]);
    expect(fieldsFor(schema, { kind: "b" })).toEqual(["kind*", "two"]);
    expect(fieldsFor(schema, { kind: "b", two: true })).toEqual(["kind*", "two", "three*"]);
  });

  test.each([
    { dependentRequired: { a: ["b"] }, dependentSchemas: { b: { properties: { c: {} } } } },
    { dependencies: { a: ["b"], b: { properties: { c: {} } } } },
  ])("%j: adds fields for a member that is present", (keywords) => {
    const schema = { type: "object", properties: { a: {}, b: {} }, ...keywords };
    expect(fieldsFor(schema, {})).toEqual(["a", "b"]);
    expect(fieldsFor(schema, { a: 1 })).toEqual(["a", "b*"]);
    expect(fieldsFor(schema, { b: 1 })).toEqual(["a", "b", "c"]);
  });

  test("terminates on a condition that includes itself", () => {
    const schema = { type: "object", properties: { a: {} }, if: true, then: { $ref: "#" } };
    expect(fieldsFor(schema, {})).toEqual(["a"]);
  });

  test("starts with the members that its own defaults require", () => {
    const schema = {
      ...payment,
      properties: { method: { const: "card" } },
      then: { properties: { currency: { default: "EUR" } }, required: ["currency"] },
    };
    expect(initialValue(new SchemaDocument(schema), schema)).toEqual({ method: "card", currency: "EUR" });
  });
});

const name = fc.constantFrom("a", "b", "__proto__");
const small = fc.integer({ min: 0, max: 3 });
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, true, 0, 1, 2.5, "", "a", "äb"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const keywords = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    fc.constantFrom("string", "number", "integer", "object", "array", "null", "boolean").map((type) => ({ type })),
    value.map((allowed) => ({ const: allowed })),
    fc.array(value, { minLength: 1, maxLength: 3 }).map((allowed) => ({ enum: allowed })),
    fc.tuple(fc.constantFrom("minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength"), small).map(pair),
    fc.tuple(fc.constantFrom("minItems", "maxItems", "minProperties", "maxProperties"), small).map(pair),
    fc.constantFrom({ pattern: "^a" }, { multipleOf: 2 }, { uniqueItems: true }),
    fc.array(name, { maxLength: 2 }).map((required) => ({ required: [...new Set(required)] })),
    fc.dictionary(name, schema, { maxKeys: 2 }).map((properties) => ({ properties })),
    fc.tuple(fc.constantFrom("items", "contains", "not", "additionalProperties", "propertyNames"), schema).map(pair),
    fc
      .tuple(
        fc.constantFrom("anyOf", "oneOf", "allOf", "prefixItems"),
        fc.array(schema, { minLength: 1, maxLength: 2 }),
      )
      .map(pair),
    fc.tuple(schema, schema, schema).map(([test, then, otherwise]) => ({ if: test, then, else: otherwise })),
    fc.dictionary(name, schema, { maxKeys: 1 }).map((dependentSchemas) => ({ dependentSchemas })),
    fc.dictionary(name, fc.constant(["b"]), { maxKeys: 1 }).map((dependentRequired) => ({ dependentRequired })),
  );

function pair([key, member]: readonly [string, unknown]): Record<string, unknown> {
  return { [key]: member };
}

const schema = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.boolean(),
    fc
      .array(keywords(tie("schema")), { minLength: 1, maxLength: 3 })
      .map((parts) => Object.assign({}, ...parts) as unknown),
  ),
})).schema;

test("a condition holds exactly when the server's validator accepts the value", () => {
  fc.assert(
    fc.property(schema, value, (tried, given) => {
      const said = getValidator(tried as Record<string, unknown>).check(given);
      expect(matches(new SchemaDocument(tried), tried, given)).toBe(said);
    }),
    { numRuns: 2000 },
  );
});
