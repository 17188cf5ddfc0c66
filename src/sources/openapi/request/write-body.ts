import { ownValue } from "../document/raw-object.ts";
import type { BodyContentShape, BodyShape } from "../operation/operation-shape.ts";
import { badInput, toInputError } from "./input-error.ts";
import type { Input } from "./serialise-parameter.ts";
import { writeForm } from "./form-body.ts";
import { headerText } from "../operation/header-text.ts";
import {
  charsetOf,
  essenceOf,
  isForm,
  isJSON,
  isMultipart,
  isRange,
  isText,
  matchesMediaType,
  streamFormat,
} from "../operation/media-type.ts";
import { isBytes, writeMultipart } from "./multipart-body.ts";
import { isFieldMap, jsonText, scalarText } from "./wire-text.ts";

const JSON_TYPE = "application/json";

/** A body that can be sent again after a redirect or a new token. */
export interface WrittenBody {
  readonly body: string | Blob | Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
}

/** Writes the input's `body` as the first of the document's contents that fits the value and that we can write. */
export function writeBody(shape: BodyShape, input: Input): WrittenBody | undefined {
  const value = ownValue(input, "body");
  if (value === undefined) {
    if (shape.required) throw badInput("body", "it is required, but missing");
    return undefined;
  }
  const isPlain = needsOnlyJSON(shape.contents, value);
  const content = isPlain ? shape.contents[0] : chooseContent(shape.contents, value);
  if (content === undefined) {
    const offered = shape.contents.map((each) => each.mediaType).join(", ");
    throw badInput("body", `${describe(value)} cannot be written as ${offered || "a body without a content type"}`);
  }
  try {
    return isPlain ? { body: jsonText(value), contentType: JSON_TYPE } : writeContent(content, value);
  } catch (thrown) {
    throw toInputError("body", thrown);
  }
}

/** The content that fits the value best; the earliest of equals. */
function chooseContent(contents: readonly BodyContentShape[], value: unknown): BodyContentShape | undefined {
  let best: BodyContentShape | undefined;
  let bestFit = 0;
  for (const content of contents) {
    const fit = fitOf(content.mediaType, value);
    if (fit > bestFit) [best, bestFit] = [content, fit];
  }
  return best;
}

/** These objects have no properties, so they would be sent as nothing. */
const OPAQUE = [ReadableStream, FormData, Map, Set];

/** Whether JSON is the only content and the value is a list or object that it can write, as with most bodies. */
function needsOnlyJSON(contents: readonly BodyContentShape[], value: unknown): boolean {
  if (contents.length !== 1 || contents[0]?.mediaType !== JSON_TYPE) return false;
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

function fitOf(mediaType: string, value: unknown): number {
  if (isBytes(value)) return fitOfBytes(mediaType, value instanceof Blob ? value.type : "");
  if (typeof value === "string") {
    // Text is sent as it is if the document allows that, because JSON would quote it.
    if (isText(mediaType)) return isForm(mediaType) ? 1 : 3;
    return isJSON(mediaType) ? 2 : isMultipart(mediaType) ? 0 : 1;
  }
  if (value instanceof URLSearchParams) return isForm(mediaType) ? 3 : 0;
  if (OPAQUE.some((opaque) => value instanceof opaque)) return 0;
  if (streamFormat(mediaType) === "jsonl") return Array.isArray(value) ? 2 : 1;
  if (isMultipart(mediaType)) return isFieldMap(value) ? (holdsBytes(value) ? 3 : 2) : 0;
  if (isForm(mediaType)) return isFieldMap(value) ? 2 : 0;
  if (isJSON(mediaType) || essenceOf(mediaType) === "*/*" || essenceOf(mediaType) === "application/*") return 2;
  return isText(mediaType) && (typeof value !== "object" || value === null) ? 1 : 0;
}

function fitOfBytes(mediaType: string, own: string): number {
  if (own !== "" && matchesMediaType(own, mediaType)) return 3;
  return isJSON(mediaType) || isForm(mediaType) || isMultipart(mediaType) ? 0 : isText(mediaType) ? 1 : 2;
}

function holdsBytes(value: Record<string, unknown>): boolean {
  return Object.values(value).some((member) => (Array.isArray(member) ? member.some(isBytes) : isBytes(member)));
}

function writeContent(content: BodyContentShape, value: unknown): WrittenBody {
  const { mediaType, encoding } = content;
  if (isBytes(value)) {
    const own = value instanceof Blob ? value.type : "";
    const named =
      own !== "" && matchesMediaType(own, mediaType) ? own : concrete(mediaType, "application/octet-stream");
    const body = value instanceof ArrayBuffer ? new Uint8Array(value) : (value as Blob | Uint8Array<ArrayBuffer>);
    return { body, contentType: headerText(named) };
  }
  const isString = typeof value === "string";
  const type = headerText(concrete(mediaType, isString ? "text/plain" : "application/json"));
  if (isMultipart(type)) return writeMultipart(value, { mediaType: type, encodings: encoding });
  if (isForm(type)) return { body: writeForm(value, encoding), contentType: type };
  if (isJSON(type)) return { body: jsonText(value), contentType: type };
  const body = streamFormat(type) === "jsonl" && !isString ? writeLines(value, type) : scalarText(value);
  if (/\p{Surrogate}/u.test(body)) throw new TypeError("it holds an unpaired surrogate");
  const needsCharset = type.startsWith("text/") && charsetOf(type) === undefined;
  return { body, contentType: needsCharset ? `${type};charset=utf-8` : type };
}

/** JSON Lines. In `application/json-seq`, a mark comes before each line. A value that is not a list is one line. */
function writeLines(value: unknown, type: string): string {
  const mark = essenceOf(type) === "application/json-seq" ? "\u001E" : "";
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => `${mark}${jsonText(item)}\n`).join("");
}

/** The type to send if the document gives a range. */
function concrete(mediaType: string, fallback: string): string {
  if (!isRange(mediaType)) return mediaType;
  const essence = essenceOf(mediaType);
  if (essence === "multipart/*") return "multipart/form-data";
  return essence === "text/*" ? "text/plain" : fallback;
}

function describe(value: unknown): string {
  if (isBytes(value)) return "bytes";
  if (Array.isArray(value)) return "an array";
  return value === null ? "null" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
