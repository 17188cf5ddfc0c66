/**
 * Data that JSON cannot express. Bytes travel as `{ "$bytes": "<base64>" }` in both directions, and `JSON.stringify`
 * writes everything else. An object that happens to look like tagged bytes travels with one more `$` in its key.
 */

const TAG = "$bytes";
const ESCAPED_TAG = /^\$+bytes$/;

/** Bytes become characters in pieces of this size, because a function takes only so many arguments. */
const PIECE = 0x8000;

/** Encodes the bytes in any data for JSON. Returns the same object, and allocates nothing, if there are none. */
export function encodeData(value: unknown): unknown {
  return mustEncode(value) ? encode(value) : value;
}

/** The same for a receiver that does not know the tag: data that only looks like tagged bytes stays as it is. */
export function encodeBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? { [TAG]: toBase64(value) } : mapChildren(value, encodeBytes);
}

/** The reverse of `encodeData`: an object whose only member is `$bytes` with base64 becomes bytes. */
export function decodeData(value: unknown): unknown {
  const tagged = taggedText(value);
  if (tagged === undefined) return mapChildren(value, decodeData);
  const { tag, text } = tagged;
  return tag === TAG ? (fromBase64(text) ?? value) : { [tag.slice(1)]: text };
}

function mustEncode(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object" && mustEncode(item)) return true;
    return false;
  }
  if (value instanceof Uint8Array) return true;
  if ("toJSON" in value && typeof value.toJSON === "function") return false;
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    if (typeof child === "object" ? mustEncode(child) : key.startsWith("$") && taggedText(value) !== undefined) {
      return true;
    }
  }
  return false;
}

function encode(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [TAG]: toBase64(value) };
  const tagged = taggedText(value);
  return tagged === undefined ? mapChildren(value, encode) : { [`$${tagged.tag}`]: tagged.text };
}

function mapChildren(value: unknown, convert: (child: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(convert);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  // What knows how to write itself (dates, URLs) is left to `JSON.stringify`.
  if ("toJSON" in value && typeof value.toJSON === "function") return value;
  let changed = false;
  const entries: Array<[string, unknown]> = Object.entries(value);
  for (const entry of entries) {
    const converted = convert(entry[1]);
    changed ||= converted !== entry[1];
    entry[1] = converted;
  }
  return changed ? Object.fromEntries(entries) : value;
}

/** The tag and text of an object like `{ "$bytes": "AP8=" }`, with any number of `$`. */
function taggedText(value: unknown): { tag: string; text: string } | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const [tag] = keys;
  if (tag === undefined || keys.length !== 1 || !ESCAPED_TAG.test(tag)) return undefined;
  const text = (value as Record<string, unknown>)[tag];
  return typeof text === "string" ? { tag, text } : undefined;
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  }
  return btoa(binary);
}
