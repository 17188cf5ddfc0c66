/**
 * For the engine `{ "0": 1, "length": 1 }` equals the array `[1]`, because it compares their property names. So a
 * function of our own compares a `const` or `enum` that holds an array.
 */
import { isSameJSON } from "../../shared/is-same-json.ts";
import type { JSONSchema } from "../types/scope.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Returns `schema` itself if its constants hold no array. */
export function guardArrayConstants(schema: Keywords): Keywords {
  const guarded = ["const", "enum"].filter((keyword) => constantsOf(schema, keyword).some(holdsArray));
  if (guarded.length === 0) return schema;
  const lowered = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !guarded.includes(keyword)));
  const allOf: unknown[] = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  const isOneOf = guarded.map((keyword) => oneOf(constantsOf(schema, keyword)));
  return { ...lowered, allOf: [...allOf, ...isOneOf] };
}

function constantsOf(schema: Keywords, keyword: string): readonly unknown[] {
  if (!Object.hasOwn(schema, keyword)) return [];
  if (keyword === "const") return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

function holdsArray(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(holdsArray);
}

function oneOf(allowed: readonly unknown[]): JSONSchema {
  const check = (value: unknown): boolean => allowed.some((choice) => isSameJSON(choice, value));
  return { "~refine": [{ check, error: () => "must be one of the allowed values" }] };
}
