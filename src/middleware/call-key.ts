import { CallError } from "../errors/call-error.ts";
import { identityKey } from "../operation/access-control.ts";
import type { MiddlewareCall } from "../operation/middleware.ts";

/**
 * Which calls share a breaker or a limit: the calls of an operation, of a namespace, of a caller, or those for which a
 * function returns the same key. A call whose key is undefined passes untouched. Callers without an identity are one.
 */
export type KeyBy = "operation" | "namespace" | "caller" | ((call: MiddlewareCall) => string | undefined);

export function keyFunction(keyBy: KeyBy): (call: MiddlewareCall) => string | undefined {
  if (typeof keyBy === "function") return keyBy;
  if (keyBy === "namespace") return (call) => call.spec.namespace;
  if (keyBy === "operation") return (call) => call.id;
  if (keyBy === "caller") return callerKey;
  const message = `keyBy is ${String(keyBy)}: give "operation", "namespace", "caller" or a function.`;
  throw new CallError("VALIDATION_ERROR", message);
}

function callerKey({ context: { identity } }: MiddlewareCall): string {
  return identity === undefined ? "callers without an identity" : identityKey(identity);
}
