/**
 * Data that JSON cannot express. Bytes travel as `{ "$bytes": "<base64>" }` in both directions, and `JSON.stringify`
 * writes everything else. An object that happens to look like tagged bytes travels with one more `$` in its key.
 */

const TAG = "$bytes";
const ESCAPED_TAG = /^\$+bytes$/;

/** Bytes become characters in pieces of this size, because a function takes a limited number of arguments. */
const PIECE = 0x8000;

/** Encodes the bytes in any data for JSON. Returns the same object, and allocates nothing, if there are none. */
export function encodeData(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [TAG]: toBase64(value) };
  const tagged = taggedText(value);
  return tagged === undefined ? mapChildren(value, encodeData) : { [`$${tagged.tag}`]: tagged.text };
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

/** The same object, unless a child is converted. */
function mapChildren(value: unknown, convert: (child: unknown) => unknown): unknown {
  if (Array.isArray(value)) return mapItems(value, convert);
  // `JSON.stringify` writes values that have a `toJSON`, such as dates and URLs.
  if (!isObject(value) || ("toJSON" in value && typeof value["toJSON"] === "function")) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    const child = value[key];
    if (typeof child !== "object") continue;
    const converted = convert(child);
    // A copy has its own `__proto__` member too, so that setting it changes no prototype.
    if (converted !== child && Object.hasOwn(value, key)) (copy ??= { ...value })[key] = converted;
  }
  return copy ?? value;
}

function mapItems(items: readonly unknown[], convert: (child: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const converted = typeof item === "object" ? convert(item) : item;
    if (converted !== item) (copy ??= [...items])[index] = converted;
  }
  return copy ?? items;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The tag and text of an object like `{ "$bytes": "AP8=" }`, with any number of `$`. */
function taggedText(value: unknown): { tag: string; text: string } | undefined {
  if (!isObject(value) || Array.isArray(value)) return undefined;
  let tag: string | undefined;
  for (const key in value) {
    if (tag !== undefined || !key.startsWith("$") || !ESCAPED_TAG.test(key)) return undefined;
    tag = key;
  }
  const text = tag === undefined ? undefined : value[tag];
  return typeof text === "string" ? { tag: tag as string, text } : undefined;
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
