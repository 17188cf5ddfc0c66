import { CallError } from "../../errors/call-error.ts";
import { encodeValue } from "./event-codec.ts";
import type { CallAnswer, CallQuestion } from "./protocol-event.ts";

/** Questions of one call that may wait for an answer at the same time. */
const MOST_OPEN_QUESTIONS = 16;

/** Characters of a question or an answer, as JSON. */
const LONGEST_QUESTION = 65_536;

/** Throws if a call has too many questions open. */
export function assertFewQuestions(open: number): void {
  if (open < MOST_OPEN_QUESTIONS) return;
  throw new CallError("OVERLOADED", `${MOST_OPEN_QUESTIONS} questions of this call wait for an answer already.`);
}

/** The error of a question that its caller will not answer any more. */
export function callEnded(): CallError {
  const message = "The call has ended: its caller answers no more questions.";
  // Only a call that has begun asks questions.
  return new CallError("ABORTED", message, undefined, { phase: "started" });
}

/** Characters of a text for people. Longer ones are cut. */
export const LONGEST_MESSAGE = 4096;

/** Throws a `CallError` for an event that is too large, or cannot be written as JSON. */
export function assertQuestionSize(event: CallQuestion | CallAnswer): void {
  const { length } = encodeValue(event) ?? "";
  if (length <= LONGEST_QUESTION) return;
  const what = event.type === "call.question" ? "question" : "answer";
  throw new CallError("PAYLOAD_TOO_LARGE", `The ${what} takes ${length} characters, of at most ${LONGEST_QUESTION}.`);
}
