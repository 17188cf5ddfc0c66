import { cutJSON, endOfString, STAND_IN } from "./cut-json.ts";
import type { Segment } from "./cut-json.ts";
import { LONG_INTEGER, parseExactly } from "./exact-json.ts";
import { tooManyValues } from "./json-limits.ts";

export interface StepOptions {
  /** How much structure the text may hold: a value counts 1, an object or array 7 more. Default: any. */
  readonly most?: number | undefined;
  /** The name of that limit in the config. */
  readonly limitName?: string | undefined;
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
  { most = Infinity, limitName = "values", parse = parseText, segmentBytes = SEGMENT }: StepOptions = {},
): Generator<void, unknown> {
  const { values, segments } = yield* cutJSON(bytes, most, segmentBytes);
  if (values > most) throw tooManyValues(most, limitName);
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

  constructor(bytes: Uint8Array, parse: (text: string) => unknown) {
    this.#bytes = bytes;
    this.#parseText = parse;
  }

  add(segment: Segment): void {
    const part = this.#parse(segment);
    const { kept, names } = segment;
    if (this.#isEmpty) this.value = part;
    else this.#continue(part, Math.max(kept - 1, 0));
    this.#isEmpty = false;
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
      if (Array.isArray(container)) addItems(container, rest as unknown[]);
      else addMembers(container, rest as Record<string, unknown>);
      rest = inner as Container;
    }
  }

  #childOf(parent: Container, name: number): unknown {
    if (Array.isArray(parent)) return parent.at(-1);
    const text = UTF8.decode(this.#bytes.subarray(name, endOfString(this.#bytes, name) + 1));
    return parent[JSON.parse(text) as string];
  }
}

function addItems(list: unknown[], rest: readonly unknown[]): void {
  for (let at = 1; at < rest.length; at++) list.push(rest[at]);
}

function addMembers(object: Record<string, unknown>, rest: Record<string, unknown>): void {
  for (const name of Object.keys(rest)) {
    if (name === STAND_IN) continue;
    const value = rest[name];
    if (name !== "__proto__") object[name] = value;
    // An assignment would replace the prototype.
    else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  }
}
