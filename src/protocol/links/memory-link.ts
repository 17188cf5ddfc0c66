/** Links within a process. Events are passed on as they are; nothing is serialised. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Delivery, Link, LinkPeer } from "../ports/link.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";
import { connectionLost, LinkBase } from "./link-base.ts";

/** The options of `createMemoryLinks`. */
export interface MemoryLinkOptions {
  /** Who calls over the first link of the pair. The second sees it as the identity of its peer. */
  readonly identity?: Identity | undefined;
  /** Whether the first may say on whose behalf it calls. Default: false. */
  readonly isTrusted?: boolean | undefined;
}

/** Makes the two ends of one connection: an event that goes into one comes out of the other. */
export function createMemoryLinks(options: MemoryLinkOptions = {}): [Link, Link] {
  const { identity, isTrusted = false } = options;
  const first = new MemoryLink({ id: "memory-2", identity: undefined, isTrusted: false });
  const second = new MemoryLink({ id: "memory-1", identity, isTrusted });
  first.other = second;
  second.other = first;
  return [first, second];
}

/** Makes a link to itself: caller and responder share it and trust each other. */
export function createLoopbackLink(): Link {
  const link = new MemoryLink({ id: "loopback", identity: undefined, isTrusted: true });
  link.other = link;
  return link;
}

interface Arriving {
  readonly event: ProtocolEvent;
  readonly delivery: Delivery | undefined;
}

class MemoryLink extends LinkBase implements Link {
  other: MemoryLink | undefined;
  readonly peer: LinkPeer;
  /** Nothing waits: events are passed on as they are. */
  readonly queuedBytes = 0;
  readonly isInProcess = true;
  #arriving: Arriving[] = [];

  constructor(peer: LinkPeer) {
    super();
    this.peer = peer;
  }

  send(event: ProtocolEvent, delivery?: Delivery): void {
    if (this.closedBy !== undefined) throw connectionLost(this.closedBy);
    this.other?.arrive({ event, delivery });
  }

  /** Delivers later, because a sender must not run its receiver's code. */
  arrive(arriving: Arriving): void {
    if (this.#arriving.push(arriving) > 1) return;
    queueMicrotask(() => {
      const arrived = this.#arriving;
      this.#arriving = [];
      for (const { event, delivery } of arrived) {
        if (this.closedBy !== undefined) return;
        if (delivery?.isWithdrawn === true) continue;
        if (delivery !== undefined) delivery.isSent = true;
        // A receiver may close the link, and nothing is delivered after that.
        for (const receiver of this.receivers) if (this.closedBy === undefined) receiver.event(event);
      }
    });
  }

  close(reason = new CallError("CONNECTION_LOST", "The link was closed."), answered = false): void {
    // A microtask later, so that events sent earlier arrive first.
    if (this.end(reason)) queueMicrotask(() => this.other?.end(reason, answered));
  }
}
