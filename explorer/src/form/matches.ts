/**
 * Whether a value is valid, as the server would decide. Only conditions use this, to choose the fields that the form
 * shows. It ignores formats and the rarest keywords, and accepts the value when a check takes too long.
 */
import { conditionsOf } from "./conditions.ts";
import { safePattern } from "../../../src/schema/patterns/safe-pattern.ts";
import { isSameJSON } from "../../../src/shared/json/is-same-json.ts";
import { isObject } from "../json/json-path.ts";
import type { SchemaBudget, SchemaDocument } from "./schema-document.ts";
import { isOfType, tupleOf } from "./schema-object.ts";
import type { SchemaObject } from "./schema-object.ts";

const MOST_CHECKS = 5000;

export function matches(document: SchemaDocument, schema: unknown, value: unknown): boolean {
  return check({ document, left: MOST_CHECKS }, schema, value);
}

type Inner = (schema: unknown, value: unknown) => boolean;

function check(budget: SchemaBudget, part: unknown, value: unknown): boolean {
  if (budget.left-- <= 0) return true;
  const inner: Inner = (schema, member) => check(budget, schema, member);
  // Not the merged schema: merging keeps only one of two keywords with the same name.
  const { schema, others } = budget.document.parts(part);
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

function hasType({ type }: SchemaObject, value: unknown): boolean {
  if (type === undefined) return true;
  return (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, value));
}

function isAllowed(schema: SchemaObject, value: unknown): boolean {
  if (Object.hasOwn(schema, "const") && !isSameJSON(schema["const"], value)) return false;
  return !Array.isArray(schema["enum"]) || schema["enum"].some((allowed) => isSameJSON(allowed, value));
}

function choicesFit({ anyOf, oneOf, not }: SchemaObject, value: unknown, inner: Inner): boolean {
  if (Array.isArray(anyOf) && !anyOf.some((choice) => inner(choice, value))) return false;
  if (Array.isArray(oneOf) && oneOf.filter((choice) => inner(choice, value)).length !== 1) return false;
  return not === undefined || !inner(not, value);
}

/** A missing bound always holds. */
function holds(bound: unknown, test: (bound: number) => boolean): boolean {
  return typeof bound !== "number" || test(bound);
}

function numberFits(schema: SchemaObject, value: number): boolean {
  return (
    holds(schema["minimum"], (least) => value >= least) &&
    holds(schema["maximum"], (most) => value <= most) &&
    holds(schema["exclusiveMinimum"], (least) => value > least) &&
    holds(schema["exclusiveMaximum"], (most) => value < most) &&
    holds(schema["multipleOf"], (step) => Number.isInteger(value / step))
  );
}

function textFits({ minLength, maxLength, pattern }: SchemaObject, value: string): boolean {
  const length = (): number => Array.from(value).length;
  return (
    holds(minLength, (least) => length() >= least) &&
    holds(maxLength, (most) => length() <= most) &&
    (typeof pattern !== "string" || hasMatch(pattern, value))
  );
}

/** In time linear in the text: a pattern from outside must not hang the page. */
function hasMatch(pattern: string, text: string): boolean {
  try {
    return safePattern(pattern)?.test(text) ?? true;
  } catch {
    return true;
  }
}

function itemsFit(schema: SchemaObject, items: readonly unknown[], inner: Inner): boolean {
  const { minItems, maxItems, uniqueItems, contains } = schema;
  const { prefix, rest = true } = tupleOf(schema);
  return (
    holds(minItems, (least) => items.length >= least) &&
    holds(maxItems, (most) => items.length <= most) &&
    (contains === undefined || items.some((item) => inner(contains, item))) &&
    (uniqueItems !== true || !items.some((item, at) => items.slice(0, at).some((other) => isSameJSON(other, item)))) &&
    items.every((item, index) => inner(index < prefix.length ? prefix[index] : rest, item))
  );
}

function membersFit(schema: SchemaObject, value: Readonly<Record<string, unknown>>, inner: Inner): boolean {
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

function schemasFor({ properties, patternProperties, additionalProperties }: SchemaObject, key: string): unknown[] {
  const named = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const found = [...named, ...patterns.filter(([pattern]) => hasMatch(pattern, key)).map(([, part]) => part)];
  return found.length > 0 || additionalProperties === undefined ? found : [additionalProperties];
}
