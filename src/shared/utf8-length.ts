/** How many bytes a text takes as UTF-8. To count them costs time, so that is done only where its length does not tell. */

/** Of one unit of a string. */
const MOST_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/** At most so many; exact where that might be more than the limit. */
export function mostBytes(text: string, limit: number): number {
  const most = text.length * MOST_BYTES_PER_UNIT;
  return most <= limit ? most : encoder.encode(text).length;
}

/** Whether it takes more bytes than that. */
export function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || mostBytes(text, bytes) > bytes;
}
