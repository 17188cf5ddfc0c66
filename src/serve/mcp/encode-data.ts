/**
 * Data that JSON has no word for. Bytes travel as `{ "$bytes": "<base64>" }`, both ways; everything else is what
 * `JSON.stringify` makes of it.
 */

const TAG = "$bytes";

/** Base64 through a string of characters: in pieces, because a call takes only so many arguments. */
const PIECE = 0x8000;

/** The same object where there is nothing to encode. */
export function encodeData(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [TAG]: toBase64(value) };
  return mapChildren(value, encodeData);
}

/** The reverse of `encodeData`: an object whose only member is `$bytes` with base64 becomes bytes. */
export function decodeData(value: unknown): unknown {
  return fromTagged(value) ?? mapChildren(value, decodeData);
}

function mapChildren(value: unknown, convert: (child: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(convert);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  // What knows how to write itself (dates, URLs) is left to JSON.stringify.
  if ("toJSON" in value && typeof value.toJSON === "function") return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, child]: [string, unknown]): [string, unknown] => {
    const converted = convert(child);
    changed ||= converted !== child;
    return [key, converted];
  });
  return changed ? Object.fromEntries(entries) : value;
}

function fromTagged(value: unknown): Uint8Array | undefined {
  if (typeof value !== "object" || value === null || !(TAG in value)) return undefined;
  const text = value[TAG];
  if (typeof text !== "string" || Object.keys(value).length !== 1) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  }
  return btoa(binary);
}
