import type { ParameterShape } from "../operation/operation-shape.ts";
import { cookieText, headerText } from "../operation/header-text.ts";
import { isForm, isJSON } from "../operation/media-type.ts";
import { writeForm } from "./form-body.ts";
import { badInput, toInputError } from "./input-error.ts";
import { serialiseStyle } from "./serialise-style.ts";
import type { StyleOptions } from "./serialise-style.ts";
import { encodeReserved, encodeUnreserved, jsonText, scalarText } from "./wire-text.ts";

/** The input as an object. */
export type Input = Readonly<Record<string, unknown>>;

/** A parameter whose style and encodings are decided. */
export type CompiledParameter = ParameterShape & StyleOptions;

export function compileParameter(parameter: ParameterShape): CompiledParameter {
  // The pairs of a cookie are separated by `; `, even in the style that separates the pairs of a query by `&`.
  const style = parameter.in === "cookie" && parameter.style === "form" ? "cookie" : parameter.style;
  return { ...parameter, style, ...encodings(parameter) };
}

/**
 * A parameter as the request carries it: a path's expansion, `name=value` pairs of a query or cookie, a header's value.
 * `undefined` if there is nothing to send.
 */
export function writeParameter(parameter: CompiledParameter, input: Input): string | undefined {
  const { inputName, in: location, mediaType } = parameter;
  // Inherited values of the input do not count.
  const value = Object.hasOwn(input, inputName) ? input[inputName] : undefined;
  if (value === undefined) {
    if (parameter.required) throw badInput(inputName, "it is required, but missing");
    return undefined;
  }
  try {
    const isScalar = typeof value === "string" || typeof value === "number";
    // A shortcut for most parts of a path.
    if (isScalar && location === "path" && parameter.style === "simple" && mediaType === undefined) {
      return parameter.encode(String(value));
    }
    const text = mediaType === undefined ? serialiseStyle(value, parameter) : writeAsMediaType(parameter, value);
    if (text !== undefined && location === "header") return headerText(text);
    return text !== undefined && location === "cookie" ? cookieText(text) : text;
  } catch (thrown) {
    throw toInputError(inputName, thrown);
  }
}

function encodings(parameter: ParameterShape): Pick<StyleOptions, "encode" | "encodeName"> {
  if (parameter.in === "header") return { encode: asIs, encodeName: asIs };
  if (parameter.style === "cookie") return { encode: cookiePart, encodeName: encodeUnreserved };
  if (!parameter.allowReserved) return { encode: encodeUnreserved, encodeName: encodeUnreserved };
  const where = parameter.in === "path" ? "path" : "query";
  return { encode: (text) => encodeReserved(text, where), encodeName: encodeUnreserved };
}

function asIs(text: string): string {
  return text;
}

/** The style `cookie` does not encode, so a value that would start another cookie is refused. */
function cookiePart(text: string): string {
  if (text.includes(";")) throw new TypeError("a cookie of this style cannot hold `;`");
  return text;
}

function writeAsMediaType({ name, in: location, mediaType = "" }: CompiledParameter, value: unknown): string {
  if (location === "querystring" && isForm(mediaType)) return writeForm(value, undefined);
  const asJSON = isJSON(mediaType) || (typeof value === "object" && value !== null);
  const text = asJSON ? jsonText(value) : scalarText(value);
  // Escapes keep JSON within the characters that a header may hold.
  if (location === "header") return asJSON ? text.replace(/[^\x20-\x7e]/g, unicodeEscape) : text;
  const encoded = encodeUnreserved(text);
  return location === "query" || location === "cookie" ? `${encodeUnreserved(name)}=${encoded}` : encoded;
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
