import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Progress } from "../../operation/operation-context.ts";
import type { EventWork } from "./event-stream.ts";

/** Milliseconds between two reports, as over the protocol. */
const REPORT_EVERY_MS = 50;
/** Of texts for people, which are cut. */
const LONGEST_MESSAGE = 4096;

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

  readonly #report = ({ progress, total, message }: Progress): void => {
    // What JSON has no words for.
    if (this.#isOver || !Number.isFinite(progress)) return;
    this.#latest = {
      progress,
      ...(Number.isFinite(total) && { total }),
      ...(typeof message === "string" && { message: message.slice(0, LONGEST_MESSAGE) }),
    };
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
