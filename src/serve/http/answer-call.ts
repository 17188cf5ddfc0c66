import { CallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallContext, TraceContext } from "../../operation/operation-context.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { dispatch, dispatchSubscription } from "../../registry/dispatch.ts";
import type { DispatchRequest } from "../../registry/dispatch.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { LONGEST_DELAY } from "../../shared/deadline-timer.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import type { OnCredentialEnd } from "../identity/credential-watch.ts";
import { prefersEvents, takesJSON } from "../request/accept.ts";
import { toText } from "./answer-text.ts";
import type { AnswerForm } from "./answer-text.ts";
import type { CallSignal } from "../request/call-signal.ts";
import type { CallsInFlight } from "../request/calls-in-flight.ts";
import { openEventStream } from "./event-stream.ts";
import { clientLeft } from "../request/incoming.ts";
import type { Answer, HeaderPairs, Incoming } from "../request/incoming.ts";
import { HTTPRefusal, problemAnswer } from "../request/problem.ts";
import { readBodyInput, readQueryInput } from "./read-input.ts";
import { ReportedCall } from "./reported-call.ts";
import type { ServeHTTPSettings } from "../request/serve-http-options.ts";
import { callEvents, itemEvents } from "./to-event.ts";

/** What calls need. */
export interface CallDesk {
  readonly registry: OperationRegistry;
  readonly settings: ServeHTTPSettings;
  readonly calls: CallsInFlight;
}

export interface CallOrder {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly incoming: Incoming;
  readonly identity: Identity | undefined;
  /** Who counts as one client. */
  readonly client: string | undefined;
  /** For a stream: tells when whoever asked for it may no longer. */
  readonly onCredentialEnd: OnCredentialEnd | undefined;
}

/** Runs the call or opens the stream. Never throws. */
export async function answerCall(desk: CallDesk, order: CallOrder): Promise<Answer> {
  const { incoming, spec, id, identity, onCredentialEnd } = order;
  const { settings, calls, registry } = desk;
  const requestId = requestIdOf(incoming);
  const place = { settings, spec, requestId, isCacheable: incoming.method !== "POST" };
  let signal: CallSignal | undefined;
  let isStreaming = false;
  let stopWatching: (() => void) | undefined;
  try {
    checkMethod(incoming.method, spec);
    signal = calls.enter(order.client);
    // Who may not call is told so by the registry, whose middleware sees it; nothing is read for that.
    let input: unknown;
    if (checkAccess(spec.accessControl, identity)) {
      const isPost = incoming.method === "POST";
      input = isPost ? await readBodyInput(incoming, settings.maxBodySize) : readQueryInput(incoming, spec);
    }
    const own = signal;
    incoming.onLeave((reason) => own.abort(reason));
    const isSubscription = spec.type === OperationType.SUBSCRIPTION;
    const context = contextOf(incoming, {
      requestId,
      identity,
      signal: signal.asAbortSignal(),
      deadline: deadlineOf(incoming, isSubscription ? undefined : settings.callTimeout),
    });
    const request = { id, input, context };
    const form = { settings, asEnvelope: incoming.header("operation-answer") === "envelope" };
    if (!isSubscription && !wantsEvents(incoming)) {
      return plainAnswer(await dispatch(registry, request), form, place);
    }
    stopWatching = onCredentialEnd?.((reason) => own.abort(reason));
    const options = {
      ...place,
      onEnd: () => {
        stopWatching?.();
        calls.leave(own);
      },
    };
    const { body, end } = isSubscription
      ? await openEventStream(dispatchSubscription(registry, request), { ...options, toEvent: itemEvents(form) })
      : await openEventStream(reportedCall(registry, request, own), { ...options, toEvent: callEvents(form) });
    if (end !== undefined && takesJSON(incoming.header("accept"))) return plainAnswer(end, form, place);
    isStreaming = true;
    return { status: 200, headers: [...STREAM_HEADERS, "operation-request-id", requestId], body };
  } catch (thrown) {
    return problemAnswer(thrown, place);
  } finally {
    if (!isStreaming) {
      stopWatching?.();
      if (signal !== undefined) calls.leave(signal);
    }
  }
}

function reportedCall(registry: OperationRegistry, request: DispatchRequest, signal: CallSignal): ReportedCall {
  return new ReportedCall({
    start: (onProgress) => dispatch(registry, { ...request, context: { ...request.context, onProgress } }),
    abort: () => signal.abort(clientLeft()),
  });
}

const STREAM_HEADERS: HeaderPairs = [
  "content-type",
  "text/event-stream",
  "cache-control",
  "no-store",
  // nginx would collect the events otherwise.
  "x-accel-buffering",
  "no",
];

interface AnswerPlace {
  readonly requestId: string;
  /** Whether somebody on the way might keep the answer, if nothing is said. */
  readonly isCacheable: boolean;
}

function plainAnswer(envelope: ResponseEnvelope, form: AnswerForm, place: AnswerPlace): Answer {
  const { meta } = envelope;
  const body = toText(envelope, form);
  const headers = ["operation-request-id", place.requestId];
  // What one caller gets is not for the next; and keys in `x-api-key` mean nothing to a cache.
  if (place.isCacheable) headers.push("cache-control", "no-store");
  if (meta.source === "mcp" && meta.isError) headers.push("operation-is-error", "true");
  if (body === undefined) return { status: 204, headers, body: undefined };
  headers.push("content-type", "application/json");
  return { status: 200, headers, body };
}

function methodsOf({ type }: OperationSpec): string {
  if (type === OperationType.MUTATION) return "POST, OPTIONS";
  return type === OperationType.QUERY ? "GET, HEAD, POST, OPTIONS" : "GET, POST, OPTIONS";
}

function checkMethod(method: string, spec: OperationSpec): void {
  if (method === "POST") return;
  if ((method === "GET" || method === "HEAD") && spec.type === OperationType.QUERY) return;
  // An EventSource sends nothing else.
  if (method === "GET" && spec.type === OperationType.SUBSCRIPTION) return;
  const message = `A ${spec.type} is called by POST, not by ${method.slice(0, 20)}.`;
  throw new HTTPRefusal(405, message, { headers: ["allow", methodsOf(spec)] });
}

/** HEAD asks what the plain answer would be. */
function wantsEvents(incoming: Incoming): boolean {
  return incoming.method !== "HEAD" && prefersEvents(incoming.header("accept"));
}

function requestIdOf(incoming: Incoming): string {
  const given = incoming.header("operation-request-id");
  return given !== undefined && /^[\w.:~+-]{1,128}$/.test(given) ? given : nextRequestId();
}

function contextOf(incoming: Incoming, context: CallContext): CallContext {
  const trace = traceOf(incoming);
  return trace === undefined ? context : { ...context, trace };
}

function traceOf(incoming: Incoming): TraceContext | undefined {
  const traceparent = incoming.header("traceparent");
  if (traceparent === undefined || !/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)) {
    return undefined;
  }
  const tracestate = incoming.header("tracestate");
  return { traceparent, ...(tracestate !== undefined && tracestate.length <= 512 && { tracestate }) };
}

function deadlineOf(incoming: Incoming, limit: number | undefined): number | undefined {
  const given = incoming.header("operation-timeout-ms");
  if (given === undefined) return limit === undefined ? undefined : Date.now() + limit;
  if (!/^\d{1,15}$/.test(given)) {
    throw new CallError("VALIDATION_ERROR", "operation-timeout-ms must be a number of milliseconds.");
  }
  return Date.now() + Math.min(Number(given), limit ?? LONGEST_DELAY);
}
