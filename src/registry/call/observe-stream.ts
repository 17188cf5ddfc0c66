import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { DONE } from "../../shared/iteration.ts";

/** How a stream ended: it completed, it failed, or its consumer stopped it. */
export type StreamEnd =
  | { readonly kind: "completed" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "stopped" };

export interface StreamObserver {
  onItem?(): void;
  /** Runs exactly once. After a stop, it runs when the handler has ended. */
  onEnd(end: StreamEnd): void;
  /** The error that the consumer gets. Default: the thrown one. */
  asThrown?(thrown: unknown): unknown;
}

/**
 * The same stream, watched. Not an async generator, because that would delay a `return()` until the pending `next()`
 * settles.
 */
export function observeStream(
  stream: AsyncIterable<ResponseEnvelope>,
  observer: StreamObserver,
): AsyncIterable<ResponseEnvelope> {
  const asThrown = (thrown: unknown): unknown => (observer.asThrown === undefined ? thrown : observer.asThrown(thrown));
  return {
    [Symbol.asyncIterator]() {
      let iterator: AsyncIterator<ResponseEnvelope, unknown>;
      try {
        iterator = stream[Symbol.asyncIterator]();
      } catch (thrown) {
        const error = asThrown(thrown);
        observer.onEnd({ kind: "failed", error });
        throw error;
      }
      let stopping = false;
      let ended = false;
      const end = (how: StreamEnd): void => {
        if (ended) return;
        ended = true;
        // A handler that is being stopped may end or throw. Either way the consumer ended the stream.
        observer.onEnd(stopping ? { kind: "stopped" } : how);
      };
      return {
        async next() {
          try {
            const item = await iterator.next();
            if (item.done !== true) {
              observer.onItem?.();
              return item;
            }
          } catch (thrown) {
            const error = asThrown(thrown);
            end({ kind: "failed", error });
            throw error;
          }
          end({ kind: "completed" });
          return DONE;
        },
        async return() {
          stopping = true;
          try {
            await iterator.return?.();
          } finally {
            end({ kind: "stopped" });
          }
          return DONE;
        },
      };
    },
  };
}
