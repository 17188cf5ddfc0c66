import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { DONE } from "../../shared/iteration.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

export interface OpeningSubscriptionOptions {
  /** Opens the stream. Fails if there is nowhere left to open it. */
  readonly open: () => Subscription | Promise<Subscription>;
  /** Whether to open it again, elsewhere, after this failure of its first item. Default: never. */
  readonly mayTryAgain?: ((thrown: unknown) => boolean) | undefined;
}

/** A stream that opens when the caller asks for the first item, and again elsewhere as long as no handler has begun. */
export class OpeningSubscription implements Subscription {
  readonly #options: OpeningSubscriptionOptions;
  #current: Subscription | undefined;
  #firstItem: Promise<Item> | undefined;
  /** Whether it stays with the stream that it has. */
  #isSettled = false;

  constructor(options: OpeningSubscriptionOptions) {
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Item> {
    if (this.#isSettled) return this.#current?.next() ?? Promise.resolve(DONE);
    if (this.#firstItem === undefined) return (this.#firstItem = this.#open());
    const following = (): Promise<Item> => this.next();
    return this.#firstItem.then(following, following);
  }

  return(): Promise<Item> {
    this.#isSettled = true;
    return this.#current?.return() ?? Promise.resolve(DONE);
  }

  async throw(thrown: unknown): Promise<Item> {
    await this.return();
    throw thrown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async #open(): Promise<Item> {
    const { open, mayTryAgain = () => false } = this.#options;
    try {
      for (;;) {
        const opening = open();
        this.#current = opening instanceof Promise ? await opening : opening;
        // The caller may have ended it while it was opened.
        if (this.#isSettled) return await this.#current.return();
        try {
          return await this.#current.next();
        } catch (thrown) {
          if (this.#isSettled || !mayTryAgain(thrown)) throw thrown;
        }
      }
    } catch (thrown) {
      if (this.#isSettled) return DONE;
      throw thrown;
    } finally {
      this.#isSettled = true;
    }
  }
}
