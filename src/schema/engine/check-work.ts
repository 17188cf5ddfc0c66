/**
 * A schema that two branches apply to the same value is checked twice, what is inside that value four times, and so on:
 * 2^n times at n levels. So a check counts its calls. From a limit on it takes a note of every answer for a while, and
 * goes on so if that saves work; if not, it tries again much later.
 */

export type Check = (value: unknown) => boolean;

/** What was evaluated while a value was checked, as the engine notes it for `unevaluated*`. */
export interface Evaluated {
  Merge(others: Evaluated[]): boolean;
}

export type EvaluatingCheck = (context: Evaluated, value: unknown) => boolean;

/** An answer, and how much work it saves to have it. */
interface Note {
  readonly answer: unknown;
  readonly cost: number;
}

/** What one check has done so far. Its functions count `calls` themselves, and turn to `recall` at the `limit`. */
export interface CheckWork {
  calls: number;
  limit: number;
  /** How much work goes without notes at first. */
  readonly patience: number;
  /** How long a trial is, as a part of all calls so far: what repeats less often is not found. */
  readonly trialShare: number;
  /** By function, then by value. */
  notes: Map<unknown, Map<unknown, Note>> | undefined;
  /** How many calls are still to come before it is judged whether notes are of use. */
  trial: number;
  spent: number;
  saved: number;
}

/** Then the size of a value is looked at for the first time. */
const firstLimit = 64;
/** Notes are kept on if they save this part of the work. */
const worthwhile = 1 / 8;
const growth = 8;
const shortestTrial = 32;

export function createWork(settings: Pick<CheckWork, "patience" | "trialShare">): CheckWork {
  return { ...settings, calls: 0, limit: firstLimit, notes: undefined, trial: 0, spent: 0, saved: 0 };
}

/** Nothing of a value stays behind. */
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

/** As `recall`, where `context` takes up what the value's check evaluates, and is empty so far. */
export function recallEvaluated(
  work: CheckWork,
  check: EvaluatingCheck,
  { context, value }: { readonly context: Evaluated; readonly value: unknown },
): boolean {
  if (postponeNotes(work, value)) return check(context, value);
  const evaluated = noted(work, { check, value, answer: () => check(context, value) && context }) as Evaluated | false;
  return evaluated === context || (evaluated !== false && context.Merge([evaluated]));
}

/** Whether the calls so far, if all had values like this one, are no reason for notes yet. */
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
