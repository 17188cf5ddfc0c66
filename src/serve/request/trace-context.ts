import type { TraceContext } from "../../operation/operation-context.ts";

/** They are passed on as header fields, so nothing else passes: W3C trace context, as far as that matters. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace that a client sends along; undefined if it sends none that can be passed on. */
export function readTrace(sent: Readonly<Record<string, unknown>>): TraceContext | undefined {
  const { traceparent, tracestate } = sent;
  if (typeof traceparent !== "string" || !TRACEPARENT.test(traceparent)) return undefined;
  return typeof tracestate === "string" && TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
