/** Calls and streams as server-sent events. */
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { CallError } from "../../errors/call-error.ts";
import { isEventId } from "../../envelope/tracked.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { dispatch, dispatchSubscription } from "../../registry/dispatch.ts";
import type { DispatchRequest } from "../../registry/dispatch.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { takesJSON } from "../request/accept.ts";
import type { CallLimits, LimitedCall } from "../request/client-limits.ts";
import type { HeaderPairs, Reply } from "../request/incoming.ts";
import type { CheckedRequest } from "../request/request-handler.ts";
import { endEvent, openEventStream } from "./event-stream.ts";
import type { EventWork } from "./event-stream.ts";
import type { HTTPAnswers, ReplyPart } from "./http-answers.ts";
import type { HTTPQuestions } from "./http-questions.ts";
import { toCallerLog } from "./log-events.ts";
import { ReportedCall } from "./reported-call.ts";
import type { CallReport } from "./reported-call.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** What every operation that is served needs. */
export interface ServedOperationDeps {
  readonly registry: OperationRegistry;
  readonly settings: ServeHTTPSettings;
  readonly limits: CallLimits;
  readonly questions: HTTPQuestions;
  readonly answers: HTTPAnswers;
}

/** An item or a result, as the client wants it. */
export interface EventText {
  /** JSON; undefined if there is no data at all, which JSON cannot express. */
  readonly text: string | undefined;
  /** What the text leaves out, if it does not say so itself. */
  readonly part?: ReplyPart | undefined;
}

export type ToText = (envelope: ResponseEnvelope) => EventText;

export interface OpenEventsOptions extends ServedOperationDeps {
  readonly call: LimitedCall;
  readonly request: CheckedRequest;
  readonly spec: OperationSpec;
  readonly requestId: string;
  readonly toText: ToText;
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

/** Opens a stream of events, which leaves the limits when it ends. Returns the result if that came before any event. */
export async function openEvents(
  order: DispatchRequest,
  options: OpenEventsOptions,
): Promise<Reply | { readonly end: ResponseEnvelope }> {
  const { registry, settings, limits, call, request, spec, requestId, toText, questions } = options;
  const isStream = spec.type === OperationType.SUBSCRIPTION;
  // A call may finish when its credential ends; a stream may not continue.
  const stopWatching = isStream ? request.onCredentialEnd?.((reason) => call.cancel(reason)) : undefined;
  const onEnd = (): void => {
    stopWatching?.();
    limits.leave(call);
  };
  const shared = { settings, spec, requestId, onEnd };
  const cut = (why: CallError): void => call.cancel(why);
  try {
    const { body, end } = isStream
      ? await openEventStream(cuttable(dispatchSubscription(registry, order), cut), {
          ...shared,
          toEvent: itemEvents(toText),
        })
      : await openEventStream(
          new ReportedCall({
            start({ onProgress, onQuestion, onLog }) {
              const callerLog = toCallerLog(request.incoming.headers["operation-log"], onLog);
              const context = { ...order.context, onProgress, ...(callerLog === undefined ? {} : { callerLog }) };
              if (request.incoming.headers["operation-questions"] !== "accept")
                return dispatch(registry, { ...order, context });
              const asked = questions.open({ requestId, client: request.client, onQuestion });
              const asking = { ...order, context: { ...context, onElicitation: asked.ask } };
              return dispatch(registry, asking).finally(() => questions.close(asked));
            },
            abort: cut,
          }),
          { ...shared, toEvent: callEvents(toText) },
        );
    if (end !== undefined && takesJSON(request.incoming.headers["accept"])) return { end };
    return { status: 200, headers: [...STREAM_HEADERS, "operation-request-id", requestId], stream: body };
  } catch (thrown) {
    stopWatching?.();
    throw thrown;
  }
}

/** A stream that is cut says why: it was not read to where its reader wanted it. */
function cuttable(stream: Subscription, cut: (why: CallError) => void): EventWork<ResponseEnvelope, void> {
  return {
    next: () => stream.next(),
    stop(why) {
      cut(why);
      return stream.return();
    },
  };
}

/**
 * Writes items with the ids that their handler gave them, and a last event when there are no more. An item without data
 * is an empty line of data.
 */
function itemEvents(toText: ToText): (result: IteratorResult<ResponseEnvelope, void>) => string {
  return (result) => {
    if (result.done === true) return endEvent("complete", "{}");
    const { lastEventId } = result.value.meta;
    const id = lastEventId !== undefined && isEventId(lastEventId) ? `id: ${lastEventId}\n` : "";
    const { text = "", part } = toText(result.value);
    return `${partEvent(part)}${id}data: ${text}\n\n`;
  };
}

/** The progress of a call, what it asks and logs, and at the end its result. */
function callEvents(toText: ToText): (result: IteratorResult<CallReport, ResponseEnvelope>) => string {
  return ({ done, value }) => {
    if (done === true) {
      const { text = "", part } = toText(value);
      return partEvent(part) + endEvent("result", text);
    }
    const { type, ...data } = "type" in value ? value : { type: "progress", ...value };
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  };
}

/** Says that what comes next is a part, and how to get the rest. */
function partEvent(part: ReplyPart | undefined): string {
  return part === undefined ? "" : `event: part\ndata: ${JSON.stringify(part)}\n\n`;
}
