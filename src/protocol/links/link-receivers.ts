import type { CallError } from "../../errors/call-error.ts";
import type { LinkReceiver } from "../ports/link.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";

/** Whoever listens to a link. */
export class LinkReceivers {
  closedBy: CallError | undefined;
  #receivers: readonly LinkReceiver[] = [];

  listen(receiver: LinkReceiver): () => void {
    if (this.closedBy !== undefined) {
      receiver.closed(this.closedBy, false);
      return () => undefined;
    }
    this.#receivers = [...this.#receivers, receiver];
    return () => {
      this.#receivers = this.#receivers.filter((listening) => listening !== receiver);
    };
  }

  event(event: ProtocolEvent): void {
    // The list as it is now: one of them may close the link, and then the event is nobody's any more.
    for (const receiver of this.#receivers) if (this.closedBy === undefined) receiver.event(event);
  }

  /** Says whether it was open. */
  closed(reason: CallError, answered = false): boolean {
    if (this.closedBy !== undefined) return false;
    this.closedBy = reason;
    const receivers = this.#receivers;
    this.#receivers = [];
    for (const receiver of receivers) receiver.closed(reason, answered);
    return true;
  }
}
