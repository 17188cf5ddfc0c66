/** Small schemas of all kinds, with the oddities of real ones. */
import * as fc from "fast-check";

export type Schema = Readonly<Record<string, unknown>>;

const name = fc.constantFrom("a", "b", "c", "per-page", "filter[x]", "key");
const literal = fc.constantFrom<unknown>("a", "b", "", 1, 2.5, true, false, null, { a: 1 }, [1]);

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record(
    { type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 9 }) },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constant("string"), pattern: fc.constantFrom("^a", "^(?!b)", "^[a-z]+$") },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "uri", "email", "int64", "idn-email") }),
  fc.record(
    {
      type: fc.constantFrom<unknown>("number", "integer", ["number", "null"], ["integer", "string"]),
      minimum: fc.integer({ min: -2, max: 1 }),
      maximum: fc.integer({ min: 1, max: 20 }),
      multipleOf: fc.constantFrom(1, 2),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constantFrom<unknown>("boolean", "null", ["string", "boolean", "null"]) }),
  fc.record({
    enum: fc.uniqueArray(literal, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }),
  }),
  fc.record({ const: literal }),
  fc.constant({}),
  fc.constant({ description: "Anything." }),
);

const { schema } = fc.letrec<{ schema: Schema; object: Schema }>((tie) => ({
  object: fc.record(
    {
      properties: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.constant(false), fc.constant(true), tie("schema")),
      minProperties: fc.nat(1),
      type: fc.constant("object"),
    },
    { requiredKeys: ["properties"] },
  ),
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: "schema", withCrossShrink: true },
    scalar,
    tie("object"),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schema"),
        minItems: fc.nat(2),
        maxItems: fc.integer({ min: 2, max: 3 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        items: fc.oneof(fc.constant(false), tie("schema")),
      },
      { requiredKeys: ["type", "prefixItems"] },
    ),
    fc.record(
      { anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), description: fc.constant("One of them.") },
      { requiredKeys: ["anyOf"] },
    ),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      {
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 1, noNullPrototype: true }),
      },
      { requiredKeys: ["allOf"] },
    ),
    fc
      .tuple(
        tie("object"),
        fc.array(fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }) }), { minLength: 1, maxLength: 2 }),
      )
      .map(([object, anyOf]) => ({ ...object, anyOf })),
    fc.record({ not: tie("schema"), type: fc.constant("string") }),
    fc.constant({ $ref: "#/$defs/node" }),
    fc.constant({ $ref: "#/$defs/word", description: "A word." }),
  ),
}));

/** The schema of an object, with definitions, one of which refers back to itself. */
export const anyToolSchema: fc.Arbitrary<Schema> = fc
  .tuple(
    fc.dictionary(name, schema, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    fc.uniqueArray(name, { maxLength: 2 }),
    schema,
    fc.boolean(),
  )
  .map(([properties, required, inner, isRequired]) => ({
    type: "object",
    properties,
    required: required.filter((one) => Object.hasOwn(properties, one)),
    $defs: {
      word: { type: "string", maxLength: 5 },
      node: {
        type: "object",
        properties: {
          value: inner,
          next: { $ref: "#/$defs/node" },
          list: { type: "array", items: { $ref: "#/$defs/node" } },
        },
        required: isRequired ? ["value"] : [],
        additionalProperties: false,
      },
    },
  }));
