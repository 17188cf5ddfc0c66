/**
 * The questions of revision 2026-07-28: they come in an answer, each under a name, and their answers travel under the
 * same names with the next request.
 */
import { CallError, toCallError } from "../../../errors/call-error.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { shorten } from "../../../shared/short-text.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { delay } from "../../../shared/time/wait.ts";
import type { TrackedCall } from "./caller-tracker.ts";
import type { ServerAnswers } from "./server-requests.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface InputOptions {
  /** The call whose caller answers. */
  readonly call: TrackedCall;
  readonly answers: ServerAnswers;
  /** Ends the questions. */
  readonly signal: AbortSignal | undefined;
}

export interface RoundsOptions extends InputOptions {
  /** Sends the request again, with these members in addition. */
  readonly send: (more: Fields) => Promise<unknown>;
}

/** Rounds of one request. A server that asks on and on must not keep it alive. */
const MOST_ROUNDS = 100;
/** Milliseconds before a request is sent again that the server has only put off. */
const PAUSE = 250;
const LONGEST_METHOD = 100;

/** Whether the server answers with questions, or wants the request again. */
export function needsInput(result: unknown): result is Fields {
  return isRecord(result) && result["resultType"] === "input_required";
}

/** Answers the questions of a request until its result is there. */
export async function answerRounds(first: unknown, { send, ...options }: RoundsOptions): Promise<unknown> {
  let result = first;
  for (let round = 0; needsInput(result); round++) {
    if (round === MOST_ROUNDS)
      throw new CallError(
        "PROTOCOL_ERROR",
        `The MCP server has asked ${MOST_ROUNDS} times, and still gives no result.`,
      );
    const { inputRequests, requestState } = result;
    const inputResponses = await answerInputs(inputRequests, options);
    const isAsked = Object.keys(inputResponses).length > 0;
    if (!isAsked) await delay(PAUSE, options.signal);
    result = await send({ ...(isAsked && { inputResponses }), ...(requestState !== undefined && { requestState }) });
  }
  return result;
}

/** The answers to questions, by the same names. If one of them fails, the others are withdrawn. */
export async function answerInputs(questions: unknown, { call, answers, signal }: InputOptions): Promise<Fields> {
  const asked = Object.entries(isRecord(questions) ? questions : {});
  const round = new Cancellation();
  if (signal !== undefined) round.followSignal(signal);
  try {
    const given = asked.map(async ([name, question]) => {
      const { method, params } = isRecord(question) ? question : {};
      const asks = typeof method === "string" ? method : "nothing";
      const answer = Object.hasOwn(answers, asks) ? answers[asks as keyof ServerAnswers] : undefined;
      if (answer === undefined) {
        const message = `The MCP server asks for ${shorten(asks, LONGEST_METHOD)}, which nobody here answers.`;
        throw new CallError("EXECUTION_ERROR", message);
      }
      return [name, await answer(isRecord(params) ? params : {}, { call, name, signal: round.signal })] as const;
    });
    return Object.fromEntries(await Promise.all(given));
  } catch (thrown) {
    round.cancel(toCallError(thrown));
    throw thrown;
  } finally {
    round.release();
  }
}
