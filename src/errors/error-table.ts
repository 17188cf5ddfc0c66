/**
 * The one table of error codes. HTTP and JSON-RPC answers, the retry rule and `docs/errors.md` are made from it.
 *
 * @module
 */

/**
 * What is known about the handler when a call fails. `notStarted`: certain that it did not run; `started`: certain
 * that it did; `unknown`: neither. Whether trying again is safe is never a guess.
 */
export type CallPhase = "notStarted" | "started" | "unknown";

/** One row of the table. */
export interface ErrorDescription {
  /** The status of an HTTP answer. */
  readonly httpStatus: number;
  /** The code of a JSON-RPC error. */
  readonly jsonRpcCode: number;
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable: boolean;
  /** The phase, where the code alone says it. */
  readonly phase: CallPhase;
  readonly meaning: string;
  /** What the caller can do. */
  readonly advice: string;
}

/** Every code that the library itself uses; an operation's `errorSchemas` may declare further ones. */
export const ERROR_TABLE = {
  OPERATION_NOT_FOUND: {
    httpStatus: 404,
    jsonRpcCode: -32601,
    retryable: false,
    phase: "notStarted",
    meaning: "No operation has this id, or it has a spec but no handler here.",
    advice: "Check the id (the message names close ones) and that its source is connected.",
  },
  VALIDATION_ERROR: {
    httpStatus: 400,
    jsonRpcCode: -32602,
    retryable: false,
    phase: "notStarted",
    meaning: "The input does not fit the operation's input schema. `details.errors` has the paths.",
    advice: "Correct the input where the paths point.",
  },
  OUTPUT_INVALID: {
    httpStatus: 502,
    jsonRpcCode: -32005,
    retryable: false,
    phase: "started",
    meaning: "In strict mode: the result does not fit the operation's output schema, even when normalised.",
    advice: "Correct the handler or the schema. Without strict mode this is a warning.",
  },
  ACCESS_DENIED: {
    httpStatus: 403,
    jsonRpcCode: -32003,
    retryable: false,
    phase: "notStarted",
    meaning: "The caller is known, and may not call this operation.",
    advice: "Ask for the scopes or the resource rights that the operation requires.",
  },
  UNAUTHENTICATED: {
    httpStatus: 401,
    jsonRpcCode: -32001,
    retryable: false,
    phase: "notStarted",
    meaning: "The operation asks for a caller's identity, and the call has none.",
    advice: "Call with credentials.",
  },
  TIMEOUT: {
    httpStatus: 504,
    jsonRpcCode: -32004,
    retryable: true,
    phase: "unknown",
    meaning: "The deadline passed before the call ended.",
    advice: "Give it more time, or try again if the phase or the operation's type makes that safe.",
  },
  ABORTED: {
    httpStatus: 499,
    jsonRpcCode: -32800,
    retryable: false,
    phase: "unknown",
    meaning: "The caller gave the call up.",
    advice: "None needed: somebody asked for it.",
  },
  EXECUTION_ERROR: {
    httpStatus: 500,
    jsonRpcCode: -32000,
    retryable: false,
    phase: "started",
    meaning: "The handler failed, an API answered with an error status, or the connection to it failed.",
    advice: "Read the message, `details` and `cause`; `retryable` is set where the source said so.",
  },
  NO_RESPONDER: {
    httpStatus: 503,
    jsonRpcCode: -32010,
    retryable: true,
    phase: "notStarted",
    meaning: "No peer that offers the operation is there.",
    advice: "Start one, or try again later.",
  },
  CONNECTION_LOST: {
    httpStatus: 502,
    jsonRpcCode: -32011,
    retryable: true,
    phase: "unknown",
    meaning: "The connection to the peer or server that ran the call broke.",
    advice: "Try again if the phase or the operation's type makes that safe.",
  },
  STREAM_GAP: {
    httpStatus: 502,
    jsonRpcCode: -32012,
    retryable: false,
    phase: "started",
    meaning: "Items of a stream were lost, and the stream ended rather than hide it.",
    advice: "Subscribe again, from the last item that arrived if the operation allows it.",
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
    meaning: "A limit on calls in flight or waiting is reached, or a circuit breaker is open.",
    advice: "Wait and try again.",
  },
  PROTOCOL_ERROR: {
    httpStatus: 400,
    jsonRpcCode: -32600,
    retryable: false,
    phase: "notStarted",
    meaning: "A peer or a caller broke the rules of the interface, as by executing a SUBSCRIPTION.",
    advice: "Correct the caller; the message says which rule.",
  },
} as const satisfies Record<string, ErrorDescription>;

/** A code of the table. */
export type ErrorCode = keyof typeof ERROR_TABLE;

const UNDECLARED: ErrorDescription = {
  httpStatus: 500,
  jsonRpcCode: -32000,
  retryable: false,
  phase: "started",
  meaning: "An error of the operation's own.",
  advice: "See the operation's `errorSchemas`.",
};

/** The row of a code; a code that an operation declares itself is like `EXECUTION_ERROR`. */
export function describeError(code: string): ErrorDescription {
  return Object.hasOwn(ERROR_TABLE, code) ? ERROR_TABLE[code as ErrorCode] : UNDECLARED;
}
