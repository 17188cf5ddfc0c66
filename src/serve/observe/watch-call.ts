import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { isStreamOutcome } from "../../registry/middleware.ts";
import type { CallOutcome } from "../../registry/middleware.ts";
import { observeStream } from "../../registry/observe-stream.ts";

/** How a call ended: well, with an error, or, for a stream, because its consumer stopped it. */
export type CallEnd =
  | { readonly kind: "completed" | "stopped" }
  | { readonly kind: "failed"; readonly error: CallError };

/** Runs a call, and tells when it, or its stream, has ended: exactly once. */
export async function watchCall(next: () => Promise<CallOutcome>, onEnd: (end: CallEnd) => void): Promise<CallOutcome> {
  let outcome: CallOutcome;
  try {
    outcome = await next();
  } catch (thrown) {
    onEnd({ kind: "failed", error: toCallError(thrown) });
    throw thrown;
  }
  if (isStreamOutcome(outcome)) {
    return observeStream(outcome, {
      onEnd: (end) => onEnd(end.kind === "failed" ? { kind: "failed", error: toCallError(end.error) } : end),
    });
  }
  onEnd({ kind: "completed" });
  return outcome;
}
