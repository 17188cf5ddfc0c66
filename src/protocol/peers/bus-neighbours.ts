import { CallError } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { LONGEST_DELAY } from "../../shared/deadline-timer.ts";
import { randomId } from "../../shared/request-id.ts";
import type { Bus } from "../ports/bus.ts";
import type { BusFrameHead } from "../wire/bus-frame.ts";
import { BusLink } from "../links/bus-link.ts";
import { BusSession } from "./bus-session.ts";
import type { DecodedEvents } from "../wire/event-codec.ts";
import { OperationOffers } from "../offers/operation-offers.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { PacedOffers } from "./paced-offers.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { PROTOCOL_VERSION } from "../wire/protocol-event.ts";
import type { PeerEvent, ProtocolEvent } from "../wire/protocol-event.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";
import { TokenCache } from "../identity/token-cache.ts";

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
  session: BusSession | undefined;
  lastSeen: number;
  heartbeatMs: number;
  /** It speaks another version of the protocol. */
  isForeign: boolean;
}

/** Peers beyond this are not met: each costs memory. */
const MOST_NEIGHBOURS = 10_000;

/** Milliseconds: who claims a longer one would never count as gone. */
const LONGEST_HEARTBEAT = 10 * 60 * 1000;

/** Who comes back is told of everything within a heartbeat: after the pause, at the next of several looks. */
const OFFERS_PAUSE_HEARTBEATS = 0.5;

/** An operation that nobody offers any more answers `NO_RESPONDER` for so long: its peers may be about to return. */
const KEPT_HEARTBEATS = 4;

const ANSWERS: ReadonlySet<string> = new Set([
  "call.accepted",
  "call.responded",
  "call.completed",
  "call.error",
  "call.progress",
  "call.question",
  "call.withdrawn",
]);

/** The other peers on a bus: who is there, the link to each, and what they offer. */
export class BusNeighbours {
  readonly operations: RemoteOperations;
  readonly #options: BusNeighboursOptions;
  readonly #tokens: TokenCache;
  readonly #offers: OperationOffers;
  readonly #paced: PacedOffers;
  readonly #neighbours = new Map<string, Neighbour>();
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

  /** What a peer told everybody. */
  hear(from: string, event: ProtocolEvent): void {
    switch (event.type) {
      case "peer.hello": {
        const neighbour = this.#see(from);
        if (neighbour === undefined) return;
        // It has just come, or come back: it knows nothing of an earlier link.
        this.#lose(neighbour, new CallError("CONNECTION_LOST", `${from} has connected anew.`));
        neighbour.isForeign = event.protocol !== PROTOCOL_VERSION;
        neighbour.heartbeatMs = this.#believedHeartbeat(event.heartbeatMs);
        this.#meet(neighbour);
        return;
      }
      case "peer.heartbeat": {
        const neighbour = this.#see(from);
        if (neighbour?.session === undefined && neighbour?.isForeign === false) this.#meet(neighbour);
        return;
      }
      case "peer.closed": {
        const neighbour = this.#neighbours.get(from);
        if (neighbour !== undefined) this.#forget(neighbour, new CallError("CONNECTION_LOST", `${from} has left.`));
      }
    }
  }

