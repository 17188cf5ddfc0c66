import type { Progress } from "../../../operation/operation-context.ts";

/** Sends one progress notification of a request. */
export type SendProgress = (progress: Progress) => Promise<void>;

/** Tells a client how far a call is. */
export class ProgressReporter {
  readonly #send: SendProgress;
  #last = -Infinity;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(send: SendProgress) {
    this.#send = send;
  }

  /** MCP wants progress to increase with each notification: one that does not is not sent. */
  readonly report = ({ progress, total, message }: Progress): void => {
    if (!Number.isFinite(progress) || progress <= this.#last) return;
    this.#last = progress;
    // JSON has no word for a total that is not known.
    const sending = this.#send({ progress, total: Number.isFinite(total) ? total : undefined, message }).catch(() => {
      // A client that has gone learns nothing more; the call's own signal tells the handler.
    });
    this.#sent = Promise.all([this.#sent, sending]);
  };

  /** Resolves when everything has been handed over, so that no result overtakes its progress. */
  async flushed(): Promise<void> {
    await this.#sent;
  }
}
