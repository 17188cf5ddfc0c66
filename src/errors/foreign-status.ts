import type { CallPhase, ErrorCode } from "./error-table.ts";

/**
 * The error that a status stands for if the answer is not one of ours, but of a proxy or another service. As in the table
 * of codes, but for two: a gateway's 504 says nothing about the deadline of the call, and a 429 is not our rate limit.
 */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "UNAUTHENTICATED",
  403: "ACCESS_DENIED",
  404: "OPERATION_NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  429: "OVERLOADED",
  502: "CONNECTION_LOST",
  503: "OVERLOADED",
  504: "CONNECTION_LOST",
};

export interface ForeignError {
  readonly code: ErrorCode;
  readonly phase: CallPhase;
}

/** A client error is a refusal. Behind a server error the operation may have run: a proxy sends 503 for a cut too. */
export function foreignError(status: number): ForeignError {
  const isRefused = status >= 400 && status < 500 && status !== 408;
  const other = isRefused ? "PROTOCOL_ERROR" : "EXECUTION_ERROR";
  return { code: CODES[status] ?? other, phase: isRefused ? "notStarted" : "unknown" };
}
