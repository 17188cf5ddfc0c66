import { CallError } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { isProtocolEvent } from "../wire/is-protocol-event.ts";
import type { Link } from "../ports/link.ts";
import type { CallErrored } from "../wire/protocol-event.ts";

const PHASES: ReadonlySet<CallPhase> = new Set(["notStarted", "started", "unknown"]);

/** Room for the shortest frames that there may be, whatever the letters. */
const SHORT_MESSAGE = 100;

/**
 * Sends the error that ends a call, or as much of it as can be sent: details may be a cycle, a message too long, a code
 * no text. A call whose last event is refused here, or dropped by the other side, would never end: where its id alone is
 * too long for the frames that the other side takes, the link ends, and the call with it.
 */
export function sendError(link: Link, event: CallErrored): void {
  if (isProtocolEvent(event) && trySend(link, event)) return;
  const { details: _details, ...plain } = event;
  const message = event.message.slice(0, SHORT_MESSAGE);
  if (isProtocolEvent(plain) && trySend(link, { ...plain, message })) return;
  const { requestId, seq, phase: given } = event;
  const phase = PHASES.has(given) ? given : "unknown";
  const bare = { code: "EXECUTION_ERROR", message: "The operation failed.", retryable: false, phase };
  if (trySend(link, { type: "call.error", requestId, ...bare, seq })) return;
  link.close(new CallError("PROTOCOL_ERROR", "The id of a call is too long to answer it in frames as short as these."));
}

function trySend(link: Link, event: CallErrored): boolean {
  try {
    link.send(event);
    return true;
  } catch (thrown) {
    // On a closed link nothing can be sent; that is for the sender to know.
    if (thrown instanceof CallError && thrown.code === "CONNECTION_LOST") throw thrown;
    return false;
  }
}
