import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { isStreamOutcome } from "../../registry/middleware.ts";
import type { CallOutcome } from "../../registry/middleware.ts";
import { observeStream } from "../../registry/observe-stream.ts";

/** How a call ended: well, with an error, or, for a stream, because its consumer stopped it. */
export type CallEnd =
  | { readonly kind: "completed" | "stopped" }
  | { readonly kind: "failed"; readonly error: CallError };

/** Runs a call, and tells when it, or its stream, has ended: exactly once. `asThrown`: what to throw for an error. */
export async function watchCall(
  next: () => Promise<CallOutcome>,
  onEnd: (end: CallEnd) => void,
  asThrown: (thrown: unknown) => unknown = same,
): Promise<CallOutcome> {
  let outcome: CallOutcome;
  try {
    outcome = await next();
  } catch (thrown) {
    const shown = asThrown(thrown);
    onEnd({ kind: "failed", error: toCallError(shown) });
    throw shown;
  }
  if (isStreamOutcome(outcome)) {
    return observeStream(outcome, {
      onEnd: (end) => onEnd(end.kind === "failed" ? { kind: "failed", error: toCallError(end.error) } : end),
      asThrown,
    });
  }
  onEnd({ kind: "completed" });
  return outcome;
}

function same(thrown: unknown): unknown {
  return thrown;
}
