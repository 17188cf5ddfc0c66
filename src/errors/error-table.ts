/**
 * The one table of error codes. HTTP and JSON-RPC answers, the retry rule and `docs/errors.md` come from it.
 *
 * @module
 */

/**
 * What is known about the handler when a call fails. `notStarted`: it certainly did not run. `started`: it certainly
 * did. `unknown`: neither is certain, so a repetition may run it twice.
 */
export type CallPhase = "notStarted" | "started" | "unknown";

/** One row of the table. */
export interface ErrorDescription {
  /** The status of an HTTP answer. */
  readonly httpStatus: number;
  /** The code of a JSON-RPC error. */
  readonly jsonRpcCode: number;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** The phase, unless the error itself says otherwise. */
  readonly phase: CallPhase;
  readonly meaning: string;
  /** What the caller can do. */
  readonly advice: string;
}

/** Every code that the library uses. An operation may declare more in its `errorSchemas`. */
export const ERROR_TABLE = {
  OPERATION_NOT_FOUND: {
    httpStatus: 404,
    jsonRpcCode: -32601,
    retryable: false,
    phase: "notStarted",
    meaning: "No operation has this id, or it has a spec but no handler here.",
    advice: "Check the id (the message suggests a similar one) and that its source is connected.",
  },
  OPERATION_QUARANTINED: {
    httpStatus: 423,
    jsonRpcCode: -32015,
    retryable: false,
    phase: "notStarted",
    meaning:
      "The operation is new or has changed since `operations.lock` was written, and the operator has not accepted that yet.",
    advice:
      "Look at the change (`operations check`), then accept it: `operations lock --accept <id>`, or in the explorer.",
  },
  VALIDATION_ERROR: {
    httpStatus: 400,
    jsonRpcCode: -32602,
    retryable: false,
    phase: "notStarted",
    meaning: "The input does not fit the operation's input schema. `details.errors` names the paths.",
    advice: "Correct the input at those paths.",
  },
  OUTPUT_INVALID: {
    httpStatus: 502,
    jsonRpcCode: -32005,
    retryable: false,
    phase: "started",
    meaning:
      "In strict mode: the result does not fit the operation's output schema, even after normalising. In every mode: the result can't be written as JSON, or the details of a declared error do not fit their schema.",
    advice: "Correct the handler or the schema. Without strict mode, a result that does not fit only causes a warning.",
  },
  ACCESS_DENIED: {
    httpStatus: 403,
    jsonRpcCode: -32003,
    retryable: false,
    phase: "notStarted",
    meaning:
      "The caller is known, but may not call this operation, the source does not offer the operation to the caller's own account, or the call was not approved.",
    advice:
      "Request the scopes or resource rights that the operation requires, or access at the source. The message says why a call was not approved.",
  },
  LOGIN_REQUIRED: {
    httpStatus: 403,
    jsonRpcCode: -32042,
    retryable: false,
    phase: "notStarted",
    meaning:
      "The service behind the operation requires a login that is missing or has ended. It is not the caller's login at the hub.",
    advice: "Log in: `operations login <source>`, or at `details.url` if there is one.",
  },
  UNAUTHENTICATED: {
    httpStatus: 401,
    jsonRpcCode: -32001,
    retryable: false,
    phase: "notStarted",
    meaning: "The operation requires a caller with an identity, and the call has none.",
    advice: "Call with credentials.",
  },
  TIMEOUT: {
    httpStatus: 504,
    jsonRpcCode: -32004,
    retryable: true,
    phase: "unknown",
    meaning: "The deadline passed before the call ended.",
    advice: "Allow more time.",
  },
  ABORTED: {
    httpStatus: 499,
    jsonRpcCode: -32800,
    retryable: false,
    phase: "unknown",
    meaning: "The caller gave up the call.",
    advice: "Nothing to do: the caller asked for it.",
  },
  EXECUTION_ERROR: {
    httpStatus: 500,
    jsonRpcCode: -32000,
    retryable: false,
    phase: "started",
    meaning: "The handler failed, an API answered with an error status, or the connection to it failed.",
    advice:
      "Read the message, `details` and `cause`. Without an answer of the API, `details.reason` says why: check that it runs and can be reached.",
  },
  NO_RESPONDER: {
    httpStatus: 503,
    jsonRpcCode: -32010,
    retryable: true,
    phase: "notStarted",
    meaning: "No connected peer offers the operation.",
    advice: "Check that a peer that offers it runs and is connected.",
  },
  CONNECTION_LOST: {
    httpStatus: 502,
    jsonRpcCode: -32011,
    retryable: true,
    phase: "unknown",
    meaning: "The connection to the peer or server that ran the call broke.",
    advice: "Check that the peer or server runs and can be reached.",
  },
  STREAM_GAP: {
    httpStatus: 502,
    jsonRpcCode: -32012,
    retryable: false,
    phase: "started",
    meaning: "Items of a stream were lost. The stream ends instead of hiding that.",
    advice: "Continue after the last item that arrived, by its id, if the operation gives its items ids.",
  },
  PAYLOAD_TOO_LARGE: {
    httpStatus: 413,
    jsonRpcCode: -32013,
    retryable: false,
    phase: "unknown",
    meaning: "An input, a result or a frame is larger than its limit.",
    advice: "Send less, or raise the limit that the message names.",
  },
  OVERLOADED: {
    httpStatus: 503,
    jsonRpcCode: -32014,
    retryable: true,
    phase: "notStarted",
    meaning: "A limit on running or waiting calls is reached, or a circuit breaker is open.",
    advice: "Make fewer calls at once, or raise the limit that the message names.",
  },
  RATE_LIMITED: {
    httpStatus: 429,
    jsonRpcCode: -32016,
    retryable: true,
    phase: "notStarted",
    meaning: "The caller, or all callers together, made as many calls as a rate limit or quota allows.",
    advice: "Wait for `details.retryAfterMs` milliseconds.",
  },
  PROTOCOL_ERROR: {
    httpStatus: 400,
    jsonRpcCode: -32600,
    retryable: false,
    phase: "notStarted",
    meaning: "A peer or a caller broke a rule of the interface, for example by executing a SUBSCRIPTION.",
    advice: "Correct the caller. The message names the rule.",
  },
} as const satisfies Record<string, ErrorDescription>;

/** A code of the table. */
export type ErrorCode = keyof typeof ERROR_TABLE;

const UNDECLARED: ErrorDescription = {
  ...ERROR_TABLE.EXECUTION_ERROR,
  meaning: "An error that the operation declares itself.",
  advice: "See the operation's `errorSchemas`.",
};

/** The row of a code. A code that an operation declares itself is treated like `EXECUTION_ERROR`. */
export function describeError(code: string): ErrorDescription {
  return Object.hasOwn(ERROR_TABLE, code) ? ERROR_TABLE[code as ErrorCode] : UNDECLARED;
}
