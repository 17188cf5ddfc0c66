/**
 * Rewrites a schema into one that the engine compiles fast and correctly, and refuses what it would compile wrongly:
 * - Every `$ref` is resolved here, once, and becomes the key of a target. The engine would search the whole document for
 *   each, and treat one that points at nothing as `false`.
 * - An object that occurs more than once becomes a target too. The engine would inline it each time.
 * - A loop of references with nothing between them is refused. The engine's check would overflow the stack.
 * - Patterns are compiled here, so that the error for a bad one names its place, and so that one from outside runs in
 *   linear time, wherever in its document it was hidden.
 * - Names that every object inherits are looked up as own properties.
 * - Our own code compares an array in a `const` or `enum`. The engine would accept an object with the same names.
 * - Long lists are split, because the engine makes one deep expression of each.
 * - A condition with `unevaluated*` gets a schema of its own. The engine would let it see the keywords beside it.
 * - A reference to a definition that is made on demand becomes a function, if `later` gives one. It may stand only where
 *   nothing asks what the definition evaluates, that is below the value of its target, and not beside `unevaluated*`.
 */
import { getOrMake } from "../../shared/get-or-make.ts";
import { asList } from "../../shared/json/is-record.ts";
import { guardConstants } from "./constants.ts";
import { guardInheritedNames } from "./inherited-names.ts";
import { patternGuardOf } from "../patterns/pattern-guard.ts";
import type { PatternGuard } from "../patterns/pattern-guard.ts";
import { groupLongLists } from "./wide-schema.ts";
import { compilePattern } from "../types/compile-pattern.ts";
import { SchemaError } from "../types/schema-error.ts";
import { isLegacyDialect, legacyKeyword } from "../types/legacy-keywords.ts";
import { assertionKeywords, ignoresRefSiblings, mapSubschemas, subschemaKeywords } from "../types/schema-keywords.ts";
import { downPath, maxSchemaDepth, pathToPointer, startPath } from "../types/schema-path.ts";
import type { SchemaPath } from "../types/schema-path.ts";
import {
  enterScope,
  isSchema,
  isSchemaObject,
  missingDocument,
  resolveDynamicRef,
  resolveRef,
} from "../types/scope.ts";
import type { JSONSchema, ResolvedRef, Scope } from "../types/scope.ts";

/** A schema that is compiled into a function of its own. */
export interface LoweredTarget {
  /** The `$ref` that the other targets use for it. */
  readonly key: string;
  readonly schema: JSONSchema;
}

export interface LoweredSchema {
  /** The first is the entry. */
  readonly targets: readonly LoweredTarget[];
  readonly usesUnevaluated: boolean;
}

/** A check that is compiled when it is first called, for a reference in the root of `scope`. */
export type LaterCheck = (ref: string, scope: Scope) => Refinement | undefined;

export interface Refinement {
  readonly check: (value: unknown) => boolean;
  readonly error: () => string;
}

/** If more schemas than this apply in place, one after the other, the author did not intend it. */
const maxTargets = 10_000;

/** If one schema has more scopes than this, an `$id` makes a new base URI at each turn of a recursion. */
const maxScopes = 100;

interface Target {
  readonly key: string;
  readonly source: JSONSchema;
  readonly scope: Scope;
  readonly path: SchemaPath;
  /** The targets that apply to the same value as this one, and the places that say so. */
  readonly inPlace: Map<Target, SchemaPath>;
  schema: JSONSchema;
}

interface Walk {
  readonly targets: Target[];
  /** For each schema object and scope: its target, or `undefined` while it has occurred only once. */
  readonly met: Map<object, Map<string, Target | undefined>>;
  readonly anchorNumbers: Map<object, number>;
  readonly later: LaterCheck | undefined;
  usesUnevaluated: boolean;
  /** Set once the walk has met a schema from outside. */
  guard: PatternGuard | undefined;
}

/** Where the walk is: in which target, and whether still at the value that the target applies to. */
interface SchemaContext {
  readonly target: Target;
  readonly scope: Scope;
  readonly path: SchemaPath;
  readonly inPlace: boolean;
  /** Whether an `unevaluated*` sees what is evaluated here. */
  readonly isSeen?: boolean;
}

