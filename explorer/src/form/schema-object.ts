/** One level of a JSON Schema, as the form reads it. */
import { isObject, listOf } from "../json/json-path.ts";

/** A JSON Schema in object form; `true` and `false` become one through `toSchemaObject`. */
export type SchemaObject = Readonly<Record<string, unknown>>;

const NOTHING: SchemaObject = { not: {} };
const ANYTHING: SchemaObject = {};

export function toSchemaObject(part: unknown): SchemaObject {
  if (isObject(part)) return part;
  return part === false ? NOTHING : ANYTHING;
}

/** Whether no value fits the schema, as with `false`. */
export function acceptsNothing({ not }: SchemaObject): boolean {
  return isObject(not) && Object.keys(not).length === 0;
}

/** Whether a value is of a JSON Schema type. */
export function isOfType(type: unknown, value: unknown): boolean {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

export interface Tuple {
  /** The schemas of the first items. */
  readonly prefix: readonly unknown[];
  /** The schema of all further items, if there is one. */
  readonly rest: unknown;
}

/** Draft 7 writes a tuple as a list of `items`, newer drafts as `prefixItems`. */
export function tupleOf({ items, additionalItems, prefixItems }: SchemaObject): Tuple {
  return Array.isArray(items) ? { prefix: items, rest: additionalItems } : { prefix: listOf(prefixItems), rest: items };
}
