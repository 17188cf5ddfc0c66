import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { OperationContext, TraceContext } from "../operation/operation-context.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";

/** A call as a middleware sees it. */
export interface MiddlewareCall {
  readonly id: string;
  readonly spec: OperationSpec;
  /** The input as the caller gave it. */
  readonly input: unknown;
  readonly context: OperationContext;
  /**
   * The context of the handler that made this call; undefined for a call from outside. A remote caller can claim any
   * `parentRequestId`, but not this.
   */
  readonly parent: OperationContext | undefined;
  /**
   * Checks the caller's rights and the input now, instead of right before the handler runs, and throws if they are
   * wrong. For a middleware that first does something costly, such as asking a person.
   */
  check(): Promise<void>;
  /** Makes the call part of this trace. Its handler sees it as `context.trace`, and so do the calls below it. */
  continueTrace(trace: TraceContext): void;
}

/** An envelope, or the stream of envelopes of a SUBSCRIPTION. */
export type CallOutcome = ResponseEnvelope | AsyncIterable<ResponseEnvelope>;

/**
 * Wraps every call of a registry, `execute` and `subscribe` alike. `next()` checks and runs the operation. A middleware
 * may call it again to try again, or not at all. For a SUBSCRIPTION, `next()` resolves with the stream once it is open.
 *
 * @example
 * registry.use(async (call, next) => {
 *   const start = performance.now();
 *   try { return await next(); }
 *   finally { console.log(call.id, performance.now() - start); }
 * });
 */
export type Middleware = (call: MiddlewareCall, next: () => Promise<CallOutcome>) => Promise<CallOutcome>;

/** Two middlewares as one. The inner one runs in an async function, so that what it throws at once rejects. */
export function composeMiddleware(outer: Middleware, inner: Middleware): Middleware {
  return (call, next) => outer(call, async () => inner(call, next));
}

/** Narrows an outcome to a stream. */
export function isStreamOutcome(outcome: unknown): outcome is AsyncIterable<ResponseEnvelope> {
  return typeof outcome === "object" && outcome !== null && Symbol.asyncIterator in outcome;
}
