import type { TraceContext } from "../../operation/operation-context.ts";

/** What passes becomes a header field, so it must have the form of W3C trace context. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace that a client sends along; undefined if it sends none that can be passed on. */
export function readTrace(sent: Readonly<Record<string, unknown>>): TraceContext | undefined {
  const { traceparent, tracestate } = sent;
  if (typeof traceparent !== "string" || !TRACEPARENT.test(traceparent)) return undefined;
  return typeof tracestate === "string" && TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