/** Lowers a schema in its `scope` (which need not have been entered for `schema` itself). */
export function lowerSchema(scope: Scope, schema: JSONSchema, later?: LaterCheck): LoweredSchema {
  const walk: Walk = {
    targets: [],
    met: new Map(),
    anchorNumbers: new Map(),
    later,
    usesUnevaluated: false,
    guard: isSchemaObject(scope.schema) ? patternGuardOf(scope.schema) : undefined,
  };
  targetFor(walk, { schema, scope }, startPath());
  // The list grows during the loop, so that a chain of references does not become a chain of calls.
  for (const target of walk.targets) {
    const context = { target, scope: target.scope, path: target.path, inPlace: true };
    target.schema = isSchemaObject(target.source) ? lowerObject(walk, target.source, context) : target.source;
  }
  refuseLoops(walk.targets);
  return walk;
}

function targetFor(walk: Walk, { schema, scope }: ResolvedRef, path: SchemaPath): Target {
  const scopeKey = keyOf(walk, scope);
  const known = isSchemaObject(schema) ? walk.met.get(schema)?.get(scopeKey) : undefined;
  if (known !== undefined) return known;
  const key = `#${walk.targets.length}`;
  const target: Target = { key, source: schema, scope, path, inPlace: new Map(), schema: true };
  if (walk.targets.push(target) > maxTargets && walk.later !== undefined) {
    throw new SchemaError(pathToPointer(path), "it has more than 10,000 parts, which would take too long to compile.");
  }
  if (!isSchemaObject(schema)) return target;
  const scopes = metAt(walk, schema).set(scopeKey, target);
  if (scopes.size > maxScopes) {
    throw new SchemaError(pathToPointer(path), "the scope of its references grows with every turn of a recursion.");
  }
  return target;
}

/** Whether the schema has occurred before. The next time that it occurs, it becomes a target. */
function noteAsMet(walk: Walk, schema: object, scope: Scope): boolean {
  const scopes = metAt(walk, schema);
  const scopeKey = keyOf(walk, scope);
  if (scopes.has(scopeKey)) return true;
  scopes.set(scopeKey, undefined);
  return false;
}

function metAt(walk: Walk, schema: object): Map<string, Target | undefined> {
  return getOrMake(walk.met, schema, () => new Map<string, Target | undefined>());
}

/** Everything that changes what the references in a schema mean: the base URI and the outermost dynamic anchors. */
function keyOf(walk: Walk, { lexicalBase, dynamicAnchors, recursiveAnchor }: Scope): string {
  if (dynamicAnchors.length === 0 && recursiveAnchor === undefined) return lexicalBase;
  const outermost = new Map<string, number>();
  for (const anchor of dynamicAnchors) {
    if (!outermost.has(anchor.$dynamicAnchor)) outermost.set(anchor.$dynamicAnchor, numberOf(walk, anchor));
  }
  const recursive = recursiveAnchor === undefined ? 0 : numberOf(walk, recursiveAnchor);
  return JSON.stringify([lexicalBase, recursive, ...outermost]);
}

function numberOf(walk: Walk, anchor: object): number {
  return getOrMake(walk.anchorNumbers, anchor, () => walk.anchorNumbers.size + 1);
}

function lowerSubschema(walk: Walk, schema: JSONSchema, context: SchemaContext): JSONSchema {
  if (!isSchemaObject(schema)) return schema;
  // A leaf is cheaper inline, however often it occurs.
  if (!Object.keys(schema).some((key) => subschemaKeywords.has(key))) return lowerObject(walk, schema, context);
  const { scope } = context;
  return noteAsMet(walk, schema, scope)
    ? { $ref: linkTo(walk, { schema, scope }, context) }
    : lowerObject(walk, schema, context);
}

/** The key of the target for `resolved`. `at` is the place of the reference. */
function linkTo(walk: Walk, resolved: ResolvedRef, at: SchemaContext & { targetPath?: SchemaPath }): string {
  const target = targetFor(walk, resolved, at.targetPath ?? at.path);
  if (at.inPlace && !at.target.inPlace.has(target)) at.target.inPlace.set(target, at.path);
  return target.key;
}

