import { randomId } from "../../shared/request-id.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import type { Bus } from "../ports/bus.ts";
import { BUS_FRAME_BYTES, encodeBusFrame } from "../wire/bus-frame.ts";
import type { ReceivedEvent } from "../wire/protocol-event.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { TextLink } from "./text-link.ts";

/** More than on a channel, because a broker charges for every message. */
const EVENTS_PER_FRAME = 64;

/** Events that are delivered in one step. */
const EVENTS_AT_ONCE = 128;

/** How many parts may wait: a bus cannot be asked to send less. */
const MOST_WAITING = 2000;

export interface BusEndOptions {
  readonly bus: Bus;
  readonly limits: ProtocolLimits;
  /** The id of this peer. */
  readonly from: string;
  readonly peerId: string;
  /** Where the other peer listens. */
  readonly topic: string;
}

/** This end of a link between two of the many peers on a bus. Frames are counted, so that a lost one is noticed. */
export class BusEnd {
  /** Random: a peer that knows the id of its own link must not guess those of others. */
  readonly id = randomId();
  readonly link: TextLink;
  /** The id of the other end, once it has said it. */
  remoteId: string | undefined;
  /** Whether the other end has named this one, which shows that it reads what it is sent. */
  isConfirmed = false;
  /** Since when the other end owes a frame that names this one, by the clock of this process. */
  since = performance.now();
  #sent = 0;
  /** Frames up to this number were followed by a sign of life. */
  #probed = 0;
  #received = 0;
  /** What has arrived and is not delivered yet, in parts. */
  readonly #waiting: Array<readonly ReceivedEvent[]> = [];
  #isDelivering = false;

  constructor({ bus, limits, from, peerId, topic }: BusEndOptions) {
    this.link = new TextLink({
      carrier: {
        name: `${peerId} on ${bus.name}`,
        get bufferedBytes() {
          return bus.bufferedBytes;
        },
        send: (text) => bus.publish(topic, text, `${this.id}.${this.#sent}`),
        // All peers share the bus, so it stays open.
        close: () => undefined,
        destroy: () => undefined,
      },
      limits: { ...limits, maxFrameBytes: Math.min(bus.maxTextBytes, limits.maxFrameBytes) },
      peer: { id: peerId, identity: undefined, isTrusted: false },
      frame: (events) => encodeBusFrame({ from, link: this.id, to: this.remoteId, n: ++this.#sent }, events),
      frameBytes: BUS_FRAME_BYTES,
      eventsPerFrame: EVENTS_PER_FRAME,
    });
  }

  /** The other end has said its id. The answer shows it that its frames are read. */
  answer(remoteId: string): void {
    this.remoteId = remoteId;
    this.link.send({ type: "peer.heartbeat" });
  }

  /** The other side has answered this end with a new one of its own, which counts its frames from 1. */
  pairWith(remoteId: string): void {
    this.remoteId = remoteId;
    this.#received = 0;
  }

  /**
   * Delivers the events of frame `n`. Returns false if the link is useless: a frame is missing, or too many events
   * wait.
   */
  receive(n: number, events: readonly ReceivedEvent[]): boolean {
    if (n > this.#received + 1) return false;
    // Otherwise the bus delivered it twice.
    if (n !== this.#received + 1) return true;
    this.#received = n;
    return this.#deliver(events);
  }

  /** Delivers many events in slices. Events that arrive meanwhile wait. Returns false if too many wait. */
  #deliver(events: readonly ReceivedEvent[]): boolean {
    if (!this.#isDelivering && events.length <= EVENTS_AT_ONCE) {
      this.link.receive(events);
      return true;
    }
    for (let at = 0; at < events.length; at += EVENTS_AT_ONCE)
      this.#waiting.push(events.slice(at, at + EVENTS_AT_ONCE));
    if (!this.#isDelivering) {
      this.#isDelivering = true;
      runInSlices(this.#steps());
    }
    if (this.#waiting.length <= MOST_WAITING) return true;
    this.#waiting.length = 0;
    return false;
  }

  *#steps(): Generator<void, void> {
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        // A link that has ended reads nothing more.
        if (this.link.closedBy !== undefined) return;
        this.link.receive(next);
        yield;
      }
    } finally {
      this.#waiting.length = 0;
      this.#isDelivering = false;
    }
  }

  /**
   * Sends a sign of life on the link itself. Its number shows the other side whether the frame before it was lost,
   * which may have been the one that both sides wait for.
   */
  probe(isInUse: boolean): void {
    if (this.link.closedBy !== undefined || (!isInUse && this.#sent === this.#probed)) return;
    this.link.send({ type: "peer.heartbeat" });
    this.link.flush();
    this.#probed = this.#sent;
  }
}
