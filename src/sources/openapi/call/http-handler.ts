import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { OperationHandler, SubscriptionHandler } from "../../../operation/define-operation.ts";
import { encodeData } from "../../../shared/encode-data.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import type { Input } from "../request/build-url.ts";
import { callServer } from "./call-server.ts";
import { Exchange } from "../response/exchange.ts";
import type { HTTPCall } from "../request/http-call.ts";
import { exchangeError } from "../response/http-errors.ts";
import type { HTTPService } from "../request/http-service.ts";
import { isEventStream, isJSONLines } from "../operation/media-type.ts";
import { acceptedTypes, readResponse } from "../response/read-response.ts";
import { streamItems } from "./stream-items.ts";

export { createHTTPService } from "../request/http-service.ts";

/**
 * Makes the handler of an operation: an async generator function for a stream, else an async function. Nothing is
 * built before the first call.
 */
export function createHTTPHandler(
  shape: OperationShape & { readonly stream: NonNullable<OperationShape["stream"]> },
  service: HTTPService,
): SubscriptionHandler;
export function createHTTPHandler(
  shape: OperationShape & { readonly stream?: undefined },
  service: HTTPService,
): OperationHandler;
export function createHTTPHandler(shape: OperationShape, service: HTTPService): OperationHandler | SubscriptionHandler;
export function createHTTPHandler(shape: OperationShape, service: HTTPService): OperationHandler | SubscriptionHandler {
  if (shape.stream !== undefined) {
    const stream = shape.stream;
    return (input, context) => streamItems({ shape, service, stream, input: inputOf(shape, input), context });
  }
  return (input, context) => callOnce({ shape, service, input: inputOf(shape, input), context });
}

/** The input of an operation that this library serves is the body, whatever it is. */
function inputOf({ ownInput }: OperationShape, input: Input | undefined): Input {
  return ownInput === undefined ? (input ?? {}) : { body: encodeData(input) };
}

async function callOnce(call: HTTPCall): Promise<ResponseEnvelope> {
  const { shape, service } = call;
  const exchange = new Exchange(call.context.signal, service.config.timeout);
  let isComplete = false;
  try {
    const accept = acceptedTypes(shape, isPlainType);
    const answer = await callServer({ ...call, accept }, exchange);
    const limit = service.limits.responseBytes;
    const envelope = await exchange.race(readResponse(answer.response, { ...answer, shape, limit }));
    isComplete = true;
    return envelope;
  } catch (thrown) {
    throw exchangeError(thrown, exchange);
  } finally {
    exchange.close(isComplete);
  }
}

function isPlainType(mediaType: string): boolean {
  return !isEventStream(mediaType) && !isJSONLines(mediaType);
}
