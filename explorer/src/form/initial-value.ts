import { appliedSchema } from "./applied-schema.ts";
import { isObject } from "../json/json-path.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { shapeOf } from "./shape.ts";
import type { Branch, PropertyShape } from "./shape.ts";
import { roughlyFits } from "./roughly-fits.ts";

/** Recursive schemas may require themselves: then nobody can write their value down, and we stop here. */
const DEEPEST_START = 6;
const MOST_FIRST_ITEMS = 20;
const MOST_PARTS = 500;

interface Start {
  readonly document: SchemaDocument;
  left: number;
}

/**
 * What a field starts with: defaults and constants of what is required, and nothing invented. Undefined where there
 * is nothing to start with.
 */
export function initialValue(document: SchemaDocument, schema: unknown): unknown {
  return startOf({ document, left: MOST_PARTS }, schema, 0);
}

function startOf(start: Start, schema: unknown, depth: number): unknown {
  if (start.left-- <= 0) return undefined;
  const shape = shapeOf(start.document, schema);
  const preset = shape.schema["default"];
  if (preset !== undefined) return structuredClone(preset);
  if (shape.kind === "const") return structuredClone(shape.value);
  if (shape.kind === "null") return null;
  if (depth > DEEPEST_START) return undefined;
  if (shape.kind === "object") {
    const value = membersOf(start, shape.properties, depth);
    // What is there from the start may ask for more.
    const applied = appliedSchema(start.document, schema, value);
    const whole = applied === schema ? shape : shapeOf(start.document, applied);
    return whole.kind === "object" ? { ...membersOf(start, whole.properties, depth), ...value } : value;
  }
  if (shape.kind === "array") {
    const { minItems } = shape.schema;
    const least = Math.max(shape.prefix.length, typeof minItems === "number" ? minItems : 0);
    return Array.from({ length: Math.min(least, MOST_FIRST_ITEMS) }, (_, index) =>
      itemOf(start, shape.prefix[index] ?? shape.items, depth + 1),
    );
  }
  return undefined;
}

function membersOf(start: Start, properties: readonly PropertyShape[], depth: number): Record<string, unknown> {
  const members = properties
    .filter(({ required }) => required)
    .map(({ key, schema }) => [key, startOf(start, schema, depth + 1)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** An item must be something: a list has no empty places. */
export function initialItem(document: SchemaDocument, schema: unknown): unknown {
  return itemOf({ document, left: MOST_PARTS }, schema, 0);
}

function itemOf(start: Start, schema: unknown, depth: number): unknown {
  const value = startOf(start, schema, depth);
  if (value !== undefined) return value;
  const shape = shapeOf(start.document, schema);
  switch (shape.kind) {
    case "enum":
      return structuredClone(shape.values[0]);
    case "string":
      return "";
    case "number":
    case "integer":
      return typeof shape.schema["minimum"] === "number" ? shape.schema["minimum"] : 0;
    case "boolean":
      return false;
    case "bytes":
      return shape.form === "tagged" ? { $bytes: "" } : "";
    case "union":
      return depth > DEEPEST_START ? null : itemOf(start, shape.branches[0]?.schema, depth + 1);
    default:
      return null;
  }
}

/** The value after another branch of a union was chosen: what both branches know is kept. */
export function valueForBranch(document: SchemaDocument, branch: Branch, value: unknown): unknown {
  if (value !== undefined && roughlyFits(document, branch.schema, value)) return value;
  const start = initialValue(document, branch.schema);
  const shape = shapeOf(document, branch.schema);
  if (shape.kind !== "object" || !isObject(value)) return start;
  const kept = shape.properties.filter(
    ({ key, schema }) => Object.hasOwn(value, key) && roughlyFits(document, schema, value[key]),
  );
  return { ...(isObject(start) ? start : {}), ...Object.fromEntries(kept.map(({ key }) => [key, value[key]])) };
}
