import { CallError } from "../../errors/call-error.ts";
import type { Channel, TextCarrier } from "../ports/channel.ts";
import type { Delivery, Link, LinkPeer } from "../ports/link.ts";
import { isTooDense, SHORT_JSON } from "../../shared/json/is-too-dense.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import { decodeFrame, decodeLongFrame } from "../wire/event-codec.ts";
import type { DecodedEvents } from "../wire/event-codec.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { PeerClosed, ProtocolEvent, ReceivedEvent } from "../wire/protocol-event.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { connectionLost, LinkBase } from "./link-base.ts";
import { Outbox } from "./outbox.ts";

export interface TextLinkOptions {
  readonly carrier: TextCarrier;
  readonly limits: ProtocolLimits;
  readonly peer: LinkPeer;
  /** Writes a frame. `events` are texts already, joined by commas. */
  readonly frame: (events: string) => string;
  /** Bytes that a frame takes around its events. */
  readonly frameBytes: number;
  /** A frame with this many events leaves before the tick ends. */
  readonly eventsPerFrame: number;
}

/** A link that writes its events into texts. The reader of the carrier calls `receive` with the events that arrive. */
export class TextLink extends LinkBase implements Link {
  /** Over a channel, the handshake replaces it. */
  peer: LinkPeer;
  /** When something last arrived, by the clock of this process. */
  lastHeard = performance.now();
  readonly #carrier: TextCarrier;
  readonly #options: TextLinkOptions;
  readonly #outbox: Outbox;

  constructor(options: TextLinkOptions) {
    super();
    const { carrier, limits, frameBytes, eventsPerFrame } = options;
    this.peer = options.peer;
    this.#carrier = carrier;
    this.#options = options;
    this.#outbox = new Outbox({
      maxBytes: limits.maxFrameBytes - frameBytes,
      maxQueuedBytes: limits.maxQueuedBytes,
      eventsPerFrame,
      carrier,
      send: this.#sendFrame,
    });
  }

  get queuedBytes(): number {
    return this.#outbox.waitingBytes + this.#carrier.bufferedBytes;
  }

  get hasDeliveredAll(): boolean {
    return this.#carrier.hasDeliveredAll === true;
  }

  /** Makes no frame larger than the other side takes. */
  limitFrames(maxFrameBytes: number): void {
    this.#outbox.maxBytes = Math.min(this.#outbox.maxBytes, maxFrameBytes - this.#options.frameBytes);
  }

  send(event: ProtocolEvent, delivery?: Delivery): void {
    if (this.closedBy !== undefined) throw connectionLost(this.closedBy);
    this.#outbox.add(event, delivery);
  }

  /** Says that this side is alive. The text is made once, because a hub sends thousands of heartbeats in a second. */
  beat(): void {
    // Behind waiting events, it is an event like any other.
    if (this.#outbox.waitingBytes > 0 || this.closedBy !== undefined) this.send(HEARTBEAT);
    else this.#sendFrame(HEARTBEAT_TEXT);
  }

  /** Sends at once the events that would leave at the end of the tick. */
  flush(): void {
    this.#outbox.flush();
  }

  /** Delivers events that have arrived. */
  receive(events: readonly ReceivedEvent[]): void {
    for (const event of events) {
      if (event.type === "peer.closed") return this.#closedByPeer(event);
      // A receiver may close the link, and nothing is delivered after that.
      for (const receiver of this.receivers) if (this.closedBy === undefined) receiver.event(event);
    }
  }

  close(reason = new CallError("CONNECTION_LOST", "The link was closed."), answered = false): void {
    if (this.closedBy !== undefined) return;
    try {
      this.send({ type: "peer.closed", code: reason.code, message: reason.message.slice(0, 500), answered });
    } catch {
      // The reason is too long for this link's frames. The other side still sees the end.
    }
    this.#outbox.flush();
    this.lose(reason);
    this.#carrier.close(reason.message);
  }

  /** Ends at once without telling the other side, which no longer answers. */
  destroy(reason: CallError): void {
    this.lose(reason);
    this.#carrier.destroy();
  }

  /** Ends the link because the carrier has ended, or is about to. For the others see `LinkReceiver`. */
  lose(reason: CallError, answered = false, unheard = Infinity): void {
    this.#outbox.clear();
    this.end(reason, answered, unheard);
  }

  #closedByPeer({ code, message, answered }: PeerClosed): void {
    if (this.closedBy !== undefined) return;
    const cause = new CallError(code, message);
    const text = `${this.#carrier.name} closed the connection: ${message}`;
    this.lose(new CallError("CONNECTION_LOST", text, undefined, { cause }), answered);
    this.#carrier.close("closed by the other side");
  }

  readonly #sendFrame = (events: string): void => {
    const { frame, limits } = this.#options;
    const carrier = this.#carrier;
    if (carrier.send(frame(events)) === false)
      return this.destroy(new CallError("CONNECTION_LOST", `The connection to ${carrier.name} is lost.`));
    if (carrier.bufferedBytes <= limits.maxQueuedBytes) return;
    const why = `more than ${limits.maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`;
    this.destroy(new CallError("CONNECTION_LOST", `${carrier.name}: ${why}`));
  };
}

