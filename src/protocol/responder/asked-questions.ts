import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type { Elicit, ElicitationAnswer, ElicitationRequest } from "../../operation/elicitation.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { notSendable } from "../wire/event-codec.ts";
import { isProtocolEvent } from "../wire/event-shapes.ts";
import { assertFewQuestions, assertQuestionSize, callEnded } from "../wire/mid-call-limits.ts";
import type { CallAnswer, CallQuestion } from "../wire/protocol-event.ts";
import type { Link } from "../ports/link.ts";

/** How the caller of one call is reached. */
export interface QuestionContact {
  readonly requestId: string;
  readonly link: Pick<Link, "send">;
  /** Tells the caller that its call is here, unless it knows. */
  readonly accept: () => void;
}

interface Asked {
  readonly resolve: (answer: ElicitationAnswer) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening to the signal of the question. */
  readonly stop: () => void;
}

/** The questions of one call that wait for the caller's answer. */
export class AskedQuestions {
  readonly #contact: QuestionContact;
  readonly #open = new Map<string, Asked>();
  #count = 0;
  #isOver = false;

  constructor(contact: QuestionContact) {
    this.#contact = contact;
  }

  readonly ask: Elicit = (request, { signal }) => {
    const answer = new Promise<ElicitationAnswer>((resolve, reject) => {
      const questionId = String(++this.#count);
      try {
        this.#send(questionId, request, signal);
      } catch (thrown) {
        // Only a handler that was entered asks questions.
        return reject(withPhase(toCallError(thrown), "started"));
      }
      // A listener for each question would look like a leak to Node, because many may share a signal.
      const cancellation = new Cancellation();
      cancellation.onCancel(() => this.#withdraw(questionId, signal.reason));
      this.#open.set(questionId, { resolve, reject, stop: () => cancellation.release() });
      cancellation.followSignal(signal);
    });
    // The handler may no longer wait for it, and the end of its call must not end the process.
    answer.catch(() => undefined);
    return answer;
  };

  /** Returns false if no such question is open. */
  answer(event: CallAnswer): boolean {
    const asked = this.#take(event.questionId);
    if (asked === undefined) return false;
    try {
      asked.resolve(readAnswer(event));
    } catch (thrown) {
      asked.reject(withPhase(toCallError(thrown), "started"));
    }
    return true;
  }

  /** Rejects the questions that are open: the caller answers no more. */
  end(reason = callEnded()): void {
    this.#isOver = true;
    for (const questionId of this.#open.keys()) this.#take(questionId)?.reject(reason);
  }

  #send(questionId: string, request: ElicitationRequest, signal: AbortSignal): void {
    const { requestId, link, accept } = this.#contact;
    if (this.#isOver) throw callEnded();
    signal.throwIfAborted();
    assertFewQuestions(this.#open.size);
    const { mode, message, requestedSchema, url, elicitationId } = request;
    const asked = { mode, message, requestedSchema, url, elicitationId };
    const event: CallQuestion = { type: "call.question", requestId, questionId, ...asked };
    if (!isProtocolEvent(event)) throw notSendable(event, "question");
    assertQuestionSize(event);
    accept();
    link.send(event);
  }

  #withdraw(questionId: string, reason: unknown): void {
    this.#take(questionId)?.reject(reason);
    const { requestId, link } = this.#contact;
    try {
      link.send({ type: "call.withdrawn", requestId, questionId });
    } catch {
      // The link is gone, and with it the question.
    }
  }

  #take(questionId: string): Asked | undefined {
    const asked = this.#open.get(questionId);
    this.#open.delete(questionId);
    asked?.stop();
    return asked;
  }
}

function readAnswer(event: CallAnswer): ElicitationAnswer {
  const { action, content, message = "The caller could not answer." } = event;
  if (action === "failed") throw new CallError("EXECUTION_ERROR", message);
  assertQuestionSize(event);
  return content === undefined ? { action } : { action, content };
}
