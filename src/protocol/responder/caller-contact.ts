import type { CallError } from "../../errors/call-error.ts";
import type { Elicit } from "../../operation/elicitation.ts";
import type { Progress } from "../../operation/operation-context.ts";
import { AskedQuestions } from "./asked-questions.ts";
import type { ContactOptions } from "./contact-options.ts";
import { ProgressSender } from "./progress-sender.ts";
import type { CallAnswer } from "../wire/protocol-event.ts";

/** From a handler to its caller, on the side that runs the call: how far it is, and what it has to ask. */
export class CallerContact {
  readonly #progress: ProgressSender | undefined;
  readonly #questions: AskedQuestions | undefined;

  /** `wants`: see `call.requested`. What a later version may add to it is not known here. */
  constructor(options: ContactOptions, wants: readonly string[]) {
    const progress = wants.includes("progress") ? new ProgressSender(options) : undefined;
    const accept = (): void => {
      // Whoever is asked should know how far it is.
      progress?.flush();
      options.accept();
    };
    this.#progress = progress;
    this.#questions = wants.includes("questions") ? new AskedQuestions({ ...options, accept }) : undefined;
  }

  get onProgress(): ((progress: Progress) => void) | undefined {
    return this.#progress?.report;
  }

  get onElicitation(): Elicit | undefined {
    return this.#questions?.ask;
  }

  /** False when no such question is open. */
  answer(event: CallAnswer): boolean {
    return this.#questions?.answer(event) ?? false;
  }

  /** The call is about to be answered: what is still to be said is said now. */
  end(): void {
    this.#progress?.end();
    this.#questions?.end();
  }

  /** The caller has gone. */
  cut(reason: CallError): void {
    this.#progress?.cut();
    this.#questions?.end(reason);
  }
}
