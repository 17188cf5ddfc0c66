import type { ValueError } from "../types/value-error.ts";
import { isCutShort } from "../types/value-error.ts";
import { shorten } from "../../shared/short-text.ts";

/** Options of `formatValueErrors`. */
export interface FormatValueErrorsOptions {
  /** Precedes every path, and names the value itself. Without it, the value itself is called `input`. */
  prefix?: string;
  /** The longest text. Default: 1,000 characters. */
  maxLength?: number;
}

const DEFAULT_MAX_LENGTH = 1_000;
const LONGEST_LINE = 300;
const LONGEST_PLACE = 150;
const ROOM_FOR_LAST_LINE = 40;

/**
 * Errors as text, one line each: `/items/3/name: expected string, received 12`. The length is bounded. If some errors are
 * left out, the last line says so.
 *
 * @example
 * formatValueErrors(collectErrors(schema, value), "output")
 * // output/name: expected string, received 12
 */
export function formatValueErrors(
  errors: readonly ValueError[],
  options: string | FormatValueErrorsOptions = {},
): string {
  const { prefix = "", maxLength = DEFAULT_MAX_LENGTH } = typeof options === "string" ? { prefix: options } : options;
  const room = maxLength - ROOM_FOR_LAST_LINE;
  const lines: string[] = [];
  let length = 0;
  for (const error of errors) {
    const line = formatLine(error, prefix, Math.min(LONGEST_LINE, room));
    if (lines.length > 0 && length + line.length + 1 > room) break;
    lines.push(line);
    length += line.length + 1;
  }
  const left = errors.length - lines.length;
  if (left > 0) lines.push(`… and ${left} more`);
  else if (isCutShort(errors)) lines.push("… and possibly more");
  return lines.join("\n");
}

function formatLine(error: ValueError, prefix: string, maxLength: number): string {
  const place = `${prefix}${error.path}`;
  return shorten(`${place === "" ? "input" : shortenPlace(place)}: ${error.message}`, maxLength);
}

/** Cuts the middle, because the end of a path says more. */
function shortenPlace(place: string): string {
  return place.length <= LONGEST_PLACE ? place : `${place.slice(0, 40)}…${place.slice(-80)}`;
}
