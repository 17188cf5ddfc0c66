import type { PlainSchema } from "../../schema/standard/plain-schema.ts";

export type JSONType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

const ALL: readonly JSONType[] = ["object", "array", "string", "number", "boolean", "null"];
const KNOWN: ReadonlySet<unknown> = new Set([...ALL, "integer"]);

/** The keywords that say something of one type only. */
export const TYPED_KEYWORDS: Readonly<Record<JSONType, readonly string[]>> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedProperties",
  ],
  array: [
    "items",
    "prefixItems",
    "additionalItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
  ],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  boolean: [],
  null: [],
};

const TYPE_OF_KEYWORD: ReadonlyMap<string, JSONType> = new Map(
  ALL.flatMap((type) => TYPED_KEYWORDS[type].map((keyword) => [keyword, type] as const)),
);

/** The types that a schema lists, or all of them. */
export function typesOf({ type }: PlainSchema): readonly JSONType[] {
  const listed = (Array.isArray(type) ? type : [type]).filter((one) => KNOWN.has(one)) as JSONType[];
  return listed.length === 0 ? ALL : listed;
}

/**
 * The type that a schema means if it leaves it out: the one whose keywords it has. Strictly, such a schema accepts all
 * values of other types, but authors do not mean that.
 */
export function impliedTypes(schema: PlainSchema): readonly JSONType[] {
  if (schema["type"] !== undefined) return typesOf(schema);
  const implied = new Set(
    Object.keys(schema)
      // OpenAPI documents give formats to numbers too.
      .filter((keyword) => keyword !== "format")
      .map((keyword) => TYPE_OF_KEYWORD.get(keyword)),
  );
  implied.delete(undefined);
  return implied.size === 0 ? ALL : ([...implied] as JSONType[]);
}

export function jsonTypeOf(value: unknown): Exclude<JSONType, "integer"> {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as Exclude<JSONType, "integer">;
}
