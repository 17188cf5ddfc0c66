import { isCheckedFormat } from "../../schema/engine/formats.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { TYPED_KEYWORDS } from "./json-types.ts";
import type { JSONType } from "./json-types.ts";
import type { Lowered, Lowering, Place } from "./lowered.ts";
import { describeWith, noteOf } from "./notes.ts";
import type { SchemaRules } from "./schema-rules.ts";

/** Strings, numbers, booleans and null. The description tells the model in words what the provider does not know. */
export function lowerScalar(lowering: Lowering, schema: PlainSchema, type: JSONType, place: Place): Lowered {
  const kept: Record<string, unknown> = {};
  const notes: string[] = [];
  const handled = new Set(["format"]);
  for (const keyword of TYPED_KEYWORDS[type]) {
    const value = schema[keyword];
    if (value === undefined || !isAllowed(lowering.rules, keyword, value)) continue;
    kept[keyword] = value;
    handled.add(keyword);
  }
  const { format } = schema;
  if (type === "string" && typeof format === "string" && kept["format"] === undefined) {
    notes.push(noteOf("format", format));
    if (isCheckedFormat(format)) lowering.lose(place, "format");
  }
  notes.push(...lowering.dropOthers(schema, type, place, handled), ...defaultNote(lowering.rules, schema));
  return { schema: { type, ...kept, ...keptDefault(lowering.rules, schema), ...describeWith(schema, notes) } };
}

/** Whether a provider's rules let a schema say this of strings, numbers or arrays. */
export function isAllowed(rules: SchemaRules, keyword: string, value: unknown): boolean {
  if (!rules.keywords.has(keyword)) return false;
  if (keyword === "format") return rules.formats === "all" || rules.formats.has(String(value));
  if (keyword === "pattern") return rules.patterns === "all" || isRegular(String(value));
  if (keyword === "minItems") return Number(value) <= rules.minItems;
  return true;
}

/** Whether a pattern is regular: without look-around, back-references and word boundaries. */
export function isRegular(pattern: string): boolean {
  return !/\(\?[=!<]|\\[1-9bBpPk]/.test(pattern);
}

/** The default, in words if the provider has no keyword for it. */
export function defaultNote(rules: SchemaRules, schema: PlainSchema): string[] {
  return schema["default"] === undefined || rules.keywords.has("default") ? [] : [noteOf("default", schema["default"])];
}

export function keptDefault(rules: SchemaRules, schema: PlainSchema): PlainSchema {
  return schema["default"] === undefined || !rules.keywords.has("default") ? {} : { default: schema["default"] };
}
