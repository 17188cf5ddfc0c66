import { CallError } from "../../errors/call-error.ts";
import type { CallContext, OperationContext } from "../../operation/operation-context.ts";
import { anySignal } from "../../shared/time/any-signal.ts";
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
  if (given instanceof CallScope) return given;
  if (given?.signal === undefined) return new CallScope(NO_REGISTRY, given, false);
  // Nothing would release a new scope from a given signal. Beside a signal, sources need only the deadline of a context.
  return (given.deadline === undefined ? given : withDeadline(given, given.signal)) as OperationContext;
}

/** A context that was not written out, such as one of another copy of this package, ends by its own signal. */
function withDeadline(given: CallContext, signal: AbortSignal): CallContext {
  if (Object.getPrototypeOf(given) !== Object.prototype) return given;
  const { signal: atDeadline } = new CallScope(NO_REGISTRY, { deadline: given.deadline }, false);
  return { ...given, signal: anySignal([signal, atDeadline]) };
}
