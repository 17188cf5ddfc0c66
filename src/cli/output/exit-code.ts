import { isUnavailable } from "../../errors/upstream-status.ts";

/** The exit codes, by class of failure, for scripts. `docs/reference/cli.md` has the same table. */
export const ExitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  invalidInput: 4,
  accessDenied: 5,
  timeout: 6,
  aborted: 7,
  unavailable: 8,
  protocol: 9,
  interrupted: 130,
  terminated: 143,
} as const;

/** All other codes, those of operations too, are `failed`. */
export const EXIT_CODE_BY_ERROR: Readonly<Record<string, number>> = {
  EXECUTION_ERROR: ExitCode.failed,
  OUTPUT_INVALID: ExitCode.failed,
  OPERATION_NOT_FOUND: ExitCode.notFound,
  VALIDATION_ERROR: ExitCode.invalidInput,
  ACCESS_DENIED: ExitCode.accessDenied,
  OPERATION_QUARANTINED: ExitCode.accessDenied,
  LOGIN_REQUIRED: ExitCode.accessDenied,
  UNAUTHENTICATED: ExitCode.accessDenied,
  TIMEOUT: ExitCode.timeout,
  ABORTED: ExitCode.aborted,
  NO_RESPONDER: ExitCode.unavailable,
  CONNECTION_LOST: ExitCode.unavailable,
  OVERLOADED: ExitCode.unavailable,
  RATE_LIMITED: ExitCode.unavailable,
  STREAM_GAP: ExitCode.unavailable,
  PAYLOAD_TOO_LARGE: ExitCode.protocol,
  PROTOCOL_ERROR: ExitCode.protocol,
};

/** An API that is down is `unavailable`, whatever the code of the error. */
export function exitCodeOf(code: string, details?: unknown): number {
  if (code === "EXECUTION_ERROR" && isUnavailable(details)) return ExitCode.unavailable;
  return Object.hasOwn(EXIT_CODE_BY_ERROR, code) ? (EXIT_CODE_BY_ERROR[code] ?? ExitCode.failed) : ExitCode.failed;
}
