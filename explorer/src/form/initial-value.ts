import { appliedSchema } from "./applied-schema.ts";
import { isObject } from "../json/json-path.ts";
import type { SchemaBudget, SchemaDocument } from "./schema-document.ts";
import { shapeOf } from "./shape.ts";
import type { Branch, PropertyShape } from "./shape.ts";
import { roughlyFits } from "./roughly-fits.ts";

/** A recursive schema may require itself, so no complete value exists. Stop at this depth. */
const DEEPEST_START = 6;
const MOST_FIRST_ITEMS = 20;
const MOST_PARTS = 500;

/**
 * The value that a field starts with: the defaults and constants of required parts, and nothing invented. Undefined if
 * there are none.
 */
export function initialValue(document: SchemaDocument, schema: unknown): unknown {
  return startOf({ document, left: MOST_PARTS }, schema, 0);
}

function startOf(budget: SchemaBudget, schema: unknown, depth: number): unknown {
  if (budget.left-- <= 0) return undefined;
  const shape = shapeOf(budget.document, schema);
  const preset = shape.schema["default"];
  if (preset !== undefined) return structuredClone(preset);
  if (shape.kind === "const") return structuredClone(shape.value);
  if (shape.kind === "null") return null;
  if (depth > DEEPEST_START) return undefined;
  if (shape.kind === "object") {
    const value = membersOf(budget, shape.properties, depth);
    // These first members may trigger conditions that require more.
    const applied = appliedSchema(budget.document, schema, value);
    const whole = applied === schema ? shape : shapeOf(budget.document, applied);
    return whole.kind === "object" ? { ...membersOf(budget, whole.properties, depth), ...value } : value;
  }
  if (shape.kind === "array") {
    const { minItems } = shape.schema;
    const least = Math.max(shape.prefix.length, typeof minItems === "number" ? minItems : 0);
    return Array.from({ length: Math.min(least, MOST_FIRST_ITEMS) }, (_, index) =>
      itemOf(budget, shape.prefix[index] ?? shape.items, depth + 1),
    );
  }
  return undefined;
}

function membersOf(budget: SchemaBudget, properties: readonly PropertyShape[], depth: number): Record<string, unknown> {
  const members = properties
    .filter(({ required }) => required)
    .map(({ key, schema }) => [key, startOf(budget, schema, depth + 1)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** An item must have a value, because a list has no empty positions. */
export function initialItem(document: SchemaDocument, schema: unknown): unknown {
  return itemOf({ document, left: MOST_PARTS }, schema, 0);
}

function itemOf(budget: SchemaBudget, schema: unknown, depth: number): unknown {
  const value = startOf(budget, schema, depth);
  if (value !== undefined) return value;
  const shape = shapeOf(budget.document, schema);
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
      return depth > DEEPEST_START ? null : itemOf(budget, shape.branches[0]?.schema, depth + 1);
    default:
      return null;
  }
}

/** The value after the user chooses another branch: members that both branches know are kept. */
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
