import { SHORT_JSON } from "../../shared/json/is-too-dense.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Cuts a long frame between events into parts that are frames themselves: parsing four million characters at once would
 * hold up everything else. The scan is as lazy as the parts. A text that is not a frame does not become one, because
 * nothing is repaired.
 */
export function* splitFrame(text: string): Generator<string, void> {
  if (text.length <= SHORT_JSON || !text.startsWith("[")) return yield text;
  let start = 1;
  let depth = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    else if (code === COMMA && depth === 0 && at - start >= SHORT_JSON) {
      yield `[${text.slice(start, at)}]`;
      start = at + 1;
    }
  }
  yield `[${text.slice(start)}`;
}

/** Where the string that begins at `at` ends; the end of the text if the string has no end. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
