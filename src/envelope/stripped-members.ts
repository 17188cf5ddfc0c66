import { isRecord } from "../shared/json/is-record.ts";
import { shorten } from "../shared/short-text.ts";

/** Members of a result that were left out, because the output schema does not name them. */
export interface StrippedMembers {
  readonly count: number;
  /** JSON pointers of the first few, shortened if they are long. */
  readonly paths: readonly string[];
}

const MOST_PATHS = 5;
const LONGEST_PATH = 200;

/** Names come from outside: this bounds how many are kept, and how long each is. */
export function toStripped(count: number, paths: readonly string[]): StrippedMembers {
  return { count, paths: paths.slice(0, MOST_PATHS).map((path) => shorten(path, LONGEST_PATH)) };
}

/**
 * What an envelope's `meta` says about stripped members. Undefined if nothing was stripped, or if the `meta` of another
 * process says something unreadable.
 */
export function strippedMembers(meta: unknown): StrippedMembers | undefined {
  const stripped = isRecord(meta) ? meta["stripped"] : undefined;
  if (!isRecord(stripped)) return undefined;
  const { count, paths } = stripped;
  if (!Number.isSafeInteger(count) || (count as number) < 1 || !Array.isArray(paths)) return undefined;
  return paths.every((path) => typeof path === "string") ? toStripped(count as number, paths) : undefined;
}
