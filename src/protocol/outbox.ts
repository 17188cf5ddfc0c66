/** What waits to be sent: events as texts, joined into frames at the end of the tick that made them. */
import { CallError } from "../errors/call-error.ts";
import { atEndOfTick } from "../shared/turns.ts";
import { encodeEvent } from "./event-codec.ts";
import type { Delivery } from "./link.ts";
import type { ProtocolEvent } from "./protocol-event.ts";

export interface OutboxOptions {
  /** Bytes that the events of one frame may take together. */
  readonly maxBytes: number;
  /** Bytes that may wait here and behind `send`. */
  readonly maxQueuedBytes: number;
  /** Bytes that wait behind `send`. */
  readonly bufferedBytes: () => number;
  /** Sends the events of one frame, as texts joined by commas. */
  readonly send: (events: string) => void;
}

interface Waiting {
  readonly text: string;
  readonly delivery: Delivery | undefined;
}

export class Outbox {
  maxBytes: number;
  readonly #options: OutboxOptions;
  #waiting: Waiting[] = [];
  #waitingLength = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.maxBytes = options.maxBytes;
  }

  /** Encoded at once: what the sender changes later is not what it sent, and errors reach it. */
  add(event: ProtocolEvent, delivery: Delivery | undefined): void {
    const text = encodeEvent(event);
    if (!this.#certainlyFits(text.length)) {
      const bytes = byteLength(text);
      if (bytes > this.maxBytes) throw tooLarge(event, bytes, this.maxBytes);
    }
    this.#assertRoom(event, text.length);
    this.#waitingLength += text.length;
    if (this.#waiting.push({ text, delivery }) === 1) atEndOfTick(this.flush);
  }

  readonly flush = (): void => {
    const waiting = this.#waiting;
    const isOneFrame = this.#certainlyFits(this.#waitingLength + waiting.length);
    this.close();
    let frame = "";
    let bytes = 0;
    for (const { text, delivery } of waiting) {
      if (delivery?.isWithdrawn === true) continue;
      const size = isOneFrame ? text.length : byteLength(text);
      if (bytes > 0 && bytes + size > this.maxBytes) {
        this.#options.send(frame);
        bytes = 0;
      }
      // Before it is sent: from the first byte on the other side may have it.
      if (delivery !== undefined) delivery.isSent = true;
      frame = bytes === 0 ? text : `${frame},${text}`;
      bytes += size + 1;
    }
    if (bytes > 0) this.#options.send(frame);
  };

  /** What waits will not be sent. */
  close(): void {
    this.#waiting = [];
    this.#waitingLength = 0;
  }

  /** Without counting: a character takes at most three bytes. */
  #certainlyFits(length: number): boolean {
    return length * 3 <= this.maxBytes;
  }

  /** Answers are let through, because a call must end; they are bounded by the calls in flight. */
  #assertRoom(event: ProtocolEvent, length: number): void {
    if (event.type !== "call.requested") return;
    const { maxQueuedBytes, bufferedBytes } = this.#options;
    if (this.#waitingLength + bufferedBytes() + length <= maxQueuedBytes) return;
    throw new CallError(
      "OVERLOADED",
      `More than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`,
    );
  }
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

function tooLarge(event: ProtocolEvent, bytes: number, limit: number): CallError {
  return new CallError(
    "PAYLOAD_TOO_LARGE",
    `The ${event.type} event takes ${bytes} bytes, and a frame takes ${limit} (maxFrameBytes).`,
    undefined,
    { phase: "notStarted" },
  );
}
