import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { DONE } from "../../shared/iteration.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";

type Item = IteratorResult<ResponseEnvelope, void>;

interface FinishedItemsOptions {
  /** Makes the envelope of an item. */
  readonly finish: (result: unknown) => MaybePromise<ResponseEnvelope>;
  /** The error for what the handler's iterator throws, or a promise of it. */
  readonly asThrown: (thrown: unknown) => unknown;
}

/** Gets one item, or the failure that ends the stream. */
export interface ItemReader {
  readonly resolve: (item: Item) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * The items of a handler, each of them finished. A reader that uses `pull` gets them without a promise for each,
 * because a promise would cost more than the rest of an item. At most one `pull` waits at a time.
 */
export class FinishedItems implements AsyncIterator<ResponseEnvelope, void> {
  readonly #iterator: AsyncIterator<unknown, unknown>;
  readonly #options: FinishedItemsOptions;
  #reader: ItemReader | undefined;

  constructor(iterator: AsyncIterator<unknown, unknown>, options: FinishedItemsOptions) {
    this.#iterator = iterator;
    this.#options = options;
  }

  next(): Promise<Item> {
    return this.#ask().then((item) => this.#finish(item), this.#failed);
  }

  async return(): Promise<Item> {
    await this.#iterator.return?.();
    return DONE;
  }

  pull(reader: ItemReader): void {
    this.#reader = reader;
    this.#ask().then(this.#tell, this.#tellFailed);
  }

  /** A handler's own iterator may throw at once, or answer without a promise. */
  #ask(): Promise<IteratorResult<unknown, unknown>> {
    try {
      const item: unknown = this.#iterator.next();
      return (item instanceof Promise ? item : Promise.resolve(item)) as Promise<IteratorResult<unknown, unknown>>;
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  #finish(item: IteratorResult<unknown, unknown>): MaybePromise<Item> {
    if (item.done === true) return DONE;
    const finished = this.#options.finish(item.value);
    return finished instanceof Promise ? finished.then(toItem) : toItem(finished);
  }

  readonly #failed = async (thrown: unknown): Promise<never> => {
    throw await this.#options.asThrown(thrown);
  };

  readonly #tell = (item: IteratorResult<unknown, unknown>): void => {
    const reader = this.#reader as ItemReader;
    let finished: MaybePromise<Item>;
    try {
      finished = this.#finish(item);
    } catch (thrown) {
      return reader.reject(thrown);
    }
    if (finished instanceof Promise) finished.then(reader.resolve, reader.reject);
    else reader.resolve(finished);
  };

  readonly #tellFailed = (thrown: unknown): void => {
    const reader = this.#reader as ItemReader;
    this.#failed(thrown).catch(reader.reject);
  };
}

function toItem(value: ResponseEnvelope): Item {
  return { done: false, value };
}
