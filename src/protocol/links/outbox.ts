/** What waits to be sent: events as texts, joined into frames at the end of the tick that made them. */
import { CallError } from "../../errors/call-error.ts";
import { atEndOfTick } from "../../shared/turns.ts";
import { mostBytes } from "../../shared/utf8-length.ts";
import type { LocalResponseMeta, ResponseMeta } from "../../envelope/response-envelope.ts";
import { encodeEvent, encodeValue, isPlainMeta } from "../wire/event-codec.ts";
import type { Delivery } from "../ports/link.ts";
import type { CallResponded, ProtocolEvent } from "../wire/protocol-event.ts";

export interface OutboxOptions {
  /** Bytes that the events of one frame may take together. */
  readonly maxBytes: number;
  /**
   * A frame with so many events leaves before the tick ends: the other side can begin with it while this side goes on.
   * Otherwise the two would work in turns. Default: no frame leaves early.
   */
  readonly eventsPerFrame?: number | undefined;
  /** Bytes that may wait here and behind `send`. */
  readonly maxQueuedBytes: number;
  /** Bytes that wait behind `send`. */
  readonly bufferedBytes: () => number;
  /** Sends the events of one frame, as texts joined by commas. */
  readonly send: (events: string) => void;
}

interface Waiting {
  readonly text: string;
  /** At most so many bytes. */
  bytes: number;
  readonly delivery: Delivery | undefined;
  /** Items that follow the one in `text`: see `more` of `call.responded`. */
  more?: string[];
}

/** Items of one stream that follow each other directly. */
interface ItemRun {
  readonly waiting: Waiting;
  readonly meta: ResponseMeta;
  /** The same, where it is what `localEnvelope` makes. */
  readonly plain: LocalResponseMeta | undefined;
  lastSeq: number;
}

/** So many items of one stream leave before the tick ends, for the same reason as with `eventsPerFrame`: a part of a window. */
const ITEMS_PER_RUN = 256;

/** What the field around the first of further items takes. */
const MORE_BYTES = ',"more":[]'.length;

export class Outbox {
  maxBytes: number;
  readonly #options: OutboxOptions;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isScheduled = false;
  readonly #eventsPerFrame: number;
  /** By the id of the stream. */
  readonly #runs = new Map<string, ItemRun>();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.maxBytes = options.maxBytes;
    this.#eventsPerFrame = options.eventsPerFrame ?? Infinity;
  }

  /** Bytes that wait here; about, because to count them exactly costs time. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Encoded at once: what the sender changes later is not what it sent, and errors reach it. */
  add(event: ProtocolEvent, delivery: Delivery | undefined): void {
    const isItem = event.type === "call.responded" && event.seq !== undefined;
    if (isItem && this.#continueRun(event)) return;
    const text = encodeEvent(event);
    const bytes = mostBytes(text, this.maxBytes);
    if (bytes > this.maxBytes) throw tooLarge(event, bytes, this.maxBytes);
    this.#assertRoom(event, text.length);
    this.#waitingBytes += text.length;
    const waiting: Waiting = { text, bytes, delivery };
    if (isItem) this.#beginRun(event, waiting);
    const count = this.#waiting.push(waiting);
    if (count >= this.#eventsPerFrame) this.flush();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      atEndOfTick(this.#flushAtEnd);
    }
  }

  #beginRun({ requestId, output: { meta }, seq = 0 }: CallResponded, waiting: Waiting): void {
    this.#runs.set(requestId, { waiting, meta, plain: isPlainMeta(meta) ? meta : undefined, lastSeq: seq });
  }

  readonly #flushAtEnd = (): void => {
    this.#isScheduled = false;
    this.flush();
  };

  /** An item right behind another of its stream needs no event of its own. */
  #continueRun({ requestId, output, seq = 0 }: CallResponded): boolean {
    const run = this.#runs.get(requestId);
    if (run === undefined || run.lastSeq !== seq - 1 || !hasMeta(run, output.meta)) return false;
    const text = encodeValue(output.data);
    if (text === undefined) return false;
    const { waiting } = run;
    const bytes = mostBytes(text, this.maxBytes) + 1 + (waiting.more === undefined ? MORE_BYTES : 0);
    if (waiting.bytes + bytes > this.maxBytes) return false;
    run.lastSeq = seq;
    waiting.bytes += bytes;
    this.#waitingBytes += text.length;
    const items = (waiting.more ??= []).push(text);
    if (items >= ITEMS_PER_RUN) this.flush();
    return true;
  }

  readonly flush = (): void => {
    const waiting = this.#waiting;
    this.close();
    let frame = "";
    let bytes = 0;
    for (const event of waiting) {
      const { bytes: size, delivery } = event;
      if (delivery?.isWithdrawn === true) continue;
      if (bytes > 0 && bytes + size > this.maxBytes) {
        this.#options.send(frame);
        bytes = 0;
      }
      // Before it is sent: from the first byte on the other side may have it.
      if (delivery !== undefined) delivery.isSent = true;
      frame = bytes === 0 ? textOf(event) : `${frame},${textOf(event)}`;
      bytes += size + 1;
    }
    if (bytes > 0) this.#options.send(frame);
  };

  /** What waits will not be sent. */
  close(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#runs.size > 0) this.#runs.clear();
  }

  /** Answers are let through, because a call must end; they are bounded by the calls in flight. */
  #assertRoom(event: ProtocolEvent, length: number): void {
    if (event.type !== "call.requested") return;
    const { maxQueuedBytes, bufferedBytes } = this.#options;
    if (this.#waitingBytes + bufferedBytes() + length <= maxQueuedBytes) return;
    throw new CallError(
      "OVERLOADED",
      `More than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`,
    );
  }
}

function textOf({ text, more }: Waiting): string {
  return more === undefined ? text : `${text.slice(0, -1)},"more":[${more.join(",")}]}`;
}

function hasMeta({ meta, plain }: ItemRun, other: ResponseMeta): boolean {
  if (meta === other) return true;
  if (plain === undefined || !isPlainMeta(other)) return false;
  return plain.timestamp === other.timestamp && plain.operationId === other.operationId;
}

function tooLarge(event: ProtocolEvent, bytes: number, limit: number): CallError {
  return new CallError(
    "PAYLOAD_TOO_LARGE",
    `The ${event.type} event takes ${bytes} bytes, and a frame takes ${limit} (maxFrameBytes).`,
    undefined,
    { phase: "notStarted" },
  );
}
