import { CallError, messageOf, withPhase } from "../../../errors/call-error.ts";
import type { CallPhase } from "../../../errors/error-table.ts";
import type { Exchange } from "./exchange.ts";
import { fromProblem } from "./own-problem.ts";
import { charsetOf, isJSON } from "../operation/media-type.ts";
import { readBeginning } from "./read-bytes.ts";
import { redact, redactText } from "./redact.ts";
import { isPlainObject } from "./scalar-text.ts";

const RETRYABLE = new Set([408, 425, 429, 502, 503, 504]);
/** The server says that it did not take the request up. */
const NOT_STARTED = new Set([408, 425, 429]);

/** Failures before a connection stood: nothing was sent. */
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

const LONGEST_EXCERPT = 200;

/** `GET https://api.example.com/pets/1`: never the query, which may hold secrets. */
export function describeRequest(method: string, url: URL, secrets: readonly string[]): string {
  return redactText(`${method} ${url.origin}${url.pathname.slice(0, LONGEST_EXCERPT)}`, secrets);
}

export interface StatusErrorOptions {
  readonly description: string;
  readonly secrets: readonly string[];
  /** Whether this library serves the operation: its errors are ours. */
  readonly isOwn?: boolean;
  /** Bytes of the body to keep. */
  readonly limit: number;
}

/** An answer with an error status: its body, parsed and bounded, is in the details. */
export async function statusError(response: Response, options: StatusErrorOptions): Promise<CallError> {
  const { status, statusText } = response;
  const { description, secrets } = options;
  const body = redact(await readErrorBody(response, options.limit), secrets);
  const own = options.isOwn === true ? fromProblem(body) : undefined;
  if (own !== undefined) return own;
  const reason = reasonIn(body);
  const said = [`${status}`, statusText.slice(0, LONGEST_EXCERPT)].filter(Boolean).join(" ");
  const retryAfterMs = retryAfter(response.headers.get("retry-after"));
  const details = {
    status,
    body,
    headers: redact(plainHeaders(response.headers), secrets),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const message = `${description} answered ${said}${reason === undefined ? "" : `: ${reason}`}`;
  return new CallError("EXECUTION_ERROR", redactText(message, secrets), details, {
    retryable: RETRYABLE.has(status),
    phase: NOT_STARTED.has(status) ? "notStarted" : "started",
  });
}

/** Whatever went wrong between `fetch` and the end of the body. */
export function exchangeError(thrown: unknown, exchange: Exchange): CallError {
  const error = thrown instanceof CallError ? thrown : (exchange.interruption ?? connectionError(thrown, exchange));
  return exchange.redirected && error.phase === "notStarted" ? withPhase(error, "unknown") : error;
}

function connectionError(thrown: unknown, exchange: Exchange): CallError {
  const code = codeOf(thrown);
  const isConnected = code === undefined || !NOT_CONNECTED.has(code);
  const phase: CallPhase = isConnected ? exchange.phase : "notStarted";
  const problem = exchange.answered ? "was cut off while its answer was read" : "failed";
  const reason = code ?? messageOf(rootOf(thrown));
  return new CallError("EXECUTION_ERROR", `${exchange.description} ${problem}: ${reason}`, undefined, {
    // A bad certificate stays bad.
    retryable: !/CERT|TLS|SSL/.test(code ?? ""),
    phase,
    cause: thrown,
  });
}

/** An answer that arrived whole and is not what the document says. */
export function answerError(message: string, details: unknown, cause?: unknown): CallError {
  const options = { retryable: false, phase: "started" as const };
  return new CallError("EXECUTION_ERROR", message, details, cause === undefined ? options : { ...options, cause });
}

/** Headers as an object, without those that carry credentials. */
export function plainHeaders(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = Object.create(null) as Record<string, string>;
  headers.forEach((value, name) => {
    if (name !== "set-cookie" && name !== "authorization") plain[name] = value;
  });
  return { ...plain };
}

async function readErrorBody(response: Response, limit: number): Promise<unknown> {
  // An error whose body breaks off is still that error.
  const beginning = await readBeginning(response, limit).catch(() => undefined);
  if (beginning === undefined || beginning.bytes.length === 0) return undefined;
  const contentType = response.headers.get("content-type") ?? "";
  const text = decodeText(beginning.bytes, contentType);
  if (!beginning.complete) return `${text}…`;
  if (!isJSON(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Text in the charset of its content type; in UTF-8 where that is unknown. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = isJSON(contentType) ? undefined : charsetOf(contentType);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** What a problem body (RFC 9457, or what APIs use instead) says in words. */
function reasonIn(body: unknown): string | undefined {
  if (!isPlainObject(body)) return undefined;
  const nested = body["error"];
  const candidates = [body["detail"], body["title"], body["message"], nested];
  if (isPlainObject(nested)) candidates.push(nested["message"]);
  const reason = candidates.find((candidate) => typeof candidate === "string" && candidate !== "");
  return typeof reason === "string" ? reason.slice(0, LONGEST_EXCERPT) : undefined;
}

/** `Retry-After`: seconds or a date. */
export function retryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function rootOf(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
}

function codeOf(thrown: unknown): string | undefined {
  const root = rootOf(thrown);
  const code: unknown = typeof root === "object" && root !== null && "code" in root ? root.code : undefined;
  return typeof code === "string" ? code : undefined;
}
