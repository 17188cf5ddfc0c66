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
  /** Whether the sub-schemas apply to the very value that the keyword's own schema applies to. */
  readonly inPlace: boolean;
}

const list = { shape: "list", inPlace: true } as const;
const one = { shape: "one", inPlace: true } as const;
const map = { shape: "map", inPlace: true } as const;
const childOne = { shape: "one", inPlace: false } as const;
const childList = { shape: "list", inPlace: false } as const;
const childMap = { shape: "map", inPlace: false } as const;

/** The keywords of drafts 7 to 2020-12 that apply sub-schemas. */
export const subschemaKeywords: ReadonlyMap<string, SubschemaKeyword> = new Map<string, SubschemaKeyword>([
  ["allOf", list],
  ["anyOf", list],
  ["oneOf", list],
  ["not", one],
  ["if", one],
  ["then", one],
  ["else", one],
  ["dependentSchemas", map],
  ["dependencies", { shape: "map-or-names", inPlace: true }],
  ["properties", childMap],
  ["patternProperties", childMap],
  ["additionalProperties", childOne],
  ["propertyNames", childOne],
  ["unevaluatedProperties", childOne],
  ["prefixItems", childList],
  ["items", { shape: "one-or-list", inPlace: false }],
  ["additionalItems", childOne],
  ["contains", childOne],
  ["unevaluatedItems", childOne],
]);

/** Keywords that hold schemas for others to refer to, and assert nothing. */
export const definitionKeywords: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** Keywords that refer to a schema elsewhere. */
export const referenceKeywords: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

/** The keywords that assert something by themselves. */
export const assertionKeywords: ReadonlySet<string> = new Set([
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
]);
