/**
 * The default phase of each error code, and whether it is retryable. Every program that makes calls needs these, and
 * few need the texts of the table, so they have a file of their own. A test keeps both in step.
 */
import type { CallPhase } from "./error-table.ts";

const NOT_STARTED: readonly string[] = [
  "OPERATION_NOT_FOUND",
  "OPERATION_QUARANTINED",
  "VALIDATION_ERROR",
  "ACCESS_DENIED",
  "LOGIN_REQUIRED",
  "UNAUTHENTICATED",
  "NO_RESPONDER",
  "OVERLOADED",
  "RATE_LIMITED",
  "PROTOCOL_ERROR",
];

const UNKNOWN: readonly string[] = ["TIMEOUT", "ABORTED", "CONNECTION_LOST", "PAYLOAD_TOO_LARGE"];

const STARTED: readonly string[] = ["OUTPUT_INVALID", "EXECUTION_ERROR", "STREAM_GAP"];

const RETRYABLE: readonly string[] = ["TIMEOUT", "NO_RESPONDER", "CONNECTION_LOST", "OVERLOADED", "RATE_LIMITED"];

/** A code in neither list comes from a handler that ran. So does a code that an operation declares itself. */
export function defaultPhase(code: string): CallPhase {
  return NOT_STARTED.includes(code) ? "notStarted" : UNKNOWN.includes(code) ? "unknown" : "started";
}

export function isRetryable(code: string): boolean {
  return RETRYABLE.includes(code);
}

/** Whether the library uses this code itself. */
export function isLibraryCode(code: string): boolean {
  return defaultPhase(code) !== "started" || STARTED.includes(code);
}
