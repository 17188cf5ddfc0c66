/**
 * Rewrites the keywords of OpenAPI 3.0 that differ from JSON Schema: `nullable`, and boolean `exclusiveMinimum` and
 * `exclusiveMaximum`.
 *
 * Strictly, OpenAPI 3.0.3 lets `nullable` only extend `type`, so beside an `enum` without null, or an `allOf`, it would
 * have no effect. But documents mean it: GitHub's uses it that way some 160 times, and its API answers with null there.
 * So here `nullable: true` always allows null.
 */
import { annotationKeywords } from "./schema-keywords.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Beside one of these, null must be allowed around the whole schema. Widening `type` is not enough. */
const opaqueKeywords = ["$ref", "allOf", "oneOf", "not", "if", "$dynamicRef", "$recursiveRef"];

/** Returns `schema` itself if there is nothing to rewrite. */
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
