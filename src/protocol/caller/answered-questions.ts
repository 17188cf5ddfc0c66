/** This module imports no errors: clients load it with their first question, and that would split their bundles. */
import type { Elicit } from "../../operation/caller-request.ts";
import type { CallAnswer, CallLogged, CallQuestion, CallWithdrawn } from "../wire/protocol-event.ts";
import { isSendableAnswer, LONGEST_MESSAGE, tooLongQuestion, tooManyQuestions } from "../wire/question-limits.ts";
import type { QuestionListener, QuestionListenerOptions } from "./pending-request.ts";

/** Answers the questions of a running call with what the caller's code says. */
export class AnsweredQuestions implements QuestionListener {
  readonly #options: QuestionListenerOptions;
  /** Questions that are being answered. */
  readonly #open = new Map<string, AbortController>();

  constructor(options: QuestionListenerOptions) {
    this.#options = options;
  }

  hear(event: CallQuestion | CallWithdrawn | CallLogged): void {
    if (event.type === "call.withdrawn") this.#stop(event.questionId, "The question was withdrawn.");
    else if (event.type === "call.question") this.#take(event);
    else this.#log(event);
  }

  #log({ level, data, logger }: CallLogged): void {
    const { caller, host, tell } = this.#options;
    const { callerLog } = caller;
    // The caller did not ask for it.
    if (callerLog === undefined) host.counters.strayAnswers++;
    else tell((message) => callerLog.write(message), { level, data, logger });
  }

  end(): void {
    for (const questionId of this.#open.keys()) this.#stop(questionId, "The call has ended.");
  }

  #stop(questionId: string, message: string): void {
    // It stays open until the answering code is done: code that ignores its signal still counts against the limit.
    this.#open.get(questionId)?.abort(this.#options.aborted(message));
  }

  #take(event: CallQuestion): void {
    const { caller, host } = this.#options;
    const { counters } = host;
    const { questionId, mode } = event;
    const answers = mode === "sampling" ? caller.onSampling : mode === "roots" ? caller.onRoots : caller.onElicitation;
    // The caller takes no such questions, or this one is open already: a person must not be asked twice.
    if (answers === undefined || this.#open.has(questionId)) return void counters.strayAnswers++;
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
      const problem = isSendableAnswer(answer)
        ? tooLongQuestion(answer, JSON.stringify(answer).length)
        : "The caller's answer is invalid.";
      if (problem !== undefined) answer = this.#failed(questionId, problem);
    } catch (thrown) {
      answer = this.#failed(questionId, explain(thrown));
    }
    this.#open.delete(questionId);
    if (!signal.aborted) this.#send(answer);
  }

  /** Expects a question of a mode that the caller takes. */
  async #ask(event: CallQuestion, signal: AbortSignal): Promise<Pick<CallAnswer, "action" | "content" | "result">> {
    const { onElicitation, onSampling, onRoots, own } = this.#options.caller;
    const { mode, message, requestedSchema, url, elicitationId, params, name } = event;
    const options = { signal, name };
    if (mode === "sampling") return { action: "accept", result: { ...(await onSampling?.(params as never, options)) } };
    if (mode === "roots") return { action: "accept", result: { roots: await onRoots?.(options) } };
    const ask = onElicitation as Elicit;
    // The time of a person is not the call's.
    const release = own?.holdDeadline();
    try {
      const { action, content } = await ask({ mode, message, requestedSchema, url, elicitationId }, options);
      return { action, content };
    } finally {
      release?.();
    }
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
