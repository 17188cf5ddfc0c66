import { CONDITIONS, conditionsOf } from "./conditions.ts";
import { matches } from "./matches.ts";
import type { Schema } from "./schema.ts";
import type { SchemaDocument } from "./schema-document.ts";

/** Conditions may bring conditions; more rounds than this are a circle. */
const MOST_ROUNDS = 8;

const known = new WeakMap<Schema, Map<string, Schema>>();

/** The schema with what its conditions ask of this very value. Without conditions it is the schema itself. */
export function appliedSchema(document: SchemaDocument, part: unknown, value: unknown): unknown {
  let schema = document.effective(part);
  if (conditionsOf(schema).length === 0) return part;
  for (let round = 0; round < MOST_ROUNDS && conditionsOf(schema).length > 0; round++) {
    // No value yet: nothing is asked of it.
    schema = document.effective(value === undefined ? withoutConditions(schema) : applyOnce(document, schema, value));
  }
  return schema;
}

/** The same object for the same outcome, so that what is known of it stays known. */
function applyOnce(document: SchemaDocument, schema: Schema, value: unknown): Schema {
  const outcomes = conditionsOf(schema).map((condition) => matches(document, condition.if, value));
  const results = known.get(schema) ?? new Map<string, Schema>();
  known.set(schema, results);
  const outcome = outcomes.map(Number).join("");
  const result = results.get(outcome) ?? {
    allOf: [
      withoutConditions(schema),
      ...conditionsOf(schema).map(({ then = true, else: otherwise = true }, index) =>
        outcomes[index] === true ? then : otherwise,
      ),
    ],
  };
  results.set(outcome, result);
  return result;
}

function withoutConditions(schema: Schema): Schema {
  const { [CONDITIONS]: _, ...rest } = schema;
  return rest;
}
