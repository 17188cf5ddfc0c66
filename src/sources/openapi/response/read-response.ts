import { beyondLimit } from "../../../shared/events/stream-decoder.ts";
import { CREDENTIAL_HEADERS } from "../../../envelope/response-envelope.ts";
import type { HTTPResponseMeta, ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { CallError } from "../../../errors/call-error.ts";
import { decodeData } from "../../../shared/json/encode-data.ts";
import { readJSON } from "../../../shared/json/read-json.ts";
import { joinBytes } from "../../../shared/read-beginning.ts";
import { inSlices } from "../../../shared/time/slices.ts";
import { charsetOf, essenceOf, isJSON, isText } from "../operation/media-type.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import type { HTTPAnswer, AnswerHead, AnswerLimits } from "./answer.ts";
import { responseError } from "./http-exchange.ts";
import type { HTTPExchange } from "./http-exchange.ts";
import { redactText } from "./redact.ts";

const LONGEST_EXCERPT = 200;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Content types of servers that do not know what they send. */
const VAGUE_TYPES = new Set(["", "text/plain", "application/octet-stream", "binary/octet-stream"]);
/** By far the most frequent content types. They need no further parsing. */
const PLAIN_JSON: ReadonlySet<string> = new Set(["application/json", "application/json; charset=utf-8"]);
const UTF8 = new TextDecoder();
/** Longer texts are decoded in slices: broken characters, and those of some charsets, take 10 to 40 ns for each byte. */
const DECODED_AT_ONCE = 256 * 1024;

/** 304 counts: it answers a caller that asked whether anything has changed. */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 304;
}

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** How many bytes of a body are read. */
export function bodyLimit(status: number, { responseBytes, errorBytes }: AnswerLimits): number {
  return isSuccess(status) ? responseBytes : errorBytes;
}

/** The value of a header field; several values are joined. Undefined if there is none. */
export function fieldOf({ headers }: AnswerHead, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value === undefined || typeof value === "string" ? value : value.join(", ");
}

/** Whether the announced length of an answer is over the limit. The length of a compressed body says nothing. */
export function announcesMore(head: AnswerHead, limit: number): boolean {
  return Number(fieldOf(head, "content-length")) > limit && fieldOf(head, "content-encoding") === undefined;
}

export interface ReadOptions {
  readonly shape: OperationShape;
  readonly exchange: HTTPExchange;
  readonly limits: AnswerLimits;
}

/** A successful answer as an envelope; an empty body is `undefined`. A promise if it takes long to parse. */
export function readResponse(answer: HTTPAnswer, options: ReadOptions): ResponseEnvelope | Promise<ResponseEnvelope> {
  const { shape, exchange, limits } = options;
  const { bytes, isComplete } = answer;
  if (!isComplete) throw beyondLimit(limits.responseBytes, "an answer", "responseBytes");
  const meta = responseMeta(answer, exchange);
  const parsed = bytes.length === 0 ? undefined : parseBody(bytes, meta, options);
  const toEnvelope = (data: unknown): ResponseEnvelope => ({
    data: shape.ownInput === undefined ? data : decodeData(data),
    meta,
  });
  return parsed instanceof Promise ? parsed.then(toEnvelope) : toEnvelope(parsed);
}

/** The meta of an answer: its headers without credentials, and without the secrets that were sent. */
export function responseMeta(answer: AnswerHead, { request }: HTTPExchange): HTTPResponseMeta {
  const { headers, status } = answer;
  const secrets = request?.secrets ?? [];
  const shown: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    if (CREDENTIAL_HEADERS.has(name)) continue;
    const value = fieldOf(answer, name) ?? "";
    shown[name] = secrets.length === 0 ? value : redactText(value, secrets);
  }
  return { source: "http", statusCode: status, headers: shown, contentType: fieldOf(answer, "content-type") ?? "" };
}

