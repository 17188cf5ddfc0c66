/**
 * JSON whose integers keep their digits. A JavaScript number has 53 bits, and `JSON.parse` silently rounds a longer
 * integer. Here it becomes the text of its digits instead.
 */

/**
 * Matches a text that may hold an integer that `JSON.parse` would round. Most texts hold none and need no second look.
 * The sixteen digits are spelled out because V8 then skips most of the text: it takes a sixth of the time of `\d{16}`.
 */
export const LONG_INTEGER = /(?:^|[\s:,[-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

/** Numbers, and strings, so that the digits in strings are skipped. */
const SCALARS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** 21 digits and a sign: JavaScript writes a larger number with an exponent. A hostile one could be slow to compare. */
const LONGEST_INTEGER = 22;

/** Parses JSON. An integer that no number holds exactly becomes the text of its digits, rather than another integer. */
export function parseExactly(text: string): unknown {
  // Parse the original text first, so that an error names positions in it.
  const value: unknown = JSON.parse(text);
  if (!LONG_INTEGER.test(text)) return value;
  const exact = quoteLongIntegers(text);
  return exact === text ? value : JSON.parse(exact);
}

/** The same JSON, or a line of it, with such integers in quotes. */
export function quoteLongIntegers(text: string): string {
  return text.replaceAll(SCALARS, (token) =>
    !/^-?\d{16,}$/.test(token) || isExactInteger(token) ? token : `"${token}"`,
  );
}

/**
 * Whether a number holds these digits exactly, or JavaScript itself writes them for a number: it writes `2 ** 63` as
 * 9223372036854776000.
 */
export function isExactInteger(digits: string): boolean {
  if (digits.length > LONGEST_INTEGER) return false;
  const number = Number(digits);
  return String(number) === digits || BigInt(number) === BigInt(digits);
}
