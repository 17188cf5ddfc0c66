import { randomId } from "../../../shared/request-id.ts";
import type { EncodingShape } from "../operation/operation-shape.ts";
import { encodingOf, styleOf } from "./form-body.ts";
import type { Encodings } from "./form-body.ts";
import { headerText } from "../operation/header-text.ts";
import { isRange, matchesMediaType } from "../operation/media-type.ts";
import { serialiseStyle } from "./serialise-style.ts";
import { isFieldMap, jsonText, scalarText } from "./wire-text.ts";

/** Whether a value is bytes that a body or a part can carry. */
export function isBytes(value: unknown): value is Blob | Uint8Array | ArrayBuffer {
  return value instanceof Blob || value instanceof Uint8Array || value instanceof ArrayBuffer;
}

/**
 * Writes multipart by hand, because `FormData` cannot give a part a content type without making it a file. A `Blob` of
 * the parts copies no file into memory, has a length, and can be sent again after a redirect.
 */
export function writeMultipart(
  value: unknown,
  options: { readonly mediaType: string; readonly encodings: Encodings },
): { body: Blob; contentType: string } {
  if (!isFieldMap(value)) throw new TypeError("only an object can be written as a multipart body");
  const boundary = `operations-${randomId()}`;
  const pieces: BlobPart[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const encoding = encodingOf(options.encodings, name);
    for (const part of toParts(name, member, encoding)) {
      pieces.push(`--${boundary}\r\n${part.headers}\r\n\r\n`, part.content, "\r\n");
    }
  }
  pieces.push(`--${boundary}--\r\n`);
  return { body: new Blob(pieces), contentType: `${options.mediaType}; boundary=${boundary}` };
}

interface Part {
  readonly headers: string;
  readonly content: BlobPart;
}

function toParts(name: string, value: unknown, encoding: EncodingShape | undefined): Part[] {
  const style = styleOf(encoding);
  if (style !== undefined && !isBytes(value)) {
    const options = { name, ...style, encode: encodeURIComponent, encodeName: encodeURIComponent };
    return styledParts(serialiseStyle(value, options) ?? "");
  }
  const isOneValue = !Array.isArray(value) || namesJSON(encoding?.contentType);
  const items: unknown[] = isOneValue ? [value] : value.filter((item) => item !== undefined);
  return items.map((item) => toPart(name, item, encoding?.contentType));
}

function namesJSON(contentType: string | undefined): boolean {
  return contentType !== undefined && /json/i.test(contentType);
}

function toPart(name: string, value: unknown, declared: string | undefined): Part {
  if (isBytes(value)) {
    const type = chooseType(declared, value instanceof Blob ? value.type : "") ?? "application/octet-stream";
    const filename = value instanceof File ? value.name : name;
    return { headers: partHeaders(name, { filename, type }), content: value as BlobPart };
  }
  const isStructure = typeof value === "object" && value !== null && !(value instanceof Date);
  const type = declared === undefined ? undefined : chooseType(declared, "");
  if (isStructure)
    return { headers: partHeaders(name, { type: type ?? "application/json" }), content: jsonText(value) };
  const content = namesJSON(type) ? jsonText(value) : scalarText(value);
  return { headers: partHeaders(name, { type }), content };
}

/** The value's own type if a declared type allows it, or else the first declared type that is not a range. */
function chooseType(declared: string | undefined, own: string): string | undefined {
  const choices = (declared ?? "*/*").split(",").map((choice) => choice.trim());
  if (own !== "" && choices.some((choice) => matchesMediaType(own, choice))) return own;
  return choices.find((choice) => !isRange(choice));
}

/** Removes the percent-encoding, which only kept the pairs apart. */
function styledParts(pairs: string): Part[] {
  return pairs.split("&").flatMap((pair) => {
    if (pair === "") return [];
    const at = pair.indexOf("=");
    const [key, content] = [pair.slice(0, at), pair.slice(at + 1)].map(decodeURIComponent) as [string, string];
    return [{ headers: partHeaders(key, {}), content }];
  });
}

function partHeaders(name: string, file: { filename?: string; type?: string | undefined }): string {
  const filename = file.filename === undefined ? "" : `; filename="${quotable(file.filename)}"`;
  const disposition = `Content-Disposition: form-data; name="${quotable(name)}"${filename}`;
  return file.type === undefined ? disposition : `${disposition}\r\nContent-Type: ${headerText(file.type)}`;
}

/** Escapes a name as browsers do, so that it can end neither its quotes nor its line. */
function quotable(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
