/** A check that cannot finish refuses its value. */
import { TooLongToMatch } from "../patterns/pattern-guard.ts";

/** Thrown when a check would take too long. */
export class TooMuchWork extends Error {}

/** Why a check did not finish. */
export interface UnfinishedCheck {
  readonly why: string;
}

let last: UnfinishedCheck | undefined;

/** The last check that did not finish, a new object each time. Such a refusal leaves no other trace. */
export function lastUnfinishedCheck(): UnfinishedCheck | undefined {
  return last;
}

/** The answer of a check that threw. */
export function refuseUnfinished(error: unknown): false {
  if (isStackOverflow(error)) last = { why: "it is nested too deeply, or refers to itself" };
  if (error instanceof TooLongToMatch) last = { why: "its texts take too long to compare with the patterns" };
  if (error instanceof TooMuchWork) last = { why: "its schema combines more choices than can be tried" };
  return false;
}

/** V8 and JavaScriptCore throw a `RangeError` that mentions the stack; SpiderMonkey mentions recursion. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /\bstack\b|recursion/i.test(error.message);
}
