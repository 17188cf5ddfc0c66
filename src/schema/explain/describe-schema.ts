/** Describes in a few words what a schema asks for. */
import type { JSONSchema } from "../types/scope.ts";
import { shorten } from "../../shared/short-text.ts";
import { describeValue } from "./describe-value.ts";
import type { Keywords } from "./keywords.ts";
import { schemaEntries, schemaList, typeNames } from "./keywords.ts";

const LONGEST_LIST = 100;
const LONGEST_TITLE = 40;
const ALTERNATIVES_SHOWN = 8;

/** What a schema asks for, in at most about 100 characters. */
export function describeSchema(schema: JSONSchema): string {
  if (typeof schema === "boolean") return schema ? "anything" : "nothing";
  const keywords: Keywords = schema;
  if (typeof keywords.title === "string" && keywords.title !== "") return shorten(keywords.title, LONGEST_TITLE);
  if ("const" in keywords) return describeValue(keywords.const);
  if (Array.isArray(keywords.enum)) return describeChoices(keywords.enum);
  const alternatives = schemaList(keywords.oneOf) ?? schemaList(keywords.anyOf);
  if (alternatives !== undefined) return describeAlternatives(alternatives);
  if (typeof keywords.$ref === "string") return shorten(keywords.$ref.split("/").at(-1) ?? "", LONGEST_TITLE);
  return describeTypes(keywords);
}

/** `A or B`, from schemas. */
export function describeAlternatives(schemas: readonly JSONSchema[]): string {
  const texts = new Set<string>();
  for (const schema of schemas.slice(0, ALTERNATIVES_SHOWN)) texts.add(describeAlternative(schema));
  if (schemas.length > ALTERNATIVES_SHOWN) texts.add("…");
  return shorten([...texts].join(" or "), LONGEST_LIST);
}

/** Only one level, because unions nest and a description need not. */
function describeAlternative(schema: JSONSchema): string {
  return typeof schema === "object" && ("anyOf" in schema || "oneOf" in schema) && !("enum" in schema)
    ? "another union"
    : describeSchema(schema);
}

/** `one of "a", "b", …`, from values. */
export function describeChoices(values: readonly unknown[]): string {
  const distinct = [...new Set(values)];
  const shown = distinct.slice(0, ALTERNATIVES_SHOWN * 2).map(describeValue);
  const [only] = shown;
  if (only !== undefined && distinct.length === 1) return only;
  return shorten(`one of ${shown.join(", ")}${distinct.length > shown.length ? ", …" : ""}`, LONGEST_LIST);
}

function describeTypes(keywords: Keywords): string {
  const types = typeNames(keywords) ?? [];
  const names = schemaEntries(keywords.properties).map(([name]) => name);
  if (names.length > 0 && (types.length === 0 || (types.length === 1 && types[0] === "object"))) {
    const shown = names.slice(0, 3).map((name) => shorten(name, 20));
    return `object with ${shown.join(", ")}${names.length > shown.length ? ", …" : ""}`;
  }
  return types.length === 0 ? "a value that fits" : shorten(types.join(" or "), LONGEST_LIST);
}
