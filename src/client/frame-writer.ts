import { notStarted } from "../errors/call-error.ts";
import type { CallError } from "../errors/call-error.ts";
import { SHORT_JSON, structureBytes } from "../shared/json/is-too-dense.ts";
import { mostBytes } from "../shared/json/data-size.ts";
import { atEndOfTick } from "../shared/time/turns.ts";
import type { Channel } from "../protocol/ports/channel.ts";
import type { Delivery, Link } from "../protocol/ports/link.ts";
import { encodeValue } from "../protocol/wire/event-codec.ts";
import type { ProtocolEvent } from "../protocol/wire/protocol-event.ts";
import type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";

interface Waiting {
  readonly text: string;
  /** An upper bound. */
  readonly bytes: number;
  readonly delivery: Delivery | undefined;
}

/** Bytes of a frame around its events. */
const BRACKETS = 2;

/** Shorter texts are not measured: one frame holds too few of them to exceed the structure that it may have. */
const DENSE = 2048;

/** Writes the events of a client into a channel, all those of one tick together. */
export class FrameWriter implements Pick<Link, "send"> {
  /** Why nothing can be sent any more. */
  closedBy: CallError | undefined;
  readonly #channel: Channel;
  readonly #limits: ProtocolLimits;
  /** Bytes that the events of one frame may take together. */
  #maxBytes = Infinity;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;

  constructor(channel: Channel, limits: ProtocolLimits) {
    this.#channel = channel;
    this.#limits = limits;
    this.limitFrames(limits.maxFrameBytes);
  }

  limitFrames(maxFrameBytes: number): void {
    this.#maxBytes = Math.min(this.#maxBytes, maxFrameBytes - BRACKETS);
  }

  send(event: ProtocolEvent, delivery?: Delivery): void {
    const most = this.#maxBytes;
    const { maxQueuedBytes } = this.#limits;
    if (this.closedBy !== undefined)
      throw notStarted("CONNECTION_LOST", `The connection is closed: ${this.closedBy.message}`, this.closedBy);
    const text = encodeValue(event) as string;
    const bytes = Math.max(mostBytes(text, most), text.length < DENSE || most < SHORT_JSON ? 0 : structureBytes(text));
    if (bytes > most)
      throw notStarted(
        "PAYLOAD_TOO_LARGE",
        `The ${event.type} event takes ${bytes} bytes, and a frame takes ${most} (maxFrameBytes).`,
      );
    const queued = this.#waitingBytes + text.length;
    if (event.type === "call.requested" && queued + this.#channel.bufferedBytes > maxQueuedBytes)
      throw notStarted("OVERLOADED", `More than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes).`);
    this.#waitingBytes = queued;
    if (this.#waiting.push({ text, bytes, delivery }) === 1) atEndOfTick(() => this.flush());
  }

  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.closedBy !== undefined) return;
    let frame: string[] = [];
    let left = this.#maxBytes;
    const sendFrame = (): void => {
      if (frame.length > 0) this.#channel.send(`[${frame.join(",")}]`);
      frame = [];
      left = this.#maxBytes;
    };
    for (const { text, bytes, delivery } of waiting) {
      if (delivery?.isWithdrawn === true) continue;
      if (bytes > left) sendFrame();
      // Set before it is sent: the other side may have it from the first byte on.
      if (delivery !== undefined) delivery.isSent = true;
      frame.push(text);
      left -= bytes + 1;
    }
    sendFrame();
  }
}
