import { CallError } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Subscription } from "../operation/operation-env.ts";
import { ResumingSubscription } from "../protocol/caller/resuming-subscription.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

export interface CallOrStreamOptions {
  readonly call: () => Promise<ResponseEnvelope>;
  readonly subscribe: () => Subscription;
}

/**
 * An operation that may be a call or a stream. Its use decides: if the caller iterates it within the tick, it is a
 * stream; otherwise it is sent as a call. The other side refuses to call a stream before anything runs, so a stream can
 * still be iterated later.
 */
export class CallOrStream implements Subscription, Promise<ResponseEnvelope> {
  readonly #options: CallOrStreamOptions;
  #answer: Promise<ResponseEnvelope> | undefined;
  #stream: Subscription | undefined;

  constructor(options: CallOrStreamOptions) {
    this.#options = options;
    // A MUTATION runs even if its caller does not await it. A caller that holds a stream to iterate it later awaits no
    // answer either, and the refusal must not end its process.
    queueMicrotask(() => {
      if (this.#stream === undefined) this.#asCall().catch(() => undefined);
    });
  }

  get [Symbol.toStringTag](): string {
    return "CallOrStream";
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, unless it is iterated
  then: Promise<ResponseEnvelope>["then"] = (onFulfilled, onRejected) => this.#asCall().then(onFulfilled, onRejected);

  catch: Promise<ResponseEnvelope>["catch"] = (onRejected) => this.#asCall().catch(onRejected);

  finally: Promise<ResponseEnvelope>["finally"] = (onFinally) => this.#asCall().finally(onFinally);

  [Symbol.asyncIterator](): Subscription {
    return this.#asStream();
  }

  next(): Promise<Item> {
    return this.#asStream().next();
  }

  return(): Promise<Item> {
    return this.#asStream().return();
  }

  async throw(thrown: unknown): Promise<Item> {
    await this.return();
    throw thrown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #asCall(): Promise<ResponseEnvelope> {
    if (this.#answer === undefined && this.#stream !== undefined)
      return Promise.reject(
        new CallError("PROTOCOL_ERROR", "This call is already read as a stream, and a stream has no single answer."),
      );
    return (this.#answer ??= new Promise((resolve) => resolve(this.#options.call())));
  }

  #asStream(): Subscription {
    const answer = this.#answer;
    return (this.#stream ??=
      answer === undefined
        ? this.#options.subscribe()
        : new ResumingSubscription({ open: () => answer.then(refuseToIterate, this.#openRefused), reconnect: false }));
  }

  readonly #openRefused = (thrown: unknown): Subscription => {
    if (thrown instanceof CallError && thrown.code === "PROTOCOL_ERROR" && thrown.phase === "notStarted")
      return this.#options.subscribe();
    throw thrown;
  };
}

function refuseToIterate(): never {
  throw new CallError("PROTOCOL_ERROR", "This is not a stream: it was called, and has answered. Await it instead.");
}
