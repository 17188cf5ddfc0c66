import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { CallError } from "../../errors/call-error.ts";
import type { Progress } from "../../operation/operation-context.ts";
import { REPORT_EVERY_MS, toSendableProgress } from "../../protocol/responder/progress-sender.ts";
import type { EventWork } from "./event-stream.ts";
import type { QuestionEvent } from "./http-questions.ts";
import type { LogEvent } from "./log-events.ts";

/** What a call tells its client before it ends. */
export type CallReport = Progress | QuestionEvent | LogEvent;

/** How a call reaches its client before it ends. */
export interface CallReports {
  readonly onProgress: (progress: Progress) => void;
  readonly onQuestion: (event: QuestionEvent) => void;
  readonly onLog: (event: LogEvent) => void;
}

/** Log messages that may wait for the client. Further ones are left out: a log must not fill the memory. */
const MOST_WAITING = 100;

export interface ReportedCallOptions {
  readonly start: (reports: CallReports) => Promise<ResponseEnvelope>;
  /** Gives the call up, for a reason. */
  readonly abort: (why: CallError) => void;
}

/**
 * A call as items and an end: its reports and questions are the items, its answer is the end. Questions come first, and
 * none is left out. Log messages come next: a slow client gets only the first ones. Of the progress, only the latest
 * report is kept until the client takes it, and the last one comes before the answer.
 */
export class ReportedCall implements EventWork<CallReport, ResponseEnvelope> {
  readonly #answer: Promise<ResponseEnvelope>;
  readonly #abort: (why: CallError) => void;
  readonly #questions: QuestionEvent[] = [];
  readonly #log: LogEvent[] = [];
  #latest: Progress | undefined;
  #isOver = false;
  /** Runs from the moment that a report is taken until the next one may be taken. */
  #pause: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;

  constructor({ start, abort }: ReportedCallOptions) {
    this.#abort = abort;
    this.#answer = start({ onProgress: this.#report, onQuestion: this.#ask, onLog: this.#note });
    this.#answer.then(this.#end, this.#end);
  }

  async next(): Promise<IteratorResult<CallReport, ResponseEnvelope>> {
    if (!this.#isOver && !this.#hasReport()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const event = this.#questions.shift() ?? this.#log.shift();
    if (event !== undefined) return { done: false, value: event };
    const latest = this.#latest;
    if (latest === undefined) return { done: true, value: await this.#answer };
    this.#latest = undefined;
    if (!this.#isOver) this.#pause = setTimeout(this.#resume, REPORT_EVERY_MS);
    return { done: false, value: latest };
  }

  async stop(why: CallError): Promise<void> {
    this.#end();
    this.#abort(why);
  }

  readonly #report = (progress: Progress): void => {
    const report = this.#isOver ? undefined : toSendableProgress(progress);
    if (report === undefined) return;
    this.#latest = report;
    if (this.#hasReport()) this.#wake?.();
  };

  readonly #ask = (event: QuestionEvent): void => {
    if (this.#isOver) return;
    this.#questions.push(event);
    this.#wake?.();
  };

  readonly #note = (event: LogEvent): void => {
    if (this.#isOver || this.#log.length >= MOST_WAITING) return;
    this.#log.push(event);
    this.#wake?.();
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
    return (
      this.#questions.length > 0 || this.#log.length > 0 || (this.#latest !== undefined && this.#pause === undefined)
    );
  }
}
