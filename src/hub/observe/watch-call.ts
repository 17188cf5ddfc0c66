import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import { Call } from "../../registry/call/call.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import { isStreamOutcome } from "../../registry/call/middleware.ts";
import type { CallOutcome, MiddlewareCall } from "../../operation/middleware.ts";
import { observeStream } from "../../registry/call/observe-stream.ts";
import { StoppedByReader } from "../../registry/call/operation-subscription.ts";

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

/** The end of a call that was cancelled: only a stream whose reader has returned did not fail. */
export function endOfCancelled(call: MiddlewareCall, reason: CallError): CallEnd {
  if (reason instanceof StoppedByReader) return { kind: "stopped" };
  return { kind: "failed", error: failureOf(call, reason) };
}

/** The error as the caller gets it. Only the call knows how far it got, and whether it has given items. */
function failureOf(call: MiddlewareCall, thrown: unknown): CallError {
  return call instanceof Call ? call.failure(thrown) : toCallError(thrown);
}

/** The end of a stream that was stopped from outside, for whatever reason. */
function endOfStopped(call: MiddlewareCall): CallEnd {
  const reason = call.context instanceof CallScope ? call.context.cancellation?.reason : undefined;
  return reason === undefined ? { kind: "stopped" } : endOfCancelled(call, reason);
}

/** Runs a call, and reports the end of it, or of its stream, exactly once. `asThrown` maps what the call throws. */
export async function watchCall(
  call: MiddlewareCall,
  next: () => Promise<CallOutcome>,
  onEnd: (end: CallEnd) => void,
  asThrown: (thrown: unknown) => unknown = (thrown) => thrown,
): Promise<CallOutcome> {
  let outcome: CallOutcome;
  try {
    outcome = await next();
  } catch (thrown) {
    const shown = asThrown(thrown);
    onEnd({ kind: "failed", error: failureOf(call, shown) });
    throw shown;
  }
  if (isStreamOutcome(outcome)) {
    return observeStream(outcome, {
      onEnd: (end) => {
        if (end.kind === "failed") onEnd({ kind: "failed", error: failureOf(call, end.error) });
        else onEnd(end.kind === "stopped" ? endOfStopped(call) : end);
      },
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
