import { httpEnvelope } from "../../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { decodeData } from "../../../shared/encode-data.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import { answerError, decodeText, plainHeaders } from "./http-errors.ts";
import { essenceOf, isJSON, isText } from "../operation/media-type.ts";
import { readBytes } from "./read-bytes.ts";
import { redact, redactText } from "./redact.ts";

const LONGEST_EXCERPT = 200;
/** What servers say of JSON when nobody told them. */
const VAGUE_TYPES = new Set(["", "text/plain", "application/octet-stream", "binary/octet-stream"]);

export interface ReadOptions {
  readonly shape: OperationShape;
  readonly description: string;
  readonly secrets: readonly string[];
  /** Bytes. */
  readonly limit: number;
}

/** Whether an answer is a result: a success, or "nothing has changed" for whoever asked that. */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 304;
}

/** A successful answer as an envelope; an empty body is `undefined`. */
export async function readResponse(response: Response, options: ReadOptions): Promise<ResponseEnvelope> {
  const contentType = response.headers.get("content-type") ?? "";
  const bytes = await readBytes(response, options.limit);
  const parsed =
    bytes.length === 0 ? undefined : parseBody(bytes, contentType, { ...options, status: response.status });
  const data = options.shape.ownInput === undefined ? parsed : decodeData(parsed);
  return httpEnvelope(data, {
    statusCode: response.status,
    headers: safeHeaders(response.headers, options.secrets),
    contentType,
  });
}

/** The headers of an answer, for an envelope's meta. */
export function safeHeaders(headers: Headers, secrets: readonly string[]): Record<string, string> {
  return redact(plainHeaders(headers), secrets) as Record<string, string>;
}

/** The media types that the document announces for a status: its own, its range's, or the default's. */
export function announcedTypes(shape: OperationShape, status: number): readonly string[] {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"];
  for (const name of names) {
    const response = shape.responses.find((each) => each.status.toUpperCase() === name);
    if (response !== undefined) return response.mediaTypes;
  }
  return [];
}

interface ParseOptions extends ReadOptions {
  readonly status: number;
}

function parseBody(bytes: Uint8Array, contentType: string, options: ParseOptions): unknown {
  if (isJSON(contentType)) return parseJSON(bytes, contentType, options);
  const announced = announcedTypes(options.shape, options.status);
  const wantsJSON = announced.length > 0 && announced.every(isJSON);
  if (wantsJSON) {
    if (VAGUE_TYPES.has(essenceOf(contentType))) return parseJSON(bytes, contentType, options);
    throw wrongType(bytes, contentType, options);
  }
  const actual = contentType === "" ? (announced[0] ?? "") : contentType;
  return isText(actual) ? decodeText(bytes, contentType) : bytes;
}

function parseJSON(bytes: Uint8Array, contentType: string, options: ParseOptions): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { description, status } = options;
    const message = `${description} answered ${status} with a body that is no valid JSON.`;
    throw answerError(message, { status, contentType, body: excerpt(text, options) }, cause);
  }
}

function wrongType(bytes: Uint8Array, contentType: string, options: ParseOptions): Error {
  const { description, shape, status } = options;
  const announced = announcedTypes(shape, status).join(", ");
  return answerError(`${description} answered ${status} with ${contentType}; the document announces ${announced}.`, {
    status,
    contentType,
    body: excerpt(decodeText(bytes.subarray(0, LONGEST_EXCERPT * 4), contentType), options),
  });
}

function excerpt(text: string, { secrets }: ParseOptions): string {
  const clean = redactText(text, secrets);
  return clean.length > LONGEST_EXCERPT ? `${clean.slice(0, LONGEST_EXCERPT)}…` : clean;
}

/** What the request accepts: what the document announces for successes, of a stream or of a plain answer. */
export function acceptedTypes(shape: OperationShape, isWanted: (mediaType: string) => boolean): string {
  const good = shape.responses.filter(({ status }) => status.startsWith("2"));
  // Beside a success `default` describes errors: asking for their type could get it in the place of the result.
  const counted = good.length > 0 ? good : shape.responses.filter(({ status }) => status.toLowerCase() === "default");
  const announced = counted
    .flatMap(({ mediaTypes }) => mediaTypes)
    .filter((mediaType) => isWanted(mediaType) && /^[\x21-\x7e ]+$/.test(mediaType));
  const accepted = [...new Set(announced)];
  return accepted.length === 0 || accepted.includes("*/*") ? "*/*" : accepted.join(", ");
}
