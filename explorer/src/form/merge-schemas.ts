import { CONDITIONS, conditionsOf } from "./conditions.ts";
import { isObject } from "../json/json-path.ts";
import type { Schema } from "./schema.ts";

/**
 * What both schemas ask for, as far as a form needs to know: members and requirements together, otherwise the second
 * wins. The server decides what is valid; this only decides what is shown.
 */
export function mergeSchemas(one: Schema, other: Schema): Schema {
  const merged: Record<string, unknown> = { ...one, ...other };
  if (isObject(one["properties"]) && isObject(other["properties"])) {
    merged["properties"] = mergeProperties(one["properties"], other["properties"]);
  }
  if (Array.isArray(one["required"]) && Array.isArray(other["required"])) {
    merged["required"] = [...new Set<unknown>([...one["required"], ...other["required"]])];
  }
  const conditions = [...conditionsOf(one), ...conditionsOf(other)];
  if (conditions.length > 0) merged[CONDITIONS] = conditions;
  for (const keyword of ["anyOf", "oneOf"]) {
    const mine: unknown = one[keyword];
    const theirs: unknown = other[keyword];
    // Two sets of choices: each choice of the one, with the other's still to be made.
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      merged[keyword] = mine.map((choice: unknown) => ({ allOf: [choice, { [keyword]: theirs }] }));
    }
  }
  return merged;
}

function mergeProperties(one: Schema, other: Schema): Schema {
  const both = Object.entries(other).map(([key, schema]): [string, unknown] => [
    key,
    Object.hasOwn(one, key) ? { allOf: [one[key], schema] } : schema,
  ]);
  return Object.fromEntries([...Object.entries(one), ...both]);
}
