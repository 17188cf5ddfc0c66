/**
 * How much structure a JSON text holds. Its length does not tell: four million bytes of `[],[],[]` take a second to
 * parse and a hundred megabytes of memory. A limit on bytes is therefore a limit on structure too.
 */

import { MOST_VALUES } from "./json-limits.ts";

/** An object or array costs as much as this many numbers. */
const CONTAINER = 7;
/** A text may hold one number for this many bytes of its limit. */
const BYTES_PER_VALUE = 4;
/** Shorter texts parse quickly, whatever they hold, and need no check. */
export const SHORT_JSON = 64 * 1024;

/** How many bytes ordinary data with this much structure would take. Counting stops above `most`. */
export function structureBytes(text: string, most = Infinity): number {
  let bytes = 0;
  for (const [mark, values] of MARKS) {
    // Marks inside strings count too: telling them apart would take longer than it is worth.
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

/** Whether a text holds more structure than a limit of `maxBytes` allows, or than any text may hold. */
export function isTooDense(text: string, maxBytes: number): boolean {
  const most = Math.min(maxBytes, MOST_VALUES * BYTES_PER_VALUE);
  return structureBytes(text, most) > most;
}
