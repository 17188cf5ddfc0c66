/** Reading keywords of schemas of unknown quality: what is malformed counts as absent, as it does for the engine. */
import { isRecord } from "../../shared/is-record.ts";
import { isSchema } from "../types/scope.ts";
import type { JSONSchema } from "../types/scope.ts";

/** The keywords that the explanation reads. */
export interface Keywords {
  readonly $dynamicRef?: unknown;
  readonly $recursiveRef?: unknown;
  readonly $ref?: unknown;
  readonly "~refine"?: unknown;
  readonly additionalItems?: unknown;
  readonly additionalProperties?: unknown;
  readonly allOf?: unknown;
  readonly anyOf?: unknown;
  readonly const?: unknown;
  readonly contains?: unknown;
  readonly dependencies?: unknown;
  readonly dependentRequired?: unknown;
  readonly dependentSchemas?: unknown;
  readonly else?: unknown;
  readonly enum?: unknown;
  readonly exclusiveMaximum?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly format?: unknown;
  readonly if?: unknown;
  readonly items?: unknown;
  readonly maxContains?: unknown;
  readonly maxItems?: unknown;
  readonly maxLength?: unknown;
  readonly maxProperties?: unknown;
  readonly maximum?: unknown;
  readonly minContains?: unknown;
  readonly minItems?: unknown;
  readonly minLength?: unknown;
  readonly minProperties?: unknown;
  readonly minimum?: unknown;
  readonly multipleOf?: unknown;
  readonly not?: unknown;
  readonly oneOf?: unknown;
  readonly pattern?: unknown;
  readonly patternProperties?: unknown;
  readonly prefixItems?: unknown;
  readonly properties?: unknown;
  readonly propertyNames?: unknown;
  readonly required?: unknown;
  readonly then?: unknown;
  readonly title?: unknown;
  readonly type?: unknown;
  readonly unevaluatedItems?: unknown;
  readonly unevaluatedProperties?: unknown;
  readonly uniqueItems?: unknown;
}

export type Keyword = keyof Keywords;

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

/** Whether the check takes the property as present: inherited ones count, except those that every object inherits. */
export function hasProperty(value: object, key: string): boolean {
  return key in Object.prototype ? Object.hasOwn(value, key) : key in value;
}
