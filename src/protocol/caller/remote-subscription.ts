import { afterItems, CallError, toCallError } from "../../errors/call-error.ts";
import { fromRemoteError } from "../../errors/remote-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { DONE } from "../../shared/iteration.ts";
import type { GoOn, ResolvedCallOptions } from "./call-options.ts";
import { PendingRequest } from "./pending-request.ts";
import type { RequestHost } from "./pending-request.ts";
import type { AnswerEvent, CallResponded } from "../wire/protocol-event.ts";
import { StreamWindow } from "./stream-window.ts";
import type { StreamWindowOptions } from "./stream-window.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

interface Waiter {
  readonly resolve: (item: Item) => void;
  readonly reject: (error: CallError) => void;
}

/** The empty places of taken items are removed when there are this many. */
const TAKEN_TOGETHER = 64;

export interface RemoteSubscriptionOptions {
  readonly host: RequestHost;
  readonly id: string;
  readonly input: unknown;
  /** Called on the first `next()`, so that an unused stream leaves nothing behind. */
  readonly options: () => ResolvedCallOptions | Promise<ResolvedCallOptions>;
  readonly window: StreamWindowOptions;
  /** Where it goes on after a cut, if its items have ids. Default: nowhere. */
  readonly goOn?: GoOn | undefined;
  /** About how many bytes may wait here. This limit stops a peer whose items keep growing. */
  readonly maxWaitingBytes: number;
}

/**
 * A stream from another peer. Nothing is sent before the first `next()`. At most one window of items is on its way or
 * waits here, and fewer if they are large. A missing item ends the stream with `STREAM_GAP`.
 */
export class RemoteSubscription extends PendingRequest implements Subscription {
  readonly #options: RemoteSubscriptionOptions;
  readonly #window: StreamWindow;
  #hasBegun = false;
  #hasEnded = false;
  /** The failure with which the last `next()` rejects. */
  #failure: CallError | undefined;
  #lastEventId: string | undefined;
  /** What follows, from elsewhere, after the items that wait here. */
  #rest: Subscription | undefined;
  #items: Array<ResponseEnvelope | undefined> = [];
  #first = 0;
  #waiters: Waiter[] = [];

