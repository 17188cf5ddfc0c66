import { within } from "../../../shared/time/wait.ts";
import type { HeaderPairs, Reply, TextStream } from "../../request/incoming.ts";
import type { Answer } from "./direct-calls.ts";

/**
 * Milliseconds after which a client gets the head of its reply, and then signs of life: proxies, and clients too, end a
 * request of which they hear nothing.
 */
const SILENCE = 10_000;

export interface CallReplyOptions {
  readonly accept: string | undefined;
  /** The status of an answer. */
  readonly statusOf: (answer: Answer) => number;
  /** The status where the call was cancelled, and has no answer. */
  readonly cancelled: number;
}

/** The reply to a call: JSON or, where the answer takes long, a stream of events whose last one is the answer. */
export async function toCallReply(pending: Promise<Answer | undefined>, options: CallReplyOptions): Promise<Reply> {
  const takesEvents = options.accept?.includes("text/event-stream") === true;
  const answer = takesEvents ? await within(pending, SILENCE, STILL_RUNNING) : await pending;
  if (answer === STILL_RUNNING) return { status: 200, headers: [...EVENT_HEADERS], stream: new AnswerEvents(pending) };
  if (answer === undefined) return { status: options.cancelled, headers: [] };
  return {
    status: options.statusOf(answer),
    headers: ["content-type", "application/json"],
    body: JSON.stringify(answer),
  };
}

const STILL_RUNNING = Symbol("still running");
const DONE = { done: true, value: undefined } as const;
// Proxies must not hold events back.
const EVENT_HEADERS: HeaderPairs = [
  "content-type",
  "text/event-stream",
  "cache-control",
  "no-cache, no-transform",
  "x-accel-buffering",
  "no",
];

class AnswerEvents implements TextStream {
  #pending: Promise<Answer | undefined> | undefined;

  constructor(pending: Promise<Answer | undefined>) {
    this.#pending = pending;
  }

  async next(): Promise<IteratorResult<string, void>> {
    if (this.#pending === undefined) return DONE;
    const answer = await within(this.#pending, SILENCE, STILL_RUNNING);
    if (answer === STILL_RUNNING) return { done: false, value: ": keep-alive\n\n" };
    this.#pending = undefined;
    return answer === undefined ? DONE : { done: false, value: `event: message\ndata: ${JSON.stringify(answer)}\n\n` };
  }

  /** Whether a call ends with its connection is decided where the client is seen to leave. */
  async return(): Promise<void> {
    this.#pending = undefined;
  }
}
