import type { Progress } from "../../operation/operation-context.ts";
import { onDeadline } from "../../shared/deadline-timer.ts";
import { atEndOfTick } from "../../shared/turns.ts";
import type { ContactOptions } from "./contact-options.ts";
import { LONGEST_MESSAGE } from "../wire/mid-call-limits.ts";

/** Milliseconds between two reports of one call. */
export const REPORT_EVERY_MS = 50;

/** While more bytes than this wait to be sent, reports wait too. */
const MOST_QUEUED_BYTES = 256 * 1024;

/** What of a report can be sent: nothing of one that JSON has no words for. */
export function toReport({ progress, total, message }: Progress): Progress | undefined {
  if (!Number.isFinite(progress)) return undefined;
  return {
    progress,
    total: Number.isFinite(total) ? total : undefined,
    message: typeof message === "string" ? message.slice(0, LONGEST_MESSAGE) : undefined,
  };
}

/** Tells the caller how far a call is. However often the handler reports, only the latest of a short time is sent. */
export class ProgressSender {
  readonly #contact: ContactOptions;
  #latest: Progress | undefined;
  /** Whether a moment is set at which the latest will be sent. */
  #isDue = false;
  #isOver = false;
  #stopTimer: (() => void) | undefined;

  constructor(contact: ContactOptions) {
    this.#contact = contact;
  }

  readonly report = (progress: Progress): void => {
    const report = this.#isOver ? undefined : toReport(progress);
    if (report === undefined) return;
    this.#latest = report;
    if (this.#isDue) return;
    this.#isDue = true;
    atEndOfTick(this.#sendDue);
  };

  /** Sends what has been reported: something follows that it should come before. */
  flush(): void {
    if (this.#isOver || this.#latest === undefined) return;
    this.#contact.accept();
    this.#send();
  }

  /** The last report goes before the answer. */
  end(): void {
    this.cut();
    this.#send();
  }

  cut(): void {
    this.#isOver = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  readonly #sendDue = (): void => {
    if (this.#isOver) return;
    this.#isDue = this.#latest !== undefined;
    if (!this.#isDue) return;
    this.#contact.accept();
    this.#send();
    this.#stopTimer = onDeadline(Date.now() + REPORT_EVERY_MS, this.#sendDue);
  };

  #send(): void {
    const { requestId, link } = this.#contact;
    if (this.#latest === undefined || link.queuedBytes > MOST_QUEUED_BYTES) return;
    const report = this.#latest;
    this.#latest = undefined;
    try {
      link.send({ type: "call.progress", requestId, ...report });
    } catch {
      // The link is gone, or takes nothing as long as this: a report is never missed.
    }
  }
}
