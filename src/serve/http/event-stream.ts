/** A subscription as server-sent events. */
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { encodeData } from "../../shared/encode-data.ts";
import { toText } from "./answer-text.ts";
import type { TextStream } from "./incoming.ts";
import { problemText, toProblem } from "./problem.ts";
import type { ProblemPlace } from "./problem.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

export interface EventStreamOptions extends ProblemPlace {
  readonly settings: ServeHTTPSettings;
  readonly asEnvelope: boolean;
  /** Is told once, however the stream ends. */
  readonly onEnd: () => void;
}

type Item = IteratorResult<ResponseEnvelope, unknown>;

/** How long an answer waits for the first item: what fails at once is answered by its status. */
const FIRST_ITEM_MS = 100;
const SILENCE = Symbol("silence");

/**
 * Waits until the first item or a failure is there, or a moment has passed: the stream has begun then. Throws where it
 * failed before that.
 */
export async function openEventStream(subscription: Subscription, options: EventStreamOptions): Promise<TextStream> {
  const first = subscription.next();
  await orSilence(first, FIRST_ITEM_MS);
  // It is awaited by the stream's first `next`, which may never come.
  first.catch(() => undefined);
  return new EventStream(subscription, first, options);
}

/** By hand and not by `async function*`: that runs no `finally` if it is left before it was begun. */
class EventStream implements TextStream {
  readonly #subscription: Subscription;
  readonly #options: EventStreamOptions;
  #pending: Promise<Item> | undefined;
  #sequence = 0;
  #ended = false;

  constructor(subscription: Subscription, first: Promise<Item>, options: EventStreamOptions) {
    this.#subscription = subscription;
    this.#options = options;
    this.#pending = first;
  }

  async next(): Promise<IteratorResult<string, void>> {
    if (this.#ended) return { done: true, value: undefined };
    const { settings } = this.#options;
    try {
      // Not before the client took the one before: this is what stops the producer.
      this.#pending ??= this.#subscription.next();
      const item = await orSilence(this.#pending, settings.keepAlive);
      if (item === SILENCE) return { done: false, value: ": keep-alive\n\n" };
      this.#pending = undefined;
      if (item.done === true) {
        this.#end();
        return { done: false, value: "event: complete\ndata: {}\n\n" };
      }
      return { done: false, value: this.#frame(item.value) };
    } catch (thrown) {
      this.#end();
      await this.#subscription.return?.();
      return { done: false, value: `event: error\ndata: ${problemText(toProblem(thrown, this.#options))}\n\n` };
    }
  }

  async return(): Promise<IteratorResult<string, void>> {
    this.#end();
    await this.#subscription.return?.();
    return { done: true, value: undefined };
  }

  async throw(): Promise<IteratorResult<string, void>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #frame({ data, meta }: ResponseEnvelope): string {
    const { settings, asEnvelope } = this.#options;
    const value = encodeData(data);
    // No data at all has no JSON: an empty line of data stands for it.
    const text = toText(asEnvelope ? { data: value, meta } : value, settings) ?? "";
    return `id: ${++this.#sequence}\ndata: ${text}\n\n`;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.onEnd();
  }
}

function orSilence<T>(work: Promise<T>, ms: number): Promise<T | typeof SILENCE> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, SILENCE);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
