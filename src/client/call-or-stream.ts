import { CallError } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Subscription } from "../operation/operation-env.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

export interface CallOrStreamOptions {
  readonly call: () => Promise<ResponseEnvelope>;
  readonly subscribe: () => Subscription;
}

/**
 * An operation that may be a call or a stream. Its use within the tick decides: if it is iterated, it is a stream;
 * otherwise it is a call, even if it is not used at all.
 */
export class CallOrStream implements Subscription, Promise<ResponseEnvelope> {
  readonly #options: CallOrStreamOptions;
  #answer: Promise<ResponseEnvelope> | undefined;
  #stream: Subscription | undefined;

  constructor(options: CallOrStreamOptions) {
    this.#options = options;
    // A MUTATION runs even if its caller does not await it.
    queueMicrotask(() => {
      if (this.#stream === undefined) void this.#asCall();
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #asCall(): Promise<ResponseEnvelope> {
    if (this.#stream !== undefined)
      return Promise.reject(
        new CallError("PROTOCOL_ERROR", "This is used as a stream already, and a stream has no single answer."),
      );
    return (this.#answer ??= new Promise((resolve) => resolve(this.#options.call())));
  }

  #asStream(): Subscription {
    if (this.#answer !== undefined)
      throw new CallError(
        "PROTOCOL_ERROR",
        "This was sent as a call: iterate at once, or give the client its definitions.",
      );
    return (this.#stream ??= this.#options.subscribe());
  }
}
