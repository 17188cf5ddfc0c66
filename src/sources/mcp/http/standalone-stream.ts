/** A server that sends no header before its first message leaves the request open. Milliseconds. */
const LONGEST_WAIT = 5000;

const INITIALIZED = "notifications/initialized";

type NoteStatus = (status: number | undefined) => void;

/**
 * Up to 2025-11-25, the SDK opens a stream for the server's own messages once the handshake is over. Calls that are
 * sent without `fetch` would overtake its request, and a server might then mistake it for a resumed stream.
 */
export class StandaloneStream {
  /** When the handshake ended; undefined if no request is expected. */
  #awaitedSince: number | undefined;

  /** Whether it is open or refused, or there will be none. */
  get isSettled(): boolean {
    return this.#awaitedSince === undefined || performance.now() - this.#awaitedSince > LONGEST_WAIT;
  }

  /**
   * A request leaves. Returns a function that takes the status of its answer, if that says something about the stream.
   */
  follow({ method, body }: RequestInit, headers: Headers): NoteStatus | undefined {
    if (typeof body === "string" && body.includes(INITIALIZED)) return (status) => this.#handshakeEnds(body, status);
    if (method !== "GET" || headers.has("last-event-id")) return undefined;
    return () => {
      this.#awaitedSince = undefined;
    };
  }

  #handshakeEnds(body: string, status: number | undefined): void {
    // Any other status opens no stream. The arguments of a call may also contain this text.
    const { method } = JSON.parse(body) as { readonly method?: unknown };
    if (status === 202 && method === INITIALIZED) this.#awaitedSince = performance.now();
  }
}
