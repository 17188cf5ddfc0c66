import type { PlainSchema } from "../../../schema/standard/plain-schema.ts";
import { definitionKeywords, referenceKeywords, subschemaKeywords } from "../../../schema/types/schema-keywords.ts";
import { enterScope, isSchemaObject } from "../../../schema/types/scope.ts";
import type { JSONSchema, Scope } from "../../../schema/types/scope.ts";

type Reference = PlainSchema & { readonly $ref: string };

export interface CopyOptions {
  /** What to write for the reference of this schema; undefined if it leads nowhere. */
  readonly rewrite: (schema: Reference, scope: Scope | undefined) => string | undefined;
  /** The keyword to leave out. It is about the other direction, and would change what is required in this one. */
  readonly leaveOut: "readOnly" | "writeOnly";
  /** Where the schema is, if references need it. */
  readonly scope?: Scope | undefined;
}

/** Keywords that say where a schema is: in a component they would say something else. */
const IDENTITY_KEYWORDS: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
]);

/** A copy that is all JSON, without definitions, and with rewritten references. */
export function copySchema(schema: JSONSchema, options: CopyOptions): PlainSchema | boolean {
  return typeof schema === "boolean" ? schema : copyObject(schema as PlainSchema, options.scope, options);
}

function copyObject(schema: PlainSchema, scope: Scope | undefined, options: CopyOptions): PlainSchema {
  const { rewrite, leaveOut } = options;
  const inner = scope && enterScope(scope, schema);
  const copyPart = (part: unknown): unknown =>
    isSchemaObject(part) ? copyObject(part, inner, options) : plainValue(part);
  const entries: [string, unknown][] = [];
  let refers = false;
  for (const [keyword, value] of Object.entries(schema)) {
    if (IDENTITY_KEYWORDS.has(keyword) || definitionKeywords.has(keyword) || keyword === leaveOut) continue;
    if (referenceKeywords.has(keyword)) refers = true;
    else if (keyword === "discriminator") {
      entries.push([keyword, copyDiscriminator(value, ($ref) => rewrite({ $ref }, inner))]);
    } else {
      const copy = copyKeyword(keyword, value, copyPart);
      if (copy !== undefined) entries.push([keyword, copy]);
    }
  }
  const reference = refers ? rewrite(schema as Reference, scope) : undefined;
  if (reference !== undefined) entries.unshift(["$ref", reference]);
  // `fromEntries`, so that `__proto__` stays an ordinary name.
  return Object.fromEntries(entries);
}

/** Its mapping names schemas as `$ref` does. */
function copyDiscriminator(value: unknown, rewrite: ($ref: string) => string | undefined): unknown {
  const plain = plainValue(value);
  if (!isSchemaObject(plain) || !isSchemaObject(plain["mapping"])) return plain;
  const mapping = Object.entries(plain["mapping"]).map(([name, target]) => [
    name,
    typeof target === "string" && target.startsWith("#") ? (rewrite(target) ?? target) : target,
  ]);
  return { ...plain, mapping: Object.fromEntries(mapping) };
}

function copyKeyword(keyword: string, value: unknown, copyPart: (part: unknown) => unknown): unknown {
  const shape = subschemaKeywords.get(keyword)?.shape;
  if (shape === undefined) {
    const plain = plainValue(value);
    return EXAMPLE_KEYWORDS.has(keyword) && holdsReference(plain) ? undefined : plain;
  }
  if (Array.isArray(value)) return value.map(copyPart);
  if (!isSchemaObject(value)) return plainValue(value);
  if (shape !== "map" && shape !== "map-or-names") return copyPart(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyPart(part)]));
}

const EXAMPLE_KEYWORDS: ReadonlySet<string> = new Set(["example", "examples"]);

/** Tools treat a `$ref` as a reference wherever it is, and find nothing there. */
function holdsReference(value: unknown): boolean {
  return typeof value === "object" && value !== null && JSON.stringify(value).includes('"$ref"');
}

/** A copy as JSON writes it; undefined for what JSON can't write. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
