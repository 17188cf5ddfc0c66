import { printType } from "../../schema/print/print-type.ts";
import { saysNothing } from "../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { shorten } from "../../shared/short-text.ts";
import type { Lowered } from "./lowered.ts";
import { describeWith } from "./notes.ts";

const LONGEST_TYPE = 500;

/** A string that holds a value as JSON. A string that is not JSON means itself. */
export function toJSONText(schema: PlainSchema): Lowered {
  const note = saysNothing(schema) ? "JSON text of any value." : `JSON text of: ${typeText(schema)}`;
  return { schema: { type: "string", ...describeWith(schema, [note]) }, restore: parseText };
}

function parseText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function typeText(schema: PlainSchema): string {
  return shorten(printType(schema, { comments: false }), LONGEST_TYPE);
}
