/**
 * Cuts JSON between values into segments that can be parsed one by one, by looking at its brackets, quotes and commas
 * only. A segment begins with a comma. `opening` and `closing` make JSON of it: they repeat the containers that it
 * continues, each with a stand-in for what came before.
 */
import { randomId } from "../request-id.ts";

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** An object or array takes as much time and memory as this many numbers. */
const CONTAINER = 7;
/** How many bytes are looked at between two steps. */
const STEP = 64 * 1024;

/** The name of a stand-in in an object. No server can know it. */
export const STAND_IN = randomId();

export interface Segment {
  readonly from: number;
  readonly to: number;
  /** What makes JSON of it, before and after its text. */
  readonly opening: string;
  readonly closing: string;
  /** How many containers, counted from the outermost, were open before it and still are after it. */
  readonly kept: number;
  /** Where the names of the containers that it leaves open begin; -1 for an item of a list. */
  readonly names: readonly number[];
}

export interface CutJSON {
  /** How much structure the text holds: a value counts 1, an object or array 7 more. */
  readonly values: number;
  readonly segments: readonly Segment[];
}

/** Reads UTF-8 in steps. It stops counting soon after there are more values than `most`. */
export function* cutJSON(bytes: Uint8Array, most: number, segmentBytes: number): Generator<void, CutJSON> {
  const open = new OpenContainers();
  const segments: Segment[] = [];
  let values = 1;
  let start = 0;
  let nextStep = STEP;
  let lastString = -1;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === QUOTE) isInString = false;
      else if (byte === BACKSLASH) at++;
    } else if (byte === QUOTE) {
      isInString = true;
      lastString = at;
    } else if (byte === COMMA) {
      values++;
      if (at - start >= segmentBytes && open.depth > 0 && !isAtBeginning(bytes, at)) {
        segments.push(open.cut(start, at));
        start = at;
      }
    } else if (byte === OPEN || byte === OPEN_LIST) {
      values += CONTAINER;
      open.push(byte, lastString);
    } else if (byte === CLOSE || byte === CLOSE_LIST) open.pop();
    if (at < nextStep) continue;
    nextStep = at + STEP;
    if (values > most) return { values, segments };
    yield;
  }
  segments.push(open.end(start, bytes.length));
  return { values, segments };
}

/** Whether a comma stands where the first value of a container should: `[,1]`. Cut there, each half would be JSON. */
function isAtBeginning(bytes: Uint8Array, comma: number): boolean {
  let at = comma - 1;
  while ((bytes[at] ?? Infinity) <= SPACE) at--;
  return bytes[at] === OPEN || bytes[at] === OPEN_LIST;
}

/** Where the string that begins at `start` ends; the end of the text if it has no end. */
export function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return bytes.length;
}

/** The containers that are open at one place of the text, and what the current segment has done to them. */
class OpenContainers {
  /** Their opening brackets, from the outermost. */
  readonly #brackets: number[] = [];
  /** Where their names begin; -1 for an item of a list. */
  readonly #names: number[] = [];
  /** The fewest that were open since the segment began. */
  #kept = 0;
  /** The brackets of those that the segment has closed and not opened, from the innermost. */
  #closed: number[] = [];
  #isFirst = true;

  get depth(): number {
    return this.#brackets.length;
  }

  push(bracket: number, lastString: number): void {
    this.#names.push(this.#brackets.at(-1) === OPEN ? lastString : -1);
    this.#brackets.push(bracket);
  }

  pop(): void {
    const bracket = this.#brackets.pop();
    this.#names.pop();
    if (bracket === undefined || this.depth >= this.#kept) return;
    this.#kept = this.depth;
    this.#closed.push(bracket);
  }

  /** Ends a segment, and begins the next one. */
  cut(from: number, to: number): Segment {
    const kept = this.#kept;
    const left = this.#brackets.slice(Math.max(kept - 1, 0)).reverse();
    const closing = left.map((bracket) => (bracket === OPEN ? "}" : "]")).join("");
    const segment = { from, to, opening: this.#opening(), closing, kept, names: this.#names.slice(kept) };
    this.#kept = this.depth;
    this.#closed = [];
    this.#isFirst = false;
    return segment;
  }

  /** Ends the last segment, which has to close everything itself. */
  end(from: number, to: number): Segment {
    return { from, to, opening: this.#opening(), closing: "", kept: this.#kept, names: [] };
  }

  #opening(): string {
    if (this.#isFirst) return "";
    const innermost = this.#kept === 0 ? [] : this.#brackets.slice(this.#kept - 1, this.#kept);
    const outer = [...innermost, ...this.#closed.reverse()];
    return `${outer.map((bracket) => (bracket === OPEN ? `{"${STAND_IN}":` : "[")).join("")}0`;
  }
}
