/** What normalising did, found by comparing input and output. They share unchanged parts, so only changes are walked. */
import { toPointer } from "../../shared/json/json-pointer.ts";
import type { PlainObject } from "./plain.ts";

export interface Difference {
  /** How many properties were stripped. */
  stripped: number;
  /** JSON pointers of the first few stripped properties. */
  readonly strippedPaths: string[];
  /** How many missing properties got their declared default. */
  defaulted: number;
  /** How many values changed to the same value in another type. */
  upcast: number;
}

const maxPaths = 5;

export function differenceOf(before: unknown, after: unknown): Difference {
  const difference: Difference = { stripped: 0, strippedPaths: [], defaulted: 0, upcast: 0 };
  compare({ before, after }, { difference, path: [] });
  return difference;
}

interface Pair<TValue> {
  readonly before: TValue;
  readonly after: TValue;
}

interface Walk {
  readonly difference: Difference;
  readonly path: (string | number)[];
}

function compare({ before, after }: Pair<unknown>, walk: Walk): void {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < before.length; index += 1) descend({ before, after }, index, walk);
  } else if (isObject(before) && isObject(after)) {
    compareObjects({ before, after }, walk);
  } else {
    walk.difference.upcast += 1;
  }
}

function compareObjects({ before, after }: Pair<PlainObject>, walk: Walk): void {
  const { difference, path } = walk;
  let kept = 0;
  for (const key of Object.keys(before)) {
    const old = before[key];
    const now = after[key];
    if (old === now && now !== undefined) {
      kept += 1;
    } else if (!Object.hasOwn(after, key)) {
      difference.stripped += 1;
      if (difference.strippedPaths.length < maxPaths) difference.strippedPaths.push(toPointer([...path, key]));
    } else if (old === now) {
      kept += 1;
    } else if (old !== undefined) {
      kept += 1;
      descend({ before, after }, key, walk);
    }
  }
  // This includes properties that were present as `undefined`.
  difference.defaulted += Object.keys(after).length - kept;
}

function descend<TKey extends string | number>(pair: Pair<Record<TKey, unknown>>, key: TKey, walk: Walk): void {
  walk.path.push(key);
  compare({ before: pair.before[key], after: pair.after[key] }, walk);
  walk.path.pop();
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null;
}
