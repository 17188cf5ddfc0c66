/** What of an error may leave the process. */
import { CallError, messageOf } from "./call-error.ts";
import type { CallErrorCode } from "./call-error.ts";
import type { CallPhase } from "./error-table.ts";

/** An error as a caller outside gets to see it. */
export interface RemoteError {
  readonly code: CallErrorCode;
  readonly message: string;
  readonly details?: unknown;
  readonly retryable: boolean;
  readonly phase: CallPhase;
}

export interface RemoteErrorOptions {
  /** The codes that the operation declares, whose details are meant for callers. */
  readonly declared: Readonly<Record<string, unknown>> | undefined;
  /** Whether messages of exceptions that nobody meant for a caller are shown. */
  readonly expose?: boolean | undefined;
}

const HIDDEN_MESSAGE = "The operation failed.";

/** Code, message and the details that were meant for a caller: never a stack, a cause or an internal message. */
export function toRemoteError(error: CallError, { declared, expose = false }: RemoteErrorOptions): RemoteError {
  const { code, message, details, retryable, phase } = error;
  return {
    code,
    message: isUnexpected(error) && !expose ? HIDDEN_MESSAGE : message,
    ...(details !== undefined && mayShowDetails(code, declared) ? { details } : {}),
    retryable,
    phase,
  };
}

/** The error on the caller's side. */
export function fromRemoteError({ code, message, details, retryable, phase }: RemoteError): CallError {
  return new CallError(code, message, details, { retryable, phase });
}

/** Paths of bad input are about what the caller sent. */
function mayShowDetails(code: string, declared: RemoteErrorOptions["declared"]): boolean {
  return code === "VALIDATION_ERROR" || (declared !== undefined && Object.hasOwn(declared, code));
}

/**
 * Whether an error is an exception that a handler let escape, rather than a `CallError` that somebody worded for a
 * caller. The registry wraps such an exception under its own message.
 */
export function isUnexpected(error: CallError): boolean {
  let first = error;
  while (first.cause instanceof CallError) first = first.cause;
  return first.code === "EXECUTION_ERROR" && "cause" in first && first.message === messageOf(first.cause);
}
