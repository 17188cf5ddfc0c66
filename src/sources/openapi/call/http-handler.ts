import type { OperationHandler, SubscriptionHandler } from "../../../operation/define-operation.ts";
import { encodeData } from "../../../shared/encode-data.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import { callUpstream } from "../request/call-upstream.ts";
import { RequestPlan } from "../request/request-plan.ts";
import type { Input } from "../request/serialise-parameter.ts";
import type { Upstream } from "../request/upstream.ts";
import { HTTPExchange } from "../response/http-exchange.ts";
import { readResponse } from "../response/read-response.ts";
import { streamItems } from "./stream-items.ts";

export { createUpstream } from "../request/upstream.ts";

/** Makes the handler of an operation: it returns an async generator for a stream, otherwise a promise. */
export function createHTTPHandler(
  shape: OperationShape & { readonly stream: NonNullable<OperationShape["stream"]> },
  upstream: Upstream,
): SubscriptionHandler;
export function createHTTPHandler(
  shape: OperationShape & { readonly stream?: undefined },
  upstream: Upstream,
): OperationHandler;
export function createHTTPHandler(shape: OperationShape, upstream: Upstream): OperationHandler | SubscriptionHandler;
export function createHTTPHandler(shape: OperationShape, upstream: Upstream): OperationHandler | SubscriptionHandler {
  const plan = new RequestPlan(shape, upstream);
  const { stream, ownInput } = shape;
  // This library takes the whole input of an operation that it serves as the body.
  const inputOf = (input: Input | undefined): Input =>
    ownInput === undefined ? (input ?? {}) : { body: encodeData(input) };
  if (stream !== undefined) {
    return (input, context) => streamItems({ plan, stream, input: inputOf(input), context });
  }
  const limit = upstream.limits.responseBytes;
  return async (input, context) => {
    const exchange = new HTTPExchange(context.signal, upstream.config.timeout);
    let isComplete = false;
    try {
      const response = await callUpstream(plan, { input: inputOf(input), context }, exchange);
      const envelope = await exchange.cancellation.race(readResponse(response, { shape, exchange, limit }));
      isComplete = true;
      return envelope;
    } catch (thrown) {
      throw exchange.failure(thrown);
    } finally {
      exchange.close(isComplete);
    }
  };
}
