import { CallError } from "../errors/call-error.ts";
import type { MiddlewareCall } from "../operation/middleware.ts";

/**
 * Which calls share a breaker or a limit: the calls of an operation, of a namespace, or those for which a function
 * returns the same key. A call whose key is undefined passes untouched.
 */
export type KeyBy = "operation" | "namespace" | ((call: MiddlewareCall) => string | undefined);

export function keyFunction(keyBy: KeyBy): (call: MiddlewareCall) => string | undefined {
  if (typeof keyBy === "function") return keyBy;
  if (keyBy === "namespace") return (call) => call.spec.namespace;
  if (keyBy === "operation") return (call) => call.id;
  const message = `keyBy is ${String(keyBy)}: give "operation", "namespace" or a function.`;
  throw new CallError("VALIDATION_ERROR", message);
}
