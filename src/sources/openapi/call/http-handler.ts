import type { OperationHandler, SubscriptionHandler } from "../../../operation/define-operation.ts";
import { encodeData } from "../../../shared/json/encode-data.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import { callUpstream } from "../send/call-upstream.ts";
import { exactIntegers } from "../request/exact-integers.ts";
import type { ExactInput } from "../request/exact-integers.ts";
import { RequestPlan } from "../request/request-plan.ts";
import type { Input } from "../request/serialise-parameter.ts";
import type { Upstream } from "../request/upstream.ts";
import { HTTPExchange } from "../response/http-exchange.ts";
import { readResponse } from "../response/read-response.ts";
import { forwardCall } from "../../../registry/call/call-scope.ts";
import { streamItems } from "./stream-items.ts";

export { createUpstream } from "../request/upstream.ts";

/** The handler of an operation that answers with one result. */
export function createCallHandler(
  shape: OperationShape,
  upstream: Upstream,
  inputSchema: object = {},
): OperationHandler {
  const plan = new RequestPlan(shape, upstream);
  const { limits } = upstream;
  const toExact = exactIntegers(inputSchema);
  return async (input, context) => {
    const exchange = new HTTPExchange(context, upstream, upstream.config.timeout);
    forwardCall(context, exchange);
    let isComplete = false;
    try {
      exchange.input = inputOf(shape, input, toExact);
      const answer = await callUpstream(plan, exchange);
      const read = readResponse(answer, { shape, exchange, limits });
      const envelope = read instanceof Promise ? await read : read;
      isComplete = true;
      return envelope;
    } catch (thrown) {
      throw exchange.failure(thrown);
    } finally {
      exchange.close(isComplete);
    }
  };
}

/** The handler of an operation that answers with a stream. */
export function createStreamHandler(
  shape: OperationShape,
  upstream: Upstream,
  inputSchema: object = {},
): SubscriptionHandler {
  const plan = new RequestPlan(shape, upstream);
  const toExact = exactIntegers(inputSchema);
  return (input, context) => streamItems({ plan, input: inputOf(shape, input, toExact), context });
}

/** If this library serves the operation, the whole input is the body. */
function inputOf({ ownInput }: OperationShape, input: Input | undefined, toExact: ExactInput | undefined): Input {
  if (ownInput !== undefined) return { body: encodeData(input) };
  return toExact === undefined ? (input ?? {}) : toExact(input ?? {});
}
