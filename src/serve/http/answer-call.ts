import { CallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallContext, TraceContext } from "../../operation/operation-context.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { dispatch, dispatchSubscription } from "../../registry/dispatch.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { encodeData } from "../../shared/encode-data.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import type { OnCredentialEnd } from "../identity/credential-watch.ts";
import { toText } from "./answer-text.ts";
import type { CallSignal } from "./call-signal.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import { openEventStream } from "./event-stream.ts";
import type { Answer, HeaderPairs, Incoming } from "./incoming.ts";
import { HTTPRefusal, problemAnswer } from "./problem.ts";
import { readBodyInput, readQueryInput } from "./read-input.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

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

const LONGEST_DELAY = 2 ** 31 - 1;

/** Runs the call or opens the stream. Never throws. */
export async function answerCall(desk: CallDesk, order: CallOrder): Promise<Answer> {
  const { incoming, spec, id, identity, onCredentialEnd } = order;
  const { settings, calls, registry } = desk;
  const requestId = requestIdOf(incoming);
  const place = { settings, spec, requestId };
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
    const isStream = spec.type === OperationType.SUBSCRIPTION;
    const context = contextOf(incoming, {
      requestId,
      identity,
      signal: signal.asAbortSignal(),
      deadline: deadlineOf(incoming, isStream ? undefined : settings.callTimeout),
    });
    const request = { id, input, context };
    if (!isStream) return plainAnswer(await dispatch(registry, request), { incoming, settings, requestId });
    const subscription = dispatchSubscription(registry, request);
    stopWatching = onCredentialEnd?.((reason) => own.abort(reason));
    const stream = await openEventStream(subscription, {
      ...place,
      asEnvelope: wantsEnvelope(incoming),
      onEnd: () => {
        stopWatching?.();
        calls.leave(own);
      },
    });
    isStreaming = true;
    return { status: 200, headers: [...STREAM_HEADERS, "operation-request-id", requestId], body: stream };
  } catch (thrown) {
    return problemAnswer(thrown, place);
  } finally {
    if (!isStreaming) {
      stopWatching?.();
      if (signal !== undefined) calls.leave(signal);
    }
  }
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
  readonly incoming: Incoming;
  readonly settings: ServeHTTPSettings;
  readonly requestId: string;
}

function plainAnswer(envelope: ResponseEnvelope, { incoming, settings, requestId }: AnswerPlace): Answer {
  const { data, meta } = envelope;
  const body = toText(wantsEnvelope(incoming) ? { data: encodeData(data), meta } : encodeData(data), settings);
  const headers = ["operation-request-id", requestId];
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

function wantsEnvelope(incoming: Incoming): boolean {
  return incoming.header("operation-answer") === "envelope";
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
