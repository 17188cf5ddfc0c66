import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

const DONE: Item = { done: true, value: undefined };

export interface FailoverSubscriptionOptions {
  /** Opens it at somebody who was not tried yet; throws when there is nobody. */
  readonly open: () => Subscription;
  /** Whether it may be opened elsewhere after this failure. */
  readonly mayTryAgain: (thrown: unknown) => boolean;
}

/** A stream that is opened elsewhere for as long as it is certain that nobody has begun with it. */
export class FailoverSubscription implements Subscription {
  readonly #options: FailoverSubscriptionOptions;
  #current: Subscription | undefined;
  #opening: Promise<Item> | undefined;
  /** From then on it stays with whom it is. */
  #isSettled = false;

  constructor(options: FailoverSubscriptionOptions) {
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Item> {
    if (this.#isSettled) return this.#current?.next() ?? Promise.resolve(DONE);
    if (this.#opening === undefined) return (this.#opening = this.#open());
    const following = (): Promise<Item> => this.next();
    return this.#opening.then(following, following);
  }

  return(): Promise<Item> {
    this.#isSettled = true;
    return this.#current?.return() ?? Promise.resolve(DONE);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async #open(): Promise<Item> {
    try {
      for (;;) {
        this.#current = this.#options.open();
        try {
          return await this.#current.next();
        } catch (thrown) {
          if (this.#isSettled || !this.#options.mayTryAgain(thrown)) throw thrown;
        }
      }
    } finally {
      this.#isSettled = true;
    }
  }
}
