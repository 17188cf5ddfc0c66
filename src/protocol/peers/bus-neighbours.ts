import { CallError } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";
import { identifyByToken, identifySealed, namedAs, signedFor, TokenCache } from "../identity/token-cache.ts";
import { BusEnd } from "../links/bus-end.ts";
import { OperationOffers } from "../offers/operation-offers.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { Bus } from "../ports/bus.ts";
import type { BusFrameHead } from "../wire/bus-frame.ts";
import type { DecodedEvents } from "../wire/event-codec.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { PROTOCOL_VERSION } from "../wire/protocol-numbers.ts";
import type { PeerEvent, PeerHello, ReceivedEvent } from "../wire/protocol-event.ts";
import { KEPT_HEARTBEATS, SILENT_HEARTBEATS } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { PacedOffers } from "./paced-offers.ts";
import { PeerSession } from "./peer-session.ts";

export interface BusNeighboursOptions {
  readonly ownId: string;
  readonly bus: Bus;
  readonly registry: OperationRegistry;
  readonly imports: OperationRegistry;
  readonly identity: SignedIdentity | undefined;
  readonly offer: OfferFilter | undefined;
  readonly limits: ProtocolLimits;
  readonly counters: ProtocolCounters;
  readonly topicOf: (peerId: string) => string;
  readonly onError: (error: unknown) => void;
}

interface Neighbour {
  readonly id: string;
  connection: Connection | undefined;
  lastSeen: number;
  heartbeatMs: number;
  /** Whether it speaks another version of the protocol. */
  isForeign: boolean;
  /** Links in a row on which the peer did not answer. */
  unconfirmedLinks: number;
}

interface Connection {
  readonly end: BusEnd;
  readonly session: PeerSession;
}

/** Peers beyond this number are ignored, because each costs memory. */
const MOST_NEIGHBOURS = 10_000;

/** Milliseconds. A peer that claimed a longer heartbeat would never count as gone. */
const LONGEST_NEIGHBOUR_HEARTBEAT = 10 * 60 * 1000;

/** A returning peer receives everything within a heartbeat: after the pause, at the next of several checks. */
const OFFERS_PAUSE_HEARTBEATS = 0.5;

const ANSWERS: ReadonlySet<string> = new Set([
  "call.accepted",
  "call.responded",
  "call.completed",
  "call.error",
  "call.progress",
  "call.logged",
  "call.question",
  "call.withdrawn",
]);

const BEGINNINGS: ReadonlySet<string> = new Set(["peer.hello", "peer.heartbeat"]);

/** After this many unconfirmed links in a row, the time for the next one no longer grows. */
const MOST_UNCONFIRMED = 3;

/** The other peers on a bus: who is there, the link to each, and what they offer. */
export class BusNeighbours {
  readonly operations: RemoteOperations;
  readonly #options: BusNeighboursOptions;
  readonly #tokens: TokenCache;
  readonly #offers: OperationOffers;
  readonly #paced: PacedOffers;
  readonly #neighbours = new Map<string, Neighbour>();
  /** The number of the last frame that each process has sent to all. It stays when the peer has gone. */
  readonly #lastOf = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #isDraining = false;
  #isClosed = false;

