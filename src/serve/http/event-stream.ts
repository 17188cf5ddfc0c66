/** Server-sent events. */
import type { TextStream } from "../request/incoming.ts";
import { problemText, toProblem } from "../request/problem.ts";
import type { ProblemPlace } from "../request/problem.ts";
import type { ServeHTTPSettings } from "../request/serve-http-options.ts";

/** What is told as events: items, and an end. */
export interface EventWork<TItem, TEnd> {
  next(): Promise<IteratorResult<TItem, TEnd>>;
  /** Nobody listens any more. */
  return(): Promise<unknown>;
}

export interface EventStreamOptions<TItem, TEnd> extends ProblemPlace {
  readonly settings: ServeHTTPSettings;
  /** An item, or the end, as an event. */
  readonly toEvent: (result: IteratorResult<TItem, TEnd>) => string;
  /** Is told once, however the stream ends. */
  readonly onEnd: () => void;
}

/** How long an answer waits for the first item: what fails at once is answered by its status. */
const FIRST_ITEM_MS = 100;
const SILENCE = Symbol("silence");

/**
 * Waits until the first item, the end or a failure is there, or a moment has passed: the stream has begun then. Throws
 * where it failed before that.
 */
export async function openEventStream<TItem, TEnd>(
  work: EventWork<TItem, TEnd>,
  options: EventStreamOptions<TItem, TEnd>,
): Promise<OpenedEvents<TEnd>> {
  const first = work.next();
  const begun = await orSilence(first, FIRST_ITEM_MS);
  // It is awaited by the stream's first `next`, which may never come.
  first.catch(() => undefined);
  const body = new EventStream(work, first, options);
  return begun !== SILENCE && begun.done === true ? { body, end: begun.value } : { body };
}

export interface OpenedEvents<TEnd> {
  readonly body: TextStream;
  /** Where nothing came before it: there is nothing to tell on the way. */
  readonly end?: TEnd;
}

/** By hand and not by `async function*`: that runs no `finally` if it is left before it was begun. */
class EventStream<TItem, TEnd> implements TextStream {
  readonly #work: EventWork<TItem, TEnd>;
  readonly #options: EventStreamOptions<TItem, TEnd>;
  #pending: Promise<IteratorResult<TItem, TEnd>> | undefined;
  #ended = false;

  constructor(
    work: EventWork<TItem, TEnd>,
    first: Promise<IteratorResult<TItem, TEnd>>,
    options: EventStreamOptions<TItem, TEnd>,
  ) {
    this.#work = work;
    this.#options = options;
    this.#pending = first;
  }

  async next(): Promise<IteratorResult<string, void>> {
    if (this.#ended) return { done: true, value: undefined };
    const { settings, toEvent } = this.#options;
    try {
      // Not before the client took the one before: this is what stops the producer.
      this.#pending ??= this.#work.next();
      const result = await orSilence(this.#pending, settings.keepAlive);
      if (result === SILENCE) return { done: false, value: ": keep-alive\n\n" };
      this.#pending = undefined;
      const event = toEvent(result);
      if (result.done === true) this.#end();
      return { done: false, value: event };
    } catch (thrown) {
      this.#end();
      await this.#work.return();
      return { done: false, value: `event: error\ndata: ${problemText(toProblem(thrown, this.#options))}\n\n` };
    }
  }

  async return(): Promise<IteratorResult<string, void>> {
    this.#end();
    await this.#work.return();
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
