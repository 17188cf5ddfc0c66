/** Rules for some values only: `if`, `dependentRequired`, `dependentSchemas` and draft 7's `dependencies`. */
import { isObject } from "../json/json-path.ts";
import type { SchemaObject } from "./schema-object.ts";

export interface Condition {
  readonly if: unknown;
  readonly then?: unknown;
  readonly else?: unknown;
}

/** No keyword has this name. Merging two schemas keeps the conditions of both. */
export const CONDITIONS = "~conditions";

/** The schema with its conditions in one list instead of their keywords. */
export function withConditions(schema: SchemaObject): SchemaObject {
  const { if: test, then, else: otherwise, dependentRequired, dependentSchemas, dependencies, ...rest } = schema;
  const conditions = [
    ...(test === undefined ? [] : [{ if: test, then, else: otherwise }]),
    ...[dependentRequired, dependentSchemas, dependencies].flatMap(conditionsOn),
  ];
  return conditions.length === 0 ? rest : { ...rest, [CONDITIONS]: conditions };
}

export function conditionsOf(schema: SchemaObject): readonly Condition[] {
  return (schema[CONDITIONS] as readonly Condition[] | undefined) ?? [];
}

/** A member that is present requires other members, or a schema. */
function conditionsOn(keyword: unknown): Condition[] {
  if (!isObject(keyword)) return [];
  return Object.entries(keyword).map(([name, then]) => ({
    if: { required: [name], type: "object" },
    then: Array.isArray(then) ? { required: then } : then,
  }));
}
