/** How large data is: a value in memory, and a text as UTF-8. */

/** The size of an object or array itself, and of each member besides its name and value. */
const CONTAINER_BYTES = 32;
const MEMBER_BYTES = 8;

/**
 * Roughly how many bytes parsed JSON takes in memory: strings and bytes by length, everything else by shape. Counting
 * stops at `most`, which also bounds the time.
 */
export function approximateSize(data: unknown, most: number): number {
  if (typeof data === "string") return Math.min(data.length, most);
  let size = 0;
  // Not recursive: foreign data may be nested deeper than the stack.
  const inside: unknown[] = [data];
  for (let value = inside.pop(); value !== undefined && size < most; value = inside.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (ArrayBuffer.isView(value)) {
      size += value.byteLength;
      continue;
    }
    size += CONTAINER_BYTES;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && size < most; index++) {
        const item: unknown = value[index];
        size += MEMBER_BYTES;
        if (typeof item === "string") size += item.length;
        else if (typeof item === "object" && item !== null) inside.push(item);
      }
      continue;
    }
    // Not `Object.values`, which makes an array: this runs for every item of a stream.
    for (const name in value) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      size += MEMBER_BYTES + name.length;
      if (typeof member === "string") size += member.length;
      else if (typeof member === "object" && member !== null) inside.push(member);
      if (size >= most) break;
    }
  }
  return Math.min(size, most);
}

/** Per UTF-16 unit of a string. */
const MOST_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/** An upper bound of a text's bytes in UTF-8; the exact number if that bound exceeds the limit. */
export function mostBytes(text: string, limit: number): number {
  const most = text.length * MOST_BYTES_PER_UNIT;
  return most <= limit ? most : encoder.encode(text).length;
}

/** Whether the text takes more than `bytes` bytes in UTF-8. */
export function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || mostBytes(text, bytes) > bytes;
}
