import { CallError } from "../../errors/call-error.ts";
import { encodeValue } from "./event-codec.ts";
import type { CallAnswer, CallQuestion } from "./protocol-event.ts";
import { tooLongQuestion, tooManyQuestions } from "./question-limits.ts";

/** Throws if a call has too many questions open. */
export function assertFewQuestions(open: number): void {
  const problem = tooManyQuestions(open);
  if (problem !== undefined) throw new CallError("OVERLOADED", problem);
}

/** The error of a question that the caller will no longer answer. */
export function callEnded(): CallError {
  const message = "The call has ended: its caller answers no more questions.";
  // Only a call that has begun asks questions.
  return new CallError("ABORTED", message, undefined, { phase: "started" });
}

/** Throws a `CallError` for an event that is too large, or cannot be written as JSON. */
export function assertQuestionSize(event: CallQuestion | CallAnswer): void {
  const problem = tooLongQuestion(event, (encodeValue(event) ?? "").length);
  if (problem !== undefined) throw new CallError("PAYLOAD_TOO_LARGE", problem);
}
