/** What an error advises about repeating its call: the one rule of all interfaces. */
import type { CallPhase } from "./error-table.ts";

/** What the rule needs to know of an operation. A missing type counts as a MUTATION. */
export interface RepeatedOperation {
  readonly type?: string | undefined;
  readonly idempotent?: boolean | undefined;
}

/** What the rule needs to know of an error. A missing phase counts as `unknown`. */
export interface AdvisedError {
  readonly retryable?: boolean | undefined;
  readonly phase?: CallPhase | undefined;
}

const MAY_HAVE_RUN = "It may have run: check before you repeat it.";
const MAY_SUCCEED_LATER = "Trying again later may help.";

/** Whether the same call can be made again without doing its work twice. */
export function isSafeToRepeat({ type, idempotent }: RepeatedOperation, phase: CallPhase | undefined): boolean {
  return type === "QUERY" || idempotent === true || phase === "notStarted";
}

/**
 * What the caller of an operation should know before it repeats a failed call. Undefined if a repetition is safe, but
 * would fail in the same way.
 */
export function adviceOn({ retryable, phase }: AdvisedError, operation: RepeatedOperation): string | undefined {
  if (!isSafeToRepeat(operation, phase)) return MAY_HAVE_RUN;
  return retryable === true ? MAY_SUCCEED_LATER : undefined;
}

/** How to get the rest of an answer that is not kept: the call has run. */
export function adviceOnRest(operation: RepeatedOperation): string {
  return isSafeToRepeat(operation, "started")
    ? "Call it again for less: with a narrower input, or a smaller page."
    : "It has run: check before you repeat it.";
}
