/**
 * How much a JSON text holds, beside how long it is: four million bytes of `[],[],[]` take a second to parse, and a
 * hundred megabytes of memory. A limit on bytes is therefore one on structure too.
 */

/** An object or array costs as much as this many numbers. */
const CONTAINER = 7;
/** A text may hold one number for this many of the bytes that it may have. */
const BYTES_PER_VALUE = 4;
/** Shorter texts are parsed quickly, whatever they hold: they need not be asked about. */
export const SHORT_JSON = 64 * 1024;

/** How many bytes a text of ordinary data with as much structure has. Counting ends once these are more than `most`. */
export function structureBytes(text: string, most = Infinity): number {
  let bytes = 0;
  for (const [mark, values] of MARKS) {
    // Also inside of strings: to tell them apart would take longer than it is worth.
    for (let at = text.indexOf(mark); at !== -1 && bytes <= most; at = text.indexOf(mark, at + 1)) {
      bytes += values * BYTES_PER_VALUE;
    }
  }
  return bytes;
}

const MARKS = [
  ["[", CONTAINER],
  ["{", CONTAINER],
  [",", 1],
] as const;

/** Whether a text holds more structure than one of at most `maxBytes` may. */
export function isTooDense(text: string, maxBytes: number): boolean {
  return structureBytes(text, maxBytes) > maxBytes;
}
