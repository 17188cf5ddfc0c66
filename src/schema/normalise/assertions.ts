/** What a schema asserts, as far as its keywords show without compiling it. */
import { annotationKeywords } from "../types/schema-keywords.ts";
import { jsonType, typeOfValue } from "./json-type.ts";

/** The keywords that may assert something. */
export function assertingKeywords(schema: object): string[] {
  const found = Object.keys(schema).filter((key) => !annotationKeywords.has(key) && !key.startsWith("~"));
  // TypeBox hides its own keyword from `Object.keys`.
  if (Object.hasOwn(schema, "~refine")) found.push("~refine");
  return found;
}

/** Whether the value certainly fits, because the schema asserts no more than its type. */
export function fitsByTypeAlone(schema: object, value: unknown): boolean {
  const isEmptyArray = Array.isArray(value) && value.length === 0;
  const others = assertingKeywords(schema).filter((key) => key !== "type" && !(isEmptyArray && key === "items"));
  const type: unknown = Reflect.get(schema, "type");
  if (others.length > 0 || typeof type !== "string") return false;
  if (type === "integer") return Number.isInteger(value);
  if (type === "number") return Number.isFinite(value);
  const known: Readonly<Record<string, number>> = jsonType;
  return Object.hasOwn(known, type) && known[type] === typeOfValue(value);
}
