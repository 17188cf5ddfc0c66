import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import { isStreamOutcome } from "../../registry/call/middleware.ts";
import type { CallOutcome } from "../../operation/middleware.ts";
import { observeStream } from "../../registry/call/observe-stream.ts";

/** How a call ended: completed, failed, failed as an MCP tool (`isError`), or as a stream that its consumer stopped. */
export type CallEnd =
  | { readonly kind: "completed" | "tool failed" | "stopped" }
  | { readonly kind: "failed"; readonly error: CallError };

/** The code of a failure as the caller sees it; undefined for a success. */
export function callFailureCode(end: CallEnd): string | undefined {
  if (end.kind === "failed") return end.error.code;
  // The name in OpenTelemetry's conventions for MCP.
  return end.kind === "tool failed" ? "tool_error" : undefined;
}

/** Runs a call, and reports the end of it, or of its stream, exactly once. `asThrown` maps what the call throws. */
export async function watchCall(
  next: () => Promise<CallOutcome>,
  onEnd: (end: CallEnd) => void,
  asThrown: (thrown: unknown) => unknown = (thrown) => thrown,
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
  onEnd({ kind: isToolError(outcome) ? "tool failed" : "completed" });
  return outcome;
}

/** An inner middleware may answer with anything. */
function isToolError(outcome: unknown): boolean {
  return isResponseEnvelope(outcome) && outcome.meta.source === "mcp" && outcome.meta.isError;
}
