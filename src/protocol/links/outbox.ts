/** Events that wait to be sent, as texts. They are joined into frames at the end of the tick that made them. */
import { CallError } from "../../errors/call-error.ts";
import { LARGE_TEXT, spendTurn } from "../../shared/time/turns.ts";
import { atEndOfTick } from "../../shared/time/turns.ts";
import { SHORT_JSON, structureBytes } from "../../shared/json/is-too-dense.ts";
import { mostBytes } from "../../shared/json/data-size.ts";
import type { LocalResponseMeta, ResponseMeta } from "../../envelope/response-envelope.ts";
import { encodeEvent, encodeValue, isPlainMeta } from "../wire/event-codec.ts";
import { ItemWriter } from "./item-writer.ts";
import type { TextCarrier } from "../ports/channel.ts";
import type { Delivery } from "../ports/link.ts";
import type { CallResponded, ProtocolEvent } from "../wire/protocol-event.ts";
import { CREDIT_AT_ONCE } from "../wire/protocol-numbers.ts";

export interface OutboxOptions {
  /** Bytes that the events of one frame may take together. */
  readonly maxBytes: number;
  /**
   * A frame with this many events leaves before the tick ends, so that the other side can begin with it while this side
   * continues. Otherwise the two would take turns. Default: no frame leaves early.
   */
  readonly eventsPerFrame?: number | undefined;
  /** Bytes that may wait here and in the carrier. */
  readonly maxQueuedBytes: number;
  readonly carrier: Pick<TextCarrier, "bufferedBytes">;
  /** Sends the events of one frame, as texts joined by commas. */
  readonly send: (events: string) => void;
}

interface Waiting {
  readonly text: string;
  /** An upper bound. */
  bytes: number;
  readonly delivery: Delivery | undefined;
  /** The items that follow the one in `text`, joined by commas: see `more` of `call.responded`. */
  more: string;
}

/** Items of one stream that follow each other directly. */
interface ItemRun {
  readonly requestId: string;
  readonly waiting: Waiting;
  readonly meta: ResponseMeta;
  /** The same, if `localEnvelope` made it. */
  readonly plain: LocalResponseMeta | undefined;
  readonly firstSeq: number;
  lastSeq: number;
}

/** After this many items of one stream (part of a window), they leave before the tick ends: see `eventsPerFrame`. */
const ITEMS_PER_RUN = 256;

/** Shorter texts are not measured: one frame holds too few of them to exceed the structure that it may have. */
const DENSE = 2048;

/** Bytes of the member that holds further items. */
const MORE_BYTES = ',"more":[]'.length;