function lowerObject(walk: Walk, schema: Readonly<Record<string, unknown>>, outer: SchemaContext): JSONSchema {
  if (outer.path.depth > maxSchemaDepth) {
    throw new SchemaError(pathToPointer(outer.path), `nested deeper than ${maxSchemaDepth} steps.`);
  }
  const { $ref } = schema;
  if (typeof $ref === "string" && ignoresRefSiblings(dialectOf(outer.scope))) {
    // The ignored siblings include an `$id`.
    const scope = "$id" in schema ? outer.scope : enterScope(outer.scope, schema);
    return { $ref: lowerRef(walk, { ref: $ref, resolve: () => resolveRef(scope, { $ref }) }, outer) };
  }
  walk.guard ??= patternGuardOf(schema);
  refuseLegacy(schema, outer);
  const isSeen = outer.isSeen === true || "unevaluatedItems" in schema || "unevaluatedProperties" in schema;
  const context: SchemaContext = { ...outer, scope: enterScope(outer.scope, schema), isSeen };
  const lowered: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    const subschemas = subschemaKeywords.get(keyword);
    const isAssertion = assertionKeywords.has(keyword);
    // Reading the others could make definitions that are never needed.
    if (subschemas === undefined && !isAssertion) continue;
    const value = schema[keyword];
    if (subschemas !== undefined) {
      const inner = {
        ...context,
        path: downPath(context.path, keyword),
        inPlace: context.inPlace && subschemas.inPlace,
        isSeen: isSeen && subschemas.inPlace,
      };
      // The engine compiles and checks the schema of `contains` again for each of its limits.
      if (keyword === "contains" && isSchemaObject(value) && ("minContains" in schema || "maxContains" in schema)) {
        noteAsMet(walk, value, context.scope);
      }
      lowered[keyword] = lowerKeyword(walk, value, inner);
    } else {
      lowered[keyword] = value;
    }
  }
  lowerReferences(walk, schema, { context, lowered });
  lowerPatterns(walk, lowered, context.path);
  if ("~refine" in schema) lowered["~refine"] = joined(lowered["~refine"], schema["~refine"]);
  if ("unevaluatedItems" in lowered || "unevaluatedProperties" in lowered) walk.usesUnevaluated = true;
  separateConditions(lowered);
  return groupLongLists(guardInheritedNames(guardConstants(lowered)));
}

function joined(one: unknown, other: unknown): unknown {
  return Array.isArray(one) && Array.isArray(other) ? [...(one as unknown[]), ...(other as unknown[])] : other;
}

/** Otherwise the engine lets `unevaluated*` right below a condition see what is evaluated beside the condition. */
function separateConditions(lowered: Record<string, unknown>): void {
  for (const keyword of ["if", "then", "else"]) {
    const schema = lowered[keyword];
    if (isSchemaObject(schema) && ("unevaluatedItems" in schema || "unevaluatedProperties" in schema)) {
      lowered[keyword] = { allOf: [schema] };
    }
  }
}

/** The engine would ignore keywords of drafts 3 and 4, which `FromSchema` translates. */
function refuseLegacy(schema: Readonly<Record<string, unknown>>, { scope, path }: SchemaContext): void {
  const dialect = dialectOf(scope);
  if (dialect === undefined || !isLegacyDialect(dialect)) return;
  const keyword = legacyKeyword(schema);
  if (keyword === undefined) return;
  const reason = `${JSON.stringify(keyword)} is a keyword of draft 3 or 4. Convert the schema first: FromSchema(schema).`;
  throw new SchemaError(pathToPointer(path), reason);
}

function dialectOf(scope: Scope): unknown {
  const { lexicalSchema, schema } = scope;
  const ownDialect = isSchemaObject(lexicalSchema) ? lexicalSchema["$schema"] : undefined;
  return ownDialect ?? (isSchemaObject(schema) ? schema["$schema"] : undefined);
}

function lowerKeyword(walk: Walk, value: unknown, context: SchemaContext): unknown {
  return mapSubschemas(context.path.key, value, (schema, key) => {
    const path = key === undefined ? context.path : downPath(context.path, key);
    // The engine would ignore the whole keyword, with all its other schemas.
    if (!isSchema(schema)) throw new SchemaError(pathToPointer(path), "a schema is an object or a boolean.");
    return lowerSubschema(walk, schema, { ...context, path });
  });
}

interface Lowering {
  readonly context: SchemaContext;
  readonly lowered: Record<string, unknown>;
}

