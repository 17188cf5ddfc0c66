/**
 * For the engine `{ "0": 1, "length": 1 }` equals the array `[1]`, because it compares their property names. It also
 * turns a whole `enum` into one expression, and a long one overflows the parser. So our own function compares a `const`
 * or `enum` that holds an array, and a long `enum`.
 */
import { asList, isContainer } from "../../shared/json/is-record.ts";
import { isSameJSON } from "../../shared/json/is-same-json.ts";
import type { JSONSchema } from "../types/scope.ts";
import { refinement } from "./refinement.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Looking up a value in a set costs about as much as comparing it with this many. */
const longEnum = 50;

/** Returns `schema` itself if the engine compares its constants well. */
export function guardConstants(schema: Keywords): Keywords {
  const guarded = ["const", "enum"].filter((keyword) => {
    const constants = constantsOf(schema, keyword);
    return constants.length > longEnum || constants.some(holdsArray);
  });
  if (guarded.length === 0) return schema;
  const lowered = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !guarded.includes(keyword)));
  const isOneOf = guarded.map((keyword) => oneOf(constantsOf(schema, keyword)));
  return { ...lowered, allOf: [...asList(schema["allOf"]), ...isOneOf] };
}

function constantsOf(schema: Keywords, keyword: string): readonly unknown[] {
  if (!Object.hasOwn(schema, keyword)) return [];
  if (keyword === "const") return [schema["const"]];
  return asList(schema["enum"]);
}

function holdsArray(value: unknown): boolean {
  return isContainer(value) && (Array.isArray(value) || Object.values(value).some(holdsArray));
}

function oneOf(allowed: readonly unknown[]): JSONSchema {
  const simple = new Set(allowed.filter((choice) => !isContainer(choice)));
  const containers = allowed.filter(isContainer);
  const check = (value: unknown): boolean =>
    isContainer(value) ? containers.some((choice) => isSameJSON(choice, value)) : simple.has(value);
  return refinement(check, "must be one of the allowed values");
}