export class Outbox {
  maxBytes: number;
  /** About how many bytes wait here: an exact count would cost time. */
  waitingBytes = 0;
  readonly #options: OutboxOptions;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  readonly #eventsPerFrame: number;
  /** Frames that were sent. */
  #frames = 0;
  /** By the id of the stream. */
  #runs = new Map<string, ItemRun>();
  /** The run of the latest item. The next item usually belongs to it. */
  #lastRun: ItemRun | undefined;
  /** Made by the first item that follows another. */
  #items: ItemWriter | undefined;
  /** Whose items the writer holds: they follow those in `more`. */
  #written: Waiting | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.maxBytes = options.maxBytes;
    this.#eventsPerFrame = options.eventsPerFrame ?? Infinity;
  }

  /** Encodes at once: later changes to the event are not sent, and the sender gets the errors. */
  add(event: ProtocolEvent, delivery: Delivery | undefined): void {
    const isItem = event.type === "call.responded" && event.seq !== undefined;
    if (isItem && this.#continueRun(event)) return;
    const text = encodeEvent(event);
    if (text.length > LARGE_TEXT) spendTurn(text.length);
    const isSparse = text.length < DENSE || this.maxBytes < SHORT_JSON;
    const bytes = Math.max(mostBytes(text, this.maxBytes), isSparse ? 0 : structureBytes(text));
    if (bytes > this.maxBytes) throw tooLarge(event, bytes, this.maxBytes);
    const { maxQueuedBytes, carrier } = this.#options;
    const queuedBytes = this.waitingBytes + text.length;
    // Answers always pass, because a call must end. The calls in flight bound them.
    if (event.type === "call.requested" && queuedBytes + carrier.bufferedBytes > maxQueuedBytes)
      throw overloaded(maxQueuedBytes);
    this.waitingBytes = queuedBytes;
    const waiting: Waiting = { text, bytes, delivery, more: "" };
    if (isItem) this.#beginRun(event, waiting);
    const count = this.#waiting.push(waiting);
    const isAwaited = event.type === "call.credit" && event.n >= CREDIT_AT_ONCE;
    if (isAwaited || count >= this.#eventsPerFrame) this.flush();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      atEndOfTick(this.#flushAtEnd);
    }
  }

  #beginRun({ requestId, output: { meta }, seq = 0 }: CallResponded, waiting: Waiting): void {
    const plain = isPlainMeta(meta) ? meta : undefined;
    this.#lastRun = { requestId, waiting, meta, plain, firstSeq: seq, lastSeq: seq };
    this.#runs.set(requestId, this.#lastRun);
  }

  readonly #flushAtEnd = (): void => {
    this.#isScheduled = false;
    this.flush();
  };

  /** An item right behind another of its stream needs no event of its own. */
  #continueRun({ requestId, output, seq = 0 }: CallResponded): boolean {
    const run = this.#lastRun?.requestId === requestId ? this.#lastRun : this.#runs.get(requestId);
    if (run === undefined || run.lastSeq !== seq - 1 || !hasMeta(run, output.meta)) return false;
    if (!this.#writeItem(run.waiting, output.data)) return false;
    run.lastSeq = seq;
    // Not each time: V8 records every young object that an old one comes to hold.
    if (this.#lastRun !== run) this.#lastRun = run;
    if (seq - run.firstSeq >= ITEMS_PER_RUN) this.flush();
    return true;
  }

  /** Adds an item to those that follow the one of the event. Returns false if it needs an event of its own. */
  #writeItem(waiting: Waiting, data: unknown): boolean {
    const items = (this.#items ??= new ItemWriter());
    if (this.#written !== waiting || items.isFull) this.#takeWritten();
    const before = items.length;
    const isPlain = items.add(data);
    const text = isPlain ? undefined : encodeValue(data);
    if (!isPlain && text === undefined) return false;
    const length = text === undefined ? items.length - before : text.length;
    // A comma, and the member around the items. It is counted for each item although there is one, because the other
    // side limits structure too: a tiny object costs more structure than bytes.
    const bytes = (text === undefined ? length * 3 : this.#bytesOfItem(text)) + 1 + MORE_BYTES;
    if (waiting.bytes + bytes > this.maxBytes) {
      if (isPlain) items.cut(before);
      return false;
    }
    waiting.bytes += bytes;
    this.waitingBytes += length;
    if (text === undefined) this.#written ??= waiting;
    else {
      this.#takeWritten();
      // Not an array: V8 would keep it and its texts in the old generation (ADR 56).
      waiting.more = waiting.more === "" ? text : `${waiting.more},${text}`;
    }
    return true;
  }

  /** Always measured: a frame may hold thousands of items, so even short ones may exceed the structure that it may have. */
  #bytesOfItem(text: string): number {
    return Math.max(mostBytes(text, this.maxBytes), this.maxBytes < SHORT_JSON ? 0 : structureBytes(text));
  }

  /** Moves the items that were written into the text of their event. */
  #takeWritten(): void {
    const waiting = this.#written;
    if (waiting === undefined || this.#items === undefined) return;
    this.#written = undefined;
    const text = this.#items.take();
    waiting.more = waiting.more === "" ? text : `${waiting.more},${text}`;
  }

  flush(): void {
    if (this.#written !== undefined) this.#takeWritten();
    const waiting = this.#waiting;
    this.clear();
    let frame = "";
    let bytes = 0;
    for (const { text, more, bytes: size, delivery } of waiting) {
      if (delivery?.isWithdrawn === true) continue;
      if (bytes > 0 && bytes + size > this.maxBytes) {
        this.#frames++;
        this.#options.send(frame);
        bytes = 0;
      }
      // Set before it is sent: the other side may have it from the first byte on.
      if (delivery !== undefined) {
        delivery.isSent = true;
        delivery.frame = this.#frames + 1;
      }
      const whole = more === "" ? text : `${text.slice(0, -1)},"more":[${more}]}`;
      frame = bytes === 0 ? whole : `${frame},${whole}`;
      bytes += size + 1;
    }
    if (bytes === 0) return;
    this.#frames++;
    this.#options.send(frame);
  }

  /** Drops the events that wait. */
  clear(): void {
    this.#waiting = [];
    this.waitingBytes = 0;
    this.#items?.cut(0);
    this.#written = undefined;
    this.#lastRun = undefined;
    // Not `clear()`, which links the old table to the new one: see ADR 56.
    if (this.#runs.size > 0) this.#runs = new Map();
  }
}

function overloaded(maxQueuedBytes: number): CallError {
  return new CallError(
    "OVERLOADED",
    `More than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`,
  );
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
