import { parseExactly } from "../../../shared/json/exact-json.ts";
import { CallError } from "../../../errors/call-error.ts";
import { readError } from "../../../errors/remote-error.ts";
import { decodeData } from "../../../shared/json/encode-data.ts";
import { isTooDense } from "../../../shared/json/is-too-dense.ts";
import { isRawObject } from "../document/raw-object.ts";
import { isJSON } from "../operation/media-type.ts";
import type { HTTPAnswer } from "./answer.ts";
import type { HTTPExchange } from "./http-exchange.ts";
import { decodeText, fieldOf, responseMeta } from "./read-response.ts";
import { redact, redactText } from "./redact.ts";

const RETRYABLE = new Set([408, 425, 429, 502, 503, 504]);
/** With these statuses, the server says that it did not start the work. */
const NOT_STARTED = new Set([408, 425, 429]);
const LONGEST_EXCERPT = 200;
/** An error with more structure than this many bytes may hold stays text. */
const DENSEST_ERROR = 1024 * 1024;

export interface StatusErrorOptions {
  readonly exchange: HTTPExchange;
  /** Whether this library serves the operation, so that the body holds one of our own errors. */
  readonly isOwn: boolean;
  /** Text at the end of the message. */
  readonly hint: string;
}

/** The error for an answer with an error status. Its details hold the body, parsed and bounded. */
export function statusError(answer: HTTPAnswer, options: StatusErrorOptions): CallError {
  const { exchange, isOwn, hint } = options;
  const { status, statusText } = answer;
  const secrets = exchange.request?.secrets ?? [];
  const body = redact(readErrorBody(answer), secrets);
  const own = isOwn ? fromProblem(body) : undefined;
  if (own !== undefined) return own;
  const reason = reasonIn(body);
  const said = [`${status}`, statusText.slice(0, LONGEST_EXCERPT)].filter(Boolean).join(" ");
  const retryAfterMs = retryAfter(fieldOf(answer, "retry-after"));
  const { headers } = responseMeta(answer, exchange);
  const details = { status, body, headers, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const message = `${exchange.description} answered ${said}${reason === undefined ? "" : `: ${reason}`}${hint}`;
  return new CallError("EXECUTION_ERROR", redactText(message, secrets), details, {
    retryable: RETRYABLE.has(status),
    phase: NOT_STARTED.has(status) ? "notStarted" : "started",
  });
}

/** The error that this library wrote as problem details at the other end; `undefined` for any other body. */
export function fromProblem(body: unknown): CallError | undefined {
  if (!isRawObject(body)) return undefined;
  return readError({ ...body, message: body["detail"], details: decodeData(body["details"]) });
}

function readErrorBody(answer: HTTPAnswer): unknown {
  const { bytes, isComplete } = answer;
  if (bytes.length === 0) return undefined;
  const contentType = fieldOf(answer, "content-type") ?? "";
  const text = decodeText(bytes, contentType);
  if (!isComplete) return `${text}…`;
  if (!isJSON(contentType)) return text;
  try {
    return isTooDense(text, DENSEST_ERROR) ? text : parseExactly(text);
  } catch {
    return text;
  }
}

/** The reason in words, from problem details (RFC 9457) or from what APIs send instead. */
function reasonIn(body: unknown): string | undefined {
  if (!isRawObject(body)) return undefined;
  const nested = body["error"];
  const candidates = [body["detail"], body["title"], body["message"], nested];
  if (isRawObject(nested)) candidates.push(nested["message"]);
  const reason = candidates.find((candidate) => typeof candidate === "string" && candidate !== "");
  return typeof reason === "string" ? reason.slice(0, LONGEST_EXCERPT) : undefined;
}

/** `Retry-After` in milliseconds; the header holds seconds or a date. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
