/**
 * Whether a value is valid against a schema, as the server would say. Only conditions ask here, which decides what the
 * form shows: formats and the rarest keywords are left out, and a look that takes too long ends with yes.
 */
import { conditionsOf } from "./conditions.ts";
import { isSameJSON } from "../../../src/shared/is-same-json.ts";
import { isObject } from "../json/json-path.ts";
import type { Schema } from "./schema.ts";
import type { SchemaDocument } from "./schema-document.ts";

const MOST_CHECKS = 5000;

interface Work {
  readonly document: SchemaDocument;
  left: number;
}

export function matches(document: SchemaDocument, schema: unknown, value: unknown): boolean {
  return check({ document, left: MOST_CHECKS }, schema, value);
}

type Inner = (schema: unknown, value: unknown) => boolean;

function check(work: Work, part: unknown, value: unknown): boolean {
  if (work.left-- <= 0) return true;
  const inner: Inner = (schema, member) => check(work, schema, member);
  // Keyword by keyword, and not the merged schema: of two keywords of one name, merging keeps one.
  const { schema, others } = work.document.parts(part);
  return (
    others.every((other) => inner(other, value)) &&
    hasType(schema, value) &&
    isAllowed(schema, value) &&
    conditionsOf(schema).every(({ if: test, then = true, else: otherwise = true }) =>
      inner(inner(test, value) ? then : otherwise, value),
    ) &&
    choicesFit(schema, value, inner) &&
    (typeof value !== "number" || numberFits(schema, value)) &&
    (typeof value !== "string" || textFits(schema, value)) &&
    (!Array.isArray(value) || itemsFit(schema, value, inner)) &&
    (!isObject(value) || membersFit(schema, value, inner))
  );
}

function hasType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  return (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, value));
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function isAllowed(schema: Schema, value: unknown): boolean {
  if (Object.hasOwn(schema, "const") && !isSameJSON(schema["const"], value)) return false;
  return !Array.isArray(schema["enum"]) || schema["enum"].some((allowed) => isSameJSON(allowed, value));
}

function choicesFit({ anyOf, oneOf, not }: Schema, value: unknown, inner: Inner): boolean {
  if (Array.isArray(anyOf) && !anyOf.some((choice) => inner(choice, value))) return false;
  if (Array.isArray(oneOf) && oneOf.filter((choice) => inner(choice, value)).length !== 1) return false;
  return not === undefined || !inner(not, value);
}

/** A bound that is not there holds. */
function holds(bound: unknown, test: (bound: number) => boolean): boolean {
  return typeof bound !== "number" || test(bound);
}

function numberFits(schema: Schema, value: number): boolean {
  return (
    holds(schema["minimum"], (least) => value >= least) &&
    holds(schema["maximum"], (most) => value <= most) &&
    holds(schema["exclusiveMinimum"], (least) => value > least) &&
    holds(schema["exclusiveMaximum"], (most) => value < most) &&
    holds(schema["multipleOf"], (step) => Number.isInteger(value / step))
  );
}

function textFits({ minLength, maxLength, pattern }: Schema, value: string): boolean {
  const length = (): number => Array.from(value).length;
  return (
    holds(minLength, (least) => length() >= least) &&
    holds(maxLength, (most) => length() <= most) &&
    (typeof pattern !== "string" || hasMatch(pattern, value))
  );
}

function hasMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function itemsFit(schema: Schema, items: readonly unknown[], inner: Inner): boolean {
  const { minItems, maxItems, uniqueItems, contains, prefixItems } = schema;
  const isTuple = Array.isArray(schema["items"]);
  const prefix: readonly unknown[] = isTuple
    ? (schema["items"] as unknown[])
    : Array.isArray(prefixItems)
      ? prefixItems
      : [];
  const rest = (isTuple ? schema["additionalItems"] : schema["items"]) ?? true;
  return (
    holds(minItems, (least) => items.length >= least) &&
    holds(maxItems, (most) => items.length <= most) &&
    (contains === undefined || items.some((item) => inner(contains, item))) &&
    (uniqueItems !== true || !items.some((item, at) => items.slice(0, at).some((other) => isSameJSON(other, item)))) &&
    items.every((item, index) => inner(index < prefix.length ? prefix[index] : rest, item))
  );
}

function membersFit(schema: Schema, value: Readonly<Record<string, unknown>>, inner: Inner): boolean {
  const { required, minProperties, maxProperties, propertyNames } = schema;
  const keys = Object.keys(value);
  return (
    (!Array.isArray(required) || required.every((name) => Object.hasOwn(value, String(name)))) &&
    holds(minProperties, (least) => keys.length >= least) &&
    holds(maxProperties, (most) => keys.length <= most) &&
    (propertyNames === undefined || keys.every((key) => inner(propertyNames, key))) &&
    keys.every((key) => schemasFor(schema, key).every((part) => inner(part, value[key])))
  );
}

function schemasFor({ properties, patternProperties, additionalProperties }: Schema, key: string): unknown[] {
  const named = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const found = [...named, ...patterns.filter(([pattern]) => hasMatch(pattern, key)).map(([, part]) => part)];
  return found.length > 0 || additionalProperties === undefined ? found : [additionalProperties];
}
