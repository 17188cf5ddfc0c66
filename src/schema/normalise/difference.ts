/** What normalising did, read off its input and its output: unchanged parts are shared, so only changes are walked. */
import type { PlainObject } from "./plain.ts";
import { isAbsent } from "./plain.ts";

export interface Difference {
  stripped: number;
  /** JSON pointers of the first few. */
  readonly strippedPaths: string[];
  defaulted: number;
  upcast: number;
}

const maxPaths = 10;

export function differenceOf(before: unknown, after: unknown): Difference {
  const difference: Difference = { stripped: 0, strippedPaths: [], defaulted: 0, upcast: 0 };
  compare({ before, after, path: "" }, difference);
  return difference;
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

function compare({ before, after, path }: Pair, difference: Difference): void {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, item] of before.entries()) {
      compare({ before: item, after: after[index], path: `${path}/${index}` }, difference);
    }
  } else if (isObject(before) && isObject(after)) {
    compareObjects({ before, after, path }, difference);
  } else {
    difference.upcast += 1;
  }
}

function compareObjects({ before, after, path }: Pair & ObjectPair, difference: Difference): void {
  for (const key of Object.keys(before)) {
    const [old, now] = [before[key], after[key]];
    if (old === now && now !== undefined) continue;
    if (!Object.hasOwn(after, key)) {
      difference.stripped += 1;
      if (difference.strippedPaths.length < maxPaths) difference.strippedPaths.push(`${path}/${escapePointer(key)}`);
    } else if (old !== undefined) {
      compare({ before: old, after: now, path: `${path}/${escapePointer(key)}` }, difference);
    }
  }
  for (const key of Object.keys(after)) {
    const now = after[key];
    if (now !== undefined && now !== before[key] && isAbsent(before, key)) difference.defaulted += 1;
  }
}

interface ObjectPair {
  readonly before: PlainObject;
  readonly after: PlainObject;
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null;
}

function escapePointer(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}
