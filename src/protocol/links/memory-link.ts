/** Links within a process: events are handed over as they are, nothing is serialised. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { LinkReceivers } from "./link-receivers.ts";
import type { Delivery, Link, LinkPeer, LinkReceiver } from "../ports/link.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";

export interface MemoryLinkOptions {
  /** Who calls over the first link of the pair: what the second sees of its peer. */
  readonly identity?: Identity | undefined;
  /** Whether the first may say on whose behalf it calls. Default: false. */
  readonly isTrusted?: boolean | undefined;
}

/** Two ends of one connection: what is sent into one comes out of the other. */
export function createMemoryLinks(options: MemoryLinkOptions = {}): [Link, Link] {
  const { identity, isTrusted = false } = options;
  const first = new MemoryLink({ id: "memory-2", identity: undefined, isTrusted: false });
  const second = new MemoryLink({ id: "memory-1", identity, isTrusted });
  first.other = second;
  second.other = first;
  return [first, second];
}

/** A link to oneself: caller and responder in one place, which trust each other. */
export function createLoopbackLink(): Link {
  const link = new MemoryLink({ id: "loopback", identity: undefined, isTrusted: true });
  link.other = link;
  return link;
}

interface Arriving {
  readonly event: ProtocolEvent;
  readonly delivery: Delivery | undefined;
}

class MemoryLink implements Link {
  other: MemoryLink | undefined;
  readonly peer: LinkPeer;
  /** Nothing waits: it is handed over as it is. */
  readonly queuedBytes = 0;
  readonly isInProcess = true;
  readonly #receivers = new LinkReceivers();
  #arriving: Arriving[] = [];

  constructor(peer: LinkPeer) {
    this.peer = peer;
  }

  get closedBy(): CallError | undefined {
    return this.#receivers.closedBy;
  }

  send(event: ProtocolEvent, delivery?: Delivery): void {
    if (this.closedBy !== undefined) throw connectionLost(this.closedBy);
    this.other?.arrive({ event, delivery });
  }

  /** Later, because a sender must not run its receiver's code. */
  arrive(arriving: Arriving): void {
    if (this.#arriving.push(arriving) > 1) return;
    queueMicrotask(() => {
      const arrived = this.#arriving;
      this.#arriving = [];
      for (const { event, delivery } of arrived) {
        if (this.closedBy !== undefined) return;
        if (delivery?.isWithdrawn === true) continue;
        if (delivery !== undefined) delivery.isSent = true;
        this.#receivers.event(event);
      }
    });
  }

  listen(receiver: LinkReceiver): () => void {
    return this.#receivers.listen(receiver);
  }

  close(reason = new CallError("CONNECTION_LOST", "The link was closed."), answered = false): void {
    if (!this.#receivers.closed(reason)) return;
    // What was sent before arrives before.
    queueMicrotask(() => this.other?.closeBy(reason, answered));
  }

  /** The other end has closed. */
  closeBy(reason: CallError, answered: boolean): void {
    this.#receivers.closed(reason, answered);
  }
}

/** What a sender gets to hear: the event certainly did not leave. */
export function connectionLost(closedBy: CallError): CallError {
  return new CallError("CONNECTION_LOST", `The connection is closed: ${closedBy.message}`, undefined, {
    phase: "notStarted",
    cause: closedBy,
  });
}
