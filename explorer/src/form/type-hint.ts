/** What a field accepts, in a few words beside its name: `integer, 1 to 100`, `uuid`, `text, or null`. */
import type { FormNode } from "./form-node.ts";
import { isObject } from "../json/json-path.ts";
import { labelOfValue, textOf } from "./shape.ts";
import type { Shape } from "./shape.ts";
import type { SchemaObject } from "./schema-object.ts";

const words: Readonly<Partial<Record<Shape["kind"], string>>> = {
  json: "any JSON",
  string: "text",
  enum: "choice",
  union: "choice",
  array: "list",
  const: "fixed",
};

export function typeHint({ shape, mismatch, control, present }: FormNode): string {
  const { schema, nullable } = shape;
  // A number is often invalid while the user types it; the server reports it if it stays so.
  if (mismatch && control !== "integer" && control !== "number") return `invalid, expected ${expectedWord(shape)}`;
  const format = control === "string" ? textOf(schema["format"]) : undefined;
  const preset = schema["default"];
  const hasShortPreset = preset !== undefined && (typeof preset !== "object" || preset === null);
  const parts = [
    format ?? words[control] ?? control,
    ...boundsOf(schema),
    exceptionOf(schema["not"]),
    nullable && control !== "null" ? "or null" : undefined,
    hasShortPreset && !present ? `default ${labelOfValue(preset)}` : undefined,
    schema["deprecated"] === true ? "deprecated" : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function expectedWord(shape: Shape): string {
  if (shape.kind === "const") return labelOfValue(shape.value);
  return shape.kind === "enum" ? "one of the choices" : (words[shape.kind] ?? shape.kind);
}

/** Limits that the user would otherwise learn from an error. */
function boundsOf(schema: SchemaObject): Array<string | undefined> {
  const { minLength, maxLength, minItems, maxItems, exclusiveMinimum, exclusiveMaximum, multipleOf, pattern } = schema;
  return [
    range(schema["minimum"], schema["maximum"]),
    typeof exclusiveMinimum === "number" ? `more than ${String(exclusiveMinimum)}` : undefined,
    typeof exclusiveMaximum === "number" ? `less than ${String(exclusiveMaximum)}` : undefined,
    typeof multipleOf === "number" ? `multiple of ${String(multipleOf)}` : undefined,
    minLength === 1 && maxLength === undefined ? "not empty" : withNoun(range(minLength, maxLength), "characters"),
    minItems === 1 && maxItems === undefined ? "not empty" : withNoun(range(minItems, maxItems), "items"),
    typeof pattern === "string" && pattern.length <= LONGEST_PATTERN ? `matches ${pattern}` : undefined,
  ];
}

const LONGEST_PATTERN = 40;

function withNoun(bounds: string | undefined, noun: string): string | undefined {
  return bounds === undefined ? undefined : `${bounds} ${noun}`;
}

/** What `not` excludes. No field can enforce it, so the hint says it. */
function exceptionOf(not: unknown): string | undefined {
  if (!isObject(not) || Object.keys(not).length === 0) return undefined;
  const values = Array.isArray(not["enum"]) ? not["enum"] : "const" in not ? [not["const"]] : undefined;
  if (values !== undefined && values.length <= 5) return `except ${values.map(labelOfValue).join(", ")}`;
  const { type, ...rest } = not;
  if (typeof type === "string" && Object.keys(rest).length === 0) return `except ${type}`;
  return "with exceptions (see the schema)";
}

function range(least: unknown, most: unknown): string | undefined {
  if (typeof least === "number" && typeof most === "number") return `${String(least)} to ${String(most)}`;
  if (typeof least === "number") return `at least ${String(least)}`;
  return typeof most === "number" ? `at most ${String(most)}` : undefined;
}
