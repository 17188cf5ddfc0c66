import type { CallError } from "../errors/call-error.ts";
import type { CallContext } from "../operation/operation-context.ts";
import { AskedQuestions } from "./asked-questions.ts";
import type { ContactOptions } from "./contact-options.ts";
import { ProgressSender } from "./progress-sender.ts";
import type { CallAnswer } from "./protocol-event.ts";

/** From a handler to its caller, on the side that runs the call: how far it is, and what it has to ask. */
export class CallerContact {
  readonly #options: ContactOptions;
  #progress: ProgressSender | undefined;
  #questions: AskedQuestions | undefined;

  constructor(options: ContactOptions) {
    this.#options = options;
  }

  /** For the context of the call: only what the caller wants. */
  listeners(wants: readonly string[]): Pick<CallContext, "onProgress" | "onElicitation"> {
    if (wants.includes("progress")) this.#progress = new ProgressSender(this.#options);
    if (wants.includes("questions")) this.#questions = new AskedQuestions(this.#options);
    return { onProgress: this.#progress?.report, onElicitation: this.#questions?.ask };
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
