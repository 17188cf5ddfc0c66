/** What explanations keep for a root schema: its compiled check and those of its sub-schemas, made on demand. */
import { getOrMake } from "../../shared/get-or-make.ts";
import { compileCheck } from "../engine/engine.ts";
import type { Check } from "../engine/engine.ts";
import { getValidator } from "../engine/validator.ts";
import type { Keyword } from "../types/schema-keywords.ts";
import { resolveRef, rootScope } from "../types/scope.ts";
import type { JSONSchema, ResolvedRef, Scope } from "../types/scope.ts";

/**
 * A root schema with everything that was compiled or resolved in it. Roots may share sub-schemas. Within one root a
 * sub-schema is identified by its object alone, so that recursion ends. (Only a `$dynamicRef` could depend on the path to
 * a sub-schema.)
 */
export interface ExplainedRoot {
  readonly schema: JSONSchema;
  /** Not yet entered for the root itself. */
  readonly scope: Scope;
  readonly check: Check;
  readonly subChecks: WeakMap<object, Check>;
  readonly keywordChecks: WeakMap<object, Map<Keyword, Check>>;
  readonly refs: WeakMap<object, { target: ResolvedRef | undefined }>;
}

const roots = new WeakMap<object, ExplainedRoot>();

/** The compiled form of a root. Throws if the schema itself is unusable, for example because of a bad pattern. */
export function explainedRoot(schema: JSONSchema): ExplainedRoot {
  if (typeof schema === "boolean") return compileRoot(schema);
  return getOrMake(roots, schema, compileRoot);
}

function compileRoot(schema: JSONSchema): ExplainedRoot {
  return {
    schema,
    scope: rootScope(schema),
    check: getValidator(schema).check,
    subChecks: new WeakMap(),
    keywordChecks: new WeakMap(),
    refs: new WeakMap(),
  };
}

/** A schema and its scope, not yet entered. */
export interface StandingSchema {
  readonly schema: object;
  readonly scope: Scope;
}

/** The compiled check of a sub-schema, if there is one yet. */
export function knownSubCheck(root: ExplainedRoot, schema: object): Check | undefined {
  return schema === root.schema ? root.check : root.subChecks.get(schema);
}

/** Compiles the check of a sub-schema. If it does not compile alone, the check refuses everything. */
export function compileSubCheck(root: ExplainedRoot, standing: StandingSchema): Check {
  const check = compileOrRefuse(standing.scope, standing.schema);
  root.subChecks.set(standing.schema, check);
  return check;
}

/** The compiled check of some keywords of a schema, as if it had no others. Cached under the first keyword. */
export function keywordCheck(root: ExplainedRoot, standing: StandingSchema, keywords: readonly Keyword[]): Check {
  const [name] = keywords as [Keyword];
  const checks = getOrMake(root.keywordChecks, standing.schema, () => new Map<Keyword, Check>());
  return getOrMake(checks, name, () => {
    const source = standing.schema as Partial<Record<Keyword, unknown>>;
    const alone = Object.fromEntries(keywords.filter((key) => key in source).map((key) => [key, source[key]]));
    return compileOrRefuse(standing.scope, alone);
  });
}

/** The target of `schema.$ref`. Resolving may walk the whole root, so it happens once per `$ref`. */
export function resolvedRef(root: ExplainedRoot, scope: Scope, schema: { $ref: string }): ResolvedRef | undefined {
  return getOrMake(root.refs, schema, () => ({ target: resolveRef(scope, schema) })).target;
}

function compileOrRefuse(scope: Scope, schema: object): Check {
  try {
    return compileCheck(scope, schema);
  } catch {
    return () => false;
  }
}
