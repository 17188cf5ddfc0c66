import { readJSONText } from "../../../shared/json/read-json.ts";
import type { HTTPResponseMeta, ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { CallError } from "../../../errors/call-error.ts";
import { decodeData } from "../../../shared/json/encode-data.ts";
import { essenceOf, streamFormat } from "../operation/media-type.ts";
import type { StreamFormat } from "../operation/operation-shape.ts";
import { callUpstream } from "../send/call-upstream.ts";
import type { HTTPCall } from "../request/outgoing-request.ts";
import type { RequestPlan } from "../request/request-plan.ts";
import { createEventDecoder, END_MARK } from "../../../shared/events/event-decoder.ts";
import { HTTPExchange, responseError } from "../response/http-exchange.ts";
import { responseMeta } from "../response/read-response.ts";
import { fromProblem } from "../response/status-error.ts";
import { createLineDecoder, cutLine, decodeStream, StreamCut } from "../../../shared/events/stream-decoder.ts";
import type { DecodedItem, StreamDecoder } from "../../../shared/events/stream-decoder.ts";
import { forwardCall, warnOfLine } from "../../../registry/call/call-scope.ts";
import { redactText } from "../response/redact.ts";
import { shorten } from "../../../shared/short-text.ts";
import { Reconnection } from "./reconnection.ts";

/** How many characters of a skipped line a warning shows. */
const LONGEST_LINE = 100;

/** A call of an operation that answers with a stream. */
export interface StreamCall extends HTTPCall {
  readonly plan: RequestPlan;
}

/**
 * The items of a stream. A clean end ends it. A cut stream is resumed if that loses nothing; otherwise it fails with
 * `STREAM_GAP`.
 */
export async function* streamItems(call: StreamCall): AsyncGenerator<ResponseEnvelope, void, undefined> {
  const { shape, upstream } = call.plan;
  const reconnection = new Reconnection(shape, upstream.config, call.context);
  let hasWarned = false;
  const onMalformed: Reading["onMalformed"] = (line, exchange) => {
    if (!hasWarned) warnOfLine(call.context, malformedText(line, exchange));
    hasWarned = true;
  };
  for (;;) {
    const exchange = new HTTPExchange(call.context, upstream, upstream.config.timeout);
    forwardCall(call.context, exchange);
    let error: CallError;
    try {
      yield* readItems(call, { exchange, reconnection, onMalformed });
      return;
    } catch (thrown) {
      error = streamError(thrown, exchange);
    } finally {
      exchange.close(false);
    }
    await reconnection.waitAfter(error);
  }
}

/** One connection of a stream, and what lasts for the whole stream. */
interface Reading {
  readonly exchange: HTTPExchange;
  readonly reconnection: Reconnection;
  readonly onMalformed: (line: string, exchange: HTTPExchange) => void;
}

/** Where an item comes from. */
interface ItemSource {
  readonly plan: RequestPlan;
  readonly exchange: HTTPExchange;
}

async function* readItems(call: StreamCall, reading: Reading): AsyncGenerator<ResponseEnvelope, void, undefined> {
  const { plan } = call;
  const { exchange, reconnection } = reading;
  exchange.input = call.input;
  exchange.lastEventId = reconnection.lastEventId || undefined;
  const answer = await callUpstream(plan, exchange);
  exchange.stopTimer();
  const { stream, status } = answer;
  if (stream === undefined || status === 204 || status === 205) return;
  const meta = responseMeta(answer, exchange);
  // If the response has no content type, the document decides how it is framed.
  const format = essenceOf(meta.contentType) === "" ? plan.shape.stream : streamFormat(meta.contentType);
  if (format === undefined) throw notAStream(meta, exchange);
  reconnection.connected(format);
  const { ownInput, jsonItems } = plan.shape;
  const isOwn = ownInput !== undefined;
  const source: ItemSource = { plan, exchange };
  const { eventSize } = plan.upstream.limits;
  const hold = (size: number): void => exchange.holds(size, eventSize);
  for await (const item of decodeStream(stream, decoderOf(plan, format, reading), hold)) {
    if (item.isIdOnly === true) {
      reconnection.resumeAfter(item.lastEventId ?? "");
      continue;
    }
    if (isOwn && item.event === "error") throw await ownError(item, source);
    if (isOwn && item.event === "complete") return;
    if (!isOwn && item.data === END_MARK && jsonItems !== false) return;
    reconnection.received(item);
    const read = isOwn ? parsed(item.data, source) : parseItem(item, format, source);
    const value = read instanceof Promise ? await exchange.cancellation.race(read) : read;
    // Its text is parsed, however long the reader of the stream keeps the value.
    hold(0);
    const data = isOwn ? decodeData(value) : value;
    yield { data, meta: { ...meta, ...eventMeta(item) } };
  }
  if (isOwn) throw new StreamCut("it ended before it was complete");
}

function decoderOf({ upstream }: RequestPlan, format: StreamFormat, reading: Reading): StreamDecoder {
  const { exchange, reconnection, onMalformed } = reading;
  const limit = upstream.limits.eventSize;
  if (format === "jsonl") return createLineDecoder({ limit });
  const { lastEventId } = reconnection;
  return createEventDecoder({
    limit,
    lastEventId,
    onRetry: (delay) => reconnection.retryIn(delay),
    onMalformed: (line) => onMalformed(line, exchange),
  });
}

function malformedText(line: string, { description, request }: HTTPExchange): string {
  const shown = JSON.stringify(shorten(redactText(line, request?.secrets ?? []), LONGEST_LINE));
  return `The stream of ${description} has lines that are no field of an event (data, event, id, retry). They are skipped. The first: ${shown}`;
}

/**
 * Data is JSON if the document says so. If it says nothing, an object or array is JSON. Data that does not parse is
 * passed on as text: the output check reports it, and nothing is lost.
 */
function parseItem({ data, mayBeCut }: DecodedItem, format: StreamFormat, source: ItemSource): unknown {
  const mayBeJSON = format === "jsonl" || (source.plan.shape.jsonItems ?? /^\s*[[{]/.test(data));
  return mayBeJSON ? parsed(data, source, mayBeCut) : data;
}

/** The error that ended a stream that this library serves. */
async function ownError({ data }: DecodedItem, source: ItemSource): Promise<Error> {
  return fromProblem(await parsed(data, source)) ?? new StreamCut("it failed without a reason");
}

/** The value of an item, or a promise of it if it is long. An empty text means that there is no data. */
function parsed(text: string, { plan: { upstream, shape }, exchange }: ItemSource, mayBeCut = false): unknown {
  if (text === "" && shape.ownInput !== undefined) return undefined;
  const asText = (thrown: unknown): string => {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    if (mayBeCut) throw cutLine(thrown);
    return text;
  };
  try {
    const isAbandoned = (): boolean => exchange.cancellation.reason !== undefined;
    const value = readJSONText(text, { most: upstream.limits.values, isAbandoned });
    return value instanceof Promise ? value.catch(asText) : value;
  } catch (thrown) {
    return asText(thrown);
  }
}

function eventMeta({ event, lastEventId }: DecodedItem): { event?: string; lastEventId?: string } {
  return {
    ...(event === undefined ? {} : { event }),
    ...(lastEventId === undefined || lastEventId === "" ? {} : { lastEventId }),
  };
}

/** A stream counts as cut only if neither the caller nor a deadline ended it. */
function streamError(thrown: unknown, exchange: HTTPExchange): CallError {
  if (!(thrown instanceof StreamCut) || exchange.cancellation.reason !== undefined) return exchange.failure(thrown);
  const message = `The stream of ${exchange.description} was cut: ${thrown.message}.`;
  return new CallError("STREAM_GAP", message, undefined, { cause: thrown });
}

function notAStream({ statusCode: status, contentType }: HTTPResponseMeta, { description }: HTTPExchange): CallError {
  const message = `${description} answered ${status} with ${contentType}, which is not a stream. The input may have to ask for one.`;
  return responseError(message, { status, contentType });
}