/** All references become `$ref`s. Several in one schema are joined by `allOf`. */
function lowerReferences(walk: Walk, schema: Readonly<Record<string, unknown>>, { context, lowered }: Lowering): void {
  const { $ref, $dynamicRef, $recursiveRef } = schema;
  const keys: string[] = [];
  const { scope } = context;
  const link = (ref: string, resolve: () => ResolvedRef | undefined): void => {
    keys.push(lowerRef(walk, { ref, resolve }, context));
  };
  const later = typeof $ref === "string" ? laterCheck(walk, $ref, context) : undefined;
  if (later !== undefined) lowered["~refine"] = [later];
  else if (typeof $ref === "string") link($ref, () => resolveRef(scope, { $ref }));
  if (typeof $dynamicRef === "string") link($dynamicRef, () => resolveDynamicRef(scope, { $dynamicRef }));
  if (typeof $recursiveRef === "string") link($recursiveRef, () => resolveDynamicRef(scope, { $recursiveRef }));
  if (keys.length === 1) lowered["$ref"] = keys[0];
  if (keys.length < 2) return;
  lowered["allOf"] = [...asList(lowered["allOf"]), ...keys.map((key) => ({ $ref: key }))];
}

function laterCheck({ later }: Walk, ref: string, { scope, inPlace, isSeen }: SchemaContext): Refinement | undefined {
  return inPlace || isSeen === true ? undefined : later?.(ref, scope);
}

interface Reference {
  readonly ref: string;
  readonly resolve: () => ResolvedRef | undefined;
}

/** The key of the target that a reference leads to. */
function lowerRef(walk: Walk, { ref, resolve }: Reference, context: SchemaContext): string {
  const missing = missingDocument(context.scope, ref);
  let cause: unknown;
  try {
    const resolved = missing === undefined ? resolve() : undefined;
    const targetPath = startPath(ref.startsWith("#") ? ref.slice(1) : ref);
    if (resolved !== undefined) return linkTo(walk, resolved, { ...context, targetPath });
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    // The engine throws for a reference that is not a URI.
    cause = error;
  }
  const reason =
    missing === undefined
      ? `the reference ${JSON.stringify(ref)} points at nothing.`
      : `the reference ${JSON.stringify(ref)} leads into the document ${JSON.stringify(missing)}, which was not given. Pass it: FromSchema(schema, { references: { ${JSON.stringify(missing)}: … } }).`;
  throw new SchemaError(pathToPointer(context.path), reason, cause === undefined ? undefined : { cause });
}

function lowerPatterns({ guard }: Walk, lowered: Record<string, unknown>, path: SchemaPath): void {
  const { pattern, patternProperties } = lowered;
  if (typeof pattern === "string") {
    const context = downPath(path, "pattern");
    const native = compilePattern(pattern) ?? unicodePattern(pattern, context);
    lowered["pattern"] = guard === undefined ? native : (guard.safePattern(pattern) ?? refuseSlow(pattern, context));
  }
  if (isSchemaObject(patternProperties)) {
    const context = downPath(path, "patternProperties");
    for (const text of Object.keys(patternProperties)) {
      // The engine takes these only as text, and compiles them with the flag "u".
      unicodePattern(text, context);
      if (guard?.isSafeNamePattern(text) === false) refuseSlow(text, context);
    }
  }
}

function refuseSlow(text: string, path: SchemaPath): never {
  const reason = `${JSON.stringify(text)} comes from outside, and could take very long to match.`;
  throw new SchemaError(pathToPointer(path), reason);
}

function unicodePattern(text: string, path: SchemaPath): RegExp {
  try {
    return new RegExp(text, "u");
  } catch (cause) {
    const reason = `${JSON.stringify(text)} is not a valid regular expression (with the flag "u").`;
    throw new SchemaError(pathToPointer(path), reason, { cause });
  }
}

/** Refuses targets that apply to the same value again and again, without end. */
function refuseLoops(targets: readonly Target[]): void {
  const state = new Map<Target, "open" | "done">();
  for (const root of targets) {
    if (state.has(root)) continue;
    const stack = [{ target: root, links: root.inPlace.entries() }];
    state.set(root, "open");
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const link = top.links.next();
      if (link.done === true) {
        state.set(top.target, "done");
        stack.pop();
        continue;
      }
      const [next, path] = link.value;
      if (state.get(next) === "open") {
        throw new SchemaError(
          pathToPointer(path),
          "this reference leads back to itself with nothing in between, so it describes nothing.",
        );
      }
      if (state.has(next)) continue;
      state.set(next, "open");
      stack.push({ target: next, links: next.inPlace.entries() });
    }
  }
}
