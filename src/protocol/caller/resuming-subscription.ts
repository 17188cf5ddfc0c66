import { CallError, furthestPhase, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { settled } from "../../errors/settled-error.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { DONE } from "../../shared/iteration.ts";
import { cancelReason } from "../../shared/time/cancellation.ts";
import { delay, ReturnPauses, unlessAborted } from "../../shared/time/wait.ts";
import type { BackoffOptions } from "../../shared/time/wait.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

export interface ResumingSubscriptionOptions {
  /** Opens the stream after the item with this id. Called when the caller asks for an item. */
  readonly open: (lastEventId: string | undefined) => Subscription | Promise<Subscription>;
  readonly lastEventId?: string | undefined;
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How to reconnect after a cut; `false`: not at all. */
  readonly reconnect: BackoffOptions | false | undefined;
  /** Whether the client is closed permanently. */
  readonly isClosed?: (() => boolean) | undefined;
}

/** The errors of a cut: the connection broke, the responder is gone, or it restarts and takes no calls yet. */
const CUTS: readonly string[] = ["CONNECTION_LOST", "NO_RESPONDER", "OVERLOADED"];

/**
 * A stream that continues after a cut. It asks again with the id of the last item, so it needs one: from an item, or
 * from the caller. A stream without ids ends with the cut: items would come twice, or get lost.
 */
export class ResumingSubscription implements Subscription {
  readonly #options: ResumingSubscriptionOptions;
  readonly #stopping = new AbortController();
  #current: Subscription | undefined;
  #lastEventId: string | undefined;
  readonly #pauses: ReturnPauses;
  /** The previous `next()`: they settle in order. */
  #previous: Promise<unknown> = Promise.resolve();
  /** How many have not settled. */
  #taking = 0;
  #isOver = false;
  /** How far any of its attempts has come: the last one may not have begun. */
  #phase: CallPhase = "notStarted";

  constructor(options: ResumingSubscriptionOptions) {
    this.#options = options;
    this.#pauses = new ReturnPauses(options.reconnect || {});
    this.#lastEventId = options.lastEventId;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Item> {
    const take = (): Promise<Item> => this.#take();
    const item = this.#taking++ === 0 ? take() : this.#previous.then(take, take);
    this.#previous = item;
    return item;
  }

  async return(): Promise<Item> {
    this.#isOver = true;
    this.#stopping.abort();
    await this.#current?.return();
    return DONE;
  }

  async throw(thrown: unknown): Promise<Item> {
    await this.return();
    throw thrown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async #take(): Promise<Item> {
    try {
      while (!this.#isOver) {
        try {
          this.#current ??= await this.#open();
          // The caller may have stopped it while it was opened.
          if (this.#isOver) return await this.#current.return();
          const item = await this.#current.next();
          if (item.done === true) this.#isOver = true;
          else {
            this.#pauses.reset();
            this.#phase = "started";
            this.#lastEventId = item.value.meta.lastEventId ?? this.#lastEventId;
          }
          return item;
        } catch (thrown) {
          // The caller may have stopped it meanwhile.
          if (this.#isOver) break;
          this.#current = undefined;
          const cut = toCallError(thrown);
          this.#phase = furthestPhase(this.#phase, cut.phase);
          await this.#waitAfter(settled(withPhase(cut, this.#phase)));
        }
      }
      return DONE;
    } finally {
      this.#taking--;
    }
  }

  /** Waits no longer once the caller has stopped the stream: to open it may take as long as a hub is away. */
  #open(): Subscription | Promise<Subscription> {
    const opening = this.#options.open(this.#lastEventId);
    return opening instanceof Promise ? unlessAborted(opening, this.#stopping.signal) : opening;
  }

  /** Returns when it is time to ask again. Throws the error if the stream is over. */
  async #waitAfter(cut: CallError): Promise<void> {
    const { reconnect, signal, deadline = Infinity, isClosed } = this.#options;
    const mayGoOn = this.#lastEventId !== undefined;
    const isCut = CUTS.includes(cut.code) && isClosed?.() !== true;
    if (reconnect === false || !mayGoOn || !isCut) {
      this.#isOver = true;
      throw cut;
    }
    if (signal?.aborted === true) {
      this.#isOver = true;
      throw settled(withPhase(cancelReason(signal), this.#phase));
    }
    const left = deadline - Date.now();
    if (left <= 0) {
      this.#isOver = true;
      const phase = this.#phase;
      throw settled(new CallError("TIMEOUT", "The deadline has passed.", undefined, { cause: cut, phase }));
    }
    const pause = Math.min(this.#pauses.next(), left);
    const stop = signal === undefined ? this.#stopping.signal : AbortSignal.any([signal, this.#stopping.signal]);
    // The next attempt finds out what ended the pause.
    await delay(pause, stop).catch(() => undefined);
  }
}
