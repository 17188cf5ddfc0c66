import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { OperationContext, TraceContext } from "../operation/operation-context.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";

/** The call that a middleware sees. */
export interface MiddlewareCall {
  readonly id: string;
  readonly spec: OperationSpec;
  /** As the caller gave it. */
  readonly input: unknown;
  readonly context: OperationContext;
  /**
   * The context of the handler that made this call; undefined for a call from outside. Unlike `parentRequestId`, which
   * may come from outside, it cannot be claimed.
   */
  readonly parent: OperationContext | undefined;
  /**
   * Looks at the caller's rights and at the input now, instead of when the handler is about to run, and throws what is
   * wrong. For a middleware that does something costly first, such as asking a person.
   */
  check(): Promise<void>;
  /** Makes the call part of this trace: its handler's `context.trace`, and that of what it calls. */
  continueTrace(trace: TraceContext): void;
}

/** An envelope, or for a SUBSCRIPTION the stream of them. */
export type CallOutcome = ResponseEnvelope | AsyncIterable<ResponseEnvelope>;

/**
 * Wraps every call of a registry, `execute` and `subscribe` alike. `next()` checks and runs the operation; it may be
 * called again to try again, or not at all. A SUBSCRIPTION's `next()` resolves with the stream once that is open.
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
