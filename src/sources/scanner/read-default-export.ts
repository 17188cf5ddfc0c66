import type { AnyHandler } from "../../operation/define-operation.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { assertValidSpec } from "../../operation/spec-problems.ts";

export interface ScannedOperation {
  /** The default export itself: where it has a handler, that is a property of it too. */
  readonly spec: OperationSpec;
  readonly handler?: AnyHandler;
}

/** The operation that a module holds; throws an error for people where it holds none. */
export function readDefaultExport(module: unknown): ScannedOperation {
  const spec = defaultOf(module);
  if (spec === undefined)
    throw new Error("it has no default export; an operation's module exports its spec as default");
  assertValidSpec(spec);
  const { handler } = spec as { handler?: AnyHandler };
  return handler === undefined ? { spec: spec as OperationSpec } : { spec: spec as OperationSpec, handler };
}

/** CommonJS that was compiled from a module arrives wrapped once more. */
function defaultOf(module: unknown): unknown {
  const outer = (module as { default?: unknown } | null | undefined)?.default;
  const isWrapped = typeof outer === "object" && outer !== null && "__esModule" in outer && "default" in outer;
  return isWrapped ? outer.default : outer;
}
