import { isLogged } from "../../operation/caller-log.ts";
import type { CallerLog, LogLevel, LogMessage } from "../../operation/caller-log.ts";
import { encodeValue } from "../wire/event-codec.ts";
import { isProtocolEvent } from "../wire/event-shapes.ts";
import type { TextLink } from "../links/text-link.ts";
import type { CallLogged, PeerLogged } from "../wire/protocol-event.ts";
import type { ContactOptions } from "./progress-sender.ts";
import { MOST_QUEUED_FOR_REPORTS } from "./progress-sender.ts";

/** Characters of a message as JSON. A longer one is dropped: a log must not hold up the answers. */
const LONGEST_MESSAGE = 65_536;

/** Sends the log messages of a call to its caller. Messages for which the link has no room are dropped. */
export class LogSender implements CallerLog {
  readonly level: LogLevel;
  readonly #contact: ContactOptions;
  #isOver = false;

  constructor(contact: ContactOptions, level: LogLevel) {
    this.#contact = contact;
    this.level = level;
  }

  write({ level, data, logger }: LogMessage): void {
    const { requestId, link, accept } = this.#contact;
    if (this.#isOver || !isLogged(level, this.level)) return;
    sendLogged(link, { type: "call.logged", requestId, level, data, logger }, accept);
  }

  end(): void {
    this.#isOver = true;
  }
}

/** Drops the message if the link has no room for it. `accept` runs right before it is sent. */
export function sendLogged(
  link: Pick<TextLink, "queuedBytes" | "send">,
  event: CallLogged | PeerLogged,
  accept?: () => void,
): void {
  if (link.queuedBytes > MOST_QUEUED_FOR_REPORTS) return;
  try {
    if (!isProtocolEvent(event) || (encodeValue(event.data) ?? "").length > LONGEST_MESSAGE) return;
    accept?.();
    link.send(event);
  } catch {
    // It is not JSON, or the link is gone. Both sides can do without it.
  }
}
