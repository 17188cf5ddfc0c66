/**
 * If two branches apply a schema to the same value, the value is checked twice, its members four times, and so on: 2^n
 * times at n levels. So a check counts its calls. At a limit it starts to note every answer. It keeps doing that if it
 * saves work; if not, it stops and tries again much later.
 */

export type Check = (value: unknown) => boolean;

/** What a check has evaluated, as the engine records it for `unevaluated*`. */
export interface Evaluated {
  Merge(others: Evaluated[]): boolean;
}

export type EvaluatingCheck = (context: Evaluated, value: unknown) => boolean;

/** An answer, and how much work it saves. */
interface Note {
  readonly answer: unknown;
  readonly cost: number;
}

/** The work of one check so far. Its functions count `calls` themselves, and use `recall` from the `limit` on. */
export interface CheckWork {
  calls: number;
  limit: number;
  /** How much work is done before the first notes. */
  readonly patience: number;
  /** The length of a trial as a share of all calls so far. A trial misses values that repeat less often than that. */
  readonly trialShare: number;
  /** By function, then by value. */
  notes: Map<unknown, Map<unknown, Note>> | undefined;
  /** How many calls remain until the trial decides whether notes help. */
  trial: number;
  spent: number;
  saved: number;
}

/** The number of calls after which the size of a value is first considered. */
const firstLimit = 64;
/** Noting continues if it saves this share of the work. */
const worthwhile = 1 / 8;
const growth = 8;
const shortestTrial = 32;

export function createWork(settings: Pick<CheckWork, "patience" | "trialShare">): CheckWork {
  return { ...settings, calls: 0, limit: firstLimit, notes: undefined, trial: 0, spent: 0, saved: 0 };
}

/** Forgets everything about the value. */
export function resetWork(work: CheckWork): void {
  work.calls = 0;
  work.limit = firstLimit;
  work.notes = undefined;
}

/** The answer of `check`, once the limit is reached. */
export function recall(work: CheckWork, check: Check, value: unknown): boolean {
  if (postponeNotes(work, value)) return check(value);
  return noted(work, { check, value, answer: () => check(value) }) as boolean;
}

/** Like `recall`. `context` is empty so far, and collects what the check evaluates. */
export function recallEvaluated(
  work: CheckWork,
  check: EvaluatingCheck,
  { context, value }: { readonly context: Evaluated; readonly value: unknown },
): boolean {
  if (postponeNotes(work, value)) return check(context, value);
  const evaluated = noted(work, { check, value, answer: () => check(context, value) && context }) as Evaluated | false;
  return evaluated === context || (evaluated !== false && context.Merge([evaluated]));
}

/** Counts the call. Returns true and raises the limit if it is too early for notes, given the size of the value. */
function postponeNotes(work: CheckWork, value: unknown): boolean {
  work.calls++;
  if (work.notes !== undefined || work.calls * (1 + countMembers(value)) > work.patience) return false;
  work.limit = work.calls * 4;
  return true;
}

interface Question {
  readonly check: unknown;
  readonly value: unknown;
  readonly answer: () => unknown;
}

function noted(work: CheckWork, { check, value, answer }: Question): unknown {
  const notes = (work.notes ??= startTrial(work));
  let known = notes.get(check);
  if (known === undefined) notes.set(check, (known = new Map<unknown, Note>()));
  let note = known.get(value);
  if (note === undefined) {
    work.spent++;
    const before = work.spent;
    work.spent += countMembers(value);
    known.set(value, (note = { answer: answer(), cost: work.spent - before }));
  } else {
    work.saved += note.cost;
  }
  if (--work.trial === 0) judgeTrial(work);
  return note.answer;
}

function startTrial(work: CheckWork): Map<unknown, Map<unknown, Note>> {
  work.trial = Math.max(shortestTrial, Math.ceil(work.calls * work.trialShare));
  work.spent = 0;
  work.saved = 0;
  return new Map();
}

function judgeTrial(work: CheckWork): void {
  if (work.saved >= work.spent * worthwhile) return;
  work.notes = undefined;
  work.limit = work.calls * growth;
}

export function countMembers(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
