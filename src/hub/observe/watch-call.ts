import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { isResponseEnvelope } from "../../envelope/is-response-envelope.ts";
import { isStreamOutcome } from "../../registry/middleware.ts";
import type { CallOutcome } from "../../registry/middleware.ts";
import { observeStream } from "../../registry/observe-stream.ts";

/**
 * How a call ended: well, with an error, with what an MCP tool calls one (`isError`), or, for a stream, because its
 * consumer stopped it.
 */
export type CallEnd =
  | { readonly kind: "completed" | "tool failed" | "stopped" }
  | { readonly kind: "failed"; readonly error: CallError };

/** What went wrong for the caller, in one word; undefined where nothing did. */
export function failureCode(end: CallEnd): string | undefined {
  if (end.kind === "failed") return end.error.code;
  // As OpenTelemetry's conventions for MCP call it.
  return end.kind === "tool failed" ? "tool_error" : undefined;
}

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
  onEnd({ kind: isToolError(outcome) ? "tool failed" : "completed" });
  return outcome;
}

/** Whatever a middleware further in has answered with. */
function isToolError(outcome: unknown): boolean {
  return isResponseEnvelope(outcome) && outcome.meta.source === "mcp" && outcome.meta.isError;
}

function same(thrown: unknown): unknown {
  return thrown;
}
