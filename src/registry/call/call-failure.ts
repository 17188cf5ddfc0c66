import { CallError, messageOf, toCallError, withPhase } from "../../errors/call-error.ts";
import { isSettled, settled } from "../../errors/settled-error.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import { passesOn } from "../../operation/passes-on.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";
import { declaredFailure } from "./declared-failure.ts";
import type { CompiledGate } from "./input-gate.ts";

/**
 * What a handler threw, with the phase of its own call. The phase of an error from a nested call describes that call,
 * and here the handler has certainly run. A source's own error keeps its phase, because the source knows whether the
 * work began on the other side.
 */
function asThrownHere(thrown: unknown): CallError {
  const error = toCallError(thrown);
  return isSettled(error) ? withPhase(error, "started") : error;
}

/** The same, checked against what the operation declares. */
export function asThrownBy(spec: OperationSpec, thrown: unknown, output?: OutputMode): MaybePromise<CallError> {
  return declaredFailure(spec, asThrownHere(thrown), { passesOn: passesOn(spec), output });
}

/**
 * The error of a call that middleware surrounds. What a middleware threw has not been checked yet, and the operation may
 * declare its code.
 */
export async function asThrownAround(spec: OperationSpec, error: CallError, output: OutputMode): Promise<CallError> {
  if (error.declaredBy === operationId(spec)) return error;
  return settled(await declaredFailure(spec, error, { passesOn: passesOn(spec), output }));
}

/** The error that a caller gets where no handler was entered. */
export function toFailure(thrown: unknown): CallError {
  return settled(asThrownHere(thrown));
}

/** The error that the caller of an operation gets for what its handler threw. */
export async function toHandlerFailure(spec: OperationSpec, thrown: unknown, output: OutputMode): Promise<CallError> {
  return settled(await asThrownBy(spec, thrown, output));
}

/** The error for an input that does not fit. Returned, because each throw on the way costs as much as the check. */
function toRefusal(gate: CompiledGate, input: unknown, checked: boolean): CallError {
  try {
    return settled(gate.refuse(input, checked));
  } catch (thrown) {
    return toFailure(thrown);
  }
}

/** Rejects a moment later, so that the caller listens first: Node reports unhandled rejections. */
export async function refuse(gate: CompiledGate, input: unknown, checked: boolean): Promise<never> {
  // oxlint-disable-next-line typescript/await-thenable -- see above
  throw await toRefusal(gate, input, checked);
}

/** The error for a context that cannot be read. The handler did not run. */
export function invalidContext(cause: unknown): CallError {
  const message = `The context of the call is invalid: ${messageOf(cause)}`;
  return toFailure(new CallError("VALIDATION_ERROR", message, undefined, { cause }));
}

/** Refuses a call that could not begin: what is not an error of ours was thrown by its context. */
export function refuseContext(thrown: unknown): Promise<never> {
  return Promise.reject(thrown instanceof CallError ? thrown : invalidContext(thrown));
}
