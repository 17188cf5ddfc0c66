/** The parts of an error that may leave the process. */
import { CallError } from "./call-error.ts";
import type { CallErrorJSON } from "./call-error.ts";
import { isLibraryCode, isRetryable } from "./error-defaults.ts";
import type { CallPhase } from "./error-table.ts";
import { shownUpstream } from "./upstream-status.ts";

export interface RemoteErrorOptions {
  /** The codes that the operation declares. Their details are meant for callers. */
  readonly declared: Readonly<Record<string, unknown>> | undefined;
  /** Whether the operation only passes its calls on to another server. Default: false. */
  readonly passesOn?: boolean | undefined;
  /** Whether callers see the messages of escaped exceptions. Default: false. */
  readonly expose?: boolean | undefined;
}

const HIDDEN_MESSAGE = "The operation failed.";

/** The code, the message and the details that are meant for a caller; never a stack, a cause or an internal message. */
export function toRemoteError(error: CallError, options: RemoteErrorOptions): CallErrorJSON {
  const { message, details: _, ...rest } = error.toJSON();
  const details = shownDetails(error, options);
  return {
    ...rest,
    message: error.unexpected && options.expose !== true ? HIDDEN_MESSAGE : message,
    ...(details === undefined ? {} : { details }),
  };
}

/** The error on the caller's side. */
export function fromRemoteError({ code, message, details, retryable, phase, declaredBy }: CallErrorJSON): CallError {
  return new CallError(code, message, details, { retryable, phase, declaredBy });
}

const PHASES: readonly CallPhase[] = ["notStarted", "started", "unknown"];

/** An error from another process, of which nothing is certain yet. Undefined if it is none. */
export function readError(given: Readonly<Record<string, unknown>>): CallError | undefined {
  const { code, message, details, retryable, phase, declaredBy } = given;
  if (typeof code !== "string" || code === "" || typeof message !== "string") return undefined;
  return fromRemoteError({
    code,
    message,
    details,
    retryable: typeof retryable === "boolean" ? retryable : isRetryable(code),
    phase: PHASES.find((known) => known === phase) ?? "unknown",
    declaredBy: typeof declaredBy === "string" ? declaredBy : undefined,
  });
}

/** Codes whose details are made for callers: they describe what the caller sent or has used up, or where to log in. */
const FOR_CALLERS: readonly string[] = ["VALIDATION_ERROR", "RATE_LIMITED", "LOGIN_REQUIRED"];

function shownDetails(error: CallError, options: RemoteErrorOptions): unknown {
  const { code, details } = error;
  if (FOR_CALLERS.includes(code) || areDeclared(error, options)) return details;
  return code === "EXECUTION_ERROR" ? shownUpstream(details, options.passesOn ?? false) : undefined;
}

/**
 * Anything may throw a code of the library, and then with other details than the operation declares. So they count only
 * if they were checked. What another server says of itself counts as it is.
 */
function areDeclared({ code, declaredBy }: CallError, { declared, passesOn = false }: RemoteErrorOptions): boolean {
  if (declared === undefined || !Object.hasOwn(declared, code)) return false;
  return passesOn || declaredBy !== undefined || !isLibraryCode(code);
}
