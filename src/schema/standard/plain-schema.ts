/** Schemas that other programs can read: plain JSON, without anything that only our own engine knows. */
import { partAt } from "../../shared/json/json-pointer.ts";
import { isSchemaObject } from "../types/scope.ts";
import type { JSONSchema } from "../types/scope.ts";
import { isApplied, mapOwn, mapSubschemas } from "../types/schema-keywords.ts";
import type { AnySchema } from "../types/static.ts";
import { jsonSchemaOf } from "./json-schema-of.ts";
import type { SchemaSide } from "./json-schema-of.ts";

export type PlainSchema = Readonly<Record<string, unknown>>;

const JSON_TYPES: ReadonlySet<unknown> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** TypeBox's types for a value that is absent. */
const ABSENT_TYPES: ReadonlySet<unknown> = new Set(["undefined", "void"]);

/** A copy that is pure JSON. Never throws: a schema that cannot be written as JSON becomes one that accepts anything. */
export function toPlainSchema(schema: AnySchema | JSONSchema, direction: SchemaSide): PlainSchema {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(jsonSchemaOf(schema, direction)));
    return isSchemaObject(copy) ? copy : copy === false ? { not: {} } : {};
  } catch {
    return { description: "The server validates this: the schema cannot be written as JSON." };
  }
}

/** Rewrites what JSON Schema 2020-12 does not have: TypeBox's own types, and tuples in the form of draft 7. */
export function withoutDialect(schema: PlainSchema): PlainSchema {
  if (typeof schema["$schema"] === "string" && !schema["$schema"].includes("2020-12")) return schema;
  return mapSchema(schema, (part) => withPrefixItems(withJSONTypes(withoutAbsentChoices(part))));
}

/** In JSON an absent value is not a choice. */
function withoutAbsentChoices(schema: PlainSchema): PlainSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const present = anyOf.filter((choice) => !isSchemaObject(choice) || !isAbsent(choice));
  return present.length === 0 || present.length === anyOf.length ? schema : { ...schema, anyOf: present };
}

function withJSONTypes(schema: PlainSchema): PlainSchema {
  const { type, ...rest } = schema;
  if (type === undefined || JSON_TYPES.has(type)) return schema;
  if (!Array.isArray(type)) return rest;
  return type.every((one) => JSON_TYPES.has(one))
    ? schema
    : { ...rest, type: type.filter((one) => JSON_TYPES.has(one)) };
}

function withPrefixItems(schema: PlainSchema): PlainSchema {
  if (!Array.isArray(schema["items"])) return schema;
  const { items, additionalItems, ...rest } = schema;
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

/** A copy with `change` applied to every sub-schema, the outer ones first. */
export function mapSchema(schema: PlainSchema, change: (schema: PlainSchema) => PlainSchema): PlainSchema {
  const changeInner = (part: unknown): unknown => (isSchemaObject(part) ? mapSchema(part, change) : part);
  return mapOwn(change(schema), (value, keyword) => mapSubschemas(keyword, value, changeInner));
}

/** Whether a schema accepts every value. */
export function saysNothing(schema: PlainSchema): boolean {
  return !Object.keys(schema).some(isApplied);
}

/** Whether a schema (before `withoutDialect`) describes an absent value. */
export function isAbsent(schema: PlainSchema): boolean {
  return ABSENT_TYPES.has(schema["type"]);
}

/** Whether a schema also accepts an absent value. */
export function mayBeAbsent(schema: PlainSchema): boolean {
  return isAbsent(schema) || choicesOf(schema).some(mayBeAbsent);
}

/** Whether only objects can fit. May return false if that is not obvious. */
export function isObjectSchema(schema: PlainSchema, root: PlainSchema = schema, depth = 0): boolean {
  if (schema["type"] !== undefined) return schema["type"] === "object";
  if (depth > 20) return false;
  const inner = (part: PlainSchema): boolean => isObjectSchema(part, root, depth + 1);
  const choices = choicesOf(schema);
  const referred = typeof schema["$ref"] === "string" ? partAt(root, schema["$ref"]) : undefined;
  return (
    (choices.length > 0 && choices.every(inner)) ||
    (Array.isArray(schema["allOf"]) && schema["allOf"].some((part) => isSchemaObject(part) && inner(part))) ||
    (isSchemaObject(referred) && inner(referred))
  );
}

function choicesOf(schema: PlainSchema): PlainSchema[] {
  const choices = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(choices) ? choices.map((choice) => (isSchemaObject(choice) ? choice : {})) : [];
}
