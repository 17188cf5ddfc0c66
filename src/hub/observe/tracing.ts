import type * as OpenTelemetryAPI from "@opentelemetry/api";
import type { Span, SpanContext } from "@opentelemetry/api";
import type { TraceContext } from "../../operation/operation-context.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { Middleware, MiddlewareCall } from "../../operation/middleware.ts";
import { callFailureCode, watchCall } from "./watch-call.ts";
import type { CallEnd } from "./watch-call.ts";

type OpenTelemetry = typeof OpenTelemetryAPI;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * A span for each call, in the caller's trace. Nested calls continue it. Undefined if `@opentelemetry/api` is not
 * installed. Spans go nowhere until the program registers an OpenTelemetry SDK.
 */
export async function loadTracing(name = "operations"): Promise<Middleware | undefined> {
  const api = await import("@opentelemetry/api").catch(() => undefined);
  return api === undefined ? undefined : tracing(api, name);
}

export function tracing(api: OpenTelemetry, name = "operations"): Middleware {
  // A proxy: it uses the SDK as soon as one is registered.
  const tracer = api.trace.getTracer(name);
  const none = new api.ProxyTracerProvider().getDelegate();
  // Without an SDK no span goes anywhere.
  const hasSDK = (): boolean => {
    const provider = api.trace.getTracerProvider();
    return !(provider instanceof api.ProxyTracerProvider) || provider.getDelegate() !== none;
  };
  return (call, next) => {
    if (tracer instanceof api.ProxyTracer && !hasSDK()) return next();
    const above = parentContext(api, call);
    const kind = call.parent === undefined ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
    const span = tracer.startSpan(call.id, { kind }, above);
    const own = span.spanContext();
    // Without an SDK the span is its parent, or invalid. A valid span that is not recorded is passed on: otherwise
    // nested calls would start traces of their own.
    if (!api.isSpanContextValid(own) || own.spanId === api.trace.getSpanContext(above)?.spanId) return next();
    if (span.isRecording()) span.setAttributes(attributesOf(call));
    call.continueTrace(toTrace(own));
    return api.context.with(api.trace.setSpan(above, span), () =>
      watchCall(call, next, (end) => endSpan(api, span, end)),
    );
  };
}

function parentContext(api: OpenTelemetry, { context }: MiddlewareCall) {
  const parent = fromTrace(api, context.trace);
  // A call without a trace belongs to the active span, for instance that of an instrumented server.
  return parent === undefined ? api.context.active() : api.trace.setSpanContext(api.context.active(), parent);
}

function attributesOf({ id, spec, context }: MiddlewareCall): Record<string, string> {
  return {
    "operation.id": id,
    "operation.type": spec.type === OperationType.SUBSCRIPTION ? "subscription" : spec.type.toLowerCase(),
    "operation.request_id": context.requestId,
    ...(spec.origin === undefined ? {} : { "operation.source": spec.origin.source }),
    ...(context.identity === undefined ? {} : { "enduser.id": context.identity.id }),
    ...(context.identity?.issuer === undefined ? {} : { "enduser.issuer": context.identity.issuer }),
  };
}

function endSpan(api: OpenTelemetry, span: Span, end: CallEnd): void {
  const failure = callFailureCode(end);
  if (failure !== undefined) {
    span.setAttribute("error.type", failure);
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure });
  }
  span.end();
}

function fromTrace(api: OpenTelemetry, trace: TraceContext | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(trace?.traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  if (!api.isSpanContextValid(context)) return undefined;
  return trace?.tracestate === undefined ? context : { ...context, traceState: api.createTraceState(trace.tracestate) };
}

function toTrace({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const tracestate = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    ...(tracestate === undefined || tracestate === "" ? {} : { tracestate }),
  };
}
