import { isRecord } from "../shared/json/is-record.ts";
import { shorten } from "../shared/short-text.ts";

/** Members of a result that the result pipeline left out, or filled in. */
export interface NotedMembers {
  readonly count: number;
  /** JSON pointers of the first few, shortened if they are long. */
  readonly paths: readonly string[];
}

/** What `meta` tells about members: each is a field of it. */
export type MemberChange = "stripped" | "filled";

const MOST_PATHS = 5;
const LONGEST_PATH = 200;

/** Names come from outside: this bounds how many are kept, and how long each is. */
export function toNoted(count: number, paths: readonly string[]): NotedMembers {
  return { count, paths: paths.slice(0, MOST_PATHS).map((path) => shorten(path, LONGEST_PATH)) };
}

/** What was noted before, by another process or of other data, and more. */
export function addNoted(before: NotedMembers | undefined, count: number, paths: readonly string[]): NotedMembers {
  return before === undefined ? toNoted(count, paths) : toNoted(before.count + count, [...before.paths, ...paths]);
}

/**
 * What an envelope's `meta` says about changed members. Undefined if there are none, or if the `meta` of another process
 * says something unreadable.
 */
export function notedMembers(meta: unknown, change: MemberChange): NotedMembers | undefined {
  const noted = isRecord(meta) ? meta[change] : undefined;
  if (!isRecord(noted)) return undefined;
  const { count, paths } = noted;
  if (!Number.isSafeInteger(count) || (count as number) < 1 || !Array.isArray(paths)) return undefined;
  return paths.every((path) => typeof path === "string") ? toNoted(count as number, paths) : undefined;
}
