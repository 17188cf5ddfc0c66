import { CallError } from "../../errors/call-error.ts";
import type { Channel } from "../ports/channel.ts";
import { decodeFrame } from "../wire/event-codec.ts";
import { LinkReceivers } from "./link-receivers.ts";
import type { Delivery, Link, LinkPeer, LinkReceiver } from "../ports/link.ts";
import { connectionLost } from "./memory-link.ts";
import { Outbox } from "./outbox.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";

/** Measured: from 8 to 50 both ends work at the same time, and without a limit they take turns. */
const EVENTS_PER_FRAME = 16;

/** The brackets of a frame. */
const FRAME_BYTES = 2;

export interface ChannelLinkOptions {
  readonly limits: ProtocolLimits;
  readonly counters: ProtocolCounters;
}

/** A link over a channel of texts. */
export class ChannelLink implements Link {
  /** Until the handshake is over, nobody in particular. */
  peer: LinkPeer;
  /** When something last arrived, by the clock of this process. */
  lastHeard = Date.now();
  readonly #channel: Channel;
  readonly #options: ChannelLinkOptions;
  readonly #receivers = new LinkReceivers();
  readonly #outbox: Outbox;

  constructor(channel: Channel, options: ChannelLinkOptions) {
    const { maxFrameBytes, maxQueuedBytes } = options.limits;
    this.peer = { id: channel.name, identity: undefined, isTrusted: false };
    this.#channel = channel;
    this.#options = options;
    this.#outbox = new Outbox({
      maxBytes: maxFrameBytes - FRAME_BYTES,
      maxQueuedBytes,
      eventsPerFrame: EVENTS_PER_FRAME,
      bufferedBytes: () => channel.bufferedBytes,
      send: (events) => this.#sendFrame(events),
    });
    channel.receive({
      text: (text) => this.#receive(text),
      garbage: () => this.#receive(undefined),
      closed: (reason) => this.#end(new CallError("CONNECTION_LOST", `${channel.name}: ${reason}`)),
    });
  }

  get queuedBytes(): number {
    return this.#outbox.waitingBytes + this.#channel.bufferedBytes;
  }

  get hasDeliveredAll(): boolean {
    return this.#channel.hasDeliveredAll === true;
  }

  get closedBy(): CallError | undefined {
    return this.#receivers.closedBy;
  }

  /** The other side takes frames up to this size: ours get no larger. */
  limitFrames(maxFrameBytes: number): void {
    this.#outbox.maxBytes = Math.min(this.#outbox.maxBytes, maxFrameBytes - FRAME_BYTES);
  }

  send(event: ProtocolEvent, delivery?: Delivery): void {
    if (this.closedBy !== undefined) throw connectionLost(this.closedBy);
    this.#outbox.add(event, delivery);
  }

  listen(receiver: LinkReceiver): () => void {
    return this.#receivers.listen(receiver);
  }

  /** For events that came before anybody could take them. */
  deliver(events: readonly ProtocolEvent[]): void {
    for (const event of events) if (this.closedBy === undefined) this.#receivers.event(event);
  }

  close(reason = new CallError("CONNECTION_LOST", "The connection was closed."), answered = false): void {
    if (this.closedBy !== undefined) return;
    try {
      this.send({ type: "peer.closed", code: reason.code, message: reason.message.slice(0, 500), answered });
    } catch {
      // Too long for this link's frames: the end says enough.
    }
    this.#outbox.flush();
    this.#end(reason);
    this.#channel.close(reason.message);
  }

  /** For a peer that no longer answers: nothing more is said. */
  destroy(reason: CallError): void {
    this.#end(reason);
    this.#channel.destroy();
  }

  #end(reason: CallError, answered = false): void {
    this.#outbox.close();
    this.#receivers.closed(reason, answered);
  }

  #sendFrame(events: string): void {
    this.#channel.send(`[${events}]`);
    const { maxQueuedBytes } = this.#options.limits;
    if (this.#channel.bufferedBytes <= maxQueuedBytes) return;
    this.destroy(
      new CallError(
        "CONNECTION_LOST",
        `${this.#channel.name}: more than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`,
      ),
    );
  }

  #receive(text: string | undefined): void {
    if (this.closedBy !== undefined) return;
    this.lastHeard = Date.now();
    const frame = text === undefined ? undefined : decodeFrame(text);
    if (frame === undefined) {
      this.#options.counters.malformedFrames++;
      return;
    }
    this.#options.counters.malformedEvents += frame.dropped;
    if (frame.helloProblem !== undefined) return this.close(new CallError("PROTOCOL_ERROR", frame.helloProblem));
    for (const event of frame.events) {
      if (event.type === "peer.closed") {
        const cause = new CallError(event.code, event.message);
        const message = `${this.#channel.name} closed the connection: ${event.message}`;
        this.#end(new CallError("CONNECTION_LOST", message, undefined, { cause }), event.answered);
        this.#channel.close("closed by the other side");
        return;
      }
      this.#receivers.event(event);
    }
  }
}
