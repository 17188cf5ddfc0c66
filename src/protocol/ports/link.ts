/** The port between two peers: events go in, events come out, in order. */
import type { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { ProtocolEvent, ReceivedEvent } from "../wire/protocol-event.ts";

/** The other side, as this side sees it. */
export interface LinkPeer {
  readonly id: string;
  /** Who calls over this link. This side decides it; no event of the other side can change it. */
  readonly identity: Identity | undefined;
  /** Whether it may say on whose behalf it calls. A spoke trusts the server that it connected to. */
  readonly isTrusted: boolean;
}

/** What became of an event that was sent. */
export interface Delivery {
  /** Set when the event has left: from then on the other side may have it. */
  isSent: boolean;
  /** The number of the frame in which it has left, on a link that counts them. */
  frame: number;
  /** Set by the sender to take the event back. It works until the event has left. */
  isWithdrawn: boolean;
}

/** What a link delivers to. */
export interface LinkReceiver {
  event(event: ReceivedEvent): void;
  /**
   * Called once, after the last event. `answered`: the other side says that it has answered every call that it took, so
   * calls that are still open did not start. `unheard`: nothing of this frame and later ones has reached the other side.
   */
  closed(reason: CallError, answered: boolean, unheard: number): void;
}

/** A transport between two peers that carries events of the call protocol. */
export interface Link {
  readonly peer: LinkPeer;
  /** Why the link is closed; undefined while it is open. */
  readonly closedBy: CallError | undefined;
  /** Bytes that were sent and have not left yet, as far as this side knows. */
  readonly queuedBytes: number;
  /** Whether both ends share their memory: events are passed on as they are. */
  readonly isInProcess?: boolean;
  /** Whether everything that has arrived here is delivered by the end of this tick. Absent where that is not known. */
  readonly hasDeliveredAll?: boolean;
  /**
   * Takes an event and sends it with all others of this tick. Throws a `CallError` if it cannot be sent at all: the
   * event is too large (`PAYLOAD_TOO_LARGE`), is not JSON (`VALIDATION_ERROR`), too much is waiting (`OVERLOADED`), or
   * the link is closed (`CONNECTION_LOST`).
   */
  send(event: ProtocolEvent, delivery?: Delivery): void;
  /** Every receiver gets every event. Returns a function that stops it. */
  listen(receiver: LinkReceiver): () => void;
  /** Tells the other side, if that is still possible, and closes. For `answered` see `LinkReceiver`. */
  close(reason?: CallError, answered?: boolean): void;
}
