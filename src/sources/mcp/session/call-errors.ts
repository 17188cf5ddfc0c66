import { CallError, messageOf } from "../../../errors/call-error.ts";
import { connectionProblem } from "../../../shared/connections/connection-failure.ts";
import type { CallPhase } from "../../../errors/error-table.ts";
import { shorten } from "../../../shared/short-text.ts";
import { errorOfHub } from "./hub-error.ts";
import type { ClientModule } from "./load-sdk.ts";

export interface FailedRequest {
  /** The request, for the message: `tool "echo" of server "files"`. */
  readonly what: string;
  /** Whether the server may have got the request. */
  readonly wasSent: boolean;
  /** Default: what the failure says, with its cause. */
  readonly inWords?: ((thrown: unknown, sdk: ClientModule) => string) | undefined;
}

/** JSON-RPC's own codes for requests that were refused before anything ran. */
const REFUSED_CODES = new Set([-32700, -32600, -32601]);

/** Turns an error of the SDK into a `CallError`, with the phase as far as it is known. */
export function toMcpCallError(thrown: unknown, failed: FailedRequest, sdk: ClientModule): CallError {
  if (thrown instanceof CallError) return thrown;
  const { what, wasSent, inWords = withCause } = failed;
  const fail = (code: string, phase: CallPhase, details?: unknown): CallError =>
    new CallError(code, `${what}: ${inWords(thrown, sdk)}`, details, { phase, cause: thrown });
  if (sdk.ProtocolError.isInstance(thrown)) return fromProtocolError(thrown, fail);
  if (sdk.UnauthorizedError.isInstance(thrown)) return fromStatus(401, fail);
  if (sdk.SdkHttpError.isInstance(thrown)) return fromStatus(thrown.status, fail);
  if (sdk.SdkError.isInstance(thrown)) {
    const { SdkErrorCode } = sdk;
    if (thrown.code === SdkErrorCode.RequestTimeout) return fail("TIMEOUT", wasSent ? "unknown" : "notStarted");
    if (thrown.code === SdkErrorCode.InvalidResult || thrown.code === SdkErrorCode.UnsupportedResultType)
      return fail("PROTOCOL_ERROR", "unknown");
    if (thrown.code === SdkErrorCode.ClientHttpUnexpectedContent) return fail("PROTOCOL_ERROR", "unknown");
    // `fetch` fails with a TypeError if it gets no answer: the server cannot be reached.
    const isUnreachable = thrown.code === SdkErrorCode.EraNegotiationFailed && thrown.cause instanceof TypeError;
    if (!isUnreachable && !LOST_CODES.has(thrown.code))
      return fail("EXECUTION_ERROR", wasSent ? "unknown" : "notStarted");
  }
  return fail("CONNECTION_LOST", wasSent ? "unknown" : "notStarted");
}

const LOST_CODES = new Set<string>(["CONNECTION_CLOSED", "NOT_CONNECTED", "SEND_FAILED"]);

type Fail = (code: string, phase: CallPhase, details?: unknown) => CallError;

function fromProtocolError(error: Error & { readonly code: number; readonly data?: unknown }, fail: Fail): CallError {
  if (error.data instanceof CallError) return error.data;
  const told = errorOfHub(error.data);
  if (told !== undefined) return told;
  const details = { code: error.code, ...(error.data === undefined ? {} : { data: error.data }) };
  return fail("EXECUTION_ERROR", REFUSED_CODES.has(error.code) ? "notStarted" : "unknown", details);
}

function fromStatus(status: number, fail: Fail): CallError {
  if (status === 413) return fail("PAYLOAD_TOO_LARGE", "notStarted", { status });
  if (status === 429) return fail("OVERLOADED", "notStarted", { status });
  return fail("EXECUTION_ERROR", REFUSED_STATUSES.has(status) ? "notStarted" : "unknown", { status });
}

/**
 * With these, nothing ran. 401 and 403 concern this process's own credential: the code `UNAUTHENTICATED` would make a
 * hub's callers give up theirs.
 */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 404]);

/** The message with its cause: `fetch failed` alone says nothing. */
export function withCause(thrown: unknown): string {
  const problem = connectionProblem(thrown);
  if (problem !== undefined) return problem;
  const [, type] = /Unexpected content type: ([\w/+.-]+)/.exec(messageOf(thrown)) ?? [];
  // An answer without a body, and so without a type.
  if (type !== undefined) return noServer(type === "null" ? "the answer is empty" : `the answer is ${type}`);
  if (/Invalid content type/.test(messageOf(thrown))) return noServer("the answer is no stream of events");
  if (isNoMessage(thrown)) return noServer("the answer is not a message of MCP");
  const { cause } = thrown as { cause?: unknown };
  return cause instanceof Error ? `${messageOf(thrown)} (${messageOf(cause)})` : messageOf(thrown);
}

/** Why no connection came about. In a session that is open, the same failures have other reasons. */
export function whyNotConnected(thrown: unknown, sdk: ClientModule): string {
  const [, target] = /Redirect to (\S+) not followed/.exec(messageOf(thrown)) ?? [];
  if (target !== undefined) return `the address redirects to ${target}: give that one if it is right`;
  const status = statusOf(thrown, sdk);
  if (status === 404 || status === 405) return noServer(`it answers with status ${status}`);
  if (status !== undefined) {
    // A page says nothing in one line.
    const [, body = ""] = /^Error POSTing to endpoint: ([^<][^]*)/.exec(messageOf(thrown)) ?? [];
    return `the server answers with status ${status}${body === "" ? "" : `: ${shorten(body.replace(/\s+/g, " ").trim(), 200)}`}`;
  }
  // The older transport, when a stream ends without an endpoint.
  if (/SSE error: undefined/.test(messageOf(thrown))) return noServer("its stream of events has no message of MCP");
  if (sdk.SdkError.isInstance(thrown) && thrown.code === sdk.SdkErrorCode.RequestTimeout) {
    const [, ms] = /timed out after (\d+)ms/.exec(messageOf(thrown)) ?? [];
    return noServer(`no answer of MCP came${ms === undefined ? "" : ` within ${Number(ms) / 1000} s`}`);
  }
  return withCause(thrown);
}

/** With the older transport, only the text has the status. */
function statusOf(thrown: unknown, sdk: ClientModule): number | undefined {
  if (sdk.SdkHttpError.isInstance(thrown)) return thrown.status;
  const [, status] = /^SSE error: .*\b(\d{3})\b/.exec(messageOf(thrown)) ?? [];
  return status === undefined ? undefined : Number(status);
}

function noServer(why: string): string {
  return `no MCP server answers at this address: ${why}. Many servers have the path /mcp.`;
}

/** The SDK compares every message with its schemas, and reports each deviation from each of them, or that it is no JSON. */
function isNoMessage(thrown: unknown): boolean {
  if (thrown instanceof SyntaxError) return true;
  if (!(thrown instanceof Error)) return false;
  return Array.isArray((thrown as { issues?: unknown }).issues) || isNoMessage(thrown.cause);
}
