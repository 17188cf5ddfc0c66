/**
 * For the engine `{ "0": 1, "length": 1 }` equals the array `[1]`: it compares them by the names that an object and an
 * array have. A `const` or `enum` with an array in it (and only that) is compared by a function of ours.
 */
import type { JSONSchema } from "./scope.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** `schema` itself when its constants hold no array. */
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
  const check = (value: unknown): boolean => allowed.some((choice) => isSame(choice, value));
  return { "~refine": [{ check, error: () => "must be one of the allowed values" }] };
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSame(valueAt(one, name), valueAt(other, name)));
}

function valueAt(container: object, name: string): unknown {
  return (container as Readonly<Record<string, unknown>>)[name];
}
