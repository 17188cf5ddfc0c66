/** The keywords of JSON Schema, drafts 7 to 2020-12, by what they do. */
import { isRecord } from "../../shared/json/is-record.ts";

/** How the sub-schemas of a keyword are held. */
export type SubschemaShape =
  | "one"
  | "list"
  | "map"
  /** One schema, or (up to draft 2019-09) a list of them. */
  | "one-or-list"
  /** A map of schemas or, up to draft 7, of lists of property names. */
  | "map-or-names";

interface SubschemaKeyword {
  readonly shape: SubschemaShape;
  /** Whether the sub-schemas apply to the same value as the schema that holds the keyword. */
  readonly inPlace: boolean;
}

const list = { shape: "list", inPlace: true } as const;
const one = { shape: "one", inPlace: true } as const;
const map = { shape: "map", inPlace: true } as const;
const childOne = { shape: "one", inPlace: false } as const;
const childList = { shape: "list", inPlace: false } as const;
const childMap = { shape: "map", inPlace: false } as const;

const subschemas = {
  allOf: list,
  anyOf: list,
  oneOf: list,
  not: one,
  if: one,
  then: one,
  else: one,
  dependentSchemas: map,
  dependencies: { shape: "map-or-names", inPlace: true },
  properties: childMap,
  patternProperties: childMap,
  additionalProperties: childOne,
  propertyNames: childOne,
  unevaluatedProperties: childOne,
  prefixItems: childList,
  items: { shape: "one-or-list", inPlace: false },
  additionalItems: childOne,
  contains: childOne,
  unevaluatedItems: childOne,
} as const satisfies Record<string, SubschemaKeyword>;

const assertions = [
  "type",
  "const",
  "enum",
  "required",
  "dependentRequired",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "uniqueItems",
  "minLength",
  "maxLength",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

const references = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** A keyword that says something about values, including `~refine` (TypeBox's own checks), or `title`. */
export type Keyword =
  | keyof typeof subschemas
  | (typeof assertions)[number]
  | (typeof references)[number]
  | "~refine"
  | "title";

/** The keywords that apply sub-schemas. */
export const subschemaKeywords: ReadonlyMap<string, SubschemaKeyword> = new Map(Object.entries(subschemas));

/** The keywords that assert something by themselves. */
export const assertionKeywords: ReadonlySet<string> = new Set(assertions);

/** The keywords that refer to a schema elsewhere. */
export const referenceKeywords: ReadonlySet<string> = /* @__PURE__ */ new Set(references);

/** The keywords that hold schemas for others to refer to, and assert nothing. */
export const definitionKeywords: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** The keywords that name or describe a schema, and assert nothing. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  ...definitionKeywords,
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$comment",
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "example",
  "examples",
]);

/** Whether a keyword can make a value unfit. */
export function isApplied(keyword: string): boolean {
  return subschemaKeywords.has(keyword) || assertionKeywords.has(keyword) || referenceKeywords.has(keyword);
}

/**
 * The value of a keyword with each sub-schema changed; other keywords stay as they are. `change` gets the place of a
 * sub-schema in its list or map. A container of the wrong kind stays as it is: such a keyword says nothing.
 */
export function mapSubschemas(
  keyword: string,
  value: unknown,
  change: (schema: unknown, key?: string | number) => unknown,
): unknown {
  const shape = definitionKeywords.has(keyword) ? "map" : subschemaKeywords.get(keyword)?.shape;
  if (shape === undefined) return value;
  const isList = shape === "list" || shape === "one-or-list";
  if (Array.isArray(value)) return isList ? value.map((item, index) => change(item, index)) : value;
  if (shape === "one" || shape === "one-or-list") return change(value);
  if (shape === "list" || !isRecord(value)) return value;
  return mapOwn(value, (item, key) => (shape === "map-or-names" && Array.isArray(item) ? item : change(item, key)));
}

/** Visits each sub-schema of a keyword: what `mapSubschemas` would change, without the copy. */
export function forEachSubschema(
  keyword: string,
  value: unknown,
  visit: (schema: unknown, key?: string | number) => void,
): void {
  const shape = definitionKeywords.has(keyword) ? "map" : subschemaKeywords.get(keyword)?.shape;
  if (shape === undefined) return;
  const isList = shape === "list" || shape === "one-or-list";
  if (Array.isArray(value)) {
    if (isList) value.forEach((item, index) => visit(item, index));
  } else if (shape === "one" || shape === "one-or-list") visit(value);
  else if (shape !== "list" && isRecord(value)) {
    for (const key of Object.keys(value)) {
      const item = value[key];
      if (shape !== "map-or-names" || !Array.isArray(item)) visit(item, key);
    }
  }
}

/** A copy of an object with each value changed. Like `Object.fromEntries`, it keeps `__proto__` an ordinary name. */
export function mapOwn(
  object: object,
  change: (value: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

const legacyDialect = /^https?:\/\/json-schema\.org\/draft-0[3-7]\//;

/** Up to draft 7, keywords beside a `$ref` are ignored. */
export function ignoresRefSiblings($schema: unknown): boolean {
  return typeof $schema === "string" && legacyDialect.test($schema);
}
