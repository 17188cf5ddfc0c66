import type { ListenStream, Session, SessionRequest } from "../session/session.ts";

/** How many different URIs may wait for a slow reader: a server may report parts of a resource. */
const MOST_PENDING = 100;
/** In the `_meta` of a notification: the id of the stream that it belongs to. */
const STREAM_KEY = "io.modelcontextprotocol/subscriptionId";
/** How long the request that ends a subscription may take. Milliseconds. */
const FAREWELL = 10_000;

/** How the server is asked to report changes, on behalf of the caller that watches. */
export interface WatchRequest {
  /** Sends `resources/subscribe`. */
  readonly subscribe: () => Promise<void>;
  /** From 2026-07-28 on: opens a stream instead. */
  readonly listen: () => Promise<ListenStream>;
  /** Header fields of the caller. */
  readonly credentials: SessionRequest["credentials"];
}

/** The resources that are watched in one session. Each is subscribed to once, however many callers watch it. */
export class ResourceUpdates {
  readonly #session: Session;
  readonly #watches = new Map<string, Set<ResourceWatch>>();
  /** From 2026-07-28 on: by the id of the stream. */
  readonly #byStream = new Map<unknown, ResourceWatch>();
  /** Requests of 2025-11-25 and before go one after the other: none may overtake another. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #subscribed = new WeakSet<ReadonlySet<ResourceWatch>>();

  constructor(session: Session) {
    this.#session = session;
    session.client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
      this.#tell(params.uri, params._meta?.[STREAM_KEY]),
    );
  }

  /** Resolves once the server reports changes. */
  async watch(uri: string, request: WatchRequest): Promise<ResourceWatch> {
    const stream = this.#session.isModern ? await request.listen() : undefined;
    const watch = new ResourceWatch(this.#session.ended, () => {
      void stream?.close().catch(() => undefined);
      this.#leave(uri, watch, request);
    });
    const watches = this.#watches.get(uri) ?? new Set();
    this.#watches.set(uri, watches.add(watch));
    if (stream !== undefined) this.#follow(stream, watch);
    try {
      // Each waits for the first one. If that has failed, it tries itself.
      if (stream === undefined) await this.#inOrder(() => this.#subscribe(watches, request));
    } catch (error) {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(uri);
      throw error;
    }
    return watch;
  }

  #follow(stream: ListenStream, watch: ResourceWatch): void {
    this.#byStream.set(stream.id, watch);
    void stream.closed.then((cause) => {
      this.#byStream.delete(stream.id);
      if (cause !== "local") watch.end();
    });
  }

  /** A caller with its own credentials subscribes itself: the server may refuse it what it lets others watch. */
  async #subscribe(watches: ReadonlySet<ResourceWatch>, { subscribe, credentials }: WatchRequest): Promise<void> {
    if (credentials === undefined && this.#subscribed.has(watches)) return;
    await subscribe();
    this.#subscribed.add(watches);
  }

  #leave(uri: string, watch: ResourceWatch, { credentials }: WatchRequest): void {
    const watches = this.#watches.get(uri);
    watches?.delete(watch);
    if (watches === undefined || watches.size > 0) return;
    this.#watches.delete(uri);
    const session = this.#session;
    if (session.isModern || !session.isOpen || !this.#subscribed.has(watches)) return;
    const request = { method: "resources/unsubscribe", params: { uri }, timeout: FAREWELL, credentials };
    this.#inOrder(() => session.request(request)).catch(() => undefined);
  }

  async #inOrder(work: () => Promise<unknown>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    await done;
  }

  /** A server may report a part of a watched resource. A change on a stream goes to the caller that owns the stream. */
  #tell(changed: string, stream: unknown): void {
    const watch = this.#byStream.get(stream);
    if (watch !== undefined) return watch.add(changed);
    for (const [uri, watches] of this.#watches) {
      if (isPartOf(uri, changed)) for (const each of watches) each.add(changed);
    }
  }
}

/** Whether `changed` is the resource or lies below it: `demo://a/b` is part of `demo://a`, but `demo://ab` is not. */
function isPartOf(uri: string, changed: string): boolean {
  if (!changed.startsWith(uri)) return false;
  return changed.length === uri.length || uri.endsWith("/") || "/?#".includes(changed.charAt(uri.length));
}

/** A resource that one caller watches. */
export class ResourceWatch {
  readonly stop: () => void;
  readonly #sessionEnded: AbortSignal;
  /** The URIs that have changed since the caller last looked, each once. */
  readonly #pending = new Set<string>();
  #isEnded = false;
  #wake: (() => void) | undefined;

  constructor(sessionEnded: AbortSignal, stop: () => void) {
    this.#sessionEnded = sessionEnded;
    this.stop = stop;
  }

  add(uri: string): void {
    if (this.#pending.size < MOST_PENDING) this.#pending.add(uri);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** The changes, until the session ends. */
  async *changes(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    const wake = (): void => this.#wake?.();
    signal.addEventListener("abort", wake);
    this.#sessionEnded.addEventListener("abort", wake);
    try {
      while (!signal.aborted && !this.#sessionEnded.aborted && !this.#isEnded) {
        const [next] = this.#pending;
        if (next === undefined) {
          await new Promise<void>((resolve) => (this.#wake = resolve));
          continue;
        }
        this.#pending.delete(next);
        yield next;
      }
    } finally {
      signal.removeEventListener("abort", wake);
      this.#sessionEnded.removeEventListener("abort", wake);
    }
  }
}
