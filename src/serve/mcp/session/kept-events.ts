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
const MOST_STREAMS = 1000;

/** The answer to a call, as an event. */
export interface AnswerEvent {
  readonly id: string;
  readonly text: string;
}

interface KeptStream {
  /** The number of its next event. */
  next: number;
  /** How many of its events are kept. */
  kept: number;
  /** Whether it began with an event without a message. */
  isOfRequest: boolean;
  /** Whether its request is answered. */
  isAnswered: boolean;
  /** The answer that is still to come, if the SDK knows nothing of the stream. */
  awaited: Promise<AnswerEvent | undefined> | undefined;
}

interface KeptEvent {
  readonly streamId: string;
  readonly stream: KeptStream;
  readonly number: number;
  readonly text: string;
  readonly at: number;
}

/** What all sessions keep. */
export class EventRoom {
  readonly #most: number;
  readonly #sessions = new Set<KeptEvents>();

  constructor(most = MOST_OF_ALL) {
    this.#most = most;
  }

  /** Characters that are kept. */
  get length(): number {
    let length = 0;
    for (const session of this.#sessions) length += session.length;
    return length;
  }

  open(most = MOST_OF_SESSION): KeptEvents {
    const events = new KeptEvents(most, () => this.#makeRoom());
    this.#sessions.add(events);
    return events;
  }

  close(events: KeptEvents): void {
    this.#sessions.delete(events);
  }

  /** Drops what is too old. */
  sweep(): void {
    for (const session of this.#sessions) session.dropBefore(performance.now() - KEPT_FOR);
  }

  /** The session that keeps most loses its oldest events: none takes the room of the others. */
  #makeRoom(): void {
    while (this.length > this.#most) {
      let largest: KeptEvents | undefined;
      for (const session of this.#sessions) if (session.length > (largest?.length ?? -1)) largest = session;
      largest?.dropOldest();
    }
  }
}

export class KeptEvents implements EventStore {
  readonly #most: number;
  readonly #onKept: () => void;
  readonly #streams = new Map<string, KeptStream>();
  /** The oldest first. */
  readonly #events = new Set<KeptEvent>();
  #length = 0;

  constructor(most: number, onKept: () => void) {
    this.#most = most;
    this.#onKept = onKept;
  }

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

  /** A stream of which the SDK knows nothing, with one message. Gives the event that begins it, and the one that ends it. */
  begin(answer: Promise<object | undefined>): {
    readonly id: string;
    readonly answer: Promise<AnswerEvent | undefined>;
  } {
    const streamId = crypto.randomUUID();
    const id = this.#keep(streamId, "");
    const stream = this.#streams.get(streamId) as KeptStream;
    const event = answer.then((message) => {
      stream.awaited = undefined;
      stream.isAnswered = true;
      if (message === undefined) return undefined;
      const text = JSON.stringify(message);
      return { id: this.#keep(streamId, text), text };
    });
    stream.awaited = event;
    return { id, answer: event };
  }

  /** For the SDK. An empty message is an event that only gives the client an id. */
  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = this.#keep(streamId, isEmpty(message) ? "" : JSON.stringify(message));
    const stream = this.#streams.get(streamId);
    if (stream !== undefined && ("result" in message || "error" in message)) stream.isAnswered = true;
    return id;
  }

  /** For the SDK, which sends what is there and what comes from then on. */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { readonly send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const last = this.#find(lastEventId);
    if (last === undefined) throw new Error("The event is not kept.");
    for (const { streamId, stream, number, text } of this.#events) {
      if (stream !== last.stream || number <= last.number || text === "") continue;
      await send(idOf(streamId, number), JSON.parse(text) as JSONRPCMessage);
    }
    return last.streamId;
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

  #keep(streamId: string, text: string): string {
    const stream = this.#streams.get(streamId) ?? this.#open(streamId, text === "");
    const number = stream.next++;
    stream.kept++;
    this.#events.add({ streamId, stream, number, text, at: performance.now() });
    this.#length += text.length + OVERHEAD;
    while (this.#length > this.#most) this.dropOldest();
    this.#onKept();
    return idOf(streamId, number);
  }

  #open(streamId: string, isOfRequest: boolean): KeptStream {
    const stream = { next: 1, kept: 0, isOfRequest, isAnswered: false, awaited: undefined };
    this.#streams.set(streamId, stream);
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > MOST_STREAMS) this.#streams.delete(oldest as string);
    return stream;
  }

  /** A stream is known until its answer is dropped. A client that comes back later is told so, and waits for nothing. */
  #drop(event: KeptEvent): void {
    const { stream, streamId, text } = event;
    this.#events.delete(event);
    this.#length -= text.length + OVERHEAD;
    if (--stream.kept === 0 && stream.isAnswered && this.#streams.get(streamId) === stream)
      this.#streams.delete(streamId);
  }

  #find(
    eventId: string,
  ): { readonly streamId: string; readonly stream: KeptStream; readonly number: number } | undefined {
    const end = eventId.lastIndexOf("_");
    const [streamId, number] = [eventId.slice(0, end), Number(eventId.slice(end + 1))];
    const stream = end < 0 ? undefined : this.#streams.get(streamId);
    return stream === undefined || !(number < stream.next) ? undefined : { streamId, stream, number };
  }
}

function idOf(streamId: string, number: number): string {
  return `${streamId}_${number}`;
}

function isEmpty(message: object): boolean {
  return Object.keys(message).length === 0;
}
