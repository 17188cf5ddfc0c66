import { CallError } from "../../errors/call-error.ts";
import type { LinkReceiver } from "../ports/link.ts";

/** What every link has: its receivers, and an end that comes once. */
export abstract class LinkBase {
  closedBy: CallError | undefined;
  /** Replaced, never changed in place, so that a link can iterate over it while receivers come and go. */
  protected receivers: readonly LinkReceiver[] = [];

  listen(receiver: LinkReceiver): () => void {
    if (this.closedBy !== undefined) {
      receiver.closed(this.closedBy, false, Infinity);
      return () => undefined;
    }
    this.receivers = [...this.receivers, receiver];
    return () => {
      this.receivers = this.receivers.filter((listening) => listening !== receiver);
    };
  }

  /** Ends the link for its receivers. Returns false if it had ended before. */
  protected end(reason: CallError, answered = false, unheard = Infinity): boolean {
    if (this.closedBy !== undefined) return false;
    this.closedBy = reason;
    const { receivers } = this;
    this.receivers = [];
    for (const receiver of receivers) receiver.closed(reason, answered, unheard);
    return true;
  }
}

/** The error of a send on a closed link: the event certainly did not leave. */
export function connectionLost(closedBy: CallError): CallError {
  return new CallError("CONNECTION_LOST", `The connection is closed: ${closedBy.message}`, undefined, {
    phase: "notStarted",
    cause: closedBy,
  });
}
