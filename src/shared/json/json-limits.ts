/**
 * How much structure a JSON text may hold. Its length does not tell: four million bytes of `[],[],[]` take a second to
 * parse and a hundred megabytes of memory.
 */
import { CallError } from "../../errors/call-error.ts";

/**
 * The values of one answer: a value counts 1, an object or array 7 more. 30 MB of rows of a table hold 3 to 6 million,
 * 10 MB of GeoJSON 2 to 6 million, and 3.4 MB of `{}` more than this.
 */
export const MOST_VALUES = 8_000_000;

/** Levels of one answer. Deeper ones could not be checked or written, and V8 takes long to parse them. */
export const MOST_ANSWER_LEVELS = 10_000;

export function tooManyLevels(limit: number): CallError {
  const message = `The JSON text is nested more than ${limit} levels deep.`;
  return new CallError("PAYLOAD_TOO_LARGE", message, { limit }, { phase: "started" });
}

/** `name`: of the limit in the config. */
export function tooManyValues(limit: number, name: string): CallError {
  const message =
    `The JSON text holds more values than the limit of ${limit}, where an object or array counts as 8, ` +
    `and a member of an object beyond its first 1,000 as 51. Raise \`${name}\` in \`limits\` of the config.`;
  return new CallError("PAYLOAD_TOO_LARGE", message, { limit }, { phase: "started" });
}