  constructor(options: BusNeighboursOptions) {
    const { registry, imports, limits, counters, identity, ownId, onError } = options;
    this.#options = options;
    this.#tokens = new TokenCache(identity, ownId);
    this.operations = new RemoteOperations({
      registry: imports,
      maxOperations: limits.maxOfferedOperations,
      whenLocal: "know",
      keepMs: limits.heartbeatMs * KEPT_HEARTBEATS,
      counters,
      onRefused: onError,
      onTaken: () => this.#tellWaiting(),
    });
    this.#offers = new OperationOffers({
      registry,
      filter: options.offer,
      send: (event) => this.#tellAll(event),
      onError,
    });
    this.#paced = new PacedOffers({
      tell: ({ link }) => this.#offers.tellAll((event) => link.send(event)),
      pauseMs: limits.heartbeatMs * OFFERS_PAUSE_HEARTBEATS,
    });
  }

  ids(): string[] {
    return Array.from(this.#neighbours.keys());
  }

  /** Takes a frame that a peer sent to all. */
  hear({ from, instance, n, events }: BusFrameHead & Pick<DecodedEvents, "events">): void {
    if (instance !== undefined && n !== undefined && !this.#takeNumber(instance, n))
      return void this.#options.counters.strayAnswers++;
    for (const event of events) this.#hear(from, event);
  }

  /** Takes the number of a frame. False if it came before: a member of the bus may repeat what others have sent. */
  #takeNumber(instance: string, n: number): boolean {
    const last = this.#lastOf.get(instance) ?? 0;
    if (n <= last) return false;
    this.#lastOf.delete(instance);
    const [oldest] = this.#lastOf.keys();
    if (oldest !== undefined && this.#lastOf.size >= MOST_NEIGHBOURS) this.#lastOf.delete(oldest);
    this.#lastOf.set(instance, n);
    return true;
  }

  #hear(from: string, event: ReceivedEvent): void {
    switch (event.type) {
      case "peer.hello": {
        const neighbour = this.#see(from);
        if (neighbour === undefined) return;
        // It has just come, or come back, and does not know of an earlier link.
        lose(neighbour, `${from} has reconnected.`);
        neighbour.isForeign = event.protocol !== PROTOCOL_VERSION;
        neighbour.heartbeatMs = this.#believedHeartbeat(event);
        this.#meet(neighbour);
        return;
      }
      case "peer.heartbeat": {
        const neighbour = this.#see(from);
        if (neighbour?.connection === undefined && neighbour?.isForeign === false) this.#meet(neighbour);
        return;
      }
      case "peer.closed": {
        const neighbour = this.#neighbours.get(from);
        if (neighbour !== undefined) this.#forget(neighbour, `${from} has left.`);
      }
    }
  }

  /** Takes a frame that a peer sent to this one. */
  receive(frame: BusFrameHead & DecodedEvents): void {
    const { from, link, to, n = 0 } = frame;
    const { counters } = this.#options;
    const neighbour = this.#see(from);
    if (neighbour === undefined || link === undefined || neighbour.isForeign) return void counters.malformedFrames++;
    let { connection } = neighbour;
    // The frame is for an end that no longer exists. Its other end knows that, or is about to.
    if (to !== undefined && to !== connection?.end.id) return void counters.strayAnswers++;
    if (connection?.end.remoteId !== undefined && connection.end.remoteId !== link) {
      // It has begun over because of this very end. Doing the same in answer would never end.
      if (to !== undefined && !connection.end.isConfirmed) connection.end.pairWith(link);
      else {
        lose(neighbour, `${from} has started over.`);
        connection = undefined;
      }
    }
    const { end, session } = connection ?? this.#meet(neighbour, link);
    if (end.remoteId === undefined) end.answer(link);
    const events = to === undefined ? this.#ofUnknownSender(frame.events) : frame.events;
    if (!end.receive(n, events))
      // Which events are missing is not known, so everything on this link ends, and a new one begins.
      return this.#beginAnew(neighbour, `Messages from ${from} were lost, or came faster than they could be read.`);
    if (to === undefined || end.isConfirmed) return;
    end.isConfirmed = true;
    neighbour.unconfirmedLinks = 0;
    // After its hello, which says how long frames may be.
    this.#paced.request(session);
  }

  /** Takes a frame that is too large to read. Only a sender that knows both ends of a link can end it this way. */
  refuse({ from, link, to }: BusFrameHead, problem: string): void {
    const neighbour = this.#neighbours.get(from);
    const end = neighbour?.connection?.end;
    if (neighbour === undefined || end === undefined || to !== end.id || link !== end.remoteId) return;
    this.#beginAnew(neighbour, `${from} sent ${problem}.`);
  }

  /**
   * The events that count from a sender that does not name this end of the link. Answers do not count, because any
   * sender may claim to be the peer. On a sealed bus only the beginning of a link counts, because a member may repeat
   * the first frame of an earlier one.
   */
  #ofUnknownSender(events: readonly ReceivedEvent[]): readonly ReceivedEvent[] {
    const isSealed = this.#options.identity?.shared !== undefined;
    const others = events.filter(({ type }) => (isSealed ? BEGINNINGS.has(type) : !ANSWERS.has(type)));
    this.#options.counters.strayAnswers += events.length - others.length;
    return others;
  }

  /** The broker had nobody to give a frame of a link to: its peer is gone. That frame and later ones began nothing. */
  endUnheard(mark: string): void {
    const dot = mark.lastIndexOf(".");
    const [endId, frame] = [mark.slice(0, dot), Number(mark.slice(dot + 1))];
    for (const { id, connection } of this.#neighbours.values()) {
      if (connection?.end.id !== endId) continue;
      this.#neighbours.delete(id);
      return connection?.end.link.lose(new CallError("CONNECTION_LOST", `${id} is gone.`), false, frame);
    }
  }

  /** Ends the links to peers that have been silent for too long, and tells waiting peers what is offered. */
  look(now: number): void {
    this.#paced.look(now);
    for (const neighbour of this.#neighbours.values()) {
      const { id, lastSeen, heartbeatMs, connection } = neighbour;
      if (now - lastSeen <= heartbeatMs * SILENT_HEARTBEATS) continue;
      const why = `${id} has been silent for ${Math.round(now - lastSeen)} ms.`;
      // Tell the peer, in case it is only slow: it must not answer calls that its callers have abandoned.
      connection?.session.close(new CallError("CONNECTION_LOST", why));
      this.#forget(neighbour, why);
    }
  }

  /** Shows every peer whose link is in use that nothing was lost on it. */
  probe(now: number): void {
    const { heartbeatMs } = this.#options.limits;
    for (const neighbour of this.#neighbours.values()) {
      const { connection } = neighbour;
      if (connection === undefined) continue;
      const { end, session } = connection;
      // Twice as long after each link that was not confirmed: on a busy machine, both sides would otherwise start over
      // forever.
      const patience = heartbeatMs * 2 ** Math.min(neighbour.unconfirmedLinks, MOST_UNCONFIRMED);
      if (end.isConfirmed || now - end.since < patience) end.probe(session.isInUse);
      else {
        // Another sender may have begun this link in the peer's name, while the peer still uses the previous one.
        neighbour.unconfirmedLinks++;
        this.#beginAnew(neighbour, `${neighbour.id} does not answer on this link.`);
      }
    }
  }

  /** Excuses the silence of all peers up to now. */
  excuse(now: number): void {
    for (const neighbour of this.#neighbours.values()) {
      neighbour.lastSeen = now;
      if (neighbour.connection !== undefined) neighbour.connection.end.since = now;
    }
  }

  loseAll(why: string): void {
    for (const neighbour of this.#neighbours.values()) this.#forget(neighbour, why);
  }

  waitFor(operationId: string, timeoutMs: number): Promise<void> {
    if (this.operations.isOffered(operationId)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = (message?: string): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        if (message === undefined) resolve();
        else reject(new CallError("NO_RESPONDER", message));
      };
      const look = (): void => {
        if (this.operations.isOffered(operationId)) settle();
        else if (this.#isClosed) settle(`No peer offers ${operationId}: this peer has left.`);
      };
      const expire = (): void => settle(`No peer offered ${operationId} within ${timeoutMs} ms.`);
      const timer = setTimeout(expire, Math.min(timeoutMs, LONGEST_DELAY));
      this.#waiting.add(look);
      look();
    });
  }

  /** Accepts no more calls; those in flight continue. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    const drain = async ({ connection }: Neighbour): Promise<void> => await connection?.session.drain(graceMs);
    await Promise.all(Array.from(this.#neighbours.values(), drain));
  }

  close(): void {
    this.#offers.close();
    for (const { connection } of this.#neighbours.values())
      connection?.session.close(new CallError("CONNECTION_LOST", "The peer has left."));
    this.#neighbours.clear();
    this.operations.close();
    this.#isClosed = true;
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    for (const look of this.#waiting) look();
  }

  /** The peer, which has just given a sign of life. Undefined if there are too many peers already. */
  #see(from: string): Neighbour | undefined {
    const now = performance.now();
    let neighbour = this.#neighbours.get(from);
    if (neighbour === undefined) {
      if (this.#neighbours.size >= MOST_NEIGHBOURS) {
        this.#options.counters.refusedHandshakes++;
        return undefined;
      }
      const { heartbeatMs } = this.#options.limits;
      const fresh = { connection: undefined, isForeign: false, unconfirmedLinks: 0 };
      neighbour = { id: from, lastSeen: now, heartbeatMs, ...fresh };
      this.#neighbours.set(from, neighbour);
    }
    neighbour.lastSeen = now;
    return neighbour;
  }

  #believedHeartbeat({ heartbeatMs = this.#options.limits.heartbeatMs }: PeerHello): number {
    return Math.min(heartbeatMs, Math.max(this.#options.limits.heartbeatMs, LONGEST_NEIGHBOUR_HEARTBEAT));
  }

  /** Begins a link and says hello. The offers follow when the other side has shown that it reads this. */
  #meet(neighbour: Neighbour, remoteId?: string): Connection {
    const { bus, limits, counters, registry, ownId, topicOf, onError } = this.#options;
    const { id } = neighbour;
    const tokens = this.#tokens;
    const shared = this.#options.identity?.shared;
    const end = new BusEnd({ bus, limits, from: ownId, peerId: id, topic: topicOf(id) });
    end.remoteId = remoteId;
    const session: PeerSession = new PeerSession({
      link: end.link,
      limits,
      counters,
      selfId: ownId,
      registry,
      mayCall: this.#offers.mayCall,
      remoteOperations: this.operations,
      prepare: shared === undefined ? signedFor(id, tokens) : namedAs(shared.identity),
      identify: (event) => (shared === undefined ? identifyByToken : identifySealed)(event, tokens),
      onError,
      onEvent: (event) => this.#heed(neighbour, session, event),
      onClosed: () => {
        if (neighbour.connection?.session === session) neighbour.connection = undefined;
      },
    });
    const connection = { end, session };
    neighbour.connection = connection;
    session.start();
    if (this.#isDraining) void session.drain(0);
    const { heartbeatMs, maxFrameBytes } = limits;
    end.link.send({ type: "peer.hello", protocol: PROTOCOL_VERSION, peerId: ownId, heartbeatMs, maxFrameBytes });
    return connection;
  }

  #heed(neighbour: Neighbour, session: PeerSession, event: PeerEvent): void {
    if (event.type !== "peer.hello") return;
    if (event.protocol !== PROTOCOL_VERSION) {
      neighbour.isForeign = true;
      const message = `${neighbour.id} speaks version ${event.protocol} of the protocol.`;
      return session.close(new CallError("PROTOCOL_ERROR", message));
    }
    neighbour.heartbeatMs = this.#believedHeartbeat(event);
    if (event.maxFrameBytes !== undefined) session.link.limitFrames(event.maxFrameBytes);
  }

  #tellAll(event: PeerEvent): void {
    for (const { connection } of this.#neighbours.values()) {
      try {
        connection?.session.link.send(event);
      } catch (error) {
        // A failure to tell one peer must not keep the others from hearing it.
        this.#options.onError(error);
      }
    }
  }

  #beginAnew(neighbour: Neighbour, why: string): void {
    neighbour.connection?.session.close(new CallError("CONNECTION_LOST", why));
    this.#meet(neighbour);
  }

  #forget(neighbour: Neighbour, why: string): void {
    lose(neighbour, why);
    this.#neighbours.delete(neighbour.id);
  }
}

/** Ends the link on this side only: the peer cannot be told. */
function lose({ connection }: Neighbour, why: string): void {
  connection?.session.link.lose(new CallError("CONNECTION_LOST", why));
}
