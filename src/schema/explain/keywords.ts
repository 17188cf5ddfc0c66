/** Reads keywords of schemas of unknown quality. A malformed keyword counts as absent, as it does for the engine. */
import { isRecord } from "../../shared/json/is-record.ts";
import type { Keyword } from "../types/schema-keywords.ts";
import { isSchema } from "../types/scope.ts";
import type { JSONSchema } from "../types/scope.ts";

export type Keywords = Readonly<Partial<Record<Keyword, unknown>>>;

export function schemaList(value: unknown): readonly JSONSchema[] | undefined {
  return Array.isArray(value) && value.every(isSchema) ? value : undefined;
}

export function schemaEntries(value: unknown): readonly (readonly [string, JSONSchema])[] {
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, JSONSchema] => isSchema(entry[1])) ? entries : [];
}

export function stringList(value: unknown): readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : [];
}

export function typeNames({ type }: Keywords): readonly string[] | undefined {
  if (typeof type === "string") return [type];
  return Array.isArray(type) && type.every((name) => typeof name === "string") ? type : undefined;
}

/** Whether the check treats the property as present. Inherited ones count, except those that every object inherits. */
export function hasProperty(value: object, key: string): boolean {
  return key in Object.prototype ? Object.hasOwn(value, key) : key in value;
}
