import type { CallError } from "../../errors/call-error.ts";
import { isLogLevel } from "../../operation/caller-log.ts";
import type { CallerLog } from "../../operation/caller-log.ts";
import type { Elicit, ListRoots, Sample } from "../../operation/caller-request.ts";
import type { Progress } from "../../operation/operation-context.ts";
import type { CallAnswer } from "../wire/protocol-event.ts";
import { AskedQuestions } from "./asked-questions.ts";
import { LogSender } from "./log-sender.ts";
import { ProgressSender } from "./progress-sender.ts";
import type { ContactOptions } from "./progress-sender.ts";

/** In `wants`, the prefix of the least severe level that the caller reads. */
const LOG = "log:";

/** Carries a running handler's progress, log and questions to its caller. */
export class CallerContact {
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onElicitation: Elicit | undefined;
  readonly onSampling: Sample | undefined;
  readonly onRoots: ListRoots | undefined;
  readonly callerLog: CallerLog | undefined;
  readonly #progress: ProgressSender | undefined;
  readonly #questions: AskedQuestions | undefined;
  readonly #log: LogSender | undefined;

  /** `wants`: see `call.requested`. It may hold words of a later version. */
  constructor(options: ContactOptions, wants: readonly string[]) {
    const progress = wants.includes("progress") ? new ProgressSender(options) : undefined;
    const accept = (): void => {
      // The person who is asked should know how far the call is.
      progress?.flush();
      options.accept();
    };
    this.#progress = progress;
    const takes = (mode: string): boolean => wants.includes(mode);
    const mayAsk = takes("questions") || takes("sampling") || takes("roots");
    const questions = mayAsk ? new AskedQuestions({ ...options, accept }) : undefined;
    this.#questions = questions;
    this.onProgress = progress?.report;
    this.onElicitation = takes("questions") ? questions?.elicit : undefined;
    this.onSampling = takes("sampling") ? questions?.sample : undefined;
    this.onRoots = takes("roots") ? questions?.listRoots : undefined;
    const level = wants.find((want) => want.startsWith(LOG))?.slice(LOG.length);
    this.callerLog = isLogLevel(level) ? (this.#log = new LogSender(options, level)) : undefined;
  }

  /** Returns false if no such question is open. */
  answer(event: CallAnswer): boolean {
    return this.#questions?.answer(event) ?? false;
  }

  /** Sends the last report and ends the questions: the call is about to be answered. */
  end(): void {
    this.#progress?.end();
    this.#log?.end();
    this.#questions?.end();
  }

  /** Sends nothing more: the caller has gone. */
  cut(reason: CallError): void {
    this.#progress?.cut();
    this.#log?.end();
    this.#questions?.end(reason);
  }
}
