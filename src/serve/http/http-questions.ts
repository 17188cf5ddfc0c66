import { CallError } from "../../errors/call-error.ts";
import type { Elicit } from "../../operation/caller-request.ts";
import { AskedQuestions } from "../../protocol/responder/asked-questions.ts";
import { isProtocolEvent } from "../../protocol/wire/event-shapes.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { randomId } from "../../shared/request-id.ts";
import type { Reply } from "../request/incoming.ts";
import { HTTPRefusal } from "../request/problem.ts";
import type { CheckedRequest, RequestTarget } from "../request/request-handler.ts";
import { readBodyInput } from "./read-input.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** Answers go to the id of the question, below this path. */
export const QUESTIONS = "/~/questions/";

/** A question of a call, or the news that it no longer needs an answer. */
export interface QuestionEvent {
  readonly type: "question" | "withdrawn";
  /** Below `/~/questions/`. */
  readonly questionId: string;
}

export interface HTTPAskingCall {
  readonly key: string;
  readonly client: string | undefined;
  readonly ask: Elicit;
  readonly questions: AskedQuestions;
}

export interface AskingCallOptions {
  readonly requestId: string;
  readonly client: string | undefined;
  readonly onQuestion: (event: QuestionEvent) => void;
}

/** The questions of calls whose clients accept them. They are events of the call, and the same client posts answers. */
export class HTTPQuestions implements RequestTarget {
  readonly allow = "POST, OPTIONS";
  readonly #settings: ServeHTTPSettings;
  /** By a key that cannot be guessed. */
  readonly #calls = new Map<string, HTTPAskingCall>();

  constructor(settings: ServeHTTPSettings) {
    this.#settings = settings;
  }

  open({ requestId, client, onQuestion }: AskingCallOptions): HTTPAskingCall {
    const key = randomId();
    const link = {
      send: (event: object): void => {
        const {
          type,
          questionId,
          requestId: _,
          ...question
        } = event as { type: string; questionId: string } & object & {
            requestId?: string;
          };
        const kind = type === "call.question" ? "question" : "withdrawn";
        onQuestion({ ...question, type: kind, questionId: `${key}.${questionId}` });
      },
    };
    const questions = new AskedQuestions({ requestId, link, accept: () => undefined });
    const call = { key, client, questions, ask: questions.elicit };
    this.#calls.set(key, call);
    return call;
  }

  /** The call has ended. */
  close({ key, questions }: HTTPAskingCall): void {
    this.#calls.delete(key);
    questions.end();
  }

  async answer({ incoming, client }: CheckedRequest): Promise<Reply> {
    if (incoming.method !== "POST") throw new HTTPRefusal(405, "Answers are POST requests.", ALLOW_POST);
    const [key = "", questionId = ""] = incoming.path.slice(QUESTIONS.length).split(".");
    const call = this.#calls.get(key);
    if (call === undefined || call.client !== client) throw noQuestion();
    const given = await readBodyInput(incoming, this.#settings.maxBodySize);
    const { action, content } = isRecord(given) ? given : {};
    const event = { type: "call.answer", requestId: key, questionId, action, content };
    if (action === "failed" || !isProtocolEvent(event) || event.type !== "call.answer")
      throw new CallError("VALIDATION_ERROR", WRONG_ANSWER);
    if (!call.questions.answer(event)) throw noQuestion();
    return { status: 204, headers: ["cache-control", "no-store"] };
  }
}

const ALLOW_POST = { headers: ["allow", "POST, OPTIONS"] };
const WRONG_ANSWER =
  'Send {"action": "accept", "decline" or "cancel", "content"?} as JSON. The content holds texts, numbers, booleans and lists of texts.';

function noQuestion(): CallError {
  return new CallError("OPERATION_NOT_FOUND", "No question of a call of yours with this id is open.");
}
