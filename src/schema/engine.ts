/**
 * The only file that knows the schema engine (typebox's `typebox/schema`, never `typebox/compile`: see ADR 2).
 *
 * A `Scope` is where a schema stands: its root, the base URI and the anchors in force. It is needed to resolve a
 * `$ref` the way the engine does, and to compile a *sub*-schema that refers to the root's `$defs`.
 */
import {
  BuildContext,
  BuildResult,
  CheckContext,
  CheckSchema,
  CreateFunction,
  GetExternal,
  GetFunctions,
  HasUnevaluated,
  NextStack,
  ResetExternal,
  ResetFunctions,
  ResetUnique,
  Resolve,
  Stack,
} from "typebox/schema";
import type { XStack } from "typebox/schema";

/** A JSON Schema as data: an object of keywords, or a boolean. */
export type JSONSchema = object | boolean;

/** Schemas that `$ref`s may name by URI, keyed by that URI. */
export type SchemaReferences = Readonly<Record<string, JSONSchema>>;

/** Where a schema stands; opaque. */
export type Scope = XStack;

export type Check = (value: unknown) => boolean;

/** The scope of a root schema. Pass it through `enterScope` with the root itself before anything else. */
export function rootScope(root: JSONSchema, references: SchemaReferences = {}): Scope {
  return Stack(references, root);
}

/** The scope inside `schema`: call it for every schema object on the way down. */
export function enterScope(scope: Scope, schema: JSONSchema): Scope {
  return NextStack(scope, schema);
}

/** What `schema.$ref` points at, and the scope there; `undefined` when nothing is there. */
export function resolveRef(scope: Scope, schema: { $ref: string }): { schema: JSONSchema; scope: Scope } | undefined {
  const target = Resolve.Ref(scope, schema);
  return target.schema === undefined ? undefined : { schema: target.schema, scope: target.stack };
}

/** Compiles a schema that stands in `scope` (which need not have been entered for `schema` itself). */
export function compileCheck(scope: Scope, schema: JSONSchema): Check {
  // The engine's own `Build` starts from a root; this is the same with a scope of our choice.
  ResetUnique();
  ResetExternal();
  ResetFunctions();
  const build = new BuildContext(HasUnevaluated(scope.context, scope.schema));
  const entry = CreateFunction(scope, build, schema, "value");
  const result = new BuildResult(
    scope.context,
    schema,
    GetExternal(),
    GetFunctions(),
    entry,
    build.UseUnevaluated(),
  ).Evaluate();
  if (result.IsAccelerated()) return (value) => result.Check(value);
  // Without code generation: a fresh context each time, because the engine's own fallback shares one between calls.
  return (value) => CheckSchema(scope, new CheckContext(), schema, value);
}
