/**
 * A schema object with its scope, and the parts of it that matter to the normaliser. The parts are read once, on demand.
 *
 * There is one node per schema object, so that recursive schemas make a finite graph. Following a `$ref` gives a new
 * scope each time, but always the same schema object.
 */
import { compileCheck } from "../engine/engine.ts";
import type { Check } from "../engine/engine.ts";
import { enterScope, isSchema, isSchemaObject, resolveRef } from "../types/scope.ts";
import type { JSONSchema, Scope } from "../types/scope.ts";

export interface NodeGraph {
  readonly nodes: Map<JSONSchema, SchemaNode>;
  /** The root as data, to search it for keywords. */
  readonly root: JSONSchema;
}

export interface SchemaNode {
  readonly id: number;
  readonly schema: JSONSchema;
  /** The scope around the schema, not yet entered for the schema itself. */
  readonly scope: Scope;
  readonly graph: NodeGraph;
  parts?: SchemaParts;
  check?: Check;
  reaches?: Map<Predicate, boolean>;
}

export interface UnionPart {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly SchemaNode[];
}

export interface ConditionPart {
  readonly test: SchemaNode;
  readonly whenMet: SchemaNode | undefined;
  readonly otherwise: SchemaNode | undefined;
}

interface SchemaParts {
  /** `allOf` and the target of `$ref`: they apply to every value. */
  readonly always: readonly SchemaNode[];
  readonly unions: readonly UnionPart[];
  readonly condition: ConditionPart | undefined;
  /** `dependentSchemas`, and the schemas among draft 7's `dependencies`. */
  readonly dependents: readonly (readonly [string, SchemaNode])[];
  /** `undefined` if the schema declares no `properties`. */
  readonly properties: ReadonlyMap<string, SchemaNode> | undefined;
  readonly patterns: readonly (readonly [RegExp, SchemaNode])[];
  readonly additional: SchemaNode | undefined;
  readonly unevaluated: SchemaNode | undefined;
  readonly prefix: readonly SchemaNode[];
  readonly rest: SchemaNode | undefined;
  readonly unevaluatedItems: SchemaNode | undefined;
  readonly hasContains: boolean;
  /** Only a check of the value can tell what applies: `$dynamicRef`, `$recursiveRef`, a `$ref` to nothing. */
  readonly isOpaque: boolean;
}

type Predicate = (node: SchemaNode) => boolean;

export function createGraph(root: JSONSchema): NodeGraph {
  return { nodes: new Map(), root };
}

export function nodeFor(graph: NodeGraph, schema: JSONSchema, scope: Scope): SchemaNode {
  const known = graph.nodes.get(schema);
  if (known !== undefined) return known;
  const node: SchemaNode = { id: graph.nodes.size, schema, scope, graph };
  graph.nodes.set(schema, node);
  return node;
}

/** Whether the value fits the schema of this node, which is compiled on first use. */
export function fitsNode(node: SchemaNode, value: unknown): boolean {
  const { schema, scope } = node;
  node.check ??= typeof schema === "boolean" ? () => schema : compileCheck(scope, schema);
  return node.check(value);
}

export function partsOf(node: SchemaNode): SchemaParts {
  node.parts ??= readParts(node, typeof node.schema === "boolean" ? {} : node.schema);
  return node.parts;
}

/** The value of a keyword; `undefined` if it is absent. */
export function keyword(node: SchemaNode, name: string): unknown {
  return typeof node.schema === "object" && Object.hasOwn(node.schema, name)
    ? (node.schema as Record<string, unknown>)[name]
    : undefined;
}

/** Whether the predicate holds for this node, or for one that can be reached from it. */
export function reaches(start: SchemaNode, predicate: Predicate): boolean {
  start.reaches ??= new Map();
  const known = start.reaches.get(predicate);
  if (known !== undefined) return known;
  const seen = new Set([start]);
  let found = false;
  // Iterating over a set also visits members that are added meanwhile.
  for (const node of seen) {
    found = node.reaches?.get(predicate) ?? predicate(node);
    if (found) break;
    for (const next of neighbours(partsOf(node))) seen.add(next);
  }
  if (found) {
    start.reaches.set(predicate, true);
  } else {
    for (const node of seen) (node.reaches ??= new Map()).set(predicate, false);
  }
  return found;
}

