import { isSchemaObject } from "../../schema/types/scope.ts";
import { ignoresRefSiblings } from "../../schema/types/schema-keywords.ts";

export type NodeKeywords = Readonly<Record<string, unknown>>;

/** Where the references of a schema lead. */
export interface ComparedSide {
  /** The schema that a reference names; undefined if there is none. */
  resolve(ref: string): unknown;
}

/** A schema, and the side that its references belong to. */
export interface ComparedNode {
  readonly schema: unknown;
  readonly side: ComparedSide;
}

/** A schema of keywords. Its `$ref` and `allOf` are expanded already, and do not count. */
export interface FlatPart extends ComparedNode {
  readonly schema: NodeKeywords;
}

/** What a schema demands, part by part: a value must fit them all. */
export interface Flattened {
  readonly parts: readonly FlatPart[];
  /** Nothing fits. */
  readonly isEmpty: boolean;
  /** Some of it cannot be read: a reference without a target. */
  readonly isPartial: boolean;
}

/** Expands `$ref` and `allOf`, the outer ones first. A schema that leads back to itself counts once. */
export function flatten(nodes: readonly ComparedNode[]): Flattened {
  const parts: FlatPart[] = [];
  const seen = new Set<unknown>();
  let [isEmpty, isPartial] = [false, false];
  const open = [...nodes];
  for (const { schema, side } of open) {
    if (schema === false) isEmpty = true;
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    if (!isSchemaObject(schema)) {
      isPartial = true;
      continue;
    }
    const { $ref, allOf, $schema } = schema;
    if (typeof $ref === "string") {
      const target = side.resolve($ref);
      if (target === undefined) isPartial = true;
      else open.push({ schema: target, side });
      if (ignoresRefSiblings($schema)) continue;
    }
    parts.push({ schema, side });
    if (Array.isArray(allOf)) open.push(...allOf.map((part: unknown) => ({ schema: part, side })));
  }
  return { parts, isEmpty, isPartial };
}

/** The members of a keyword that holds schemas by name, or anything else by name. */
export function namedIn(schema: NodeKeywords, keyword: string): Readonly<Record<string, unknown>> {
  const value = schema[keyword];
  return isSchemaObject(value) ? value : {};
}

export function listIn(schema: NodeKeywords, keyword: string): readonly unknown[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value : [];
}
