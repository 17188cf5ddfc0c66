import { adviceOn } from "../../errors/advice.ts";
import type { AdvisedError, RepeatedOperation } from "../../errors/advice.ts";

/** Adds to the error of a call what to know before it is repeated. `reportFailure` prints it. */
export function withAdvice(thrown: unknown, operation: RepeatedOperation): unknown {
  const { phase } = (thrown ?? {}) as { readonly phase?: unknown };
  if (!(thrown instanceof Error) || typeof phase !== "string") return thrown;
  return Object.assign(thrown, { advice: adviceOn(thrown as AdvisedError, operation) });
}
