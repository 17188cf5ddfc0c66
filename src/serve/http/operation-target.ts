import { CallError } from "../../errors/call-error.ts";
import { unwritableResult } from "../../errors/unwritable-result.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { END_EVENT_ID, isEventId } from "../../envelope/tracked.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { AccessControl } from "../../operation/access-control.ts";
import type { CallContext } from "../../operation/operation-context.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { dispatch } from "../../registry/dispatch.ts";
import type { DispatchRequest } from "../../registry/dispatch.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";
import { encodeData } from "../../shared/json/encode-data.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import { latin1AsUtf8 } from "../../shared/utf8-header.ts";
import { notedMembers } from "../../envelope/noted-members.ts";
import { LARGE_TEXT, roomInTurn, spendTurn } from "../../shared/time/turns.ts";
import { prefersEvents, takesEvents } from "../request/accept.ts";
import { CallClock } from "../request/call-clock.ts";
import type { LimitedCall } from "../request/client-limits.ts";
import type { Incoming, Reply, RequestHeaders } from "../request/incoming.ts";
import { HTTPRefusal, problemReply } from "../request/problem.ts";
import { scopeChallenge } from "../request/protected-resource.ts";
import { rateLimitFields } from "../request/rate-limit-fields.ts";
import type { CheckedRequest, RequestTarget } from "../request/request-handler.ts";
import { readTrace } from "../request/trace-context.ts";
import { openEvents } from "./call-events.ts";
import type { EventText, ServedOperationDeps, ToText } from "./call-events.ts";
import type { FittedReply } from "./http-answers.ts";
import { readBodyInput, readQueryInput } from "./read-input.ts";

/** The methods that some operation takes: what `OPTIONS` says for every path. */
export const ALLOW = "GET, HEAD, POST, OPTIONS";

const EVENTS = /event-stream/i;
const REQUEST_ID = /^[\w.:~+-]{1,128}$/;

/** An operation at its path: each request is a call, or opens a stream. */
export class OperationTarget implements RequestTarget {
  readonly allow = ALLOW;
  readonly #deps: ServedOperationDeps;
  readonly #id: string;
  readonly #spec: OperationSpec;
  readonly #isStream: boolean;

  constructor(deps: ServedOperationDeps, id: string, spec: OperationSpec) {
    this.#deps = deps;
    this.#id = id;
    this.#spec = spec;
    this.#isStream = spec.type === OperationType.SUBSCRIPTION;
  }

