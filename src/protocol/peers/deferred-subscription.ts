import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

const DONE: Item = { done: true, value: undefined };

/** A stream whose way there is only known when its first item is asked for. */
export class DeferredSubscription implements Subscription {
  readonly #open: () => Promise<Subscription>;
  #opening: Promise<Subscription> | undefined;
  #hasEnded = false;

  constructor(open: () => Promise<Subscription>) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Item> {
    if (this.#hasEnded) return DONE;
    let stream: Subscription;
    try {
      stream = await (this.#opening ??= this.#open());
    } catch (thrown) {
      // Told once; from then on it has ended.
      if (this.#hasEnded) return DONE;
      this.#hasEnded = true;
      throw thrown;
    }
    return await stream.next();
  }

  async return(): Promise<Item> {
    this.#hasEnded = true;
    const stream = await this.#opening?.catch(() => undefined);
    await stream?.return();
    return DONE;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
