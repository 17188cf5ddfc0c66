import { CONDITIONS, conditionsOf } from "./conditions.ts";
import { isObject } from "../json/json-path.ts";
import type { SchemaObject } from "./schema-object.ts";

/**
 * Both schemas in one, as far as a form needs it: members and requirements of both, otherwise the second wins. The
 * server decides what is valid; this only decides what the form shows.
 */
export function mergeSchemas(one: SchemaObject, other: SchemaObject): SchemaObject {
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
    // Two sets of choices: the user picks one of the first, then one of the second.
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      merged[keyword] = mine.map((choice: unknown) => ({ allOf: [choice, { [keyword]: theirs }] }));
    }
  }
  return merged;
}

function mergeProperties(one: SchemaObject, other: SchemaObject): SchemaObject {
  const both = Object.entries(other).map(([key, schema]): [string, unknown] => [
    key,
    Object.hasOwn(one, key) ? { allOf: [one[key], schema] } : schema,
  ]);
  return Object.fromEntries([...Object.entries(one), ...both]);
}
