import type { Progress } from "../../operation/operation-context.ts";
import { onDeadline } from "../../shared/time/deadline-timer.ts";
import { atEndOfTick } from "../../shared/time/turns.ts";
import type { Link } from "../ports/link.ts";
import { LONGEST_MESSAGE } from "../wire/question-limits.ts";

/** What it takes to reach the caller of one call. */
export interface ContactOptions {
  readonly requestId: string;
  readonly link: Link;
  /** Tells the caller that its call is here, unless it knows. */
  readonly accept: () => void;
}

/** Milliseconds between two reports of one call. */
export const REPORT_EVERY_MS = 50;

/** While more bytes than this wait to be sent, reports wait too. */
export const MOST_QUEUED_FOR_REPORTS = 256 * 1024;

/** The part of a report that JSON can express. Undefined if the progress itself is not a number. */
export function toSendableProgress({ progress, total, message }: Progress): Progress | undefined {
  if (!Number.isFinite(progress)) return undefined;
  return {
    progress,
    total: Number.isFinite(total) ? total : undefined,
    message: typeof message === "string" ? message.slice(0, LONGEST_MESSAGE) : undefined,
  };
}

/** Tells the caller how far a call is. Of the reports within a short time, only the latest is sent. */
export class ProgressSender {
  readonly #contact: ContactOptions;
  #latest: Progress | undefined;
  /** Whether a time is set at which the latest report is sent. */
  #isDue = false;
  #isOver = false;
  #stopTimer: (() => void) | undefined;

  constructor(contact: ContactOptions) {
    this.#contact = contact;
  }

  readonly report = (progress: Progress): void => {
    const report = this.#isOver ? undefined : toSendableProgress(progress);
    if (report === undefined) return;
    this.#latest = report;
    if (this.#isDue) return;
    this.#isDue = true;
    atEndOfTick(this.#sendDue);
  };

  /** Sends the latest report now, because it should come before the next event. */
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
    this.#stopTimer = onDeadline(performance.now() + REPORT_EVERY_MS, this.#sendDue);
  };

  #send(): void {
    const { requestId, link } = this.#contact;
    if (this.#latest === undefined || link.queuedBytes > MOST_QUEUED_FOR_REPORTS) return;
    const report = this.#latest;
    this.#latest = undefined;
    try {
      link.send({ type: "call.progress", requestId, ...report });
    } catch {
      // The link is gone, or its frames are too short. A call can do without a report.
    }
  }
}
