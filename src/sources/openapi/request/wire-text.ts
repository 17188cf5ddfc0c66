/** Values as text on the wire. */
import { toBase64 } from "../../../shared/json/encode-data.ts";
import { randomId } from "../../../shared/request-id.ts";

/** A value as the text of a parameter. `null` is the empty text, as in the OpenAPI specification's own table. */
export function scalarText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      if (value === null) return "";
      if (value instanceof Date) return value.toISOString();
      // The specification defines no style for values inside values.
      return jsonText(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be written as text`);
  }
}

/** A value as JSON, with bytes in base64, and bigints as numbers with all their digits. */
export function jsonText(value: unknown): string {
  // Calling a function for each member takes many times as long, and most values need none.
  if (isPlainJSON(value)) return JSON.stringify(value);
  const bigints: bigint[] = [];
  let mark: string | undefined;
  function replace(this: Readonly<Record<string, unknown>>, key: string, member: unknown): unknown {
    // Read from the holder: in `member`, `JSON.stringify` has already replaced a `Buffer` with an object.
    const original = this[key];
    if (original instanceof Uint8Array) return toBase64(original);
    return typeof member === "bigint" ? `${(mark ??= randomId())}${bigints.push(member) - 1}` : member;
  }
  const text = JSON.stringify(value, replace) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  // Node 20 has no `JSON.rawJSON`. The caller cannot guess the mark.
  return bigints.length === 0
    ? text
    : text.replaceAll(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => `${bigints[Number(at)]}`);
}

/** Deeper values, and cycles, are left to `JSON.stringify`. */
const MOST_LEVELS = 50;

/** Whether a value holds neither bytes nor bigints, nor objects that write themselves. */
function isPlainJSON(value: unknown, depth = 0): boolean {
  if (typeof value !== "object") return depth > 0 ? typeof value !== "bigint" : typeof value === "string";
  if (value === null) return true;
  if (depth > MOST_LEVELS || ArrayBuffer.isView(value) || "toJSON" in value) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJSON(item, depth + 1));
  for (const key in value) if (!isPlainJSON((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

/** A text in UTF-8 as base64. */
export function base64Text(text: string): string {
  return toBase64(new TextEncoder().encode(text));
}

/** Whether a value is an object whose properties are written one by one. */
export function isFieldMap(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value) &&
    !(value instanceof ArrayBuffer) &&
    !(value instanceof Blob)
  );
}

const RESERVED_IN_PATH = ":@!$&'()*+,;=";
const RESERVED_IN_QUERY = ":/?@!$'()*,;=";

/**
 * Percent-encodes everything but unreserved characters (RFC 3986), so that no value can add a segment, a parameter or a
 * fragment. Throws `URIError` for an unpaired surrogate, which UTF-8 cannot encode.
 */
export function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

/**
 * Reserved expansion (RFC 6570), except for the characters that end a part of a URL there: `/ ? #` in a path, `# & +`
 * in a query. Brackets are not URL characters outside a host.
 */
export function encodeReserved(text: string, where: "path" | "query"): string {
  const kept = where === "path" ? RESERVED_IN_PATH : RESERVED_IN_QUERY;
  const decode = (triple: string): string => {
    const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
    return kept.includes(character) ? character : triple;
  };
  return text.replace(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (part) =>
    part.length === 3 && part.startsWith("%") ? part : encodeUnreserved(part).replace(/%[0-9A-F]{2}/g, decode),
  );
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
