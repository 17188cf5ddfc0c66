/**
 * The events of the streams of one session, kept for a while: a client of 2025-11-25 or before whose connection has
 * broken resumes the stream after the last event that it has got (`Last-Event-ID`).
 */
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** Milliseconds that a client is told to wait before it comes back. */
export const RETRY_AFTER = 1000;
/** Milliseconds that events are kept. */
const KEPT_FOR = 120_000;
/** Characters that one session keeps, and all together. An answer beyond that is lost with its connection. */
const MOST_OF_SESSION = 8_000_000;
const MOST_OF_ALL = 64_000_000;
/** What an event costs beside its text, in characters. */
const OVERHEAD = 200;
/** Streams of one session without an answer and without an event: their requests run, or were cancelled. */
const MOST_SILENT = 1000;

/** The answer to a call, as an event. */
export interface AnswerEvent {
  readonly id: string;
  readonly text: string;
}

interface KeptStream {
  readonly id: string;
  /** Whether it began with an event without a message. */
  readonly isOfRequest: boolean;
  /** How many of its events are kept. */
  kept: number;
  isAnswered: boolean;
  /** The answer that is still to come, if the SDK knows nothing of the stream. */
  awaited?: Promise<AnswerEvent | undefined> | undefined;
}

interface KeptEvent {
  readonly stream: KeptStream;
  readonly number: number;
  /** Empty if it only gave the client an id. */
  readonly text: string;
  readonly at: number;
}

/** What all sessions keep. */
export class EventRoom {
  readonly #most: number;
  readonly #sessions = new Set<KeptEvents>();
  #length = 0;

  constructor(most = MOST_OF_ALL) {
    this.#most = most;
  }

  /** Characters that are kept. */
  get length(): number {
    return this.#length;
  }

  open(most = MOST_OF_SESSION): KeptEvents {
    const events: KeptEvents = new KeptEvents(most, (by) => {
      if (this.#sessions.has(events)) this.#grow(by);
    });
    this.#sessions.add(events);
    return events;
  }

  close(events: KeptEvents): void {
    if (this.#sessions.delete(events)) this.#length -= events.length;
  }

  /** Drops what is too old. */
  sweep(): void {
    for (const session of this.#sessions) session.dropBefore(performance.now() - KEPT_FOR);
  }

  /** The session that keeps most loses its oldest events: none takes the room of the others. */
  #grow(by: number): void {
    this.#length += by;
    if (by < 0) return;
    while (this.#length > this.#most) {
      let largest: KeptEvents | undefined;
      for (const session of this.#sessions) if (session.length > (largest?.length ?? -1)) largest = session;
      largest?.dropOldest();
    }
  }
}

export class KeptEvents implements EventStore {
  readonly #most: number;
  readonly #onChange: (by: number) => void;
  readonly #streams = new Map<string, KeptStream>();
  readonly #silent = new Set<KeptStream>();
  /** The oldest first. */
  readonly #events = new Set<KeptEvent>();
  #length = 0;
  #count = 0;

  /** `onChange` is told by how many characters more, or less, are kept. */
  constructor(most: number, onChange: (by: number) => void) {
    this.#most = most;
    this.#onChange = onChange;
  }

  /** Characters that are kept. */
  get length(): number {
    return this.#length;
  }

  /** Whether the stream can be resumed after this event. */
  has(eventId: string): boolean {
    return this.#find(eventId) !== undefined;
  }

  /** Whether the event belongs to the stream of a request: those begin with an event without a message. */
  isOfRequest(eventId: string): boolean {
    return this.#find(eventId)?.stream.isOfRequest === true;
  }

  /** The answer that a stream still waits for, if the SDK knows nothing of the stream. */
  awaited(eventId: string): Promise<AnswerEvent | undefined> | undefined {
    return this.#find(eventId)?.stream.awaited;
  }

  /** A stream of which the SDK knows nothing: the id of the event that begins it, and the event that ends it. */
  begin(answer: Promise<object | undefined>): {
    readonly id: string;
    readonly answer: Promise<AnswerEvent | undefined>;
  } {
    const stream = this.#streamOf(crypto.randomUUID(), true);
    const id = this.#keep(stream, "");
    stream.awaited = answer.then((message) => {
      stream.awaited = undefined;
      stream.isAnswered = true;
      if (message === undefined) return undefined;
      const text = JSON.stringify(message);
      return { id: this.#keep(stream, text), text };
    });
    return { id, answer: stream.awaited };
  }

  /** For the SDK. A message without members is an event that only gives the client an id. */
  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const isEmpty = Object.keys(message).length === 0;
    const stream = this.#streamOf(streamId, isEmpty);
    if ("result" in message || "error" in message) stream.isAnswered = true;
    return this.#keep(stream, isEmpty ? "" : JSON.stringify(message));
  }

  /** For the SDK, which sends what comes later by itself. */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { readonly send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const last = this.#find(lastEventId);
    if (last === undefined) throw new Error("Nothing is kept of this stream.");
    for (const { stream, number, text } of this.#events) {
      if (stream !== last.stream || number <= last.number || text === "") continue;
      await send(idOf(stream, number), JSON.parse(text) as JSONRPCMessage);
    }
    return last.stream.id;
  }

  dropOldest(): void {
    const [oldest] = this.#events;
    if (oldest !== undefined) this.#drop(oldest);
  }

  dropBefore(time: number): void {
    for (const event of this.#events) {
      if (event.at >= time) return;
      this.#drop(event);
    }
  }

  #streamOf(id: string, isOfRequest: boolean): KeptStream {
    let stream = this.#streams.get(id);
    if (stream === undefined) this.#streams.set(id, (stream = { id, isOfRequest, kept: 0, isAnswered: false }));
    return stream;
  }

  /** Numbers count for the session: the id of a stream that was forgotten is not given again. */
  #keep(stream: KeptStream, text: string): string {
    const number = ++this.#count;
    // It may have been forgotten while it was silent.
    this.#streams.set(stream.id, stream);
    this.#silent.delete(stream);
    stream.kept++;
    this.#events.add({ stream, number, text, at: performance.now() });
    this.#resize(text.length + OVERHEAD);
    while (this.#length > this.#most) this.dropOldest();
    return idOf(stream, number);
  }

  #resize(by: number): void {
    this.#length += by;
    this.#onChange(by);
  }

  /** A stream is known until its answer is dropped. A client that comes back later is refused, so it stops waiting. */
  #drop(event: KeptEvent): void {
    const { stream, text } = event;
    this.#events.delete(event);
    this.#resize(-(text.length + OVERHEAD));
    if (--stream.kept > 0) return;
    if (stream.isAnswered) return void this.#streams.delete(stream.id);
    this.#silent.add(stream);
    const [oldest] = this.#silent;
    if (oldest === undefined || this.#silent.size <= MOST_SILENT) return;
    this.#silent.delete(oldest);
    this.#streams.delete(oldest.id);
  }

  #find(eventId: string): { readonly stream: KeptStream; readonly number: number } | undefined {
    const end = eventId.lastIndexOf("_");
    const stream = this.#streams.get(eventId.slice(0, Math.max(end, 0)));
    const number = Number(eventId.slice(end + 1));
    return stream === undefined || !(number <= this.#count) ? undefined : { stream, number };
  }
}

/** It names its stream, so that a client that comes back gets no event of another one. */
function idOf({ id }: KeptStream, number: number): string {
  return `${id}_${number}`;
}
