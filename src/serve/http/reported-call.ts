import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Progress } from "../../operation/operation-context.ts";
import { REPORT_EVERY_MS, toSendableProgress } from "../../protocol/responder/progress-sender.ts";
import type { EventWork } from "./event-stream.ts";

export interface ReportedCallOptions {
  readonly start: (onProgress: (progress: Progress) => void) => Promise<ResponseEnvelope>;
  /** Gives the call up. */
  readonly abort: () => void;
}

/**
 * A call whose reports are the items, and whose answer is the end. However often the handler reports, only the latest
 * is kept until the client takes it, and the last one comes before the answer.
 */
export class ReportedCall implements EventWork<Progress, ResponseEnvelope> {
  readonly #answer: Promise<ResponseEnvelope>;
  readonly #abort: () => void;
  #latest: Progress | undefined;
  #isOver = false;
  /** Runs from a report that was taken until the next one may be. */
  #pause: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;

  constructor({ start, abort }: ReportedCallOptions) {
    this.#abort = abort;
    this.#answer = start(this.#report);
    this.#answer.then(this.#end, this.#end);
  }

  async next(): Promise<IteratorResult<Progress, ResponseEnvelope>> {
    if (!this.#isOver && !this.#hasReport()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const latest = this.#latest;
    if (latest === undefined) return { done: true, value: await this.#answer };
    this.#latest = undefined;
    if (!this.#isOver) this.#pause = setTimeout(this.#resume, REPORT_EVERY_MS);
    return { done: false, value: latest };
  }

  async return(): Promise<void> {
    this.#end();
    this.#abort();
  }

  readonly #report = (progress: Progress): void => {
    const report = this.#isOver ? undefined : toSendableProgress(progress);
    if (report === undefined) return;
    this.#latest = report;
    if (this.#hasReport()) this.#wake?.();
  };

  readonly #resume = (): void => {
    this.#pause = undefined;
    if (this.#hasReport()) this.#wake?.();
  };

  readonly #end = (): void => {
    this.#isOver = true;
    clearTimeout(this.#pause);
    this.#wake?.();
  };

  #hasReport(): boolean {
    return this.#latest !== undefined && this.#pause === undefined;
  }
}
