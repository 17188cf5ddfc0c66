import { CONDITIONS, conditionsOf } from "./conditions.ts";
import { matches } from "./matches.ts";
import type { SchemaDocument } from "./schema-document.ts";
import type { SchemaObject } from "./schema-object.ts";

/** A condition may add further conditions. More rounds than this mean a circle. */
const MOST_ROUNDS = 8;

const known = new WeakMap<SchemaObject, Map<string, SchemaObject>>();

/** The schema after its conditions are applied to this value. A schema without conditions is returned as it is. */
export function appliedSchema(document: SchemaDocument, part: unknown, value: unknown): unknown {
  let schema = document.effective(part);
  if (conditionsOf(schema).length === 0) return part;
  for (let round = 0; round < MOST_ROUNDS && conditionsOf(schema).length > 0; round++) {
    // Without a value, no condition applies.
    schema = document.effective(value === undefined ? withoutConditions(schema) : applyOnce(document, schema, value));
  }
  return schema;
}

/** Returns the same object for the same outcome, so that results cached by schema stay valid. */
function applyOnce(document: SchemaDocument, schema: SchemaObject, value: unknown): SchemaObject {
  const outcomes = conditionsOf(schema).map((condition) => matches(document, condition.if, value));
  const results = known.get(schema) ?? new Map<string, SchemaObject>();
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

function withoutConditions(schema: SchemaObject): SchemaObject {
  const { [CONDITIONS]: _, ...rest } = schema;
  return rest;
}
