/**
 * A schema that two branches apply to the same value is checked twice, what is inside that value four times, and so on:
 * 2^n times at n levels. So a check counts its calls. Where they are more than the size of the value explains, it goes
 * on with a note of every answer, and works none out twice.
 */

export type Check = (value: unknown) => boolean;

/** What one check has done so far. Its functions count `calls` themselves, and turn to `recall` at the `limit`. */
export interface CheckWork {
  root: unknown;
  calls: number;
  limit: number;
  answers: Map<Check, Map<unknown, boolean>> | undefined;
  /** How many calls for each part of a value are to be expected. */
  readonly callsPerPart: number;
}

/** So many calls take a millisecond or two, and most values never reach it. */
const firstLimit = 100_000;

export function createWork(functions: number): CheckWork {
  return { root: undefined, calls: 0, limit: firstLimit, answers: undefined, callsPerPart: functions * 2 };
}

/** Nothing of a value stays behind. */
export function resetWork(work: CheckWork): void {
  work.root = undefined;
  work.calls = 0;
  work.limit = firstLimit;
  work.answers = undefined;
}

/** The answer of `check`, once the limit is reached. */
export function recall(work: CheckWork, check: Check, value: unknown): boolean {
  if (work.answers === undefined) {
    if (hasMoreParts(work.root, work.calls / work.callsPerPart)) {
      work.limit *= 2;
      return check(value);
    }
    work.answers = new Map();
  }
  let known = work.answers.get(check);
  if (known === undefined) work.answers.set(check, (known = new Map()));
  let answer = known.get(value);
  if (answer === undefined) known.set(value, (answer = check(value)));
  return answer;
}

function hasMoreParts(root: unknown, count: number): boolean {
  const waiting = [root];
  for (let left = count; waiting.length > 0; left--) {
    if (waiting.length > left) return true;
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    if (inner.length > left) return true;
    for (const each of inner) waiting.push(each);
  }
  return false;
}
