import { CallError } from "../../errors/call-error.ts";
import { randomId } from "../../shared/request-id.ts";
import type { BusFrameHead } from "../wire/bus-frame.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { ReceivedEvent } from "../wire/protocol-event.ts";
import { SILENT_HEARTBEATS } from "../wire/protocol-limits.ts";

export interface PeerIdClaimOptions {
  readonly peerId: string;
  readonly heartbeatMs: number;
  readonly counters: ProtocolCounters;
  /** Sends to the topic of this peer: to itself, and to another process of the same id. */
  readonly sendToSelf: (head: BusFrameHead) => void;
  /** Another process has the id now. This one is quiet until it claims the id again. */
  readonly onGivenUp: (reason: CallError) => void;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two reports. Every message is counted; an occasional report is enough. */
export const REPORT_PAUSE = 60_000;

/** Milliseconds. A rival that claims a longer heartbeat does not keep the id for longer. */
const LONGEST_RIVAL_HEARTBEAT = 60_000;

/**
 * Of two processes with the same id, the one that said hello last has it. The other gives way until that one has gone.
 * It gives way only to a process that can read the topic of the id, which an impostor may not be able to do: it sends a
 * secret there, and the rival has to repeat it.
 */
export class PeerIdClaim {
  /** Tells this process apart from others that use the same id. */
  readonly instance = randomId();
  /** Whether another process has the id. */
  isGivenUp = false;
  readonly #options: PeerIdClaimOptions;
  #question: string | undefined;
  #reportedAt = -Infinity;
  #rivalHeard = 0;
  #rivalHeartbeat = 0;

  constructor(options: PeerIdClaimOptions) {
    this.#options = options;
  }

  /** This process says hello, and the process that had the id gives way. */
  claim(): void {
    this.isGivenUp = false;
    this.#question = undefined;
  }

  /** This process receives its own hello. A rival whose hello arrived earlier joined earlier. */
  hearOwnHello(): void {
    this.#question = undefined;
  }

  /** Another process sent something to all peers under this peer's id. */
  hear(events: readonly ReceivedEvent[]): void {
    this.#conflict();
    for (const event of events) {
      if (event.type === "peer.closed") this.#rivalHeard = -Infinity;
      if (event.type === "peer.hello") this.#ask(event.heartbeatMs);
    }
  }

  /** Another process sent something to this peer's topic under this peer's id. */
  receive({ link, to }: BusFrameHead): void {
    this.#conflict();
    const { peerId, sendToSelf } = this.#options;
    if (to !== undefined && to === this.#question) this.#giveUp();
    else if (to === undefined && link !== undefined && !this.isGivenUp)
      sendToSelf({ from: peerId, instance: this.instance, to: link });
  }

  /** Excuses the rival's silence up to now. */
  excuse(now: number): void {
    this.#rivalHeard = now;
  }

  /** Whether the rival has been silent for so long that the id is free. */
  isFree(now: number): boolean {
    return now - this.#rivalHeard > this.#rivalHeartbeat * SILENT_HEARTBEATS;
  }

  #ask(heartbeatMs: number | undefined): void {
    const { peerId, sendToSelf, heartbeatMs: own } = this.#options;
    this.#rivalHeartbeat = Math.max(own, Math.min(heartbeatMs ?? own, LONGEST_RIVAL_HEARTBEAT));
    if (this.isGivenUp) return;
    this.#question = randomId();
    sendToSelf({ from: peerId, instance: this.instance, link: this.#question });
  }

  #giveUp(): void {
    const { peerId, onError, onGivenUp } = this.#options;
    this.#question = undefined;
    this.isGivenUp = true;
    const reason = new CallError(
      "CONNECTION_LOST",
      `Another process on this bus has joined as "${peerId}", and this one gives way until that one has left: give each process its own peerId.`,
    );
    onError(reason);
    onGivenUp(reason);
  }

  #conflict(): void {
    const { peerId, counters, onError } = this.#options;
    counters.conflictingPeerIds++;
    const now = performance.now();
    this.#rivalHeard = now;
    if (now - this.#reportedAt < REPORT_PAUSE) return;
    this.#reportedAt = now;
    onError(
      new CallError(
        "PROTOCOL_ERROR",
        `Another process on this bus uses the peerId "${peerId}": give each process its own, or leave it out for a random one. Only the process that joined last is heard.`,
      ),
    );
  }
}
