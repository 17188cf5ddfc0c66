import { cutJSON, endOfString, REST, STAND_IN } from "./cut-json.ts";
import type { CutString, Segment } from "./cut-json.ts";
import { LONG_INTEGER, parseExactly } from "./exact-json.ts";
import { tooManyLevels, tooManyValues } from "./json-limits.ts";

export interface StepOptions {
  /** How much structure the text may hold: a value counts 1, an object or array 7 more. Default: any. */
  readonly most?: number | undefined;
  /** The name of that limit in the config. */
  readonly limitName?: string | undefined;
  /** How many levels of objects and arrays it may have. Default: any. */
  readonly mostLevels?: number | undefined;
  /** Parses a piece of the text. Default: integers of more than 53 bits keep their digits, as text. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** About how many bytes are parsed in one step. */
  readonly segmentBytes?: number | undefined;
}

/** V8 parses this in 1 to 20 ms. */
const SEGMENT = 128 * 1024;
const UTF8 = new TextDecoder();

/**
 * Reads JSON in UTF-8 in steps, so that nothing else waits for long. It returns what `parseExactly` returns for the
 * text, and throws a `SyntaxError` where that does. Nothing is parsed of a text with too many values.
 */
export function* parseJSONSteps(
  bytes: Uint8Array,
  { most = Infinity, limitName = "values", mostLevels = Infinity, ...options }: StepOptions = {},
): Generator<void, unknown> {
  const { parse = parseText, segmentBytes = SEGMENT } = options;
  const { values, levels, segments } = yield* cutJSON(bytes, { most, mostLevels, segmentBytes });
  if (values > most) throw tooManyValues(most, limitName);
  if (levels > mostLevels) throw tooManyLevels(mostLevels);
  const joined = new JoinedValue(bytes, parse);
  for (const segment of segments) {
    joined.add(segment);
    yield;
  }
  return joined.value;
}

/** JSON that is short, or known to hold little. */
export function parseBytes(bytes: Uint8Array, parse: (text: string) => unknown = parseText): unknown {
  return parse(UTF8.decode(bytes));
}

function parseText(text: string): unknown {
  return LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
}

type Container = unknown[] | Record<string, unknown>;

/** A value whose segments are parsed one by one. */
class JoinedValue {
  value: unknown;
  readonly #bytes: Uint8Array;
  readonly #parseText: (text: string) => unknown;
  /** The containers that the last segment has left open, from the outermost. */
  #open: Container[] = [];
  #isEmpty = true;
  /** The string that the last segment has left open. */
  #string: CutString | undefined;
  /** The last name that was read, and where it begins: all segments of a string ask for the same. */
  #name = { place: -1, text: "" };

  constructor(bytes: Uint8Array, parse: (text: string) => unknown) {
    this.#bytes = bytes;
    this.#parseText = parse;
  }

  add(segment: Segment): void {
    const part = this.#parse(segment);
    const { kept, names } = segment;
    if (this.#isEmpty) this.value = part;
    else if (this.#open.length === 0) this.value = (this.value as string) + (part as string);
    else this.#continue(part, Math.max(kept - 1, 0));
    this.#isEmpty = false;
    this.#string = segment.string;
    this.#open.length = kept;
    for (const name of names) {
      const parent = this.#open.at(-1);
      this.#open.push((parent === undefined ? this.value : this.#childOf(parent, name)) as Container);
    }
  }

  #parse({ from, to, opening, closing }: Segment): unknown {
    try {
      return this.#parseText(opening + UTF8.decode(this.#bytes.subarray(from, to)) + closing);
    } catch (thrown) {
      const before = from - opening.length;
      throw new SyntaxError(
        (thrown as Error).message.replace(/position (\d+)/, (_, at: string) => `position ${Number(at) + before}`),
      );
    }
  }

  /** Adds the rest of the containers that were open, from a level inwards. Each begins with a stand-in. */
  #continue(part: unknown, level: number): void {
    let rest = part as Container;
    for (const container of this.#open.slice(level)) {
      const [inner] = Array.isArray(rest) ? rest : [rest[STAND_IN]];
      const string = container === this.#open.at(-1) ? this.#string : undefined;
      if (Array.isArray(container)) addItems(container, rest as unknown[], string !== undefined);
      else addMembers(container, rest as Record<string, unknown>, string && this.#nameAt(string.name));
      rest = inner as Container;
    }
  }

  #childOf(parent: Container, name: number): unknown {
    return Array.isArray(parent) ? parent.at(-1) : parent[this.#nameAt(name)];
  }

  #nameAt(place: number): string {
    if (this.#name.place !== place) {
      const bytes = this.#bytes.subarray(place, endOfString(this.#bytes, place) + 1);
      this.#name = { place, text: JSON.parse(UTF8.decode(bytes)) as string };
    }
    return this.#name.text;
  }
}

/** `goesOn`: the first item is the rest of the last string. */
function addItems(list: unknown[], rest: readonly unknown[], goesOn: boolean): void {
  if (goesOn) list.push((list.pop() as string) + (rest[1] as string));
  for (let at = goesOn ? 2 : 1; at < rest.length; at++) list.push(rest[at]);
}

/** `cut`: the name of the string that goes on. */
function addMembers(object: Record<string, unknown>, rest: Record<string, unknown>, cut: string | undefined): void {
  for (const name of Object.keys(rest)) {
    if (name === STAND_IN) continue;
    if (name === REST && cut !== undefined) setMember(object, cut, (object[cut] as string) + (rest[REST] as string));
    else setMember(object, name, rest[name]);
  }
}

function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  // An assignment would replace the prototype.
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
