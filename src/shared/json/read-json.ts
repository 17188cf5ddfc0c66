import { atOnce, inSlices } from "../time/slices.ts";
import { cutJSON } from "./cut-json.ts";
import { parseExactly } from "./exact-json.ts";
import { SHORT_JSON } from "./is-too-dense.ts";
import { parseBytes, parseJSONSteps } from "./parse-json-steps.ts";
import { MOST_ANSWER_LEVELS, tooManyLevels, tooManyValues } from "./json-limits.ts";

export interface ReadOptions {
  /** How much structure the text may hold: a value counts 1, an object or array 7 more. */
  readonly most: number;
  /** The name of that limit in the config. Default: `values`. */
  readonly limitName?: string | undefined;
  /** Parses a piece of the text. Default: integers of more than 53 bits keep their digits, as text. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** Whether nobody waits for the value any more. */
  readonly isAbandoned?: (() => boolean) | undefined;
}

/** Texts of up to this many bytes are counted at once, which takes a millisecond or two. */
const COUNTED_AT_ONCE = 1024 * 1024;
/** V8 parses as many values in about 10 ms. */
const PARSED_AT_ONCE = 250_000;

interface WaitingText {
  readonly bytes: Uint8Array;
  readonly options: ReadOptions;
  readonly resolve: (value: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Texts that wait for the one that is parsed in slices. */
let waiting: WaitingText[] = [];
let isReading = false;

/**
 * Reads JSON in UTF-8 that comes from outside, whatever it holds. Most texts are parsed at once. A text that would take
 * long is parsed in slices, one such text after another, so that their values do not fill the memory together. Throws
 * or rejects with a `SyntaxError`, or with PAYLOAD_TOO_LARGE.
 */
export function readJSON(bytes: Uint8Array, options: ReadOptions): unknown {
  const { most, limitName = "values", parse } = options;
  if (bytes.length <= SHORT_JSON) return parseBytes(bytes, parse);
  if (bytes.length <= COUNTED_AT_ONCE) {
    const { values, levels } = atOnce(cutJSON(bytes, { most, mostLevels: MOST_ANSWER_LEVELS, segmentBytes: Infinity }));
    if (values > most) throw tooManyValues(most, limitName);
    if (levels > MOST_ANSWER_LEVELS) throw tooManyLevels(MOST_ANSWER_LEVELS);
    if (values <= PARSED_AT_ONCE) return parseBytes(bytes, parse);
  }
  return inLane(bytes, options);
}

/** The same for a text. */
export function readJSONText(text: string, options: ReadOptions): unknown {
  const { parse = parseExactly } = options;
  return text.length <= SHORT_JSON ? parse(text) : readJSON(new TextEncoder().encode(text), options);
}

function inLane(bytes: Uint8Array, options: ReadOptions): Promise<unknown> {
  dropAbandoned();
  return new Promise((resolve, reject) => {
    waiting.push({ bytes, options, resolve, reject });
    if (!isReading) void readWaiting();
  });
}

/** Until their turn, they would fill the memory with bytes that nobody wants. */
function dropAbandoned(): void {
  waiting = waiting.filter(({ options, resolve }) => {
    const isAbandoned = options.isAbandoned?.() === true;
    if (isAbandoned) resolve(undefined);
    return !isAbandoned;
  });
}

async function readWaiting(): Promise<void> {
  isReading = true;
  for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
    const { resolve, reject } = text;
    await inSlices(stepsOf(text)).then(resolve, reject);
  }
  isReading = false;
}

function* stepsOf({ bytes, options }: WaitingText): Generator<void, unknown> {
  const { isAbandoned = () => false, ...given } = options;
  for (const step = parseJSONSteps(bytes, { ...given, mostLevels: MOST_ANSWER_LEVELS }); !isAbandoned();) {
    const { done, value } = step.next();
    if (done === true) return value;
    yield;
  }
  return undefined;
}
