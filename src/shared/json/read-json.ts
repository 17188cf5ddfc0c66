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

/** The end of the last text that is parsed in slices. */
let lane: Promise<unknown> = Promise.resolve();

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

async function inLane(bytes: Uint8Array, { isAbandoned = () => false, ...options }: ReadOptions): Promise<unknown> {
  const steps = function* (): Generator<void, unknown> {
    for (const step = parseJSONSteps(bytes, { ...options, mostLevels: MOST_ANSWER_LEVELS }); !isAbandoned();) {
      const { done, value } = step.next();
      if (done === true) return value;
      yield;
    }
    return undefined;
  };
  const before = lane;
  const read = before.then(() => inSlices(steps()));
  lane = read.catch(() => undefined);
  return await read;
}
