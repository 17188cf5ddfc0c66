/** It imports no errors, because clients load it with their first question: their bundles would fall apart. */
import type { CallAnswer, CallQuestion, CallWithdrawn } from "../wire/protocol-event.ts";
import { isAnswer, LONGEST_MESSAGE, tooLongQuestion, tooManyQuestions } from "../wire/question-limits.ts";
import type { QuestionListener, QuestionListenerOptions } from "./pending-request.ts";

/** Answers the questions of a running call with what the caller's code says. */
export class AnsweredQuestions implements QuestionListener {
  readonly #options: QuestionListenerOptions;
  /** Questions that are being answered. */
  readonly #open = new Map<string, AbortController>();

  constructor(options: QuestionListenerOptions) {
    this.#options = options;
  }

  hear(event: CallQuestion | CallWithdrawn): void {
    if (event.type === "call.withdrawn") this.#stop(event.questionId, "The question was withdrawn.");
    else this.#take(event);
  }

  end(): void {
    for (const questionId of this.#open.keys()) this.#stop(questionId, "The call has ended.");
  }

  #stop(questionId: string, message: string): void {
    // It stays open until the answering code is done: code that ignores its signal must not be asked forever.
    this.#open.get(questionId)?.abort(this.#options.aborted(message));
  }

  #take(event: CallQuestion): void {
    const { counters } = this.#options.host;
    const { questionId } = event;
    // A person must not be asked twice.
    if (this.#open.has(questionId)) return void counters.strayAnswers++;
    const problem = tooManyQuestions(this.#open.size) ?? tooLongQuestion(event, JSON.stringify(event).length);
    if (problem !== undefined) {
      counters.refusedCalls++;
      return this.#send(this.#failed(questionId, problem));
    }
    const controller = new AbortController();
    this.#open.set(questionId, controller);
    void this.#answer(event, controller.signal);
  }

  async #answer(event: CallQuestion, signal: AbortSignal): Promise<void> {
    const { questionId } = event;
    const { explain, requestId } = this.#options;
    let answer: CallAnswer;
    try {
      answer = { type: "call.answer", requestId, questionId, ...(await this.#ask(event, signal)) };
      // The other side would drop an invalid answer, and its handler would wait forever.
      const problem = isAnswer(answer)
        ? tooLongQuestion(answer, JSON.stringify(answer).length)
        : "The caller's answer is invalid.";
      if (problem !== undefined) answer = this.#failed(questionId, problem);
    } catch (thrown) {
      answer = this.#failed(questionId, explain(thrown));
    }
    this.#open.delete(questionId);
    if (!signal.aborted) this.#send(answer);
  }

  /** A question whose mode the caller does not take never gets here. */
  async #ask(event: CallQuestion, signal: AbortSignal): Promise<Pick<CallAnswer, "action" | "content" | "result">> {
    const { onElicitation, onSampling, onRoots } = this.#options.caller;
    const { mode, message, requestedSchema, url, elicitationId, params } = event;
    if (mode === "sampling")
      return { action: "accept", result: { ...(await onSampling?.(params as never, { signal })) } };
    if (mode === "roots") return { action: "accept", result: { roots: await onRoots?.({ signal }) } };
    const given = await onElicitation?.({ mode, message, requestedSchema, url, elicitationId }, { signal });
    return { action: given?.action ?? "decline", content: given?.content };
  }

  #failed(questionId: string, problem: string | undefined): CallAnswer {
    const { requestId } = this.#options;
    return {
      type: "call.answer",
      requestId,
      questionId,
      action: "failed",
      message: problem?.slice(0, LONGEST_MESSAGE),
    };
  }

  #send(answer: CallAnswer): void {
    try {
      this.#options.host.link.send(answer);
    } catch {
      if (answer.action !== "failed" || answer.message !== undefined)
        this.#send(this.#failed(answer.questionId, undefined));
      // Otherwise the link is gone, and with it the question.
    }
  }
}
