import { CallError } from "../../errors/call-error.ts";
import type { CallContext, OperationContext } from "../../operation/operation-context.ts";
import type { CallPort } from "./call-port.ts";
import { CallScope } from "./call-scope.ts";

/** What `env` reaches without a registry: nothing. */
const NO_REGISTRY: CallPort = {
  call: ({ id }) => Promise.reject(notReachable(id)),
  stream({ id }) {
    throw notReachable(id);
  },
  isStream: () => false,
  has: () => false,
  getSpec: () => undefined,
  list: () => [],
  questionTimeout: undefined,
};

function notReachable(id: string): CallError {
  return new CallError("OPERATION_NOT_FOUND", `${id} cannot be called: this handler was called without a registry.`);
}

/**
 * The context of a source's handler. A program may call such a handler itself, `operation.handler(input, {})`, with a
 * part of a context or with none.
 */
export function contextOf(given: CallContext | undefined): OperationContext {
  // Nothing would release a new scope from a given signal. Beside a signal, sources need nothing of a context.
  if (given instanceof CallScope || given?.signal !== undefined) return given as OperationContext;
  return new CallScope(NO_REGISTRY, given, false);
}
