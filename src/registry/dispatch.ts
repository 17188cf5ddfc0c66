/**
 * The one checked call, which every outside interface uses. It checks access here and in everything that the handler
 * calls through `env`, however deep: an operation cannot call for its caller what the caller itself may not call.
 */
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { CallContext } from "../operation/operation-context.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { CallRequest } from "./call/call-port.ts";
import type { OperationRegistry } from "./operation-registry.ts";

/** A checked call: which operation, with which input, by which caller. */
export interface DispatchRequest extends Pick<CallRequest, "id" | "cancellation" | "onStart"> {
  readonly input?: unknown;
  /** The interface that receives the call decides its `identity`: never take it from what the caller sent. */
  readonly context?: CallContext | undefined;
}

/** `execute`, checked. */
export function dispatch(registry: OperationRegistry, request: DispatchRequest): Promise<ResponseEnvelope> {
  const { id, input, context, cancellation, onStart } = request;
  return registry.call({ id, input, context, checked: true, cancellation, onStart });
}

/** `subscribe`, checked. */
export function dispatchSubscription(registry: OperationRegistry, request: DispatchRequest): Subscription {
  const { id, input, context, cancellation, onStart } = request;
  return registry.stream({ id, input, context, checked: true, cancellation, onStart });
}
