import type { CallError } from "../../errors/call-error.ts";
import type { Elicit } from "../../operation/elicitation.ts";
import type { Progress } from "../../operation/operation-context.ts";
import type { CallAnswer } from "../wire/protocol-event.ts";
import { AskedQuestions } from "./asked-questions.ts";
import { ProgressSender } from "./progress-sender.ts";
import type { ContactOptions } from "./progress-sender.ts";

/** From a running handler to its caller: how far it is, and its questions. */
export class CallerContact {
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onElicitation: Elicit | undefined;
  readonly #progress: ProgressSender | undefined;
  readonly #questions: AskedQuestions | undefined;

  /** `wants`: see `call.requested`. It may hold words of a later version. */
  constructor(options: ContactOptions, wants: readonly string[]) {
    const progress = wants.includes("progress") ? new ProgressSender(options) : undefined;
    const accept = (): void => {
      // The person who is asked should know how far the call is.
      progress?.flush();
      options.accept();
    };
    this.#progress = progress;
    this.#questions = wants.includes("questions") ? new AskedQuestions({ ...options, accept }) : undefined;
    this.onProgress = progress?.report;
    this.onElicitation = this.#questions?.ask;
  }

  /** Returns false if no such question is open. */
  answer(event: CallAnswer): boolean {
    return this.#questions?.answer(event) ?? false;
  }

  /** Sends the last report and ends the questions: the call is about to be answered. */
  end(): void {
    this.#progress?.end();
    this.#questions?.end();
  }

  /** Sends nothing more: the caller has gone. */
  cut(reason: CallError): void {
    this.#progress?.cut();
    this.#questions?.end(reason);
  }
}
