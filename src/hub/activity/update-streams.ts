import { CallError } from "../../errors/call-error.ts";
import type { HTTPRequestInfo } from "../../serve/request/http-service.ts";

/** What a stream sends: the latest state, whenever it differs from the last one that it sent. */
export interface Watched {
  /** Read once a second, so it must be cheap. */
  version(): string;
  /** As JSON. */
  state(): unknown;
}

const TICK = 1000;
/** Ticks of silence after which a comment shows proxies and clients that the stream is alive. */
const QUIET_TICKS = 15;
/** After this time the client has to connect again, so that the hub checks its rights again. */
const LONGEST_STREAM = 10 * 60_000;
const MOST_STREAMS = 100;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // nginx would collect the events otherwise.
  "x-accel-buffering": "no",
};

/** Server-sent events with the state of something, at most one a second. A slow reader gets only the latest state. */
export class UpdateStreams {
  readonly #open = new Set<() => void>();
  #isClosed = false;

  get size(): number {
    return this.#open.size;
  }

  open(watched: Watched, { onCredentialEnd }: Pick<HTTPRequestInfo, "onCredentialEnd">): Response {
    if (this.#isClosed) throw new CallError("OVERLOADED", "The hub is stopping.");
    if (this.#open.size >= MOST_STREAMS) throw new CallError("OVERLOADED", "Too many pages follow this hub already.");
    let end: (() => void) | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = this.#start(watched, controller, onCredentialEnd);
      },
      cancel: () => end?.(),
    });
    return new Response(body, { headers: HEADERS });
  }

  /** Ends all streams: a hub that stops must not wait for pages that only look. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#open) end();
  }

  #start(
    watched: Watched,
    controller: ReadableStreamDefaultController<Uint8Array>,
    onCredentialEnd: HTTPRequestInfo["onCredentialEnd"],
  ): () => void {
    const encoder = new TextEncoder();
    let told: string | undefined;
    let quiet = 0;
    const tell = (): void => {
      if ((controller.desiredSize ?? 0) <= 0) return;
      const version = watched.version();
      if (version !== told) {
        told = version;
        quiet = 0;
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(watched.state())}\n\n`));
      } else if (++quiet === QUIET_TICKS) {
        quiet = 0;
        controller.enqueue(encoder.encode(": keep-alive\n\n"));
      }
    };
    const timer = setInterval(tell, TICK);
    const last = setTimeout(() => end(), LONGEST_STREAM);
    let stopWatching: (() => void) | undefined;
    const end = (): void => {
      if (!this.#open.delete(end)) return;
      clearInterval(timer);
      clearTimeout(last);
      stopWatching?.();
      try {
        controller.close();
      } catch {
        // The reader has cancelled it.
      }
    };
    this.#open.add(end);
    stopWatching = onCredentialEnd?.(() => end());
    tell();
    return end;
  }
}