function parseBody(bytes: Uint8Array, meta: HTTPResponseMeta, { shape, exchange, limits }: ReadOptions): unknown {
  const { contentType, statusCode } = meta;
  if (!PLAIN_JSON.has(contentType) && !isJSON(contentType)) {
    const announced = announcedTypes(shape, statusCode);
    if (announced.length === 0 || !announced.every(isJSON)) {
      const isTextual = isText(contentType === "" ? (announced[0] ?? "") : contentType);
      // A copy: the bytes are part of a larger buffer that a socket has read.
      return isTextual ? decodeAnyText(bytes, contentType) : new Uint8Array(bytes);
    }
    if (!VAGUE_TYPES.has(essenceOf(contentType))) {
      const text = decodeText(bytes.subarray(0, LONGEST_EXCERPT * 4), contentType);
      throw unreadable(`with ${contentType}, but the document announces ${announced.join(", ")}`, {
        text,
        meta,
        exchange,
      });
    }
  }
  const fail = (cause: unknown): never => {
    if (!(cause instanceof SyntaxError)) throw cause;
    const text = decodeText(bytes.subarray(0, LONGEST_EXCERPT * 4), contentType);
    throw unreadable("with a body that is not valid JSON", { text, meta, exchange, cause });
  };
  const { cancellation } = exchange;
  try {
    const isAbandoned = (): boolean => cancellation.reason !== undefined;
    const read = (text: Uint8Array): unknown => readJSON(text, { most: limits.values, isAbandoned });
    const text = inUTF8(bytes, contentType);
    const value = text instanceof Promise ? text.then(read) : read(text);
    return value instanceof Promise ? cancellation.race(value).catch(fail) : value;
  } catch (cause) {
    return fail(cause);
  }
}

function inUTF8(bytes: Uint8Array, contentType: string): Uint8Array | Promise<Uint8Array> {
  const charset = PLAIN_JSON.has(contentType) ? undefined : charsetOf(contentType);
  if (charset === undefined || charset === "utf-8") return bytes;
  const encoder = new TextEncoder();
  if (bytes.length <= DECODED_AT_ONCE) return encoder.encode(decodeText(bytes, contentType));
  return inSlices(decodeSteps(bytes, contentType, (text) => encoder.encode(text))).then(joinBytes);
}

function decodeAnyText(bytes: Uint8Array, contentType: string): string | Promise<string> {
  if (bytes.length <= DECODED_AT_ONCE) return decodeText(bytes, contentType);
  return inSlices(decodeSteps(bytes, contentType, (text) => text)).then((pieces) => pieces.join(""));
}

/** Decodes a long text piece by piece. */
function* decodeSteps<TPiece>(
  bytes: Uint8Array,
  contentType: string,
  toPiece: (text: string) => TPiece,
): Generator<void, TPiece[]> {
  const decoder = decoderFor(contentType);
  const pieces: TPiece[] = [];
  for (let at = 0; at < bytes.length; at += DECODED_AT_ONCE) {
    pieces.push(toPiece(decoder.decode(bytes.subarray(at, at + DECODED_AT_ONCE), { stream: true })));
    yield;
  }
  return [...pieces, toPiece(decoder.decode())];
}

/** The media types that the document announces for a status: its own, those of its range, or those of `default`. */
function announcedTypes({ responses }: OperationShape, status: number): readonly string[] {
  for (const name of [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"]) {
    const response = responses.find((each) => each.status.toUpperCase() === name);
    if (response !== undefined) return response.mediaTypes;
  }
  return [];
}

function unreadable(
  problem: string,
  { text, meta, exchange, cause }: { text: string; meta: HTTPResponseMeta; exchange: HTTPExchange; cause?: unknown },
): CallError {
  const { statusCode: status, contentType } = meta;
  const clean = redactText(text, exchange.request?.secrets ?? []);
  const body = clean.length > LONGEST_EXCERPT ? `${clean.slice(0, LONGEST_EXCERPT)}…` : clean;
  const message = `${exchange.description} answered ${status} ${problem}.`;
  return responseError(message, { status, contentType, body }, cause);
}

/** Text in the charset of its content type, or in UTF-8 if the charset is unknown. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  if (PLAIN_JSON.has(contentType)) return UTF8.decode(bytes);
  const charset = charsetOf(contentType);
  return charset === undefined || charset === "utf-8" ? UTF8.decode(bytes) : decoderFor(contentType).decode(bytes);
}

function decoderFor(contentType: string): TextDecoder {
  try {
    return new TextDecoder(charsetOf(contentType));
  } catch {
    return new TextDecoder();
  }
}