  /** What a peer sent to this one. */
  receive(frame: BusFrameHead & DecodedEvents): void {
    const { from, link, to } = frame;
    const neighbour = this.#see(from);
    if (neighbour === undefined || link === undefined || neighbour.isForeign)
      return void this.#options.counters.malformedFrames++;
    let { session } = neighbour;
    // For an end that no longer exists: its other end has been, or is being, told so.
    if (to !== undefined && to !== session?.link.id) return void this.#options.counters.strayAnswers++;
    if (session?.link.remoteId !== undefined && session.link.remoteId !== link) {
      this.#lose(neighbour, new CallError("CONNECTION_LOST", `${from} has begun anew.`));
      session = undefined;
    }
    session ??= this.#meet(neighbour, link);
    session.link.answer(link);
    if (!session.link.receive(frame, this.#believed(frame)))
      // Events are missing: nobody can say which, so everything on this link ends, and a new one begins.
      return this.#beginAnew(neighbour, `Messages from ${from} were lost.`);
    if (to === undefined || session.link.isConfirmed) return;
    session.link.isConfirmed = true;
    // After its hello, which says how long frames may be.
    this.#paced.request(session);
  }

  /** A frame that is too long to be read. Only who knows both ends of a link can end it so. */
  refuse({ from, link, to }: BusFrameHead): void {
    const neighbour = this.#neighbours.get(from);
    const session = neighbour?.session;
    if (neighbour === undefined || session === undefined) return;
    if (to !== session.link.id || link !== session.link.remoteId) return;
    const { maxFrameBytes } = this.#options.limits;
    this.#beginAnew(neighbour, `${from} sent a frame of more than ${maxFrameBytes} bytes (maxFrameBytes).`);
  }

  /** Answers only from who knows this end of the link: anybody may claim to be the peer, and to begin anew. */
  #believed({ to, events }: BusFrameHead & DecodedEvents): readonly ProtocolEvent[] {
    if (to !== undefined) return events;
    const believed = events.filter(({ type }) => !ANSWERS.has(type));
    this.#options.counters.strayAnswers += events.length - believed.length;
    return believed;
  }

  /** Ends the links to those who have been silent for too long, and tells those who wait for it what is offered. */
  look(now: number, silentHeartbeats: number): void {
    this.#paced.look(now);
    for (const neighbour of this.#neighbours.values()) {
      const { id, lastSeen, heartbeatMs } = neighbour;
      if (now - lastSeen <= heartbeatMs * silentHeartbeats) continue;
      // With a word, in case it is only slow: it must not answer what its callers have given up.
      neighbour.session?.close(
        new CallError("CONNECTION_LOST", `${id} has not been heard of for ${now - lastSeen} ms.`),
      );
      this.#forget(neighbour, new CallError("CONNECTION_LOST", `${id} is gone.`));
    }
  }

  /** Shows everybody whose link is in use that nothing was lost on it. */
  probe(now: number): void {
    const { heartbeatMs } = this.#options.limits;
    for (const neighbour of this.#neighbours.values()) {
      const { session } = neighbour;
      if (session === undefined) continue;
      const { isConfirmed, since } = session.link;
      if (isConfirmed || now - since < heartbeatMs) session.probe();
      // Somebody else may have begun this link in the peer's name, and the peer still uses the one before.
      else this.#beginAnew(neighbour, `${neighbour.id} does not answer on this link.`);
    }
  }

  /** Nobody's silence counts up to now. */
  excuse(now: number): void {
    for (const neighbour of this.#neighbours.values()) neighbour.lastSeen = now;
  }

  loseAll(reason: CallError): void {
    for (const neighbour of this.#neighbours.values()) this.#forget(neighbour, reason);
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
        else if (this.#isClosed) settle(`Nobody offers ${operationId}: this peer has left.`);
      };
      const expire = (): void => settle(`Nobody offered ${operationId} within ${timeoutMs} ms.`);
      const timer = setTimeout(expire, Math.min(timeoutMs, LONGEST_DELAY));
      this.#waiting.add(look);
      look();
    });
  }

  /** Takes no more calls; those in flight go on. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    const sessions = Array.from(this.#neighbours.values(), ({ session }) => session).filter(
      (session) => session !== undefined,
    );
    await Promise.all(sessions.map(({ handler }) => handler.drain(graceMs)));
  }

  close(): void {
    this.#offers.close();
    for (const neighbour of this.#neighbours.values())
      this.#end(neighbour, new CallError("CONNECTION_LOST", "The peer has left."));
    this.#neighbours.clear();
    this.operations.close();
    this.#isClosed = true;
    for (const look of this.#waiting) look();
  }

  #see(from: string): Neighbour | undefined {
    const now = Date.now();
    let neighbour = this.#neighbours.get(from);
    if (neighbour === undefined) {
      if (this.#neighbours.size >= MOST_NEIGHBOURS) {
        this.#options.counters.refusedHandshakes++;
        return undefined;
      }
      const { heartbeatMs } = this.#options.limits;
      neighbour = { id: from, session: undefined, lastSeen: now, heartbeatMs, isForeign: false };
      this.#neighbours.set(from, neighbour);
    }
    neighbour.lastSeen = now;
    return neighbour;
  }

  #believedHeartbeat(heartbeatMs = this.#options.limits.heartbeatMs): number {
    return Math.min(heartbeatMs, Math.max(this.#options.limits.heartbeatMs, LONGEST_HEARTBEAT));
  }

  /** Begins a link: says hello. What is offered follows when the other has shown that it reads this. */
  #meet(neighbour: Neighbour, remoteId?: string): BusSession {
    const { bus, limits, counters, registry, ownId, topicOf, onError } = this.#options;
    const link = new BusLink({
      bus,
      limits,
      from: ownId,
      // Each at random: a peer that knows the id of its own link must not guess those of others.
      id: randomId(),
      peerId: neighbour.id,
      topic: topicOf(neighbour.id),
    });
    link.remoteId = remoteId;
    const mayCall: OfferFilter = (spec) => this.#offers.isOffered(spec);
    const session = new BusSession({ link, registry, mayCall, limits, counters, tokens: this.#tokens, ownId, onError });
    neighbour.session = session;
    if (this.#isDraining) void session.handler.drain(0);
    link.listen({
      event: (event) => this.#heed(neighbour, session, event),
      closed: () => {
        this.operations.remove(session);
        if (neighbour.session === session) neighbour.session = undefined;
      },
    });
    const { heartbeatMs, maxFrameBytes } = limits;
    link.send({ type: "peer.hello", protocol: PROTOCOL_VERSION, peerId: ownId, heartbeatMs, maxFrameBytes });
    return session;
  }

  #heed(neighbour: Neighbour, session: BusSession, event: ProtocolEvent): void {
    switch (event.type) {
      case "peer.hello":
        if (event.protocol !== PROTOCOL_VERSION) {
          neighbour.isForeign = true;
          session.close(
            new CallError("PROTOCOL_ERROR", `${neighbour.id} speaks version ${event.protocol} of the protocol.`),
          );
          return;
        }
        neighbour.heartbeatMs = this.#believedHeartbeat(event.heartbeatMs);
        if (event.maxFrameBytes !== undefined) session.link.limitFrames(event.maxFrameBytes);
        return;
      case "peer.offered":
        this.operations.offer(session, event.operations);
        for (const look of this.#waiting) look();
        return;
      case "peer.withdrawn":
        this.operations.withdraw(session, event.operationIds);
        return;
      case "peer.draining":
        session.isDraining = true;
    }
  }

  #tellAll(event: PeerEvent): void {
    for (const { session } of this.#neighbours.values()) {
      try {
        session?.link.send(event);
      } catch (error) {
        // Whoever cannot be told must not keep the others from hearing it.
        this.#options.onError(error);
      }
    }
  }

  #lose(neighbour: Neighbour, reason: CallError): void {
    neighbour.session?.lose(reason);
  }

  #beginAnew(neighbour: Neighbour, why: string): void {
    this.#end(neighbour, new CallError("CONNECTION_LOST", why));
    this.#meet(neighbour);
  }

  #end(neighbour: Neighbour, reason: CallError): void {
    neighbour.session?.close(reason);
  }

  #forget(neighbour: Neighbour, reason: CallError): void {
    this.#lose(neighbour, reason);
    this.#neighbours.delete(neighbour.id);
  }
}
