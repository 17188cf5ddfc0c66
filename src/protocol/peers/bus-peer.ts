import { CallError, messageOf } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { randomId } from "../../shared/request-id.ts";
import { tellListener } from "../../shared/listeners.ts";
import { isTooDense, SHORT_JSON } from "../../shared/json/is-too-dense.ts";
import { isLongerThan } from "../../shared/json/data-size.ts";
import type { Bus, BusState, BusSubscription } from "../ports/bus.ts";
import type { DecodedBusFrame } from "../wire/bus-frame.ts";
import { InTurn } from "../../shared/time/in-turn.ts";
import { decodeBusFrame, encodeBusFrame, peekBusFrameHead, PEER_ID_PATTERN } from "../wire/bus-frame.ts";
import { looksSealed, sealedBus } from "../links/sealed-bus.ts";
import { BusNeighbours } from "./bus-neighbours.ts";
import type { GivenCallOptions, RemoteCallOptions } from "../caller/call-options.ts";
import { ResumingSubscription } from "../caller/resuming-subscription.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { encodeEvent } from "../wire/event-codec.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { PeerIdClaim, REPORT_PAUSE } from "./peer-id-claim.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { PROTOCOL_VERSION } from "../wire/protocol-numbers.ts";
import type { PeerEvent } from "../wire/protocol-event.ts";
import { SILENT_HEARTBEATS, toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";
import { keepDeadline } from "../../shared/time/steady-clock.ts";

/** The options of `connectBus`. */
export interface ConnectBusOptions {
  /** A connected bus. It closes with the peer. */
  readonly transport: Bus;
  /** Its operations are offered to the others, and theirs appear in it. Default: an empty one. */
  readonly registry?: OperationRegistry | undefined;
  /** Where the operations of the others appear. Default: `registry`. */
  readonly imports?: OperationRegistry | undefined;
  /**
   * Signs this peer's calls, and verifies those of others. Without it, callers have no identity. With a secret, this
   * peer takes nothing from peers without it: no calls, no offers, no answers, no signs of life.
   */
  readonly identity?: SignedIdentity | undefined;
  /**
   * The name of this peer: letters, digits, "-" and "_". No other peer may have it. A fixed one lets the broker's
   * permissions name it. Default: random.
   */
  readonly peerId?: string | undefined;
  /** The beginning of every topic. Peers with different prefixes do not meet. Default: `operations`. */
  readonly prefix?: string | undefined;
  /** Which operations are offered, and can be called by others. Default: all that run here. */
  readonly offer?: OfferFilter | undefined;
  /** `heartbeatMs` is 2000 by default: a peer that is silent for two and a half heartbeats counts as gone. */
  readonly limits?: Partial<ProtocolLimits> | undefined;
  /**
   * Gets errors that stop nothing, and the failures of other peers' calls with the details that those peers do not see.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const PREFIX_PATTERN = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;

/**
 * Milliseconds. A peer that falls silent is noticed within six seconds, and one that stands still for three loses
 * nothing. Shorter than on a connection, whose end both sides see.
 */
const HEARTBEAT = 2000;

const NEEDS_SECRET =
  "The peers on this bus seal what they send with a secret, and this peer has none: it can neither call nor offer.";

/** Several looks per heartbeat, so that a look comes soon after `SILENT_HEARTBEATS`. */
const LOOKS_PER_HEARTBEAT = 4;

/**
 * Joins the peers on a bus, offers the registry's operations to them, and finds theirs.
 *
 * @example
 * const peer = await connectBus({ transport: await natsBus({ servers: "localhost:4222" }), registry });
 * const { data } = await registry.execute("weather.today", { city: "Oslo" }); // runs in another process
 */
export async function connectBus(options: ConnectBusOptions): Promise<BusPeer> {
  const peer = new BusPeer(options);
  await peer.join();
  return peer;
}

/** One process among the many on a bus. */
export class BusPeer {
  readonly id: string;
  readonly registry: OperationRegistry;
  readonly counters: ProtocolCounters = newCounters();
  readonly #bus: Bus;
  /** Whether to accept only peers with the same secret. */
  readonly #isSealed: boolean;
  readonly #limits: ProtocolLimits;
  readonly #prefix: string;
  readonly #onError: (error: unknown) => void;
  readonly #neighbours: BusNeighbours;
  readonly #claim: PeerIdClaim;
  readonly #stopListening: () => void;
  readonly #arrivals = new InTurn();
  #subscriptions: BusSubscription[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #looks = 0;
  /** When this peer last gave a sign of life. */
  #lastHeartbeat = -Infinity;
  #lastLook = performance.now();
  /** When the broker last echoed what this peer had sent to all. */
  #lastEcho = performance.now();
  /** Frames that this process has sent to all. */
  #told = 0;
  #reportedSealsAt = -Infinity;
  #hasJoined = false;
  #closing: Promise<void> | undefined;

  constructor(options: ConnectBusOptions) {
    const { transport, registry = new OperationRegistry(), prefix = "operations", onError } = options;
    const { peerId = randomId() } = options;
    if (!PEER_ID_PATTERN.test(peerId))
      throw new CallError(
        "VALIDATION_ERROR",
        `The peerId "${peerId}" is not a valid part of a topic: use letters, digits, "-" and "_".`,
      );
    this.id = peerId;
    if (!PREFIX_PATTERN.test(prefix))
      throw new CallError(
        "VALIDATION_ERROR",
        `The prefix "${prefix}" is not a valid topic: use letters, digits, "-", "_" and dots.`,
      );
    this.registry = registry;
    this.#prefix = prefix;
    const { heartbeatMs = HEARTBEAT } = options.limits ?? {};
    this.#limits = toProtocolLimits({ ...options.limits, heartbeatMs });
    this.#onError = (error) => tellListener(onError, error, warn);
    const seal = options.identity?.shared?.createSeal();
    this.#isSealed = seal !== undefined;
    const maxTextLength = this.#limits.maxFrameBytes;
    this.#bus =
      seal === undefined
        ? transport
        : sealedBus(transport, { seal, maxTextLength, onRefused: (topic) => this.#refuseUnsealed(topic) });
    this.#neighbours = new BusNeighbours({
      ownId: this.id,
      bus: this.#bus,
      registry,
      imports: options.imports ?? registry,
      identity: options.identity,
      offer: options.offer,
      limits: this.#limits,
      counters: this.counters,
      topicOf: (peerId) => this.#topicOf(peerId),
      onError: this.#onError,
    });
    this.#claim = new PeerIdClaim({
      peerId,
      heartbeatMs: this.#limits.heartbeatMs,
      counters: this.counters,
      sendToSelf: (head) => void this.#bus.publish(this.#topicOf(peerId), encodeBusFrame(head, "")),
      onGivenUp: (reason) => this.#neighbours.loseAll(reason.message),
      onError: this.#onError,
    });
    const stopState = transport.onState((state) => this.#stateChanged(state));
    const stopUnheard = transport.onUnheard((mark) => this.#neighbours.endUnheard(mark));
    this.#stopListening = () => {
      stopState();
      stopUnheard();
    };
  }

  /** Called once, by `connectBus`. */
  async join(): Promise<void> {
    try {
      this.#subscriptions = [
        await this.#bus.subscribe(this.#topicOf(this.id), { text: this.#receive }),
        await this.#bus.subscribe(this.#topicOfAll, { text: this.#hear }),
      ];
    } catch (thrown) {
      await this.close({ graceMs: 0 });
      throw thrown;
    }
    this.#announce();
    this.#timer = setInterval(() => this.#look(), this.#limits.heartbeatMs / LOOKS_PER_HEARTBEAT);
  }

  /** Calls an operation of another peer, never one of this peer. */
  call(id: string, input?: unknown, options?: GivenCallOptions): Promise<ResponseEnvelope> {
    return this.#neighbours.operations.call(id, input, keepDeadline(options));
  }

  /**
   * Streams from another peer, never from this one. A stream with ids continues at any peer that offers it when its own
   * is lost.
   */
  subscribe(id: string, input?: unknown, options?: RemoteCallOptions | OperationContext<never>): Subscription {
    const kept = keepDeadline(options);
    return new ResumingSubscription({
      open: (lastEventId) => this.#neighbours.operations.subscribe(id, input, { resumed: kept, lastEventId }),
      // A handler's own id is that of the stream that it makes.
      lastEventId: kept instanceof CallScope ? undefined : kept?.lastEventId,
      deadline: kept?.deadline,
      signal: kept?.signal,
      reconnect: undefined,
      isClosed: () => this.#closing !== undefined,
    });
  }

  /** The ids of the other peers that are there. */
  peers(): string[] {
    return this.#neighbours.ids();
  }

  /** Resolves when a peer offers the operation. Right after joining, no peer is known yet. */
  waitFor(operationId: string, timeoutMs = 10_000): Promise<void> {
    return this.#neighbours.waitFor(operationId, timeoutMs);
  }

  /** Resolves when everything that others have offered so far is imported; undefined if it is. */
  settled(): Promise<void> | undefined {
    return this.#neighbours.operations.settled();
  }

  /** Accepts no more calls from others. Those in flight, and calls to others, continue. */
  stopAnswering(): void {
    void this.#neighbours.drain(0);
  }

  /** Takes no more calls, lets those in flight end up to `graceMs`, leaves, and closes the bus. */
  close({ graceMs = 10_000 }: { graceMs?: number | undefined } = {}): Promise<void> {
    return (this.#closing ??= this.#close(graceMs));
  }

  async #close(graceMs: number): Promise<void> {
    await this.#neighbours.drain(graceMs);
    // Frames that still arrive must not begin anything.
    this.#hasJoined = false;
    clearInterval(this.#timer);
    this.#stopListening();
    this.#neighbours.close();
    if (!this.#claim.isGivenUp)
      this.#tell({ type: "peer.closed", code: "CONNECTION_LOST", message: "The peer has left." });
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop().catch(this.#onError)));
    await this.#bus.close();
  }

  get #topicOfAll(): string {
    return `${this.#prefix}.peers`;
  }

  #topicOf(peerId: string): string {
    return `${this.#prefix}.peer.${peerId}`;
  }

  /** Says hello to all peers. It tells those that had a link to this peer that the link is void. */
  #announce(): void {
    this.#hasJoined = true;
    this.#lastEcho = performance.now();
    this.#claim.claim();
    const { heartbeatMs, maxFrameBytes } = this.#limits;
    this.#tell({ type: "peer.hello", protocol: PROTOCOL_VERSION, peerId: this.id, heartbeatMs, maxFrameBytes });
  }

  #tell(event: PeerEvent): void {
    const { instance } = this.#claim;
    const head = { from: this.id, instance, n: ++this.#told };
    this.#bus.publish(this.#topicOfAll, encodeBusFrame(head, encodeEvent(event)));
  }

  #stateChanged(state: BusState): void {
    if (state === "connected") {
      if (this.#claim.isGivenUp) this.#claim.excuse(performance.now());
      else if (this.#hasJoined) this.#announce();
      return;
    }
    this.#neighbours.loseAll(`The connection to ${this.#bus.name} is lost.`);
  }

  /** Takes a text that is for all peers. */
  readonly #hear = (text: string): void => this.#decode(text, (frame) => this.#hearFrame(frame));

  #hearFrame(frame: DecodedBusFrame | undefined): void {
    if (frame === undefined || !this.#hasJoined) return;
    const { from, events } = frame;
    if (from !== this.id) {
      if (!this.#claim.isGivenUp) this.#neighbours.hear(frame);
    } else if (frame.instance !== this.#claim.instance) this.#claim.hear(events);
    else {
      this.#lastEcho = performance.now();
      if (events[0]?.type === "peer.hello") this.#claim.hearOwnHello();
    }
  }

  /** Takes a text that is for this peer. */
  readonly #receive = (text: string): void => this.#decode(text, (frame) => this.#receiveFrame(frame, text));

  #receiveFrame(frame: DecodedBusFrame | undefined, text: string): void {
    if (!this.#hasJoined) return;
    if (frame === undefined) this.#refuse(text);
    else if (frame.from !== this.id) {
      if (!this.#claim.isGivenUp) this.#neighbours.receive(frame);
    } else if (frame.instance !== this.#claim.instance) this.#claim.receive(frame);
  }

  /** An unreadable frame ends its link, but only if the frame is too large. */
  #refuse(text: string): void {
    const problem = sizeProblem(text, this.#limits.maxFrameBytes);
    const head = problem === undefined ? undefined : peekBusFrameHead(text);
    if (problem !== undefined && head !== undefined) this.#neighbours.refuse(head, problem);
  }

  /** Frames are taken in the order in which they arrive, however long each takes to read. */
  #decode(text: string, take: (frame: DecodedBusFrame | undefined) => void): void {
    const isTooLarge = sizeProblem(text, this.#limits.maxFrameBytes) !== undefined;
    const count = (frame: DecodedBusFrame | undefined): void => {
      if (frame === undefined) {
        this.counters.malformedFrames++;
        if (!this.#isSealed && looksSealed(text)) this.#reportSeals(NEEDS_SECRET);
      } else this.counters.malformedEvents += frame.dropped;
      take(frame);
    };
    this.#arrivals.run(() => {
      const frame = isTooLarge ? undefined : decodeBusFrame(text);
      return frame instanceof Promise ? frame.then(count) : count(frame);
    });
  }

  #refuseUnsealed(topic: string): void {
    this.counters.unsealedTexts++;
    this.#reportSeals(`A text on ${topic} was refused: its sender does not have the secret of this bus.`);
  }

  /** Every text is counted; an occasional report is enough. */
  #reportSeals(message: string): void {
    const now = performance.now();
    if (now - this.#reportedSealsAt < REPORT_PAUSE) return;
    this.#reportedSealsAt = now;
    this.#onError(new CallError("UNAUTHENTICATED", message));
  }

  #look(): void {
    const now = performance.now();
    const { heartbeatMs } = this.#limits;
    const late = now - this.#lastLook;
    this.#lastLook = now;
    if (late > heartbeatMs) {
      // This process was stopped, and the messages that others sent meanwhile are still unread.
      this.#lastEcho = now;
      this.#neighbours.excuse(now);
      this.#claim.excuse(now);
    }
    if (this.#claim.isGivenUp) {
      if (this.#claim.isFree(now)) this.#announce();
      return;
    }
    // By the clock, not by the count of looks: on a busy machine looks come late, and the others would hear nothing.
    if (now - this.#lastHeartbeat >= heartbeatMs - heartbeatMs / LOOKS_PER_HEARTBEAT / 2) {
      this.#lastHeartbeat = now;
      this.#tell({ type: "peer.heartbeat" });
    }
    // By the count of looks: a busy machine needs more time to confirm a link, too.
    if (this.#looks++ % LOOKS_PER_HEARTBEAT === 0) this.#neighbours.probe(now);
    this.#neighbours.look(now);
    if (this.#bus.state !== "connected" || now - this.#lastEcho <= heartbeatMs * SILENT_HEARTBEATS) return;
    // The broker does not hear this peer, or this peer does not hear the broker. The client library would notice it
    // late.
    this.#lastEcho = now;
    this.#onError(new CallError("CONNECTION_LOST", `${this.#bus.name} does not answer: this peer reconnects.`));
    this.#neighbours.loseAll(`The connection to ${this.#bus.name} is broken.`);
    this.#bus.reconnect();
  }
}

/** Why a frame is not parsed: that would take too long, or too much memory. */
function sizeProblem(text: string, maxFrameBytes: number): string | undefined {
  if (isLongerThan(text, maxFrameBytes)) return `a frame of more than ${maxFrameBytes} bytes (maxFrameBytes)`;
  if (text.length <= SHORT_JSON || !isTooDense(text, maxFrameBytes)) return undefined;
  return `a frame with more values than one of ${maxFrameBytes} bytes may hold (maxFrameBytes)`;
}

function warn(thrown: unknown): void {
  // oxlint-disable-next-line no-console -- the listener to errors has failed itself
  console.warn(`[operations] onError threw: ${messageOf(thrown)}`);
}
