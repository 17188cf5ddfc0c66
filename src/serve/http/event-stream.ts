/** Server-sent events. */
import { END_EVENT_ID } from "../../envelope/tracked.ts";
import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { DONE } from "../../shared/iteration.ts";
import { roomInTurn } from "../../shared/time/turns.ts";
import { within } from "../../shared/time/wait.ts";
import { clientLeft } from "../request/incoming.ts";
import type { TextStream } from "../request/incoming.ts";
import { problemText, toProblem } from "../request/problem.ts";
import type { ProblemContext, ProblemDetails } from "../request/problem.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** What is sent as events: items, and an end. */
export interface EventWork<TItem, TEnd> {
  next(): Promise<IteratorResult<TItem, TEnd>>;
  /** The client gets no more, for this reason. */
  stop(why: CallError): Promise<unknown>;
}

export interface EventStreamOptions<TItem, TEnd> extends ProblemContext {
  readonly settings: ServeHTTPSettings;
  /** An item, or the end, as an event. */
  readonly toEvent: (result: IteratorResult<TItem, TEnd>) => string;
  /** Called once, however the stream ends. */
  readonly onEnd: () => void;
}

/** How long a reply waits for the first item: a call that fails at once is answered by its status. */
const FIRST_ITEM_MS = 100;
const SILENCE = Symbol("silence");

/**
 * Waits for the first item, the end or a failure, but only for a moment. Then the stream has begun. Throws if it failed
 * before that.
 */
export async function openEventStream<TItem, TEnd>(
  work: EventWork<TItem, TEnd>,
  options: EventStreamOptions<TItem, TEnd>,
): Promise<OpenedEvents<TEnd>> {
  const first = work.next();
  const begun = await within(first, FIRST_ITEM_MS, SILENCE);
  // The stream's first `next` awaits it, but the client may leave before that.
  first.catch(() => undefined);
  const body = new EventStream(work, first, options);
  return begun !== SILENCE && begun.done === true ? { body, end: begun.value } : { body };
}

export interface OpenedEvents<TEnd> {
  readonly body: TextStream;
  /** Present if it came before any item: there is nothing to report on the way. */
  readonly end?: TEnd;
}

/** The last event. An `EventSource` that reconnects with its id does not get the stream again. */
export function endEvent(name: string, data: string): string {
  return `id: ${END_EVENT_ID}\nevent: ${name}\ndata: ${data}\n\n`;
}

/** A failure that a retry may mend keeps the id of the last item: an `EventSource` then continues after it. */
function errorEvent(problem: ProblemDetails): string {
  const text = problemText(problem);
  return problem.retryable ? `event: error\ndata: ${text}\n\n` : endEvent("error", text);
}

/** Not an `async function*`, which runs no `finally` if it is left before its first step. */
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
    if (this.#ended) return DONE;
    const { settings, toEvent } = this.#options;
    try {
      // Asks for the next item only once the client has taken the last event. This holds the producer back.
      this.#pending ??= this.#work.next();
      const result = await within(this.#pending, settings.keepAlive, SILENCE);
      if (result === SILENCE) return { done: false, value: ": keep-alive\n\n" };
      this.#pending = undefined;
      const room = roomInTurn();
      if (room !== undefined) await room;
      const event = toEvent(result);
      if (result.done === true) this.#end();
      return { done: false, value: event };
    } catch (thrown) {
      this.#end();
      await this.#work.stop(toCallError(thrown));
      return { done: false, value: errorEvent(toProblem(thrown, this.#options)) };
    }
  }

  async return(): Promise<void> {
    this.#end();
    await this.#work.stop(clientLeft());
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.onEnd();
  }
}
