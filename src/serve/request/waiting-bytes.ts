/**
 * Bytes that wait in this process for a client: answers that it has not read, and uploads that it has not finished.
 * They are bounded for each client and for all, and a connection on which nothing moves is cut off.
 */

/** Why a connection was cut off: more bytes wait than may, or nothing was read or sent for too long. */
export type CutReason = "overflow" | "stalled";

export interface WaitingBytesOptions {
  /** Bytes that may wait for all clients. */
  readonly maxWaitingBytes: number;
  /** Bytes that may wait for one client. */
  readonly maxWaitingBytesPerClient: number;
  /** Milliseconds without progress after which a connection is cut off. */
  readonly stallTimeout: number;
}

/** What waits on one connection, in one direction. */
export interface WaitingOptions {
  /** The client that the bytes wait for. */
  readonly client: string;
  /** How many bytes wait now. */
  readonly bytes: () => number;
  /** A number that changes whenever something moves: for an answer, the bytes that have left. */
  readonly progress: () => number;
  /** Whether it is one whole answer. If nothing else waits, it may be larger than the bounds. */
  readonly isWhole?: boolean | undefined;
  /** Ends the connection, and all that works for it, at once. */
  readonly cut: (reason: CutReason) => void;
}

const LONGEST_PAUSE = 5000;

/** The bytes that wait for all clients of the services that share it. */
export class WaitingBytes {
  /** How many connections were cut off. */
  readonly cutOff: Record<CutReason, number> = { overflow: 0, stalled: 0 };
  readonly #options: WaitingBytesOptions;
  readonly #open = new Set<Waiting>();
  readonly #byClient = new Map<string, number>();
  #total = 0;
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(options: WaitingBytesOptions) {
    this.#options = options;
  }

  /** About how many bytes wait now. */
  get total(): number {
    return this.#total;
  }

  /** Watches what waits, until `close` is called on the result. */
  open(options: WaitingOptions): Waiting {
    const waiting = new Waiting(this, options);
    this.#open.add(waiting);
    const { stallTimeout } = this.#options;
    this.#sweeper ??= setInterval(() => this.#sweep(), Math.min(stallTimeout / 4, LONGEST_PAUSE));
    (this.#sweeper as { unref?: () => void }).unref?.();
    return waiting;
  }

  /** Called by `Waiting`: its number of bytes has changed. */
  count(client: string, change: number): void {
    this.#total += change;
    const bytes = (this.#byClient.get(client) ?? 0) + change;
    if (bytes > 0) this.#byClient.set(client, bytes);
    else this.#byClient.delete(client);
  }

  /** Called by `Waiting` when bytes were added: cuts off what exceeds the bounds. */
  check(added: Waiting): void {
    const { maxWaitingBytes, maxWaitingBytesPerClient } = this.#options;
    if (this.#isOver(added.client, maxWaitingBytesPerClient) || this.#total > maxWaitingBytes) {
      // The numbers may be old: most clients have read something since.
      for (const waiting of this.#open) waiting.measure();
    }
    if (this.#isOver(added.client, maxWaitingBytesPerClient) && !this.#isAlone(added, added.client)) {
      this.cut(added, "overflow");
    }
    while (this.#total > maxWaitingBytes) {
      const largest = this.#largest();
      if (largest === undefined || this.#isAlone(largest)) return;
      this.cut(largest, "overflow");
    }
  }

  cut(waiting: Waiting, reason: CutReason): void {
    if (!this.#open.has(waiting)) return;
    waiting.close();
    this.cutOff[reason]++;
    waiting.end(reason);
  }

  /** Called by `Waiting`. */
  remove(waiting: Waiting): void {
    this.#open.delete(waiting);
    if (this.#open.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #isOver(client: string, limit: number): boolean {
    return (this.#byClient.get(client) ?? 0) > limit;
  }

  /** Whether it is one whole answer, and nothing else waits: for that client, or for any. */
  #isAlone(waiting: Waiting, client?: string): boolean {
    const all = client === undefined ? this.#total : (this.#byClient.get(client) ?? 0);
    return waiting.isWhole && waiting.size === all;
  }

  /** The largest part of the client for which most bytes wait. */
  #largest(): Waiting | undefined {
    let [client, most] = ["", 0];
    for (const [each, bytes] of this.#byClient) if (bytes > most) [client, most] = [each, bytes];
    let largest: Waiting | undefined;
    for (const waiting of this.#open) {
      if (waiting.client === client && waiting.size > (largest?.size ?? 0)) largest = waiting;
    }
    return largest;
  }

  #sweep(): void {
    const { stallTimeout } = this.#options;
    const now = performance.now();
    for (const waiting of this.#open) {
      // What grew unnoticed, as by pongs, must not exceed the bounds either.
      waiting.look();
      if (waiting.stalledFor(now) >= stallTimeout) this.cut(waiting, "stalled");
    }
  }
}

/** What waits on one connection, in one direction. Call `look` when bytes were added, `close` when none can wait. */
export class Waiting {
  readonly isWhole: boolean;
  readonly #all: WaitingBytes;
  readonly #options: WaitingOptions;
  #client: string;
  #size = 0;
  #progress = 0;
  #movedAt = 0;
  #isClosed = false;

  constructor(all: WaitingBytes, options: WaitingOptions) {
    this.#all = all;
    this.#options = options;
    this.#client = options.client;
    this.isWhole = options.isWhole === true;
  }

  get client(): string {
    return this.#client;
  }

  /** The client is known better now: a WebSocket has sent its credential. */
  set client(client: string) {
    this.#all.count(this.#client, -this.#size);
    this.#client = client;
    this.#all.count(client, this.#size);
  }

  /** Bytes, when they were last measured. */
  get size(): number {
    return this.#size;
  }

  /** Bytes were added: measures them, and cuts off what exceeds the bounds. */
  look(): void {
    if (this.measure() > 0) this.#all.check(this);
  }

  /** Returns by how many bytes it has grown. */
  measure(): number {
    if (this.#isClosed) return 0;
    const { bytes, progress } = this.#options;
    const size = bytes();
    const change = size - this.#size;
    const moved = progress();
    if (this.#size === 0 || moved !== this.#progress) this.#movedAt = performance.now();
    this.#progress = moved;
    if (change !== 0) this.#all.count(this.#client, change);
    this.#size = size;
    return change;
  }

  /** Milliseconds for which nothing has moved; 0 if nothing waits. */
  stalledFor(now: number): number {
    return this.#size === 0 ? 0 : now - this.#movedAt;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#all.count(this.#client, -this.#size);
    this.#size = 0;
    this.#all.remove(this);
  }

  end(reason: CutReason): void {
    this.#options.cut(reason);
  }
}

/** The part of a socket of `node:net` that says what has left it. */
export interface SendingSocket {
  readonly bytesWritten?: number | undefined;
  readonly writableLength?: number | undefined;
  /** Node's own handle: it alone shows how far a large write has come. */
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null | undefined;
}

/** Bytes that a socket has passed to the system, which takes no more than the client reads. */
export function sentBytes({ bytesWritten = 0, writableLength = 0, _handle: handle }: SendingSocket): number {
  const sent = (handle?.bytesWritten ?? Number.NaN) - (handle?.writeQueueSize ?? Number.NaN);
  // Other runtimes show only writes that are complete.
  return Number.isNaN(sent) ? bytesWritten - writableLength : sent;
}
