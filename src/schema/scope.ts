/**
 * Where a schema stands: its root, the base URI and the anchors in force. It is needed to resolve a `$ref` the way the
 * engine does, and to compile a *sub*-schema that refers to the root's `$defs`.
 */
import { NextStack, Resolve, Stack } from "typebox/schema";
import type { XStack } from "typebox/schema";

/** A JSON Schema as data: an object of keywords, or a boolean. */
export type JSONSchema = object | boolean;

/** Schemas that `$ref`s may name by URI, keyed by that URI. */
export type SchemaReferences = Readonly<Record<string, JSONSchema>>;

/** Where a schema stands; opaque. */
export type Scope = XStack;

/** What a reference points at, and the scope there. */
export interface ResolvedRef {
  schema: JSONSchema;
  scope: Scope;
}

export function isSchema(value: unknown): value is JSONSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

export function isSchemaObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The scope of a root schema. Pass it through `enterScope` with the root itself before anything else. */
export function rootScope(root: JSONSchema, references: SchemaReferences = {}): Scope {
  return Stack(references, root);
}

/** The scope inside `schema`: call it for every schema object on the way down. */
export function enterScope(scope: Scope, schema: JSONSchema): Scope {
  return NextStack(scope, schema);
}

/** What `schema.$ref` points at, and the scope there; `undefined` when nothing is there. */
export function resolveRef(scope: Scope, schema: { $ref: string }): ResolvedRef | undefined {
  const { $ref } = schema;
  if (isLocalPointer($ref) && isOneResource(scope.lexicalSchema) && !Object.hasOwn(scope.context, $ref)) {
    const target = followPointer(scope.lexicalSchema, $ref);
    return isSchema(target) ? { schema: target, scope } : undefined;
  }
  const target = Resolve.Ref(scope, schema);
  return isSchema(target.schema) ? { schema: target.schema, scope: target.stack } : undefined;
}

/** As `resolveRef`, for `$dynamicRef` (2020-12) and `$recursiveRef` (2019-09), in the dynamic scope walked so far. */
export function resolveDynamicRef(
  scope: Scope,
  schema: { $dynamicRef: string } | { $recursiveRef: string },
): ResolvedRef | undefined {
  const target =
    "$dynamicRef" in schema ? Resolve.DynamicRef(scope, schema) : Resolve.RecursiveRef(scope, schema);
  return isSchema(target) ? { schema: target, scope: { ...scope, pendingResource: true } } : undefined;
}

function isLocalPointer(ref: string): boolean {
  return ref === "#" || ref.startsWith("#/");
}

const oneResource = new WeakMap<object, boolean>();

/**
 * Whether no `$id` below the root opens another resource: then a local pointer means a place under that root, and the
 * engine's search of the whole document for every single `$ref` can be left out.
 */
function isOneResource(root: JSONSchema): boolean {
  if (typeof root === "boolean") return true;
  let known = oneResource.get(root);
  if (known === undefined) {
    known = !hasNestedId(root);
    oneResource.set(root, known);
  }
  return known;
}

function hasNestedId(root: object): boolean {
  const seen = new Set<object>([root]);
  const pending: object[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node !== root && typeof (node as { $id?: unknown }).$id === "string") return true;
    for (const value of Object.values(node)) {
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      pending.push(value);
    }
  }
  return false;
}

function followPointer(root: JSONSchema, ref: string): unknown {
  let current: unknown = root;
  for (const token of decodeFragment(ref.slice(1)).split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
