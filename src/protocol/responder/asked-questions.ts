import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type {
  CallerRequestOptions,
  Elicit,
  ElicitationAnswer,
  ListRoots,
  Root,
  Sample,
  SamplingResult,
} from "../../operation/caller-request.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { notSendable } from "../wire/event-codec.ts";
import { isProtocolEvent } from "../wire/event-shapes.ts";
import { assertFewQuestions, assertQuestionSize, callEnded } from "../wire/mid-call-limits.ts";
import type { CallAnswer, CallQuestion } from "../wire/protocol-event.ts";
import { LONGEST_ID } from "../wire/protocol-numbers.ts";
import type { Link } from "../ports/link.ts";

/** How the caller of one call is reached. */
export interface QuestionContact {
  readonly requestId: string;
  readonly link: Pick<Link, "send">;
  /** Tells the caller that its call is here, unless it knows. */
  readonly accept: () => void;
}

interface Asked {
  readonly resolve: (answer: CallAnswer) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening to the signal of the question. */
  readonly stop: () => void;
}

type Question = Omit<CallQuestion, "type" | "requestId" | "questionId">;

/** The questions of one call that wait for the caller's answer. */
export class AskedQuestions {
  readonly #contact: QuestionContact;
  readonly #open = new Map<string, Asked>();
  #count = 0;
  #isOver = false;

  constructor(contact: QuestionContact) {
    this.#contact = contact;
  }

  readonly elicit: Elicit = ({ mode, message, requestedSchema, url, elicitationId }, options) =>
    this.#ask({ mode, message, requestedSchema, url, elicitationId }, options, readElicitation);

  readonly sample: Sample = (params, options) =>
    this.#ask({ mode: "sampling", message: "", params }, options, ({ result }) => result as unknown as SamplingResult);

  readonly listRoots: ListRoots = (options) =>
    this.#ask({ mode: "roots", message: "" }, options, ({ result }) => (result?.["roots"] ?? []) as readonly Root[]);

  #ask<T>(asked: Question, { signal, name }: CallerRequestOptions, read: (answer: CallAnswer) => T): Promise<T> {
    // A long name is no reason to ask nothing.
    const question = name === undefined || name.length > LONGEST_ID ? asked : { ...asked, name };
    const answer = new Promise<CallAnswer>((resolve, reject) => {
      const questionId = String(++this.#count);
      try {
        this.#send(questionId, question, signal);
      } catch (thrown) {
        // Only a handler that was entered asks questions.
        return reject(withPhase(toCallError(thrown), "started"));
      }
      // A listener for each question would look like a leak to Node, because many may share a signal.
      const cancellation = new Cancellation();
      cancellation.onCancel(() => this.#withdraw(questionId, signal.reason));
      this.#open.set(questionId, { resolve, reject, stop: () => cancellation.release() });
      cancellation.followSignal(signal);
    }).then(read);
    // The handler may have stopped waiting: an unhandled rejection would end the process.
    answer.catch(() => undefined);
    return answer;
  }

  /** Returns false if no such question is open. */
  answer(event: CallAnswer): boolean {
    const asked = this.#take(event.questionId);
    if (asked === undefined) return false;
    try {
      assertAnswered(event);
      asked.resolve(event);
    } catch (thrown) {
      asked.reject(withPhase(toCallError(thrown), "started"));
    }
    return true;
  }

  /** Rejects the open questions: the caller no longer answers. */
  end(reason = callEnded()): void {
    this.#isOver = true;
    for (const questionId of this.#open.keys()) this.#take(questionId)?.reject(reason);
  }

  #send(questionId: string, question: Question, signal: AbortSignal): void {
    const { requestId, link, accept } = this.#contact;
    if (this.#isOver) throw callEnded();
    signal.throwIfAborted();
    assertFewQuestions(this.#open.size);
    const event: CallQuestion = { type: "call.question", requestId, questionId, ...question };
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

function assertAnswered(event: CallAnswer): void {
  const { action, message = "The caller could not answer." } = event;
  if (action === "failed") throw new CallError("EXECUTION_ERROR", message);
  assertQuestionSize(event);
}

function readElicitation({ action, content }: CallAnswer): ElicitationAnswer {
  return (content === undefined ? { action } : { action, content }) as ElicitationAnswer;
}
