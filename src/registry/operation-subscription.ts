import { CallError } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { Call } from "./call.ts";
import type { Middleware } from "./middleware.ts";
import type { WarningHandler } from "./warnings.ts";

/** How long `return()` waits for a handler that is stuck in an await and does not heed its signal. */
export const DEFAULT_RETURN_GRACE = 1000;

export interface SubscriptionOptions {
  /** Finds the operation and makes the call; runs on the first `next()`, so that an unused stream costs nothing. */
  readonly begin: () => Call;
  readonly middleware: Middleware | undefined;
  /** Milliseconds. */
  readonly returnGrace: number;
  readonly warn: WarningHandler;
}

type Item = IteratorResult<ResponseEnvelope, void>;

const DONE: Item = { done: true, value: undefined };

/**
 * A stream of envelopes. Nothing runs before the first `next()`; concurrent `next()`s are answered in order; it ends
 * exactly once: by the handler's end, an error, a cancellation or `return()`.
 */
export class OperationSubscription implements Subscription {
  readonly #options: SubscriptionOptions;
  #call: Call | undefined;
  #source: AsyncIterator<ResponseEnvelope, unknown> | undefined;
  #ended = false;
  /** Why it was cancelled while nobody was waiting: the following `next()` says so. */
  #unheard: CallError | undefined;
  /** Ends the `next()` that is waiting. */
  #interrupt: ((failure?: CallError) => void) | undefined;
  /** How many `next()`s are unanswered, and the last of them: the following one waits for it. */
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  #returned: Promise<Item> | undefined;

  readonly #settle = (): void => void this.#waiting--;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Item> {
    const current = this.#waiting === 0 ? this.#pull() : this.#last.then(() => this.#pull());
    this.#waiting++;
    this.#last = current.then(this.#settle, this.#settle);
    return current;
  }

  /** Stops the stream: aborts the handler's signal, then waits until the handler's `finally` has run. */
  return(): Promise<Item> {
    return (this.#returned ??= this.#stop());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #pull(): Promise<Item> {
    const unheard = this.#unheard;
    this.#unheard = undefined;
    if (unheard !== undefined) return Promise.reject(unheard);
    if (this.#ended) return Promise.resolve(DONE);
    return new Promise<Item>((resolve, reject) => {
      this.#interrupt = (failure) => (failure === undefined ? resolve(DONE) : reject(failure));
      // In the same moment as the answer: a cancellation from then on is for the following `next()` to tell.
      const answerBy =
        <T>(settle: (outcome: T) => void) =>
        (outcome: T): void => {
          this.#interrupt = undefined;
          settle(outcome);
        };
      this.#advance().then(answerBy(resolve), answerBy(reject));
    });
  }

  async #advance(): Promise<Item> {
    try {
      this.#source ??= await this.#open();
      if (this.#ended) return DONE;
      const item = await this.#source.next();
      if (item.done !== true) return item;
      this.#end();
      return DONE;
    } catch (thrown) {
      if (this.#ended) return DONE;
      this.#end();
      // The handler may be fine, and its result not: it must not be left hanging.
      void this.#close();
      throw this.#call?.failure(thrown) ?? thrown;
    }
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
      if (this.#interrupt === undefined) this.#unheard = failure;
      else this.#interrupt(failure);
      void this.#close();
    });
    const source = (await call.open(this.#options.middleware))[Symbol.asyncIterator]();
    if (this.#ended) {
      // Stopped while it was opening.
      this.#source = source;
      void this.#close();
    }
    return source;
  }

  #end(): void {
    this.#ended = true;
    this.#call?.context.release();
  }

  async #stop(): Promise<Item> {
    this.#unheard = undefined;
    if (!this.#ended) {
      this.#end();
      this.#interrupt?.();
      this.#call?.context.cancellation?.cancel(new CallError("ABORTED", "The subscription was stopped."));
    }
    await this.#close();
    return DONE;
  }

  /** Runs the handler's `finally`, within the grace. */
  async #close(): Promise<void> {
    const source = this.#source;
    if (source?.return === undefined) return;
    const { returnGrace, warn } = this.#options;
    const operationId = this.#call?.id;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const outOfGrace = new Promise<"stuck">((resolve) => {
      timer = setTimeout(resolve, returnGrace, "stuck");
    });
    try {
      const end = await Promise.race([source.return(), outOfGrace]);
      if (end === "stuck")
        warn({
          kind: "cleanup-failed",
          operationId,
          message: `The handler of ${operationId} did not end within ${returnGrace} ms after its subscription was stopped: it should heed context.signal.`,
        });
    } catch (cause) {
      warn({
        kind: "cleanup-failed",
        operationId,
        message: `The handler of ${operationId} failed while it was being stopped.`,
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
