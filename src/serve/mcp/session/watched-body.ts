import type { OnCredentialEnd } from "../../identity/credential-watch.ts";
import { clientLeft, connectionEnded } from "../../request/incoming.ts";

export interface WatchedBody {
  /** The same response, to be read instead. */
  readonly response: Response;
  /** Ends the body for its reader. */
  cancel(reason: unknown): void;
}

/**
 * Watches the body of a response. `onEnd` is called once, when the body was read, has failed or was abandoned; with the
 * reason if there is one.
 */
export function watchBody(response: Response, onEnd: (reason?: unknown) => void): WatchedBody {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    async cancel(reason) {
      onEnd(reason ?? clientLeft());
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return {
    response: new Response(body, { status, statusText, headers }),
    cancel: (reason) => void reader.cancel(reason).catch(() => undefined),
  };
}

/** The responses that only listen: they carry no call, and stay open for as long as both sides like. */
export class ListeningResponses {
  readonly #open = new Set<WatchedBody>();
  #isOver = false;

  /**
   * The same response. It ends when the credential that opened it is no longer valid: the client has to connect again.
   */
  hold(response: Response, onCredentialEnd: OnCredentialEnd | undefined): Response {
    if (response.body === null) return response;
    const watched = watchBody(response, () => {
      stopWatching?.();
      this.#open.delete(watched);
    });
    const stopWatching = onCredentialEnd?.((reason) => watched.cancel(reason));
    this.#open.add(watched);
    if (this.#isOver) this.end();
    return watched.response;
  }

  /** Ends them all, and those that are opened later. */
  end(): void {
    this.#isOver = true;
    for (const watched of this.#open) watched.cancel(connectionEnded());
  }
}
