/**
 * A schema that two branches apply to the same value is checked twice, what is inside that value four times, and so on:
 * 2^n times at n levels. So a check counts its calls. Where they are more than the size of the value explains, it goes
 * on with a note of every answer, and works none out twice.
 */

export type Check = (value: unknown) => boolean;

/** What was evaluated while a value was checked, as the engine notes it for `unevaluated*`. */
export interface Evaluated {
  Merge(others: Evaluated[]): boolean;
}

export type EvaluatingCheck = (context: Evaluated, value: unknown) => boolean;

/** What one check has done so far. Its functions count `calls` themselves, and turn to `recall` at the `limit`. */
export interface CheckWork {
  root: unknown;
  calls: number;
  limit: number;
  readonly firstLimit: number;
  /** By function, then by value: the answer, or for a value that fits what was evaluated in it. */
  notes: Map<unknown, Map<unknown, unknown>> | undefined;
  /** How many calls for each part of a value are to be expected. */
  readonly callsPerPart: number;
}

export function createWork(functions: number, firstLimit: number): CheckWork {
  return { root: undefined, calls: 0, limit: firstLimit, firstLimit, notes: undefined, callsPerPart: functions * 2 };
}

/** Nothing of a value stays behind. */
export function resetWork(work: CheckWork): void {
  work.root = undefined;
  work.calls = 0;
  work.limit = work.firstLimit;
  work.notes = undefined;
}

/** The answer of `check`, once the limit is reached. */
export function recall(work: CheckWork, check: Check, value: unknown): boolean {
  if (isExplained(work)) return check(value);
  const known = notesOf<boolean>(work, check);
  let answer = known.get(value);
  if (answer === undefined) known.set(value, (answer = check(value)));
  return answer;
}

/** As `recall`, where `context` takes up what the value's check evaluates, and is empty so far. */
export function recallEvaluated(
  work: CheckWork,
  check: EvaluatingCheck,
  { context, value }: { readonly context: Evaluated; readonly value: unknown },
): boolean {
  if (isExplained(work)) return check(context, value);
  const known = notesOf<Evaluated | false>(work, check);
  const evaluated = known.get(value);
  if (evaluated === undefined) {
    const answer = check(context, value);
    known.set(value, answer && context);
    return answer;
  }
  return evaluated !== false && context.Merge([evaluated]);
}

/** Whether the value is large enough for the calls so far; if so, the limit is raised. */
export function isExplained(work: CheckWork): boolean {
  if (work.notes !== undefined || !hasMoreParts(work.root, work.calls / work.callsPerPart)) return false;
  work.limit *= 8;
  return true;
}

function notesOf<TNote>(work: CheckWork, check: unknown): Map<unknown, TNote> {
  work.notes ??= new Map();
  let known = work.notes.get(check) as Map<unknown, TNote> | undefined;
  if (known === undefined) work.notes.set(check, (known = new Map<unknown, TNote>()));
  return known;
}

/** Counts what is in an object once, however often that object is met. */
function hasMoreParts(root: unknown, count: number): boolean {
  const seen = new Set([root]);
  let parts = 1;
  // The set grows while it is walked.
  for (const part of seen) {
    if (typeof part !== "object" || part === null) continue;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    parts += inner.length;
    if (parts > count) return true;
    for (const each of inner) if (typeof each === "object") seen.add(each);
  }
  return parts > count;
}
