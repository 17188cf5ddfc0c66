import { definitionKeywords, subschemaKeywords } from "../../../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../../../schema/types/scope.ts";

type References = ReadonlySet<string> | undefined;

const known = new WeakMap<object, { readonly references: References }>();

const SIMPLE = /^#\/\$defs\/([A-Za-z0-9._-]+)$/;
/** With these, what a reference means depends on more than the root's definitions. */
const TELLING = ["$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$dynamicRef", "$recursiveRef", "$schema"];

/**
 * The names under `#/$defs/` that a schema refers to, not counting what its definitions do; undefined if it refers in
 * any other way.
 */
export function simpleReferences(schema: unknown): References {
  if (!isSchemaObject(schema)) return typeof schema === "boolean" ? new Set() : undefined;
  let entry = known.get(schema);
  if (entry === undefined) {
    const names = new Set<string>();
    entry = { references: collect(schema, names, true) ? names : undefined };
    known.set(schema, entry);
  }
  return entry.references;
}

function collect(schema: unknown, names: Set<string>, isRoot: boolean): boolean {
  if (!isSchemaObject(schema)) return true;
  if (TELLING.some((keyword) => keyword in schema)) return false;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "$ref") {
      const name = typeof value === "string" ? SIMPLE.exec(value)?.[1] : undefined;
      if (name === undefined) return false;
      names.add(name);
    } else if (definitionKeywords.has(keyword)) {
      if (!isRoot) return false;
    } else if (!partsOf(keyword, value).every((part) => collect(part, names, false))) return false;
  }
  return true;
}

function partsOf(keyword: string, value: unknown): readonly unknown[] {
  const shape = subschemaKeywords.get(keyword)?.shape;
  if (shape === undefined) return [];
  if (Array.isArray(value)) return value;
  return isSchemaObject(value) && (shape === "map" || shape === "map-or-names") ? Object.values(value) : [value];
}
