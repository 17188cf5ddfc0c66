/** Checks the values of JSON Schema keywords. A value of the wrong kind has no meaning, and may be harmful. */
import { isRawObject } from "../document/raw-object.ts";

/** The value to use (`undefined` drops the keyword), and the reason if it is not the document's own. */
export interface CleanedKeyword {
  readonly value: unknown;
  readonly why?: string;
}

type Vet = (value: unknown) => CleanedKeyword;

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** Swagger 2.0's type of an upload. It accepts everything that can be sent as a file. */
const FILE_TYPE = "file";

const must =
  (what: string, holds: (value: unknown) => boolean): Vet =>
  (value) =>
    holds(value) ? { value } : { value: undefined, why: `it is not ${what}, so it is ignored` };

const number = must("a number", Number.isFinite);
const count = must("a whole number", (value) => Number.isInteger(value) && (value as number) >= 0);
const list = must("a list", Array.isArray);
const filled = must("a list with at least one item", (value) => Array.isArray(value) && value.length > 0);
const map = must("an object", isRawObject);
const text = must("a text", (value) => typeof value === "string");
const limit = must("a number", (value) => typeof value === "boolean" || Number.isFinite(value));

const VETS: ReadonlyMap<string, Vet> = new Map<string, Vet>([
  ["type", cleanType],
  ["required", cleanRequired],
  ["enum", filled],
  ["allOf", filled],
  ["anyOf", filled],
  ["oneOf", filled],
  ["prefixItems", list],
  ["properties", map],
  ["patternProperties", map],
  ["dependentSchemas", map],
  ["dependentRequired", map],
  ["dependencies", map],
  ["pattern", text],
  ["format", text],
  ["minimum", number],
  ["maximum", number],
  ["multipleOf", must("a number above 0", (value) => Number.isFinite(value) && (value as number) > 0)],
  ["exclusiveMinimum", limit],
  ["exclusiveMaximum", limit],
  ["minLength", count],
  ["maxLength", count],
  ["minItems", count],
  ["maxItems", count],
  ["minContains", count],
  ["maxContains", count],
  ["minProperties", count],
  ["maxProperties", count],
]);

export function cleanKeyword(keyword: string, value: unknown): CleanedKeyword {
  return VETS.get(keyword)?.(value) ?? { value };
}

function cleanType(type: unknown): CleanedKeyword {
  if (TYPES.has(type)) return { value: type };
  if (type === FILE_TYPE) return { value: undefined };
  const known = Array.isArray(type) ? type.filter((item) => TYPES.has(item)) : [];
  if (Array.isArray(type) && known.length === type.length && known.length > 0) return { value: type };
  return {
    value: undefined,
    why: `${JSON.stringify(type) ?? "this"} is not a JSON Schema type, so any type is accepted`,
  };
}

function cleanRequired(required: unknown): CleanedKeyword {
  if (!Array.isArray(required)) {
    return { value: undefined, why: "it is not a list of names, so it is ignored" };
  }
  const names = required.filter((name) => typeof name === "string");
  return names.length === required.length
    ? { value: required }
    : { value: names, why: "items that are not names are left out" };
}
