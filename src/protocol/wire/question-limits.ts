/** The limits of questions in running calls. This module imports nothing: clients load it with their first question. */
import type { CallAnswer, CallQuestion } from "./protocol-event.ts";

/** Questions of one call that may wait for an answer at the same time. */
const MOST_OPEN_QUESTIONS = 16;

/** Characters of a question or an answer, as JSON. */
const LONGEST_QUESTION = 65_536;

/** Characters of a text for people. Longer ones are cut. */
export const LONGEST_MESSAGE = 4096;

/** What is wrong with one more question, if a call has this many open. */
export function tooManyQuestions(open: number): string | undefined {
  if (open < MOST_OPEN_QUESTIONS) return undefined;
  return `${MOST_OPEN_QUESTIONS} questions of this call wait for an answer already.`;
}

/** What is wrong with an event of this many characters. */
export function tooLongQuestion({ type }: CallQuestion | CallAnswer, length: number): string | undefined {
  if (length <= LONGEST_QUESTION) return undefined;
  const what = type === "call.question" ? "question" : "answer";
  return `The ${what} takes ${length} characters; the limit is ${LONGEST_QUESTION}.`;
}

const ACTIONS: readonly string[] = ["accept", "decline", "cancel"];
const FIELDS: readonly string[] = ["string", "number", "boolean"];

/** Whether this answer, which the caller's code gave, may be sent. */
export function isSendableAnswer({ action, content = {} }: CallAnswer): boolean {
  return (
    ACTIONS.includes(action) &&
    Object.values(content).every((value) =>
      Array.isArray(value) ? value.every((item) => typeof item === "string") : FIELDS.includes(typeof value),
    )
  );
}
