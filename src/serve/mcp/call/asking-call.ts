import type { CallError } from "../../../errors/call-error.ts";
import type { Elicit, ElicitationAnswer, ElicitationRequest } from "../../../operation/elicitation.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import { assertFewQuestions, callEnded } from "../../../protocol/wire/mid-call-limits.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { atEndOfTick } from "../../../shared/time/turns.ts";
import { readElicitationAnswer, toElicitationParams } from "./elicitation-params.ts";
import type { ElicitationParams, QuestionModes } from "./elicitation-params.ts";
import type { SendProgress } from "./progress.ts";
import type { ToolResult } from "../tools/tool-result.ts";

interface OpenQuestion {
  readonly params: ElicitationParams;
  readonly askedAt: number;
  readonly resolve: (answer: ElicitationAnswer) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening to the signal of the handler that asked. */
  readonly stop: () => void;
}

/** A request of the client's that the call runs in. */
export interface Round {
  readonly signal: AbortSignal;
  readonly sendProgress: SendProgress | undefined;
}

/** What a call waits for: questions by the names under which their answers come. */
export type OpenQuestions = ReadonlyMap<string, ElicitationParams>;

/** What a call is given to run with. */
export interface CallContact {
  readonly cancellation: Cancellation;
  readonly onElicitation: Elicit;
  readonly sendProgress: SendProgress;
}

/**
 * A call that may ask its client by revision 2026-07-28, where servers send no requests: a question ends the client's
 * request, the call goes on here, and the answer comes with the client's next request.
 */
export class AskingCall {
  readonly #modes: QuestionModes;
  readonly #cancellation = new Cancellation();
  readonly #open = new Map<string, OpenQuestion>();
  readonly #result: Promise<ToolResult>;
  #round: Round | undefined;
  /** The last progress of this round, which no answer may overtake. */
  #progress: Promise<void> | undefined;
  #onQuestion: (() => void) | undefined;
  #count = 0;
  #isOver = false;

  /** `run` answers with a result, whatever happens. */
  constructor(modes: QuestionModes, run: (contact: CallContact) => Promise<ToolResult>) {
    this.#modes = modes;
    const cancellation = this.#cancellation;
    // Not at once: the first round is not there yet.
    this.#result = Promise.resolve()
      .then(() => run({ cancellation, onElicitation: this.#ask, sendProgress: this.#sendProgress }))
      .finally(() => {
        this.#isOver = true;
        this.refuse(callEnded());
      });
    // Its client may never come back for it.
    this.#result.catch(() => undefined);
  }

  /** When the oldest of its questions was asked. */
  get askedAt(): number {
    const [oldest] = this.#open.values();
    return oldest?.askedAt ?? performance.now();
  }

  /** Goes on until there is a result, or a question. */
  async proceed(round: Round): Promise<ToolResult | OpenQuestions> {
    this.#round = round;
    this.#cancellation.followSignal(round.signal);
    try {
      for (;;) {
        // A cancelled call asks no questions, but its end may take a while.
        const isCancelled = this.#cancellation.reason !== undefined;
        const result = await (isCancelled ? this.#result : Promise.race([this.#result, this.#asked()]));
        await this.#progress;
        if (result !== undefined) return result;
        if (this.#open.size > 0 && this.#cancellation.reason === undefined)
          return new Map(Array.from(this.#open, ([name, { params }]) => [name, params]));
      }
    } finally {
      this.#round = undefined;
      this.#progress = undefined;
      this.#onQuestion = undefined;
      this.#cancellation.release();
    }
  }

  /** Takes the answers that are there. What is none leaves its question open. */
  answer(given: Readonly<Record<string, unknown>>): void {
    for (const name of this.#open.keys()) {
      const answer = Object.hasOwn(given, name) ? readElicitationAnswer(given[name]) : undefined;
      if (answer !== undefined) this.#take(name)?.resolve(answer);
    }
  }

  /** Rejects the questions that are open: no answer will come. */
  refuse(reason: CallError): void {
    for (const name of this.#open.keys()) this.#take(name)?.reject(reason);
  }

  cancel(reason: CallError): void {
    this.#cancellation.cancel(reason);
  }

  readonly #ask: Elicit = (request, { signal }) => {
    const answer = new Promise<ElicitationAnswer>((resolve, reject) => {
      if (this.#isOver) throw callEnded();
      signal.throwIfAborted();
      const params = toElicitationParams(request, this.#modes);
      assertFewQuestions(this.#open.size);
      const name = this.#nameOf(request);
      const asker = new Cancellation();
      asker.followSignal(signal);
      asker.onCancel(() => this.#take(name)?.reject(signal.reason));
      this.#open.set(name, { params, askedAt: performance.now(), resolve, reject, stop: () => asker.release() });
      this.#onQuestion?.();
    });
    // A handler may have lost interest: the end of its call must not end the process.
    answer.catch(() => undefined);
    return answer;
  };

  /** Between two requests no client listens. */
  readonly #sendProgress = (progress: Progress): Promise<void> =>
    (this.#progress = this.#round?.sendProgress?.(progress).catch(() => undefined)) ?? Promise.resolve();

  /** What is asked together travels together; and a call may also fail right after it has asked. */
  async #asked(): Promise<undefined> {
    if (this.#open.size === 0) await new Promise<void>((resolve) => (this.#onQuestion = resolve));
    await new Promise<void>(atEndOfTick);
  }

  /** Its own id where that is a fit and free name, else a number. */
  #nameOf({ elicitationId = "" }: ElicitationRequest): string {
    this.#count++;
    return NAME.test(elicitationId) && !this.#open.has(elicitationId) ? elicitationId : `question-${this.#count}`;
  }

  #take(name: string): OpenQuestion | undefined {
    const question = this.#open.get(name);
    this.#open.delete(name);
    question?.stop();
    return question;
  }
}

/** Names are keys of an object at the client: none may be `__proto__`. */
const NAME = /^[A-Za-z][\w.-]{0,63}$/;