  constructor(options: RemoteSubscriptionOptions) {
    super(options.host);
    this.#options = options;
    this.#window = new StreamWindow(options.window);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Item> {
    if (!this.#hasBegun) this.#open();
    const item = this.#items[this.#first];
    if (item !== undefined) {
      this.#take();
      return Promise.resolve({ done: false, value: item });
    }
    if (this.#hasEnded) return this.#ended();
    return new Promise((resolve, reject) => void this.#waiters.push({ resolve, reject }));
  }

  return(): Promise<Item> {
    this.#hasBegun = true;
    this.withdraw("ABORTED");
    this.#items = [];
    this.#first = 0;
    this.#failure = undefined;
    const rest = this.#rest;
    this.#rest = undefined;
    this.#finish();
    return rest?.return() ?? Promise.resolve(DONE);
  }

  async throw(thrown: unknown): Promise<Item> {
    await this.return();
    throw thrown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  override receive(event: AnswerEvent): void {
    switch (event.type) {
      case "call.accepted":
        this.taken(event.started === true);
        if (event.window !== undefined) this.#window.narrow(event.window);
        return;
      case "call.responded":
        this.taken(true);
        return this.#receiveItems(event);
      case "call.completed":
        this.taken(true);
        if (event.seq !== undefined && event.seq !== this.#window.received) return this.#gap(event.seq);
        this.end();
        return this.#finish();
      case "call.error":
        if (event.seq !== undefined && event.seq !== this.#window.received) return this.#gap(event.seq);
        // The decoder turns a malformed answer into this error. The other side does not know that the stream is over.
        if (event.code === "PROTOCOL_ERROR") this.withdraw("ABORTED");
        else this.end();
        this.failed(fromRemoteError(event));
    }
  }

  protected override failed(error: CallError): void {
    if (this.#lastEventId !== undefined && error.code === "CONNECTION_LOST")
      this.#rest = this.#options.goOn?.(this.#lastEventId, error);
    if (this.#rest === undefined) this.#failure = this.asFailure(this.#window.received > 0 ? afterItems(error) : error);
    this.#finish();
  }

  #open(): void {
    this.#hasBegun = true;
    try {
      const options = this.#options.options();
      if (options instanceof Promise) options.then((settled) => this.#request(settled), this.#refused);
      else this.#request(options);
    } catch (thrown) {
      this.#refused(thrown);
    }
  }

  #request(options: ResolvedCallOptions): void {
    if (this.#hasEnded) return options.own?.release();
    try {
      const { granted, most } = this.#window;
      if (!(most >= 1)) throw new CallError("VALIDATION_ERROR", "The window must be at least 1.");
      this.begin({ id: this.#options.id, input: this.#options.input, options }, { window: granted, maxWindow: most });
    } catch (thrown) {
      this.#refused(thrown);
    }
  }

  readonly #refused = (thrown: unknown): void => {
    if (!this.#hasEnded) this.failed(toCallError(thrown));
  };

  #receiveItems({ output, seq, more }: CallResponded): void {
    if (seq === undefined)
      return this.cancel(new CallError("PROTOCOL_ERROR", "A subscription was answered like a call: use call()."));
    this.#receiveItem(output, seq);
    if (more === undefined) return;
    for (let index = 0; index < more.length && this.isPending; index++) {
      this.#receiveItem({ data: more[index], meta: output.meta }, seq + index + 1);
    }
  }

  #receiveItem(envelope: ResponseEnvelope, seq: number): void {
    if (seq !== this.#window.received + 1) return this.#gap(seq - 1);
    if (seq > this.#window.granted)
      return this.cancel(new CallError("PROTOCOL_ERROR", "The other side sent more items than it was allowed to."));
    this.#window.arrived(envelope);
    this.#lastEventId = envelope.meta.lastEventId ?? this.#lastEventId;
    const waiter = this.#waiters.shift();
    if (waiter === undefined) return this.#keep(envelope);
    this.#grant();
    waiter.resolve({ done: false, value: envelope });
  }

  #keep(envelope: ResponseEnvelope): void {
    this.#items.push(envelope);
    const { maxWaitingBytes } = this.#options;
    if (this.#window.waitingBytes <= maxWaitingBytes) return;
    this.cancel(
      new CallError(
        "OVERLOADED",
        `More than ${maxWaitingBytes} bytes of the stream wait to be taken (maxQueuedBytes): ask for a smaller window.`,
      ),
    );
  }

  #take(): void {
    // The item may be large, so it goes at once. Its place stays for a while: moving the others each time costs too
    // much.
    this.#items[this.#first] = undefined;
    this.#first++;
    if (this.#first * 2 >= this.#items.length && this.#first >= TAKEN_TOGETHER) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    this.#grant();
  }

  #grant(): void {
    const n = this.#window.take();
    if (n === 0 || !this.isPending) return;
    try {
      this.host.link.send({ type: "call.credit", requestId: this.requestId, n });
    } catch (thrown) {
      this.lose(thrown as CallError);
    }
  }

  #gap(arrivedUpTo: number): void {
    this.cancel(
      new CallError(
        "STREAM_GAP",
        `Items of the stream were lost: ${this.#window.received} arrived, but the other side had sent ${arrivedUpTo}.`,
      ),
    );
  }

  /** Ends it, after the items that have arrived. */
  #finish(): void {
    this.#hasEnded = true;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { resolve, reject } of waiters) this.#ended().then(resolve, reject);
  }

  #ended(): Promise<Item> {
    if (this.#rest !== undefined)
      return this.#rest.next().catch((thrown: unknown) => {
        throw this.asFailure(afterItems(toCallError(thrown)));
      });
    const failure = this.#failure;
    this.#failure = undefined;
    return failure === undefined ? Promise.resolve(DONE) : Promise.reject(failure);
  }
}