function* neighbours(parts: SchemaParts): Iterable<SchemaNode> {
  yield* parts.always;
  for (const union of parts.unions) yield* union.branches;
  for (const [, node] of parts.dependents) yield node;
  if (parts.properties !== undefined) yield* parts.properties.values();
  for (const [, node] of parts.patterns) yield node;
  yield* parts.prefix;
  const { condition } = parts;
  const single = [parts.additional, parts.unevaluated, parts.rest, parts.unevaluatedItems];
  for (const node of [condition?.test, condition?.whenMet, condition?.otherwise, ...single]) {
    if (node !== undefined) yield node;
  }
}

function readParts(node: SchemaNode, schema: object): SchemaParts {
  const scope = enterScope(node.scope, schema);
  const read = (name: string): unknown => keyword(node, name);
  const child = (value: unknown): SchemaNode | undefined =>
    isSchema(value) ? nodeFor(node.graph, value, scope) : undefined;
  const list = (value: unknown): SchemaNode[] =>
    Array.isArray(value) ? value.map(child).filter((item) => item !== undefined) : [];
  const entries = (value: unknown): [string, SchemaNode][] =>
    isSchemaObject(value) ? Object.entries(value).flatMap(([key, item]) => pair(key, child(item))) : [];

  const items = read("items");
  const target = readTarget(node, scope);
  const test = child(read("if"));
  const isLegacyTuple = Array.isArray(items);
  return {
    always: target === undefined ? list(read("allOf")) : [target, ...list(read("allOf"))],
    unions: readUnions(schema, list),
    condition: test && { test, whenMet: child(read("then")), otherwise: child(read("else")) },
    dependents: [...entries(read("dependentSchemas")), ...entries(read("dependencies"))],
    properties: isSchemaObject(read("properties")) ? new Map(entries(read("properties"))) : undefined,
    // The engine's flag, so that both agree on what a pattern matches.
    patterns: entries(read("patternProperties")).map(([pattern, value]) => [new RegExp(pattern, "u"), value]),
    additional: child(read("additionalProperties")),
    unevaluated: child(read("unevaluatedProperties")),
    prefix: list(isLegacyTuple ? items : read("prefixItems")),
    rest: isLegacyTuple ? child(read("additionalItems")) : child(items),
    unevaluatedItems: child(read("unevaluatedItems")),
    hasContains: read("contains") !== undefined,
    isOpaque:
      typeof read("$dynamicRef") === "string" ||
      typeof read("$recursiveRef") === "string" ||
      (typeof read("$ref") === "string" && target === undefined),
  };
}

/**
 * A non-enumerable `anyOf` beside `oneOf` or `enum` repeats that keyword. It only tells TypeBox that the type is a
 * union.
 */
function readUnions(schema: object, list: (value: unknown) => SchemaNode[]): UnionPart[] {
  const found: UnionPart[] = [];
  for (const name of ["anyOf", "oneOf"] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(schema, name);
    if (descriptor?.enumerable !== true) continue;
    const branches = list((schema as Record<string, unknown>)[name]);
    if (branches.length > 0) found.push({ keyword: name, branches });
  }
  return found;
}

function readTarget(node: SchemaNode, scope: Scope): SchemaNode | undefined {
  const $ref = keyword(node, "$ref");
  if (typeof $ref !== "string") return undefined;
  const target = resolveRef(scope, { $ref });
  return target === undefined ? undefined : nodeFor(node.graph, target.schema, target.scope);
}

function pair(key: string, node: SchemaNode | undefined): [string, SchemaNode][] {
  return node === undefined ? [] : [[key, node]];
}