/** Measured: with 8 to 50 both ends work at the same time. Without a limit they take turns. */
const EVENTS_PER_FRAME = 16;

const asFrame = (events: string): string => `[${events}]`;

const HEARTBEAT = { type: "peer.heartbeat" } as const;
const HEARTBEAT_TEXT = JSON.stringify(HEARTBEAT);
/** As this library writes it. Most frames that arrive at a hub with idle peers are this one. */
const HEARTBEAT_FRAME = asFrame(HEARTBEAT_TEXT);

export interface ChannelLinkOptions {
  readonly limits: ProtocolLimits;
  readonly counters: ProtocolCounters;
}

/** A link over a channel of its own, which is not read yet. Before the handshake, its peer is known by address only. */
function linkOver(channel: Channel, limits: ProtocolLimits): TextLink {
  return new TextLink({
    carrier: channel,
    limits,
    peer: { id: channel.name, identity: undefined, isTrusted: false },
    frame: asFrame,
    frameBytes: asFrame("").length,
    eventsPerFrame: EVENTS_PER_FRAME,
  });
}

/** A link over a channel of its own, which it reads in slices: the other side may send frames that take long. */
export function createChannelLink(channel: Channel, { limits, counters }: ChannelLinkOptions): TextLink {
  const link = linkOver(channel, limits);
  const reader = new FrameReader(channel, link, counters);
  channel.receive({
    text(text) {
      if (link.closedBy !== undefined) return;
      link.lastHeard = performance.now();
      if (reader.isBusy) return reader.wait(() => this.text(text));
      if (text === HEARTBEAT_FRAME) return link.receive([HEARTBEAT]);
      if (text.length > SHORT_JSON) {
        if (!isTooDense(text, limits.maxFrameBytes)) return reader.read(decodeLongFrame(text));
        counters.malformedFrames++;
        const message = `A frame holds more values than one of ${limits.maxFrameBytes} bytes may (maxFrameBytes).`;
        return link.close(new CallError("PROTOCOL_ERROR", message));
      }
      const frame = decodeFrame(text);
      if (frame === undefined) return void counters.malformedFrames++;
      if (frame.rest !== undefined) return reader.read(frame.rest);
      counters.malformedEvents += frame.dropped;
      if (frame.helloProblem !== undefined) link.close(new CallError("PROTOCOL_ERROR", frame.helloProblem));
      else link.receive(frame.events);
    },
    garbage() {
      if (link.closedBy !== undefined) return;
      link.lastHeard = performance.now();
      counters.malformedFrames++;
    },
    closed(reason) {
      // Frames that arrived earlier still count.
      if (reader.isBusy) return reader.wait(() => this.closed(reason));
      link.lose(new CallError("CONNECTION_LOST", `${channel.name}: ${reason}`));
    },
  });
  return link;
}

/** Reads a frame of many events in slices. Meanwhile the channel is paused, and what still arrives waits. */
class FrameReader {
  readonly #channel: Channel;
  readonly #link: TextLink;
  readonly #counters: ProtocolCounters;
  readonly #waiting: Array<() => void> = [];
  isBusy = false;

  constructor(channel: Channel, link: TextLink, counters: ProtocolCounters) {
    this.#channel = channel;
    this.#link = link;
    this.#counters = counters;
  }

  /** `undefined` among the parts: the rest of the frame is malformed. */
  read(parts: Iterable<DecodedEvents | undefined>): void {
    this.isBusy = true;
    const work = runInSlices(this.#deliver(parts));
    if (work.isOver) return this.#goOn();
    this.#channel.pause?.();
    const resume = (): void => {
      this.#channel.resume?.();
      this.#goOn();
    };
    work.ended.then(resume, resume);
  }

  *#deliver(parts: Iterable<DecodedEvents | undefined>): Generator<void, void> {
    for (const part of parts) {
      if (this.#link.closedBy !== undefined) return;
      if (part === undefined) return void this.#counters.malformedFrames++;
      const { events, dropped, helloProblem } = part;
      this.#counters.malformedEvents += dropped;
      if (helloProblem !== undefined) return this.#link.close(new CallError("PROTOCOL_ERROR", helloProblem));
      this.#link.receive(events);
      yield;
    }
  }

  /** Runs `next` after everything that arrived earlier. */
  wait(next: () => void): void {
    this.#waiting.push(next);
  }

  #goOn(): void {
    this.isBusy = false;
    while (!this.isBusy) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }
}
