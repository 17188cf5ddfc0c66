import { CallError, toCallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { DONE } from "../../shared/iteration.ts";
import { afterArrivals } from "../../shared/time/turns.ts";
import { within } from "../../shared/time/wait.ts";
import type { Call } from "./call.ts";
import { FinishedItems } from "./finished-items.ts";
import type { ItemReader } from "./finished-items.ts";
import type { Middleware } from "../../operation/middleware.ts";
import type { WarningHandler } from "./warnings.ts";

/** How many milliseconds `return()` waits for a handler that ignores its signal. */
export const DEFAULT_RETURN_GRACE = 1000;

/** The reason of a cancellation by `return()`: the reader wants no more items, and nothing went wrong. */
export class StoppedByReader extends CallError {
  constructor() {
    super("ABORTED", "The subscription was stopped.");
  }
}

/** After this many items the event loop gets a turn. */
const ITEMS_PER_TURN = 1024;

export interface SubscriptionOptions {
  /** Finds the operation and makes the call. Runs on the first `next()`, so an unused stream costs nothing. */
  readonly begin: () => Call;
  /** Ends the call once its caller loses access. Returns a function that stops watching. Absent for trusted calls. */
  readonly watchAccess?: ((call: Call) => () => void) | undefined;
  readonly middleware: Middleware | undefined;
  /** Milliseconds. */
  readonly returnGrace: number;
  readonly warn: WarningHandler;
}

type Item = IteratorResult<ResponseEnvelope, void>;

/** A stream whose items can be read without a promise for each. */
export interface PulledSubscription extends Subscription {
  /** Does what `next()` does: the reader gets the next item, or the failure. */
  pull(reader: ItemReader): void;
}

/**
 * A stream of envelopes. Nothing runs before the first `next()`, and concurrent `next()`s settle in order. It ends
 * exactly once: by the handler's end, an error, a cancellation or `return()`.
 */
export class OperationSubscription implements PulledSubscription {
  readonly #options: SubscriptionOptions;
  #call: Call | undefined;
  #stopWatching: (() => void) | undefined;
  #source: AsyncIterator<ResponseEnvelope, unknown> | undefined;
  #ended = false;
  /** Why it was cancelled while no `next()` waited. The following `next()` rejects with it. */
  #unheard: CallError | undefined;
  /** The reader that the source is asked for, and those behind it. */
  #current: ItemReader | undefined;
  #behind: ItemReader[] = [];
  #returned: Promise<Item> | undefined;
  /** How many items came since the event loop last had a turn, as far as we know. */
  #sinceTurn = 0;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Item> {
    return new Promise((resolve, reject) => this.pull({ resolve, reject }));
  }

  pull(reader: ItemReader): void {
    if (this.#current !== undefined) return void this.#behind.push(reader);
    this.#current = reader;
    this.#pull();
  }

  /** Stops the stream: aborts the handler's signal, then waits until the handler's `finally` has run. */
  return(): Promise<Item> {
    return (this.#returned ??= this.#stop(new StoppedByReader()));
  }

  /** Stops the stream like `return()`. Whoever observes the call learns why its reader could not go on. */
  async throw(thrown: unknown): Promise<Item> {
    await (this.#returned ??= this.#stop(toCallError(thrown)));
    throw thrown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  /** Asks the source for the current `next()`. Nothing else makes promises for an item. */
  #pull(): void {
    if (this.#ended) return this.#answerEnded();
    const source = this.#source;
    if (source === undefined) {
      this.#open().then(this.#pullFrom, this.#onFailure);
      return;
    }
    if (source instanceof FinishedItems) return source.pull(this.#fromSource);
    try {
      // A middleware's own iterator may throw at once, or answer without a promise.
      Promise.resolve(source.next()).then(this.#onItem, this.#onFailure);
    } catch (thrown) {
      this.#onFailure(thrown);
    }
  }

  readonly #pullFrom = (source: AsyncIterator<ResponseEnvelope, unknown>): void => {
    this.#source = source;
    if (!this.#ended) this.#pull();
  };

  /** A source and a reader that never wait would block every timer and arrival, and so deadlines and aborts. */
  readonly #onItem = (item: IteratorResult<ResponseEnvelope, unknown>): void => {
    if (++this.#sinceTurn < ITEMS_PER_TURN) return this.#take(item);
    this.#sinceTurn = 0;
    afterArrivals(() => this.#take(item));
  };

  /** After the end, whatever the source still says is dropped. */
  #take(item: IteratorResult<ResponseEnvelope, unknown>): void {
    if (this.#ended) return;
    if (typeof item !== "object" || item === null)
      return this.#onFailure(new TypeError("The stream's iterator answered with something that is not an object."));
    if (item.done === true) {
      this.#end();
      this.#answerEnded();
      return;
    }
    if (this.#call !== undefined) this.#call.hasGiven = true;
    const reader = this.#current;
    const next = this.#behind.shift();
    this.#current = next;
    // The reader may ask for more at once.
    reader?.resolve(item);
    if (next !== undefined) this.#pull();
  }

  readonly #onFailure = (thrown: unknown): void => {
    if (this.#ended) return;
    this.#end();
    // The handler may be fine and only its result wrong, so it must not be left hanging.
    void this.#close();
    this.#answerEnded(this.#call === undefined ? thrown : this.#call.failure(thrown));
  };

  readonly #fromSource: ItemReader = { resolve: this.#onItem, reject: this.#onFailure };

  /** Settles every waiting `next()`. The first one gets the failure, if there is one. */
  #answerEnded(failure: unknown = this.#unheard): void {
    this.#unheard = undefined;
    const first = this.#current;
    const others = this.#behind;
    this.#current = undefined;
    this.#behind = [];
    if (failure === undefined) first?.resolve(DONE);
    else first?.reject(failure);
    for (const { resolve } of others) resolve(DONE);
  }

  async #open(): Promise<AsyncIterator<ResponseEnvelope, unknown>> {
    const call = this.#options.begin();
    this.#call = call;
    const cancellation = call.context.bound();
    if (cancellation.reason !== undefined) throw cancellation.reason;
    cancellation.onCancel((reason) => {
      if (this.#ended) return;
      this.#end();
      const failure = call.failure(reason);
      if (this.#current === undefined) this.#unheard = failure;
      else this.#answerEnded(failure);
      void this.#close();
    });
    const { warn, watchAccess, middleware } = this.#options;
    call.context.sourceWarning = (message) => warn({ kind: "malformed-line", operationId: call.id, message });
    this.#stopWatching = watchAccess?.(call);
    const source = (await call.open(middleware))[Symbol.asyncIterator]();
    if (this.#ended) {
      // The stream was stopped while it opened.
      this.#source = source;
      void this.#close();
    }
    return source;
  }

  #end(): void {
    this.#ended = true;
    this.#stopWatching?.();
    this.#call?.context.cancellation?.release();
  }

  async #stop(reason: CallError): Promise<Item> {
    this.#unheard = undefined;
    if (!this.#ended) {
      this.#end();
      this.#answerEnded();
      this.#call?.context.cancellation?.cancel(reason);
    }
    await this.#close();
    return DONE;
  }

  /** Runs the handler's `finally`, and waits for it no longer than the grace. */
  async #close(): Promise<void> {
    const source = this.#source;
    if (source?.return === undefined) return;
    const { returnGrace, warn } = this.#options;
    const operationId = this.#call?.id;
    const complain = (what: string, cause?: unknown): void =>
      warn({ kind: "cleanup-failed", operationId, message: `The handler of ${operationId} ${what}`, cause });
    try {
      const end = await within(Promise.resolve(source.return()), returnGrace, "stuck");
      if (end !== "stuck") return;
      complain(
        `did not end within ${returnGrace} ms after its subscription was stopped. It should react to context.signal.`,
      );
    } catch (cause) {
      complain("threw while it was being stopped.", cause);
    }
  }
}
