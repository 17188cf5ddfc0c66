import { ownValue } from "../document/raw-object.ts";
import type { EncodingShape } from "../operation/operation-shape.ts";
import { isJSON } from "../operation/media-type.ts";
import { serialiseStyle } from "./serialise-style.ts";
import type { StyleOptions } from "./serialise-style.ts";
import { encodeReserved, encodeUnreserved, isFieldMap, jsonText, scalarText } from "./wire-text.ts";

export type Encodings = Readonly<Record<string, EncodingShape>> | undefined;

/** The encoding that the document declares for a property. */
export function encodingOf(encodings: Encodings, property: string): EncodingShape | undefined {
  return encodings && ownValue(encodings, property);
}

/** The style of a property, if the document gives one. Its content type is then ignored. */
export function styleOf(encoding: EncodingShape | undefined): Pick<StyleOptions, "style" | "explode"> | undefined {
  if (encoding === undefined) return undefined;
  const { style, explode, allowReserved } = encoding;
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined;
  return { style: style ?? "form", explode: explode ?? (style === undefined || style === "form") };
}

/** A value as `application/x-www-form-urlencoded`. A string is sent as it is. */
export function writeForm(value: unknown, encodings: Encodings): string {
  if (typeof value === "string") return value;
  if (value instanceof URLSearchParams) return value.toString();
  if (!isFieldMap(value)) throw new TypeError("only an object can be written as a form");
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => writeField(name, member, encodingOf(encodings, name)))
    .filter((pairs) => pairs !== undefined && pairs !== "")
    .join("&");
}

function writeField(name: string, value: unknown, encoding: EncodingShape | undefined): string | undefined {
  const style = styleOf(encoding);
  if (style !== undefined) {
    const encode = encoding?.allowReserved === true ? encodeForQuery : encodeUnreserved;
    return serialiseStyle(value, { name, ...style, encode, encodeName: encodeUnreserved });
  }
  const asJSON = encoding?.contentType !== undefined && isJSON(encoding.contentType);
  const items = Array.isArray(value) && !asJSON ? value.filter((item) => item !== undefined) : [value];
  return items
    .map((item) => `${encodeUnreserved(name)}=${encodeUnreserved(asJSON ? jsonText(item) : scalarText(item))}`)
    .join("&");
}

function encodeForQuery(text: string): string {
  return encodeReserved(text, "query");
}
