import { toCallError } from "../errors/call-error.ts";
import type { CallError } from "../errors/call-error.ts";
import { upstreamStatus } from "../errors/upstream-status.ts";
import type { MiddlewareCall } from "../operation/middleware.ts";
import type { CallVerdict } from "./circuit.ts";

/** Mistakes of the caller, or limits on the way. The source may not even have been called. */
const SAY_NOTHING: ReadonlySet<string> = new Set([
  "OPERATION_NOT_FOUND",
  "OPERATION_QUARANTINED",
  "VALIDATION_ERROR",
  "ACCESS_DENIED",
  "LOGIN_REQUIRED",
  "UNAUTHENTICATED",
  "ABORTED",
  "OVERLOADED",
  "RATE_LIMITED",
  "PAYLOAD_TOO_LARGE",
  "PROTOCOL_ERROR",
]);

/** HTTP client errors that still describe the state of the server: too slow, too early, too many. */
const STATUSES_OF_TROUBLE: ReadonlySet<number> = new Set([408, 425, 429]);

export type IsFailure = (error: CallError, call: MiddlewareCall) => boolean;

/** What an error says about the source. */
export function verdictOf(thrown: unknown, call: MiddlewareCall, isFailure: IsFailure | undefined): CallVerdict {
  const { signal } = call.context;
  // Handlers answer an abort with many kinds of errors. The reason of the abort is what counts.
  const error = toCallError(signal.aborted ? signal.reason : thrown);
  // Only a deadline is about the source. Everything else that cancels a call is about its caller, or the way to it.
  if (signal.aborted && error.code !== "TIMEOUT") return { kind: "nothing" };
  if (isFailure !== undefined) return isFailure(error, call) ? { kind: "failure", error } : { kind: "nothing" };
  if (SAY_NOTHING.has(error.code)) return { kind: "nothing" };
  return isAnswer(error, call) ? { kind: "success" } : { kind: "failure", error };
}

/** Whether the source returned the error on purpose: then it works. */
function isAnswer({ code, details }: CallError, { spec }: MiddlewareCall): boolean {
  if (code !== "EXECUTION_ERROR") return spec.errorSchemas !== undefined && Object.hasOwn(spec.errorSchemas, code);
  // An API answered with an error status. Its document may declare that, whether the API works or not.
  const status = upstreamStatus(details);
  return status !== undefined && status < 500 && !STATUSES_OF_TROUBLE.has(status);
}
