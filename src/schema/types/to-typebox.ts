/** Finds the TypeBox type for the keywords of one schema whose sub-schemas are already TypeBox types. */
import { Type } from "typebox";
import type { TSchema } from "typebox";

import { isApplied } from "./schema-keywords.ts";
import { isSchemaObject } from "./scope.ts";

type Keywords = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, TSchema>>;

/**
 * The first type that fits gives the result its kind. The result prints as the source: it keeps all keywords, in their
 * order, so the kind never decides what is valid. What TypeBox adds to them is hidden: it is neither printed nor
 * compiled.
 */
export function toTypeBox(keywords: Keywords): TSchema {
  const typed = fromCombination(keywords) ?? fromStructure(keywords) ?? fromValue(keywords) ?? fromRest(keywords);
  const result = { ...keywords };
  for (const name of Object.getOwnPropertyNames(typed)) {
    const value: unknown = (typed as Keywords)[name];
    if (Object.hasOwn(keywords, name)) result[name] = value;
    else Object.defineProperty(result, name, { value });
  }
  return result;
}

/** Within another schema it prints as its source too: `true`, not `{}`. */
export function fromBoolean(schema: boolean, { isPart }: { readonly isPart: boolean }): TSchema {
  const type = schema ? Type.Unknown() : Type.Never();
  return isPart ? Object.defineProperty(type, "toJSON", { value: () => schema }) : type;
}

function fromCombination(keywords: Keywords): TSchema | undefined {
  const { allOf, anyOf, oneOf } = keywords;
  if (Array.isArray(allOf)) return Type.Intersect(allOf as TSchema[], keywords);
  if (Array.isArray(anyOf)) return Type.Union(anyOf as TSchema[], keywords);
  // The exact meaning of a union is in `oneOf` or `enum`.
  if (Array.isArray(oneOf)) return Type.Union(oneOf as TSchema[], keywords);
  if (Array.isArray(keywords["enum"])) return Type.Union(keywords["enum"].map(literal), keywords);
  return undefined;
}

function literal(value: unknown): TSchema {
  if (value === null) return Type.Null();
  return isLiteralValue(value) ? Type.Literal(value) : Type.Unsafe({ const: value });
}

function isLiteralValue(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function fromStructure(keywords: Keywords): TSchema | undefined {
  const { type, properties, items } = keywords;
  if (type === "object" && isSchemaObject(properties)) return fromProperties(properties as Properties, keywords);
  if (type !== "array" || "prefixItems" in keywords) return undefined;
  // TypeBox closes tuples and requires every item. JSON Schema does neither.
  if (Array.isArray(items)) return Type.Tuple(items as TSchema[], { minItems: 0, additionalItems: true, ...keywords });
  if (typeof items === "boolean") {
    const item = fromBoolean(items, { isPart: true });
    return Type.Array(item, { ...keywords, items: item });
  }
  return isSchemaObject(items) ? Type.Array(items, keywords) : undefined;
}

function fromProperties(properties: Properties, keywords: Keywords): TSchema {
  const required = new Set<unknown>(Array.isArray(keywords["required"]) ? keywords["required"] : []);
  const marked = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, required.has(name) ? schema : Type.Optional(schema)]),
  );
  return Type.Object(marked, { ...keywords, properties: marked });
}

function fromValue(keywords: Keywords): TSchema | undefined {
  const { const: value, $ref } = keywords;
  if (isLiteralValue(value)) return Type.Literal(value, keywords);
  return typeof $ref === "string" ? Type.Ref($ref, keywords) : undefined;
}

function fromRest(keywords: Keywords): TSchema {
  switch (keywords["type"]) {
    case "string":
      return Type.String(keywords);
    case "number":
      return Type.Number(keywords);
    case "integer":
      return Type.Integer(keywords);
    case "boolean":
      return Type.Boolean(keywords);
    case "null":
      return Type.Null(keywords);
    default:
      return Object.keys(keywords).some((keyword) => asserts(keyword, keywords))
        ? Type.Unsafe(keywords)
        : Type.Unknown(keywords);
  }
}

function asserts(keyword: string, keywords: Keywords): boolean {
  if (keyword === "type") return Array.isArray(keywords["type"]) || isStructured(keywords["type"]);
  return isApplied(keyword);
}

function isStructured(type: unknown): boolean {
  return type === "object" || type === "array";
}
