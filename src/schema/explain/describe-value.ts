/** Describes in a few words what a value is. It does not walk the value and never throws. */
import { counted, shorten } from "../../shared/short-text.ts";

const LONGEST_DESCRIPTION = 60;
const LONGEST_STRING = 40;
const LONGEST_CUT_STRING = 30;
const KEYS_SHOWN = 4;

/** What a value is, in at most 60 characters. */
export function describeValue(value: unknown): string {
  try {
    return shorten(describe(value), LONGEST_DESCRIPTION);
  } catch {
    // A proxy or a getter that throws.
    return Array.isArray(value) ? "array" : typeof value;
  }
}

function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return describeString(value);
    case "bigint":
      return "a bigint";
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : describeObject(value);
    default:
      return Object.is(value, -0) ? "-0" : String(value);
  }
}

function describeString(value: string): string {
  if (value.length <= LONGEST_STRING) return JSON.stringify(value);
  return `${JSON.stringify(shorten(value, LONGEST_CUT_STRING))} (${value.length} characters)`;
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "empty array" : `array of ${counted(value.length, "item")}`;
  if (value instanceof Date) return `Date ${Number.isNaN(value.getTime()) ? "(invalid)" : value.toISOString()}`;
  if (value instanceof Map || value instanceof Set) return `${nameOfClass(value)} of size ${value.size}`;
  if (ArrayBuffer.isView(value)) return `${nameOfClass(value)} of ${counted(value.byteLength, "byte")}`;
  const className = nameOfClass(value);
  return className === "Object" ? describeKeys(value) : `${className} object`;
}

function nameOfClass(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return "Object";
  const name: unknown = value.constructor?.name;
  return Object.hasOwn(value, "constructor") || typeof name !== "string" || name === "" ? "Object" : shorten(name, 30);
}

function describeKeys(value: object): string {
  const keys: string[] = [];
  for (const key in value) {
    if (keys.length === KEYS_SHOWN) return `object with ${keys.join(", ")}, …`;
    keys.push(shorten(key, 20));
  }
  return keys.length === 0 ? "empty object" : `object with ${keys.join(", ")}`;
}
