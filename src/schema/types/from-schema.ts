import type { TSchema } from "typebox";

import { bundleReferences } from "./bundle-references.ts";
import type { TFromSchema } from "./from-schema-static.ts";
import { isLegacyDialect, withoutLegacy } from "./legacy-keywords.ts";
import { withoutOpenAPI30 } from "./openapi30-keywords.ts";
import { SchemaError } from "./schema-error.ts";
import { ignoresRefSiblings, isApplied, mapOwn, mapSubschemas } from "./schema-keywords.ts";
import { downPath, maxSchemaDepth, pathToPointer, startPath } from "./schema-path.ts";
import type { SchemaPath } from "./schema-path.ts";
import { isSchemaObject } from "./scope.ts";
import type { JSONSchema, SchemaReferences } from "./scope.ts";
import { fromBoolean, toTypeBox } from "./to-typebox.ts";

type Keywords = Readonly<Record<string, unknown>>;

interface Conversion {
  /** Results by dialect and source object, so that shared objects stay shared. */
  readonly converted: Map<string, Map<object, TSchema>>;
  /** The source objects around the current one. */
  readonly open: Set<object>;
}

interface SchemaContext {
  readonly path: SchemaPath;
  readonly ignoresRefSiblings: boolean;
  /** Whether keywords of drafts 3 and 4 count: `$schema` names such a draft, or no draft at all. */
  readonly legacy: "named" | "assumed" | "no";
}

/** Options of `FromSchema`. */
export interface FromSchemaOptions {
  /**
   * The documents that a `$ref` may lead into, by their address. Those that the schema reaches become part of the
   * result's `$defs`. A reference into any other document makes the schema unusable.
   */
  readonly references?: SchemaReferences;
}

/**
 * Converts a JSON Schema (draft 3 to 2020-12, or OpenAPI 3.0's dialect) to a TypeBox schema. Every keyword keeps its
 * meaning. A schema without a matching TypeBox type stays as it is, and one that asserts nothing becomes `Type.Unknown`.
 * The source is not changed. A literal gives the result its static type.
 *
 * Throws a `SchemaError` if the source is not a schema, or is nested without end.
 *
 * @example
 * const User = FromSchema({ type: "object", properties: { name: { type: "string" } }, required: ["name"] });
 * type User = Static<typeof User>; // { name: string }
 */
export function FromSchema<const TSource extends JSONSchema>(
  schema: TSource,
  { references }: FromSchemaOptions = {},
): TFromSchema<TSource> {
  const conversion: Conversion = { converted: new Map(), open: new Set() };
  const source = references === undefined ? schema : bundleReferences(schema, references);
  const result = convert(conversion, source, { path: startPath(), ignoresRefSiblings: false, legacy: "assumed" });
  return result as TFromSchema<TSource>;
}

function convert(conversion: Conversion, schema: unknown, outer: SchemaContext): TSchema {
  if (typeof schema === "boolean") return fromBoolean(schema, { isPart: outer.path.depth > 0 });
  if (!isSchemaObject(schema)) throw unusable(outer.path, "a schema is an object or a boolean.");
  if (outer.path.depth > maxSchemaDepth) throw unusable(outer.path, `nested deeper than ${maxSchemaDepth} steps.`);
  if (conversion.open.has(schema)) throw unusable(outer.path, 'the object contains itself. Use "$ref" for recursion.');
  const context = "$schema" in schema ? { ...outer, ...dialectOf(schema["$schema"]) } : outer;
  const known = convertedIn(conversion, context);
  let result = known.get(schema);
  if (result === undefined) {
    conversion.open.add(schema);
    result = toTypeBox(convertKeywords(conversion, plainKeywords(schema, context), context));
    conversion.open.delete(schema);
    known.set(schema, result);
  }
  return result;
}

function dialectOf($schema: unknown): Pick<SchemaContext, "ignoresRefSiblings" | "legacy"> {
  return { ignoresRefSiblings: ignoresRefSiblings($schema), legacy: isLegacyDialect($schema) ? "named" : "no" };
}

function convertedIn(
  { converted }: Conversion,
  { ignoresRefSiblings: ignores, legacy }: SchemaContext,
): Map<object, TSchema> {
  const dialect = `${ignores} ${legacy}`;
  let known = converted.get(dialect);
  if (known === undefined) converted.set(dialect, (known = new Map()));
  return known;
}

function unusable(path: SchemaPath, reason: string): SchemaError {
  return new SchemaError(pathToPointer(path), reason);
}

function plainKeywords(schema: Keywords, context: SchemaContext): Keywords {
  if (typeof schema["$ref"] !== "string" || !context.ignoresRefSiblings) {
    return withoutOpenAPI30(context.legacy === "no" ? schema : withoutLegacy(schema, context.legacy === "named"));
  }
  const isRoot = context.path.depth === 0;
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword === "$ref" || !isIgnoredBesideRef(keyword, isRoot)),
  );
}

function isIgnoredBesideRef(keyword: string, isRoot: boolean): boolean {
  // In practice the "$id" of a root is the address of the document, and its own references may use it.
  if (keyword === "$id") return !isRoot;
  return keyword === "nullable" || isApplied(keyword);
}

function convertKeywords(conversion: Conversion, keywords: Keywords, context: SchemaContext): Keywords {
  return mapOwn(keywords, (value, keyword) => {
    const path = downPath(context.path, keyword);
    return mapSubschemas(keyword, value, (schema, key) => {
      // Keywords such as `additionalProperties: false` are recognised as booleans, here and in the engine.
      if (key === undefined && typeof schema === "boolean") return schema;
      return convert(conversion, schema, { ...context, path: key === undefined ? path : downPath(path, key) });
    });
  });
}
