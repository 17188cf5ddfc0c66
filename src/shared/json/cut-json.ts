/**
 * Cuts JSON into segments that can be parsed one by one, by looking at its brackets, quotes and commas only. A segment
 * begins with a comma, or within a long string. `opening` and `closing` make JSON of it: they repeat the containers that
 * it continues, each with a stand-in for what came before.
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
const COLON = 0x3a;
const LETTER_U = 0x75;

/** An object or array takes as much time and memory as this many numbers. */
const CONTAINER = 7;
/** V8 turns an object with more members than this into a hash table. */
const WIDE = 1000;
/** What a further member takes then, of time above all: reading, listing and writing three million of them take 7 s. */
const WIDE_MEMBER = 50;
/** How many bytes are looked at between two steps. */
const STEP = 64 * 1024;
/** The bytes after the backslash of an escape such as \\u00e9. */
const LONGEST_ESCAPE = 5;

/** The name of a stand-in in an object. No server can know it. */
export const STAND_IN = randomId();
/** The name of the rest of a string in an object. */
export const REST = randomId();

/** Where a segment ends that ends within a string. */
export interface CutString {
  /** Where the name of the string begins; -1 for an item of a list, and for a text that is one string. */
  readonly name: number;
}

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
  /** Set if the next segment goes on with a string of this one. */
  readonly string: CutString | undefined;
}

export interface CutJSON {
  /** How much structure the text holds: a value counts 1, an object or array 7 more, a member of a wide object 50. */
  readonly values: number;
  /** How many containers are open at the deepest place. */
  readonly levels: number;
  readonly segments: readonly Segment[];
}

export interface CutOptions {
  /** It stops soon after there are more values, or deeper levels, than these. Default: any. */
  readonly most?: number | undefined;
  readonly mostLevels?: number | undefined;
  /** About how long a segment is. */
  readonly segmentBytes: number;
}

/** Reads UTF-8 in steps. */
export function* cutJSON(
  bytes: Uint8Array,
  { most = Infinity, mostLevels = Infinity, segmentBytes }: CutOptions,
): Generator<void, CutJSON> {
  const open = new OpenContainers();
  const segments: Segment[] = [];
  let values = 1;
  /** The commas of the innermost container so far, and of those around it. */
  let commas = 0;
  const outerCommas: number[] = [];
  let levels = 0;
  let start = 0;
  let nextStep = STEP;
  let lastString = -1;
  let stringBefore = -1;
  let isInString = false;
  /** Whether the current string was cut before, and so is a value. */
  let isCut = false;
  /** Where the current string may be cut: no escape ends later, and a segment of it has been read. */
  let nextCut = Infinity;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === QUOTE) isInString = false;
      else if (at >= nextCut && isBetweenCharacters(bytes, at)) {
        const name = open.isInObject ? stringBefore : -1;
        // Looked at once: the space before a string may be long, too.
        if (open.isInObject && !isCut && !isAfterColon(bytes, lastString)) nextCut = Infinity;
        else {
          isCut = true;
          segments.push(open.cut(start, at, { name }));
          start = at;
          nextCut = at + Math.max(segmentBytes, 1);
        }
      }
      if (byte === BACKSLASH) {
        at++;
        nextCut = Math.max(nextCut, at + (bytes[at] === LETTER_U ? LONGEST_ESCAPE : 1));
      }
    } else if (byte === QUOTE) {
      isInString = true;
      isCut = false;
      stringBefore = lastString;
      lastString = at;
      nextCut = Math.max(at, start) + segmentBytes + 1;
    } else if (byte === COMMA) {
      values++;
      if (++commas >= WIDE && open.isInObject) values += WIDE_MEMBER;
      if (at - start >= segmentBytes && open.depth > 0 && !isAtBeginning(bytes, at)) {
        segments.push(open.cut(start, at));
        start = at;
      }
    } else if (byte === OPEN || byte === OPEN_LIST) {
      values += CONTAINER;
      open.push(byte, lastString);
      outerCommas.push(commas);
      commas = 0;
      if (open.depth > levels) levels = open.depth;
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      open.pop();
      commas = outerCommas.pop() ?? 0;
    }
    if (at < nextStep) continue;
    nextStep = at + STEP;
    if (values > most || levels > mostLevels) return { values, levels, segments };
    yield;
  }
  segments.push(open.end(start, bytes.length));
  return { values, levels, segments };
}

/** Whether a string may be cut before this byte: the pieces are decoded one by one. */
function isBetweenCharacters(bytes: Uint8Array, at: number): boolean {
  if (!isContinuation(bytes[at])) return true;
  // No character has four bytes of this kind: the text is broken, and each of them stands for itself.
  return isContinuation(bytes[at - 1]) && isContinuation(bytes[at - 2]) && isContinuation(bytes[at - 3]);
}

function isContinuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** Whether a string of an object is a value. A name is not cut. */
function isAfterColon(bytes: Uint8Array, string: number): boolean {
  let at = string - 1;
  while ((bytes[at] ?? Infinity) <= SPACE) at--;
  return bytes[at] === COLON;
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
  /** Whether the segment goes on with a string of the one before it. */
  #isInString = false;

  get depth(): number {
    return this.#brackets.length;
  }

  get isInObject(): boolean {
    return this.#brackets.at(-1) === OPEN;
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

  /** Ends a segment, and begins the next one. `string`: the string that is cut. */
  cut(from: number, to: number, string?: CutString): Segment {
    const kept = this.#kept;
    const left = this.#brackets.slice(Math.max(kept - 1, 0)).reverse();
    const closing = (string === undefined ? "" : '"') + left.map((bracket) => (bracket === OPEN ? "}" : "]")).join("");
    const segment = { from, to, opening: this.#opening(), closing, kept, names: this.#names.slice(kept), string };
    this.#kept = this.depth;
    this.#closed = [];
    this.#isFirst = false;
    this.#isInString = string !== undefined;
    return segment;
  }

  /** Ends the last segment, which has to close everything itself. */
  end(from: number, to: number): Segment {
    return { from, to, opening: this.#opening(), closing: "", kept: this.#kept, names: [], string: undefined };
  }

  #opening(): string {
    if (this.#isFirst) return "";
    const innermost = this.#kept === 0 ? [] : this.#brackets.slice(this.#kept - 1, this.#kept);
    const outer = [...innermost, ...this.#closed.reverse()];
    const opening = outer.map((bracket) => (bracket === OPEN ? `{"${STAND_IN}":` : "[")).join("");
    if (!this.#isInString) return `${opening}0`;
    if (outer.length === 0) return '"';
    return `${opening}0,${outer.at(-1) === OPEN ? `"${REST}":` : ""}"`;
  }
}
