/** What a field is for, in a few words beside its name: `integer, 1 to 100`, `uuid`, `text, or null`. */
import type { FormNode } from "./form-node.ts";
import { labelOfValue, textOf } from "./shape.ts";
import type { Shape } from "./shape.ts";

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
  // A number is wrong while it is typed: the server says so in time.
  if (mismatch && control !== "integer" && control !== "number") return `does not fit: expected ${expectedWord(shape)}`;
  const format = control === "string" ? textOf(schema["format"]) : undefined;
  const preset = schema["default"];
  const hasShortPreset = preset !== undefined && (typeof preset !== "object" || preset === null);
  const parts = [
    format ?? words[control] ?? control,
    range(schema["minimum"], schema["maximum"]),
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

function range(least: unknown, most: unknown): string | undefined {
  if (typeof least === "number" && typeof most === "number") return `${String(least)} to ${String(most)}`;
  if (typeof least === "number") return `from ${String(least)}`;
  return typeof most === "number" ? `up to ${String(most)}` : undefined;
}
