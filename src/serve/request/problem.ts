/** Errors as problem details (RFC 9457). */
import { adviceOn, isSafeToRepeat } from "../../errors/advice.ts";
import { CallError, toCallError } from "../../errors/call-error.ts";
import { describeError } from "../../errors/error-table.ts";
import type { CallPhase, ErrorCode } from "../../errors/error-table.ts";
import { toRemoteError } from "../../errors/remote-error.ts";
import { passedOnStatus, upstreamStatus } from "../../errors/upstream-status.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { passesOn } from "../../operation/passes-on.ts";
import { encodeData } from "../../shared/json/encode-data.ts";
import type { HeaderPairs, Reply } from "./incoming.ts";
import { refusedLimitFields, retryAfterFields } from "./rate-limit-fields.ts";

export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly phase: CallPhase;
  readonly retryable: boolean;
  /** What the caller should know before it repeats the call. */
  readonly advice?: string | undefined;
  readonly details?: unknown;
  /** The operation that declares the code. */
  readonly declaredBy?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Which call an error belongs to, if it belongs to one. */
export interface ErrorContext {
  readonly operation?: string | undefined;
  readonly requestId?: string | undefined;
}

interface ProblemSettings {
  readonly exposeErrors?: boolean | undefined;
  readonly onError?: ((error: unknown, context?: ErrorContext) => void) | undefined;
}

/** What a problem is about. */
export interface ProblemContext {
  readonly settings: ProblemSettings;
  readonly spec?: OperationSpec | undefined;
  readonly requestId?: string | undefined;
}

interface RefusalOptions {
  /** Default: `PROTOCOL_ERROR`. */
  readonly code?: ErrorCode;
  readonly headers?: HeaderPairs;
}

/** A refusal with a status other than its code's own, or with its own headers. */
export class HTTPRefusal extends CallError {
  readonly status: number;
  readonly headers: HeaderPairs;

  constructor(status: number, message: string, { code = "PROTOCOL_ERROR", headers = [] }: RefusalOptions = {}) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  499: "Client Closed Request",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** The part of an error that the client sees. Never throws, whatever was thrown. */
export function toProblem(thrown: unknown, { settings, spec, requestId }: ProblemContext): ProblemDetails {
  const error = toCallError(thrown);
  if (error.unexpected) settings.onError?.(error.cause, { operation: spec && operationId(spec), requestId });
  const declared = declarationsOf(spec);
  const { code, message, details, phase, retryable, declaredBy } = toRemoteError(error, {
    declared,
    passesOn: spec && passesOn(spec),
    expose: settings.exposeErrors,
  });
  const status =
    error instanceof HTTPRefusal
      ? error.status
      : (declaredStatus(declared, code) ?? answeredStatus(code, details) ?? describeError(code).httpStatus);
  // Without an operation there is nothing that could have run, unless the error says so.
  const isAdvised = spec !== undefined || phase === "notStarted";
  const advice = isAdvised ? adviceOn({ phase, retryable }, spec ?? {}) : undefined;
  return {
    type: "about:blank",
    title: TITLES[status] ?? (status < 500 ? "Client Error" : "Server Error"),
    status,
    detail: message,
    code,
    phase,
    retryable,
    ...(advice === undefined ? {} : { advice }),
    ...(details === undefined ? {} : { details: encodeData(details) }),
    ...(declaredBy === undefined ? {} : { declaredBy }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

export function problemReply(thrown: unknown, context: ProblemContext): Reply {
  const problem = toProblem(thrown, context);
  const headers = ["content-type", "application/problem+json", "cache-control", "no-store"];
  if (context.requestId !== undefined) headers.push("operation-request-id", context.requestId);
  if (thrown instanceof HTTPRefusal) headers.push(...thrown.headers);
  else if (problem.code === "UNAUTHENTICATED") headers.push("www-authenticate", "Bearer");
  // The field asks a client to repeat its request, so it must not contradict the advice.
  else if (isSafeToRepeat(context.spec ?? {}, problem.phase)) headers.push(...whenToRepeat(problem));
  return { status: problem.status, headers, body: problemText(problem) };
}

function whenToRepeat({ code, status, details }: ProblemDetails): HeaderPairs {
  if (code === "OVERLOADED") return ["retry-after", "1"];
  if (code === "RATE_LIMITED") return refusedLimitFields(details);
  // An overloaded API says when to come back: our caller gets the same.
  return code === "EXECUTION_ERROR" && (status === 429 || status === 503) ? retryAfterFields(details) : [];
}

/** The details come from a handler, so JSON may not be able to write them. */
export function problemText(problem: ProblemDetails): string {
  try {
    return JSON.stringify(problem);
  } catch {
    const { details: _details, ...rest } = problem;
    return JSON.stringify(rest);
  }
}

function declarationsOf(spec: OperationSpec | undefined): OperationSpec["errorSchemas"] {
  try {
    return spec?.errorSchemas;
  } catch {
    // The schemas of an imported operation may turn out to be unreadable.
    return undefined;
  }
}

function declaredStatus(declared: OperationSpec["errorSchemas"], code: string): number | undefined {
  return declared !== undefined && Object.hasOwn(declared, code) ? declared[code]?.httpStatus : undefined;
}

/** The status with which the API behind the operation has answered, or that stands for no answer. */
function answeredStatus(code: string, shown: unknown): number | undefined {
  const status = code === "EXECUTION_ERROR" ? upstreamStatus(shown) : undefined;
  return status && passedOnStatus(status);
}
