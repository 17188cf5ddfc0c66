import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { DONE } from "../shared/iteration.ts";

/** How a stream ended: by itself, by an error, or because its consumer stopped it. */
export type StreamEnd =
  | { readonly kind: "completed" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "stopped" };

export interface StreamObserver {
  onItem?(): void;
  /** Called exactly once. After a stop: when the handler has ended. */
  onEnd(end: StreamEnd): void;
  /** What the consumer gets instead of an error. Default: the error. */
  asThrown?(thrown: unknown): unknown;
}

/**
 * The same stream, watched. Not an async generator, because that would hold a `return()` back until the pending
 * `next()` is answered.
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
        // A handler that is being stopped may end or throw: neither is its own doing.
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
