/**
 * The scope of a schema: its root, the base URI and the anchors in force. Code needs it to resolve a `$ref` the way the
 * engine does, and to compile a *sub*-schema that refers to the root's `$defs`.
 */
import { NextStack, Resolve, Stack } from "typebox/schema";
import { isRecord } from "../../shared/json/is-record.ts";
import { decodePercent, fromPointer } from "../../shared/json/json-pointer.ts";
import { definitionName, lazyDefinitionsOf } from "./lazy-definitions.ts";
import { embeddedDocuments, toDocumentReference, withoutDefaultBase } from "./known-documents.ts";

/** A JSON Schema as data: an object of keywords, or a boolean. */
export type JSONSchema = object | boolean;

/** Schemas that a `$ref` may name, by their URI. */
export type SchemaReferences = Readonly<Record<string, JSONSchema>>;

/**
 * The scope of a schema; opaque. It is the engine's `XStack`, written out: the type itself would make every program that
 * uses this package read a hundred more declaration files.
 */
export interface Scope {
  readonly context: Record<string, JSONSchema>;
  readonly schema: JSONSchema;
  readonly ids: Array<{ $id: string }>;
  readonly lexicalSchema: JSONSchema;
  readonly recursiveAnchor: { $recursiveAnchor: string } | undefined;
  readonly dynamicAnchors: Array<{ $dynamicAnchor: string }>;
  readonly lexicalBase: string;
  readonly resourceBase: string;
  readonly referenceBase: string;
  readonly resourceEntries: Map<object, { base: string; root: object }>;
  readonly useResourceBaseForReference: boolean;
  readonly pendingResource: boolean;
  readonly enteredResource: boolean;
}

/** The target of a reference, and the scope there. */
export interface ResolvedRef {
  schema: JSONSchema;
  scope: Scope;
}

export type DynamicReference = { $dynamicRef: string } | { $recursiveRef: string };

export function isSchema(value: unknown): value is JSONSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

export function isSchemaObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value);
}

/** The scope of a root schema. First pass it through `enterScope` with the root itself. */
export function rootScope(root: JSONSchema, references: SchemaReferences = {}): Scope {
  return Stack(references, root);
}

/** The scope inside `schema`. Call it for every schema object on the way down. */
export function enterScope(scope: Scope, schema: JSONSchema): Scope {
  return NextStack(scope, schema);
}

/** The target of `schema.$ref`, and the scope there; `undefined` if there is no target. */
export function resolveRef(scope: Scope, schema: { $ref: string }): ResolvedRef | undefined {
  const { $ref } = schema;
  const isExact = Object.hasOwn(scope.context, $ref);
  if (!isExact && ($ref === "#" || $ref.startsWith("#/"))) return followPointer(scope, $ref);
  if (isExact || $ref.startsWith("#")) return resolveByEngine(scope, $ref);
  const { uri, fragment } = toDocumentReference($ref, scope.referenceBase);
  const document = findDocument(scope, uri);
  if (document === undefined) return undefined;
  if (fragment !== "" && !fragment.startsWith("/")) return resolveByEngine(scope, $ref);
  const root = resolveByEngine(scope, uri);
  // The engine compares only the paths of addresses.
  if (root === undefined || root.schema !== document) return undefined;
  return fragment === "" ? root : followPointer(enterScope(root.scope, root.schema), `#${fragment}`);
}

/** The address of the document that a reference leads into, if that document is neither given nor embedded. */
export function missingDocument(scope: Scope, ref: string): string | undefined {
  if (ref.startsWith("#") || Object.hasOwn(scope.context, ref)) return undefined;
  const { uri } = toDocumentReference(ref, scope.referenceBase);
  return findDocument(scope, uri) === undefined ? withoutDefaultBase(uri) : undefined;
}

function findDocument({ context, schema, lexicalSchema }: Scope, uri: string): unknown {
  if (Object.hasOwn(context, uri)) return context[uri];
  for (const root of [schema, lexicalSchema]) {
    const document = isSchemaObject(root) ? embeddedDocuments(root).get(uri) : undefined;
    if (document !== undefined) return document;
  }
  return undefined;
}

function resolveByEngine(scope: Scope, $ref: string): ResolvedRef | undefined {
  const target = Resolve.Ref(scope, { $ref });
  return isSchema(target.schema) ? { schema: target.schema, scope: target.stack } : undefined;
}

/** Like `resolveRef`, for `$dynamicRef` (2020-12) and `$recursiveRef` (2019-09), in the dynamic scope so far. */
export function resolveDynamicRef(scope: Scope, schema: DynamicReference): ResolvedRef | undefined {
  const target = "$dynamicRef" in schema ? Resolve.DynamicRef(scope, schema) : Resolve.RecursiveRef(scope, schema);
  return isSchema(target) ? { schema: target, scope: { ...scope, pendingResource: true } } : undefined;
}

/** Not by the engine, which would search the whole document and accept any place in it that the pointer fits. */
function followPointer(scope: Scope, ref: string): ResolvedRef | undefined {
  const definitions = lazyDefinitionsOf(scope.lexicalSchema);
  const name = definitions && definitionName(ref);
  if (definitions !== undefined && name !== undefined) {
    const schema = definitions.one(name);
    return schema === undefined ? undefined : { schema, scope };
  }
  let current: unknown = scope.lexicalSchema;
  let inside = scope;
  for (const key of fromPointer(decodePercent(ref.slice(1)))) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    if (current !== scope.lexicalSchema && opensResource(current)) inside = enterScope(inside, current);
    current = (current as Record<string, unknown>)[key];
  }
  if (!isSchema(current)) return undefined;
  return { schema: current, scope: current === scope.lexicalSchema ? reenter(scope) : inside };
}

/** The root of this resource has already changed the base URI. Entering it again must not change it twice. */
function reenter(scope: Scope): Scope {
  const root = scope.lexicalSchema;
  if (!isSchemaObject(root) || !opensResource(root) || scope.resourceEntries.has(root)) return scope;
  const entry = { base: scope.lexicalBase, root };
  return { ...scope, resourceEntries: new Map(scope.resourceEntries).set(root, entry) };
}

/** Up to draft 7, an `$id` that is a fragment only names a place. */
function opensResource(schema: { $id?: unknown }): boolean {
  return typeof schema.$id === "string" && !schema.$id.startsWith("#");
}
