import { httpEnvelope } from "../../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import { CallError } from "../../../errors/call-error.ts";
import { decodeData } from "../../../shared/encode-data.ts";
import type { StreamFormat } from "../operation/operation-shape.ts";
import { callServer } from "./call-server.ts";
import type { Answer } from "./call-server.ts";
import { createEventDecoder, END_MARK } from "../response/event-decoder.ts";
import { Exchange } from "../response/exchange.ts";
import { answerError, exchangeError } from "../response/http-errors.ts";
import type { HTTPCall } from "../request/http-call.ts";
import { createLineDecoder } from "../response/line-decoder.ts";
import { essenceOf, isEventStream, isJSONLines, STREAM_TYPES } from "../operation/media-type.ts";
import { fromProblem } from "../response/own-problem.ts";
import { discard } from "../response/read-bytes.ts";
import { acceptedTypes, safeHeaders } from "../response/read-response.ts";
import { Reconnection } from "./reconnection.ts";
import { readItems, StreamCut } from "../response/stream-decoder.ts";
import type { StreamDecoder, StreamItem } from "../response/stream-decoder.ts";

/** A call of an operation that answers with a stream. */
export interface StreamCall extends HTTPCall {
  readonly stream: StreamFormat;
}

/** The items of a stream. A clean end ends it; a cut is taken up again where that loses nothing, else `STREAM_GAP`. */
export async function* streamItems(call: StreamCall): AsyncGenerator<ResponseEnvelope, void, undefined> {
  const reconnection = new Reconnection(call);
  for (;;) {
    const exchange = new Exchange(call.context.signal, call.service.config.timeout);
    let error: CallError;
    try {
      yield* readAnswer(call, exchange, reconnection);
      return;
    } catch (thrown) {
      error = thrown instanceof StreamCut ? cutError(thrown, exchange) : exchangeError(thrown, exchange);
    } finally {
      exchange.close(false);
    }
    await reconnection.waitAfter(error);
  }
}

async function* readAnswer(
  call: StreamCall,
  exchange: Exchange,
  reconnection: Reconnection,
): AsyncGenerator<ResponseEnvelope, void, undefined> {
  const { lastEventId } = reconnection;
  const answer = await callServer(
    { ...call, accept: acceptOf(call), ...(lastEventId === "" ? {} : { lastEventId }) },
    exchange,
  );
  exchange.stopTimer();
  const { response } = answer;
  if (response.body === null || response.status === 204 || response.status === 205) {
    await discard(response);
    return;
  }
  const format = formatOf(call, answer);
  if (format === undefined) {
    await discard(response);
    throw noStream(answer);
  }
  reconnection.connected(format);
  const meta = {
    statusCode: response.status,
    headers: safeHeaders(response.headers, answer.secrets),
    contentType: response.headers.get("content-type") ?? "",
  };
  const isOwn = call.shape.ownInput !== undefined;
  for await (const item of readItems(response.body, decoderOf(call, format, reconnection))) {
    if (isOwn && isOwnEnd(item)) return;
    if (!isOwn && item.data === END_MARK && call.shape.jsonItems !== false) return;
    reconnection.received(item);
    const data = isOwn ? parseOwnItem(item) : parseItem(item, format, call.shape.jsonItems);
    yield httpEnvelope(data, { ...meta, ...eventMeta(item) });
  }
  if (isOwn) throw new StreamCut("it ended before it was complete");
}

function acceptOf({ shape, stream }: StreamCall): string {
  const isWanted = stream === "sse" ? isEventStream : isJSONLines;
  const accepted = acceptedTypes(shape, isWanted);
  return accepted === "*/*" ? STREAM_TYPES[stream].slice(0, 2).join(", ") : accepted;
}

/** How the answer is framed: by its own content type; by the document where it says none. */
function formatOf({ stream }: StreamCall, { response }: Answer): StreamFormat | undefined {
  const contentType = essenceOf(response.headers.get("content-type") ?? "");
  if (contentType === "") return stream;
  if (isEventStream(contentType)) return "sse";
  return isJSONLines(contentType) ? "jsonl" : undefined;
}

function decoderOf(call: StreamCall, format: StreamFormat, reconnection: Reconnection): StreamDecoder {
  const limit = call.service.limits.eventSize;
  if (format === "jsonl") return createLineDecoder({ limit });
  const { lastEventId } = reconnection;
  return createEventDecoder({ limit, lastEventId, onRetry: (delay) => reconnection.retryIn(delay) });
}

/**
 * JSON where the document says so, or where the data is an object or array and the document says nothing. What is not
 * JSON is passed on as text: the output check then tells, and nothing is lost.
 */
function parseItem({ data }: StreamItem, format: StreamFormat, jsonItems: boolean | undefined): unknown {
  const mayBeJSON = format === "jsonl" || (jsonItems ?? /^\s*[[{]/.test(data));
  return mayBeJSON ? parsed(data) : data;
}

/** Whether a stream of this library's own has come to its end. Throws the error that ended it. */
function isOwnEnd({ event, data }: StreamItem): boolean {
  if (event === "error") throw fromProblem(parsed(data)) ?? new StreamCut("it failed without saying why");
  return event === "complete";
}

/** An empty line stands for no data at all. */
function parseOwnItem({ data }: StreamItem): unknown {
  return data === "" ? undefined : decodeData(parsed(data));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function eventMeta({ event, lastEventId }: StreamItem): { event?: string; lastEventId?: string } {
  return {
    ...(event === undefined ? {} : { event }),
    ...(lastEventId === undefined || lastEventId === "" ? {} : { lastEventId }),
  };
}

function cutError(cut: StreamCut, exchange: Exchange): CallError {
  const message = `The stream of ${exchange.description} was cut: ${cut.message}.`;
  return exchange.interruption ?? new CallError("STREAM_GAP", message, undefined, { cause: cut });
}

function noStream({ response, description }: Answer): CallError {
  const { status } = response;
  const contentType = response.headers.get("content-type") ?? "";
  const message = `${description} answered ${status} with ${contentType}, which is no stream: it may have to be asked for in the input.`;
  return answerError(message, { status, contentType });
}
