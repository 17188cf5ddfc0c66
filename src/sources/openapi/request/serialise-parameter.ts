import type { ParameterShape } from "../operation/operation-shape.ts";
import { badInput, writing } from "./bad-input.ts";
import { writeForm } from "./form-body.ts";
import { cookieText, headerText } from "../operation/header-text.ts";
import { isForm, isJSON } from "../operation/media-type.ts";
import { encodeReserved, encodeUnreserved } from "./percent-encode.ts";
import { jsonText, scalarText } from "../response/scalar-text.ts";
import { serialiseStyle } from "./serialise-style.ts";

/**
 * A parameter as it stands in the request: a path's expansion, `name=value` pairs of a query or cookie, a header's
 * value. `undefined` when there is nothing to send.
 */
export function serialiseParameter(parameter: ParameterShape, value: unknown): string | undefined {
  if (value === undefined) {
    if (parameter.required) throw badInput(parameter.inputName, "it is required, and missing");
    return undefined;
  }
  return writing(parameter.inputName, () => {
    const text = parameter.mediaType === undefined ? byStyle(parameter, value) : byMediaType(parameter, value);
    if (text === undefined) return undefined;
    if (parameter.in === "header") return headerText(text);
    return parameter.in === "cookie" ? cookieText(text) : text;
  });
}

function byStyle(parameter: ParameterShape, value: unknown): string | undefined {
  const { name, explode } = parameter;
  // Pairs of a cookie are separated by `; `, whatever the style says of pairs in a query.
  const style = parameter.in === "cookie" && parameter.style === "form" ? "cookie" : parameter.style;
  return serialiseStyle(value, { name, style, explode, ...encodings(parameter) });
}

function encodings(parameter: ParameterShape): { encode(text: string): string; encodeName(text: string): string } {
  if (parameter.in === "header") return { encode: asIs, encodeName: asIs };
  if (parameter.style === "cookie") return { encode: cookiePart, encodeName: encodeUnreserved };
  if (!parameter.allowReserved) return { encode: encodeUnreserved, encodeName: encodeUnreserved };
  const where = parameter.in === "path" ? "path" : "query";
  return { encode: (text) => encodeReserved(text, where), encodeName: encodeUnreserved };
}

function asIs(text: string): string {
  return text;
}

/** Of style `cookie`, which does not encode: what would start another cookie is refused. */
function cookiePart(text: string): string {
  if (text.includes(";")) throw new TypeError("a cookie of this style cannot hold `;`");
  return text;
}

function byMediaType(parameter: ParameterShape, value: unknown): string | undefined {
  const { name, mediaType = "" } = parameter;
  if (parameter.in === "querystring" && isForm(mediaType)) return writeForm(value, undefined);
  const asJSON = isJSON(mediaType) || (typeof value === "object" && value !== null);
  const text = asJSON ? jsonText(value) : scalarText(value);
  // Escapes keep JSON within the characters that a header may hold.
  if (parameter.in === "header") return asJSON ? text.replace(/[^\x20-\x7e]/g, unicodeEscape) : text;
  const encoded = encodeUnreserved(text);
  const isNamed = parameter.in === "query" || parameter.in === "cookie";
  return isNamed ? `${encodeUnreserved(name)}=${encoded}` : encoded;
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
