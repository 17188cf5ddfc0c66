/** What normalising did, found by comparing input and output. They share unchanged parts, so only changes are walked. */
import type { PlainObject } from "./plain.ts";
import { createTally, putUnder, tallyFilled, tallyStripped } from "./tally.ts";
import type { Tally } from "./tally.ts";

export function differenceOf(before: unknown, after: unknown): Tally {
  const tally = createTally();
  tallyDifference(before, after, tally);
  return tally;
}

export function tallyDifference(before: unknown, after: unknown, tally: Tally): void {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < before.length; index += 1) compareMember(before[index], after[index], { tally, index });
  } else if (isObject(before) && isObject(after)) {
    compareObjects(before, after, tally);
  } else {
    tally.upcast += 1;
  }
}

function compareMember(
  before: unknown,
  after: unknown,
  at: { readonly tally: Tally; readonly index: string | number },
) {
  const { notes } = at.tally;
  const first = notes.length;
  tallyDifference(before, after, at.tally);
  if (notes.length > first) putUnder(notes, first, at.index);
}

function compareObjects(before: PlainObject, after: PlainObject, tally: Tally): void {
  for (const key of Object.keys(before)) {
    // What was stripped is not read: it may be a getter that throws.
    if (!Object.hasOwn(after, key)) tallyStripped(tally, key);
    else if (before[key] !== undefined) compareMember(before[key], after[key], { tally, index: key });
  }
  for (const key of Object.keys(after)) {
    // A property that was present as `undefined` counts as missing.
    const wasMissing = !Object.hasOwn(before, key) || before[key] === undefined;
    if (wasMissing && (after[key] !== undefined || !Object.hasOwn(before, key))) tallyFilled(tally, key);
  }
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
