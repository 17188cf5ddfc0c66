import { CallError } from "../../errors/call-error.ts";
import type { Bus } from "../ports/bus.ts";
import { BUS_FRAME_BYTES, encodeBusFrame } from "../wire/bus-frame.ts";
import type { BusFrameHead } from "../wire/bus-frame.ts";
import { LinkReceivers } from "./link-receivers.ts";
import type { Delivery, Link, LinkPeer, LinkReceiver } from "../ports/link.ts";
import { connectionLost } from "./memory-link.ts";
import { Outbox } from "./outbox.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";

/** Larger than on a channel, because a broker charges for every message. */
const EVENTS_PER_FRAME = 64;

export interface BusLinkOptions {
  readonly bus: Bus;
  readonly limits: ProtocolLimits;
  /** This peer. */
  readonly from: string;
  /** This end of the link: no other link has it. */
  readonly id: string;
  readonly peerId: string;
  /** Where the other peer listens. */
  readonly topic: string;
}

/** A link to one of the many peers on a bus. Its frames are counted, so that a lost one is noticed. */
export class BusLink implements Link {
  readonly peer: LinkPeer;
  readonly id: string;
  /** The other end, once it has said what it is called. */
  remoteId: string | undefined;
  /** Whether the other end has shown that it knows this one: so it reads what it is sent. */
  isConfirmed = false;
  /** When it was begun, by the clock of this process. */
  readonly since = Date.now();
  readonly #options: BusLinkOptions;
  readonly #receivers = new LinkReceivers();
  readonly #outbox: Outbox;
  #sent = 0;
  /** Frames up to this were followed by a sign of life. */
  #probed = 0;
  #received = 0;

  constructor(options: BusLinkOptions) {
    const { bus, limits, id, peerId } = options;
    this.#options = options;
    this.id = id;
    this.peer = { id: peerId, identity: undefined, isTrusted: false };
    this.#outbox = new Outbox({
      maxBytes: Math.min(bus.maxTextBytes, limits.maxFrameBytes) - BUS_FRAME_BYTES,
      maxQueuedBytes: limits.maxQueuedBytes,
      eventsPerFrame: EVENTS_PER_FRAME,
      bufferedBytes: () => bus.bufferedBytes,
      send: (events) => this.#sendFrame(events),
    });
  }

  get queuedBytes(): number {
    return this.#outbox.waitingBytes + this.#options.bus.bufferedBytes;
  }

  get closedBy(): CallError | undefined {
    return this.#receivers.closedBy;
  }

  /** The other side takes frames up to this size: ours get no larger. */
  limitFrames(maxFrameBytes: number): void {
    this.#outbox.maxBytes = Math.min(this.#outbox.maxBytes, maxFrameBytes - BUS_FRAME_BYTES);
  }

  send(event: ProtocolEvent, delivery?: Delivery): void {
    if (this.closedBy !== undefined) throw connectionLost(this.closedBy);
    this.#outbox.add(event, delivery);
  }

  listen(receiver: LinkReceiver): () => void {
    return this.#receivers.listen(receiver);
  }

  close(reason = new CallError("CONNECTION_LOST", "The link was closed."), answered = false): void {
    if (this.closedBy !== undefined) return;
    try {
      this.send({ type: "peer.closed", code: reason.code, message: reason.message.slice(0, 500), answered });
    } catch {
      // Too long for this link's frames: the end says enough.
    }
    this.#outbox.flush();
    this.lose(reason);
  }

  /** Ends it without a word: the other side cannot hear it. */
  lose(reason: CallError, answered = false): void {
    this.#outbox.close();
    this.#receivers.closed(reason, answered);
  }

  /** The other end has said what it is called: it is shown that somebody reads what it sends. */
  answer(remoteId: string): void {
    if (this.remoteId !== undefined) return;
    this.remoteId = remoteId;
    this.send({ type: "peer.heartbeat" });
  }

  /** Events that arrived for this end. False: a frame is missing before them, and the link is of no more use. */
  receive({ n = 0 }: BusFrameHead, events: readonly ProtocolEvent[]): boolean {
    // Delivered twice.
    if (n <= this.#received) return true;
    if (n !== this.#received + 1) return false;
    this.#received = n;
    for (const event of events) {
      if (this.closedBy !== undefined) break;
      if (event.type === "peer.closed")
        this.lose(new CallError("CONNECTION_LOST", `${this.peer.id}: ${event.message}`), event.answered);
      else this.#receivers.event(event);
    }
    return true;
  }

  /**
   * A sign of life on the link itself. Its number shows the other side whether the frame before it was lost: that one
   * may have been what both are waiting for.
   */
  probe(isInUse: boolean): void {
    if (this.closedBy !== undefined || (!isInUse && this.#sent === this.#probed)) return;
    this.send({ type: "peer.heartbeat" });
    this.#outbox.flush();
    this.#probed = this.#sent;
  }

  #sendFrame(events: string): void {
    const { bus, from, topic, id, limits } = this.#options;
    const text = encodeBusFrame({ from, link: id, to: this.remoteId, n: ++this.#sent }, events);
    if (!bus.publish(topic, text))
      return this.lose(new CallError("CONNECTION_LOST", `The connection to ${bus.name} is lost.`));
    const { maxQueuedBytes } = limits;
    if (bus.bufferedBytes <= maxQueuedBytes) return;
    const why = `more than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): it does not keep up.`;
    this.lose(new CallError("CONNECTION_LOST", `${bus.name}: ${why}`));
  }
}
