/**
 * Rewrites what OpenAPI 3.0 says differently into plain JSON Schema: `nullable`, and `exclusiveMinimum` and
 * `exclusiveMaximum` as booleans.
 *
 * The letter of OpenAPI 3.0.3 lets `nullable` add to `type` only, so that beside an `enum` without null, or an `allOf`,
 * it would say nothing. Documents mean what they say all the same (GitHub's does so some 160 times, and its API answers
 * with null there), so here `nullable: true` always lets null in.
 */
import { annotationKeywords } from "./schema-keywords.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Beside one of these, null must be let in around the whole schema: widening `type` would not do. */
const opaqueKeywords = ["$ref", "allOf", "oneOf", "not", "if", "$dynamicRef", "$recursiveRef"];

/** `schema` itself where nothing has to be rewritten. */
export function withoutOpenAPI30(schema: Keywords): Keywords {
  return withoutNullable(withoutBooleanLimits(schema));
}

function withoutNullable(schema: Keywords): Keywords {
  if (!("nullable" in schema) || typeof schema["nullable"] !== "boolean") return schema;
  const { nullable, ...rest } = schema;
  if (!nullable) return rest;
  return opaqueKeywords.some((keyword) => keyword in rest) ? aroundWhole(rest) : widened(rest);
}

function widened(schema: Keywords): Keywords {
  const result: Record<string, unknown> = { ...schema };
  if ("type" in schema) result["type"] = addNull(toList(schema["type"]), "null");
  if (Array.isArray(schema["enum"])) result["enum"] = addNull(schema["enum"], null);
  if (Array.isArray(schema["anyOf"])) result["anyOf"] = [...schema["anyOf"], { type: "null" }];
  if ("const" in schema && schema["const"] !== null) {
    delete result["const"];
    result["enum"] = [schema["const"], null];
  }
  return result;
}

function aroundWhole(schema: Keywords): Keywords {
  const entries = Object.entries(schema);
  const outer = Object.fromEntries(entries.filter(([keyword]) => annotationKeywords.has(keyword)));
  const inner = Object.fromEntries(entries.filter(([keyword]) => !annotationKeywords.has(keyword)));
  return { ...outer, anyOf: [inner, { type: "null" }] };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function addNull(list: readonly unknown[], entry: "null" | null): readonly unknown[] {
  return list.includes(entry) ? list : [...list, entry];
}

function withoutBooleanLimits(schema: Keywords): Keywords {
  return withoutBooleanLimit(withoutBooleanLimit(schema, "minimum", "exclusiveMinimum"), "maximum", "exclusiveMaximum");
}

function withoutBooleanLimit(schema: Keywords, limit: string, exclusive: string): Keywords {
  if (typeof schema[exclusive] !== "boolean") return schema;
  const { [exclusive]: isExclusive, [limit]: bound, ...rest } = schema;
  if (bound === undefined) return rest;
  return { ...rest, [isExclusive === true ? exclusive : limit]: bound };
}
