import { CallError, toCallError } from "../../errors/call-error.ts";
import type { Elicit, ElicitationAnswer } from "../../operation/elicitation.ts";
import type { Progress } from "../../operation/operation-context.ts";
import { tellListener } from "../../shared/listeners.ts";
import type { Link } from "../ports/link.ts";
import { isProtocolEvent } from "../wire/event-shapes.ts";
import { assertFewQuestions, assertQuestionSize, LONGEST_MESSAGE } from "../wire/mid-call-limits.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { CallAnswer, CallQuestion, MidCallEvent } from "../wire/protocol-event.ts";

export interface CallListenerOptions {
  readonly requestId: string;
  readonly host: { readonly link: Pick<Link, "send">; readonly counters: ProtocolCounters };
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onElicitation?: Elicit | undefined;
}

/** Takes the reports and questions of a running call, at its caller. */
export class CallListener {
  readonly #options: CallListenerOptions;
  /** Questions that are being answered. */
  readonly #open = new Map<string, AbortController>();

  constructor(options: CallListenerOptions) {
    this.#options = options;
  }

  hear(event: MidCallEvent): void {
    const { onProgress, onElicitation, host } = this.#options;
    if (event.type === "call.withdrawn") this.#stop(event.questionId, "The question was withdrawn.");
    else if (event.type === "call.progress" && onProgress !== undefined) {
      const { progress, total, message } = event;
      tellListener(onProgress, { progress, total, message });
    } else if (event.type === "call.question" && onElicitation !== undefined) this.#take(event, onElicitation);
    // The caller did not ask for it.
    else host.counters.strayAnswers++;
  }

  /** Stops answering: the call has ended. */
  end(): void {
    for (const questionId of this.#open.keys()) this.#stop(questionId, "The call has ended.");
  }

  #stop(questionId: string, message: string): void {
    // It stays open until the answering code is done: code that ignores its signal must not be asked forever.
    this.#open.get(questionId)?.abort(new CallError("ABORTED", message));
  }

  #take(event: CallQuestion, elicit: Elicit): void {
    const { counters } = this.#options.host;
    const { questionId } = event;
    // A person must not be asked twice.
    if (this.#open.has(questionId)) return void counters.strayAnswers++;
    try {
      assertFewQuestions(this.#open.size);
      assertQuestionSize(event);
    } catch (thrown) {
      counters.refusedCalls++;
      return this.#send(this.#failed(questionId, thrown));
    }
    const controller = new AbortController();
    this.#open.set(questionId, controller);
    void this.#answer(event, elicit, controller.signal);
  }

  async #answer(event: CallQuestion, elicit: Elicit, signal: AbortSignal): Promise<void> {
    const { questionId, mode, message, requestedSchema, url, elicitationId } = event;
    let answer: CallAnswer;
    try {
      const given = await elicit({ mode, message, requestedSchema, url, elicitationId }, { signal });
      answer = this.#checked(questionId, given);
    } catch (thrown) {
      answer = this.#failed(questionId, thrown);
    }
    this.#open.delete(questionId);
    if (!signal.aborted) this.#send(answer);
  }

  /** Throws for an invalid answer: the other side would drop it, and its handler would wait forever. */
  #checked(questionId: string, { action, content }: ElicitationAnswer): CallAnswer {
    const { requestId } = this.#options;
    const answer: CallAnswer = { type: "call.answer", requestId, questionId, action, content };
    if (!isProtocolEvent(answer)) throw new CallError("VALIDATION_ERROR", "The caller's answer is invalid.");
    assertQuestionSize(answer);
    return answer;
  }

  /** The message of an unexpected exception stays here. */
  #failed(questionId: string, thrown: unknown): CallAnswer {
    const { requestId } = this.#options;
    const error = toCallError(thrown);
    const message = error.unexpected ? undefined : error.message.slice(0, LONGEST_MESSAGE);
    return { type: "call.answer", requestId, questionId, action: "failed", message };
  }

  #send(answer: CallAnswer): void {
    const { host, requestId } = this.#options;
    try {
      host.link.send(answer);
    } catch {
      if (answer.action !== "failed" || answer.message !== undefined)
        this.#send({ type: "call.answer", requestId, questionId: answer.questionId, action: "failed" });
      // Otherwise the link is gone, and with it the question.
    }
  }
}
