/** What normalising did, found by comparing input and output. They share unchanged parts, so only changes are walked. */
import { toPointerToken } from "../../shared/json/json-pointer.ts";
import type { PlainObject } from "./plain.ts";

export interface Difference {
  /** How many properties were stripped. */
  stripped: number;
  /** How many missing properties got their declared default. */
  defaulted: number;
  /** How many values changed to the same value in another type. */
  upcast: number;
}

export function differenceOf(before: unknown, after: unknown): Difference {
  const difference: Difference = { stripped: 0, defaulted: 0, upcast: 0 };
  compare(before, after, difference);
  return difference;
}

function compare(before: unknown, after: unknown, difference: Difference): void {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < before.length; index += 1) compare(before[index], after[index], difference);
  } else if (isObject(before) && isObject(after)) {
    compareObjects(before, after, difference);
  } else {
    difference.upcast += 1;
  }
}

function compareObjects(before: PlainObject, after: PlainObject, difference: Difference): void {
  let kept = 0;
  for (const key of Object.keys(before)) {
    const old = before[key];
    const now = after[key];
    if (old === now && now !== undefined) {
      kept += 1;
    } else if (!Object.hasOwn(after, key)) {
      difference.stripped += 1;
    } else if (old === now) {
      kept += 1;
    } else if (old !== undefined) {
      kept += 1;
      compare(old, now, difference);
    }
  }
  // This includes properties that were present as `undefined`.
  difference.defaulted += Object.keys(after).length - kept;
}

export const maxPaths = 5;

/** Counts a stripped property. Generated code notes what it does, because comparing later would take as long. */
export function tallyStripped(tally: { stripped: number; readonly paths: string[] }, name: string): void {
  if (++tally.stripped <= maxPaths) tally.paths.push(`/${toPointerToken(name)}`);
}

/** Puts the paths from this index on below a property: they were noted while its value was rewritten. */
export function putUnder(paths: string[], first: number, name: string | number): void {
  const pointer = `/${toPointerToken(name)}`;
  for (let index = first; index < paths.length; index += 1) paths[index] = `${pointer}${paths[index]}`;
}

/** JSON pointers of the first few stripped properties. */
export function strippedPathsOf(before: unknown, after: unknown): string[] {
  const found: string[] = [];
  collectPaths(before, after, { found, pointer: "" });
  return found;
}

interface Walk {
  readonly found: string[];
  readonly pointer: string;
}

function collectPaths(before: unknown, after: unknown, walk: Walk): void {
  const { found, pointer } = walk;
  if (!isObject(before) || !isObject(after)) return;
  for (const key of Object.keys(before)) {
    const old = before[key];
    const now = after[key];
    if (old === now && now !== undefined) continue;
    if (found.length === maxPaths) return;
    if (!Object.hasOwn(after, key)) found.push(`${pointer}/${toPointerToken(key)}`);
    else if (isObject(old)) collectPaths(old, now, { found, pointer: `${pointer}/${toPointerToken(key)}` });
  }
}

/** An array counts too: its indices are its names. */
function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null;
}
