/** What a schema asks for only of some values: `if`, `dependentRequired`, `dependentSchemas` and draft 7's `dependencies`. */
import { isObject } from "../json/json-path.ts";
import type { Schema } from "./schema.ts";

export interface Condition {
  readonly if: unknown;
  readonly then?: unknown;
  readonly else?: unknown;
}

/** Under a name that no keyword has: schemas that are merged keep the conditions of each. */
export const CONDITIONS = "~conditions";

/** The schema with all its conditions in one list, in place of their keywords. */
export function withConditions(schema: Schema): Schema {
  const { if: test, then, else: otherwise, dependentRequired, dependentSchemas, dependencies, ...rest } = schema;
  const conditions = [
    ...(test === undefined ? [] : [{ if: test, then, else: otherwise }]),
    ...[dependentRequired, dependentSchemas, dependencies].flatMap(conditionsOn),
  ];
  return conditions.length === 0 ? rest : { ...rest, [CONDITIONS]: conditions };
}

export function conditionsOf(schema: Schema): readonly Condition[] {
  return (schema[CONDITIONS] as readonly Condition[] | undefined) ?? [];
}

/** What follows from a member that is there: names of others, or a schema. */
function conditionsOn(keyword: unknown): Condition[] {
  if (!isObject(keyword)) return [];
  return Object.entries(keyword).map(([name, then]) => ({
    if: { required: [name], type: "object" },
    then: Array.isArray(then) ? { required: then } : then,
  }));
}
