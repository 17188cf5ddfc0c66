/** The port between two peers: events go in, events come out, in order. */
import type { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";

/** The other side, as this side sees it. */
export interface LinkPeer {
  readonly id: string;
  /** Who calls over this link: decided here, never by what the other side says in an event. */
  readonly identity: Identity | undefined;
  /** Whether it may say on whose behalf it calls: a spoke trusts the hub that it chose. */
  readonly isTrusted: boolean;
}

/** What became of an event that was handed over. */
export interface Delivery {
  /** Set when the event has left: from then on the other side may have it. */
  isSent: boolean;
  /** Set by the sender to take the event back, which works for as long as it has not left. */
  isWithdrawn: boolean;
}

export interface LinkReceiver {
  event(event: ProtocolEvent): void;
  /**
   * Once, after the last event. `answered`: the other side said that it has answered all calls that it had taken, so
   * that those which are still open did not start.
   */
  closed(reason: CallError, answered: boolean): void;
}

export interface Link {
  readonly peer: LinkPeer;
  /** Set once the link is closed, and why. */
  readonly closedBy: CallError | undefined;
  /** Bytes that were handed over and have not left yet, as far as this side knows. */
  readonly queuedBytes: number;
  /** Whether both ends share their memory: what is sent is handed over as it is. */
  readonly isInProcess?: boolean;
  /** Whether everything that has arrived here is delivered by the end of this tick; absent where that is not known. */
  readonly hasDeliveredAll?: boolean;
  /**
   * Takes an event, to be sent with all others of this tick. Throws a `CallError` when it cannot be sent at all: it is
   * too large (`PAYLOAD_TOO_LARGE`), can't be written as JSON (`VALIDATION_ERROR`), too much is waiting
   * (`OVERLOADED`), or the link is closed (`CONNECTION_LOST`).
   */
  send(event: ProtocolEvent, delivery?: Delivery): void;
  /** Every receiver gets every event. Returns a way to stop. */
  listen(receiver: LinkReceiver): () => void;
  /** Tells the other side, if that is still possible, and closes. `answered`: see `LinkReceiver`. */
  close(reason?: CallError, answered?: boolean): void;
}
