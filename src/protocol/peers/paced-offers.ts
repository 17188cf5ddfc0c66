import type { PeerSession } from "./peer-session.ts";

export interface PacedOffersOptions {
  /** Sends all offers over a link. */
  readonly tell: (session: PeerSession) => void;
  /** Milliseconds between two announcements to the same peer. */
  readonly pauseMs: number;
}

/** How many peers are informed within one pause. */
const MOST_TOLD = 10_000;

/**
 * Decides when to announce this peer's offers to another peer on a bus. A few bytes request many offers, and any sender
 * can claim to be a peer that has just joined. So each peer gets the offers once per pause and, if it asks again, once
 * more at the end of the pause.
 */
export class PacedOffers {
  readonly #options: PacedOffersOptions;
  /** By the id of the peer. The entry outlives the peer, which may leave and come back as often as it likes. */
  readonly #toldAt = new Map<string, number>();
  #waiting = new Map<string, PeerSession>();

  constructor(options: PacedOffersOptions) {
    this.#options = options;
  }

  request(session: PeerSession, now = performance.now()): void {
    if (session.link.closedBy !== undefined) return;
    this.#forget(session.id, now);
    if (this.#toldAt.has(session.id) || this.#toldAt.size >= MOST_TOLD) {
      this.#waiting.set(session.id, session);
      return;
    }
    this.#toldAt.set(session.id, now);
    this.#options.tell(session);
  }

  /** Tells the peers whose pause is over. */
  look(now: number): void {
    for (const id of this.#toldAt.keys()) this.#forget(id, now);
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const session of waiting.values()) this.request(session, now);
  }

  #forget(id: string, now: number): void {
    const toldAt = this.#toldAt.get(id) ?? now;
    if (now - toldAt >= this.#options.pauseMs) this.#toldAt.delete(id);
  }
}
