/** Checks that can't be finished refuseUnfinished their value. */

/** Thrown where a check would take so long that it must not go on. */
export class TooMuchWork extends Error {}

/** Why a check was not finished. */
export interface UnfinishedCheck {
  readonly why: string;
}

let last: UnfinishedCheck | undefined;

/** The last check that was not finished, another object each time: the only trace that such a refusal leaves. */
export function lastUnfinishedCheck(): UnfinishedCheck | undefined {
  return last;
}

/** The answer of a check that has thrown. */
export function refuseUnfinished(error: unknown): false {
  if (isStackOverflow(error)) last = { why: "it is nested too deeply, or refers to itself" };
  if (error instanceof TooMuchWork) last = { why: "its schema combines more choices than can be tried" };
  return false;
}

/** V8 and JavaScriptCore throw a `RangeError` that speaks of the stack, SpiderMonkey speaks of recursion. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /\bstack\b|recursion/i.test(error.message);
}