  /** Runs the call or opens the stream. Never throws. */
  async answer(request: CheckedRequest): Promise<Reply> {
    const { incoming, identity } = request;
    const { headers, method } = incoming;
    const { settings, limits, registry, answers } = this.#deps;
    const given = headers["operation-request-id"];
    const asEnvelope = headers["operation-answer"] === "envelope";
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : nextRequestId();
    // Only with a listener: reading the clock costs time, too.
    const clock = settings.onCallTimes === undefined ? undefined : new CallClock(this.#id, incoming.arrivedAt);
    incoming.clock = clock;
    let call: LimitedCall | undefined;
    let isStreaming = false;
    try {
      if (method !== "POST") assertMethod(method, this.#spec);
      // An `EventSource` comes back after the end. This status, and no other, tells it not to.
      if (headers["last-event-id"] === END_EVENT_ID) return { status: 204, headers: ["cache-control", "no-store"] };
      // Before anything runs: a client that accepts only JSON has mistaken the stream for a call.
      if (this.#isStream && headers["accept"] !== undefined && !takesEvents(headers["accept"]))
        throw notAcceptable(this.#id);
      const running = (call = limits.enter(request));
      // The registry refuses a caller without access, so that middleware sees the refusal. That needs no input.
      const mayCall = checkAccess(this.#spec.accessControl, identity);
      const input = mayCall ? await this.#readInput(incoming) : undefined;
      clock?.noteRead();
      // Before the call: a projection that can't be used must not cost one.
      const asksForPart = headers["operation-select"] !== undefined || headers["operation-answer-tokens"] !== undefined;
      const mayBePart = asksForPart || answers.hasBounds;
      const wanted = mayBePart ? await answers.wantedBy(headers, identity) : undefined;
      const requires = (): AccessControl => (registry.getSpec(this.#id) ?? this.#spec).accessControl;
      const fitted = (envelope: ResponseEnvelope): FittedReply =>
        wanted === undefined
          ? { envelope }
          : answers.fit(envelope, wanted, { identity, requires, operation: this.#spec });
      incoming.onLeave((reason) => running.cancel(reason));
      const lastEventId = this.#isStream ? lastEventIdOf(headers) : undefined;
      const limit = this.#isStream ? undefined : settings.callTimeout;
      const trace = headers["traceparent"] === undefined ? undefined : readTrace(headers);
      const deadline = deadlineIn(headers, limit);
      const onExchange =
        headers["operation-wire"] === "record" ? settings.recordExchanges?.({ requestId, identity }) : undefined;
      const context: CallContext = { requestId, identity, lastEventId, deadline, trace, onExchange };
      const id = this.#id;
      const onStart = clock?.noteEntered;
      const plain = { requestId, isCacheable: method !== "POST", asEnvelope, maxSize: settings.maxResponseSize };
      const { accept } = headers;
      // HEAD asks what the plain reply would be.
      const mayStream = accept !== undefined && EVENTS.test(accept) && method !== "HEAD";
      if (!this.#isStream && !(mayStream && prefersEvents(accept))) {
        // No variable holds this literal: see ADR 56.
        const envelope = await dispatch(registry, { id, input, context, cancellation: running, onStart });
        clock?.noteLeft();
        const room = roomInTurn(running.atOnce);
        if (room !== undefined) await room;
        // The client may have been cut off meanwhile.
        if (running.reason !== undefined) throw running.reason;
        return toReply(fitted(envelope), plain);
      }
      const toText: ToText = (envelope) => eventText(fitted(envelope), plain);
      const events = { ...this.#deps, call: running, request, spec: this.#spec, requestId, toText };
      const order: DispatchRequest = { id, input, context, cancellation: running, onStart };
      const opened = await openEvents(order, events);
      if ("end" in opened) return toReply(fitted(opened.end), plain);
      isStreaming = true;
      return opened;
    } catch (thrown) {
      clock?.noteLeft();
      const reply = problemReply(thrown, { settings, spec: this.#spec, requestId });
      if (reply.status === 403) reply.headers.push(...(scopeChallenge(this.#spec.accessControl, identity) ?? []));
      return reply;
    } finally {
      if (call !== undefined && !isStreaming) limits.leave(call);
    }
  }

  #readInput(incoming: Incoming): unknown {
    return incoming.method === "POST"
      ? readBodyInput(incoming, this.#deps.settings.maxBodySize)
      : readQueryInput(incoming, this.#spec);
  }
}

interface PlainReplyOptions {
  readonly requestId: string;
  /** Whether a cache on the way might keep the reply unless a header forbids it. */
  readonly isCacheable: boolean;
  /** Whether the client wants the whole envelope, and not only its data. */
  readonly asEnvelope: boolean;
  /** Characters of the longest result. */
  readonly maxSize: number;
}

function plainReply(envelope: ResponseEnvelope, options: PlainReplyOptions): Reply {
  const { requestId, isCacheable } = options;
  const { meta } = envelope;
  const body = resultText(envelope, options);
  const headers = ["operation-request-id", requestId];
  // One caller's result is not for the next, and a cache knows nothing of keys in `x-api-key`.
  if (isCacheable) headers.push("cache-control", "no-store");
  if (meta.source === "mcp" && meta.isError) headers.push("operation-is-error", "true");
  const [stripped, filled] = [notedMembers(meta, "stripped"), notedMembers(meta, "filled")];
  if (stripped !== undefined) headers.push("operation-stripped", String(stripped.count));
  if (filled !== undefined) headers.push("operation-filled", String(filled.count));
  if (meta.rateLimits !== undefined) headers.push(...rateLimitFields(meta.rateLimits));
  if (body === undefined) return { status: 204, headers };
  headers.push("content-type", "application/json");
  return { status: 200, headers, body };
}

/** The header says that it is a part, and by which handle the rest is read. */
function toReply(fitted: FittedReply, options: PlainReplyOptions): Reply {
  const reply = plainReply(withPart(fitted), options);
  if (fitted.part !== undefined) reply.headers.push("operation-part", fitted.part.handle ?? "not kept");
  return reply;
}

/**
 * Data without its envelope has no place for a note about what is missing, so the note goes ahead as a separate event.
 */
function eventText(fitted: FittedReply, options: PlainReplyOptions): EventText {
  const text = resultText(withPart(fitted), options);
  return options.asEnvelope ? { text } : { text, part: fitted.part };
}

function withPart({ envelope, part }: FittedReply): ResponseEnvelope {
  const { data, meta } = envelope;
  return part === undefined ? envelope : { data, meta: Object.assign({}, meta, { part }) };
}

function resultText({ data, meta }: ResponseEnvelope, options: PlainReplyOptions): string | undefined {
  const { asEnvelope, maxSize } = options;
  let text: string | undefined;
  try {
    const value = encodeData(data);
    text = JSON.stringify(asEnvelope ? { data: value, meta } : value);
  } catch (cause) {
    throw unwritableResult(cause);
  }
  if (text === undefined) return undefined;
  if (text.length > LARGE_TEXT) spendTurn(text.length);
  if (text.length <= maxSize) return text;
  const message = `The result has ${text.length} characters; ${maxSize} are allowed.`;
  throw new CallError("PAYLOAD_TOO_LARGE", message, undefined, { phase: "started" });
}

function assertMethod(method: string, { type }: OperationSpec): void {
  const isQuery = type === OperationType.QUERY;
  if (isQuery && (method === "GET" || method === "HEAD")) return;
  // An EventSource sends nothing but GET.
  const isStream = type === OperationType.SUBSCRIPTION;
  if (isStream && method === "GET") return;
  const allow = isQuery ? ALLOW : isStream ? "GET, POST, OPTIONS" : "POST, OPTIONS";
  const message = `A ${type} is called by POST, not by ${method.slice(0, 20)}.`;
  throw new HTTPRefusal(405, message, { headers: ["allow", allow] });
}

function notAcceptable(id: string): HTTPRefusal {
  return new HTTPRefusal(406, `${id} is a SUBSCRIPTION, and answers with text/event-stream.`);
}

/** The last item that the client has. An id that no item can have counts as none. */
function lastEventIdOf({ "last-event-id": given }: RequestHeaders): string | undefined {
  const id = given === undefined ? undefined : latin1AsUtf8(given);
  return isEventId(id) ? id : undefined;
}

/** The deadline that the client asks for, within the limit of the server. */
function deadlineIn({ "operation-timeout-ms": timeout }: RequestHeaders, limit: number | undefined) {
  if (timeout === undefined) return limit === undefined ? undefined : Date.now() + limit;
  if (!/^\d{1,15}$/.test(timeout)) {
    throw new CallError("VALIDATION_ERROR", "operation-timeout-ms must be a number of milliseconds.");
  }
  return Date.now() + Math.min(Number(timeout), limit ?? LONGEST_DELAY);
}
