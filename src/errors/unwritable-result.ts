import { CallError, messageOf } from "./call-error.ts";

/** How engines report what JSON can't express, and what callers read of it: the words of a `toJSON` stay here. */
const REASONS: ReadonlyArray<readonly [reported: RegExp, reason: string]> = [
  [/call stack|recursion|nested too deep/i, "it contains itself, or is nested too deep"],
  [/circular|cyclic/i, "it contains itself"],
  [/bigint/i, "it holds a bigint"],
];

/** The error of a result that exists, but cannot be sent. */
export function unwritableResult(cause: unknown): CallError {
  const reported = messageOf(cause);
  const [, reason] = REASONS.find(([pattern]) => pattern.test(reported)) ?? [];
  const message = `The result can't be written as JSON${reason === undefined ? "" : `: ${reason}`}.`;
  return new CallError("OUTPUT_INVALID", message, undefined, { phase: "started", cause });
}
