/** The questions of a call on a hub, asked here and answered there. */
import type { Elicit, ElicitationAnswer } from "../../../entries/index.ts";
import type { AskedQuestion, CallListener } from "./hub-events.ts";

interface AnswerSender {
  send(path: string, body: object): Promise<unknown>;
}

export class QuestionAnswers {
  readonly #hub: AnswerSender;
  readonly #elicit: Elicit;
  readonly #signal: AbortSignal;
  readonly #open = new Map<string, AbortController>();
  /** A terminal asks one question at a time. */
  #last: Promise<void> = Promise.resolve();

  constructor(hub: AnswerSender, elicit: Elicit, signal: AbortSignal) {
    this.#hub = hub;
    this.#elicit = elicit;
    this.#signal = signal;
  }

  readonly listener: CallListener = {
    onQuestion: (question) => {
      const asking = new AbortController();
      this.#open.set(question.questionId, asking);
      this.#last = this.#last.then(() => this.#answer(question, asking.signal));
    },
    onWithdrawn: (questionId) => this.#open.get(questionId)?.abort(),
  };

  /** The call is over, and needs no further answers. */
  end(): void {
    for (const asking of this.#open.values()) asking.abort();
  }

  async #answer({ questionId, ...question }: AskedQuestion, asking: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([asking, this.#signal]);
    let answer: ElicitationAnswer = { action: "cancel" };
    try {
      if (!signal.aborted) answer = await this.#elicit(question, { signal });
      // A question that was withdrawn takes no answer.
      if (!signal.aborted) await this.#hub.send(`~/questions/${questionId}`, answer);
    } catch {
      // The call itself reports the outcome.
    } finally {
      this.#open.delete(questionId);
    }
  }
}
