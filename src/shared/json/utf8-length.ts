/** How many bytes a text takes as UTF-8. Counting costs time, so it happens only if the length does not settle it. */

/** Per UTF-16 unit of a string. */
const MOST_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/** An upper bound; the exact number if the bound exceeds the limit. */
export function mostBytes(text: string, limit: number): number {
  const most = text.length * MOST_BYTES_PER_UNIT;
  return most <= limit ? most : encoder.encode(text).length;
}

/** Whether the text takes more bytes than that. */
export function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || mostBytes(text, bytes) > bytes;
}
