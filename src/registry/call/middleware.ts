import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { CallOutcome, Middleware, MiddlewareCall, Next, NextOptions } from "../../operation/middleware.ts";

/** Two middlewares as one. If the inner one throws synchronously, `next()` rejects. */
function composeMiddleware(outer: Middleware, inner: Middleware): Middleware {
  return (call, next) => {
    // Not an async function, which would cost every call two more promises.
    const run = (): Promise<CallOutcome> => {
      try {
        const outcome: unknown = inner(call, next);
        return outcome instanceof Promise ? outcome : Promise.resolve(outcome as CallOutcome);
      } catch (thrown) {
        return Promise.reject(thrown);
      }
    };
    return outer(call, nextOf(call, run));
  };
}

/** Middlewares as one, the first outermost; `undefined` if there are none. */
export function composeAll(middlewares: readonly Middleware[]): Middleware | undefined {
  const [first, ...others] = middlewares;
  return first && others.reduce(composeMiddleware, first);
}

/** Continues with `run`, after it has added the middleware's members to the context. */
export function nextOf(call: MiddlewareCall, run: () => Promise<CallOutcome>): Next {
  return (options?: NextOptions<object>) => {
    if (options?.context === undefined) return run();
    try {
      call.extendContext(options.context);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
    return run();
  };
}

/** Narrows an outcome to a stream. */
export function isStreamOutcome(outcome: unknown): outcome is AsyncIterable<ResponseEnvelope> {
  return typeof outcome === "object" && outcome !== null && Symbol.asyncIterator in outcome;
}
