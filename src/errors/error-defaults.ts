/**
 * What an error is unless it says otherwise, apart from the table and its texts: every program that calls needs this, and
 * few need the texts. A test holds both together.
 */
import type { CallPhase, ErrorCode } from "./error-table.ts";

const PHASES: Readonly<Record<ErrorCode, CallPhase>> = {
  OPERATION_NOT_FOUND: "notStarted",
  OPERATION_QUARANTINED: "notStarted",
  VALIDATION_ERROR: "notStarted",
  OUTPUT_INVALID: "started",
  ACCESS_DENIED: "notStarted",
  LOGIN_REQUIRED: "notStarted",
  UNAUTHENTICATED: "notStarted",
  TIMEOUT: "unknown",
  ABORTED: "unknown",
  EXECUTION_ERROR: "started",
  NO_RESPONDER: "notStarted",
  CONNECTION_LOST: "unknown",
  STREAM_GAP: "started",
  PAYLOAD_TOO_LARGE: "unknown",
  OVERLOADED: "notStarted",
  RATE_LIMITED: "notStarted",
  PROTOCOL_ERROR: "notStarted",
};

const RETRYABLE: readonly string[] = ["TIMEOUT", "NO_RESPONDER", "CONNECTION_LOST", "OVERLOADED", "RATE_LIMITED"];

/** A code that an operation declares itself is treated like `EXECUTION_ERROR`. */
export function defaultPhase(code: string): CallPhase {
  return Object.hasOwn(PHASES, code) ? PHASES[code as ErrorCode] : "started";
}

export function isRetryable(code: string): boolean {
  return RETRYABLE.includes(code);
}
