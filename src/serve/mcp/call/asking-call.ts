import type { CallError } from "../../../errors/call-error.ts";
import type { LogMessage } from "../../../operation/caller-log.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import { assertFewQuestions, callEnded } from "../../../protocol/wire/mid-call-limits.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { atEndOfTick } from "../../../shared/time/turns.ts";
import { answersOf } from "./client-input.ts";
import type { AskClient, CallerAnswers, ClientAbilities, ClientInput } from "./client-input.ts";
import type { SendLog, SendProgress } from "./notifications.ts";
import type { ToolResult } from "../tools/tool-result.ts";

interface OpenQuestion {
  readonly input: ClientInput;
  readonly askedAt: number;
  /** Takes an answer. Returns false if the value is not one. */
  readonly take: (given: unknown) => boolean;
  readonly reject: (reason: unknown) => void;
  /** Stops listening to the signal of the handler that asked. */
  readonly stop: () => void;
}

/** A request of the client during which the call runs. */
export interface Round {
  readonly signal: AbortSignal;
  readonly sendProgress: SendProgress | undefined;
  readonly sendLog: SendLog | undefined;
}

/** What a call waits for: questions by the names under which their answers come. */
export type OpenQuestions = ReadonlyMap<string, ClientInput>;

/** What a call is given to run with. */
export interface CallContact {
  readonly cancellation: Cancellation;
  readonly answers: CallerAnswers;
  readonly sendProgress: SendProgress;
  readonly sendLog: SendLog;
}

/**
 * A call that may ask its client by revision 2026-07-28, where servers send no requests: a question ends the client's
 * request, the call continues here, and the answer comes with the client's next request.
 */
export class AskingCall {
  readonly #cancellation = new Cancellation();
  readonly #open = new Map<string, OpenQuestion>();
  readonly #result: Promise<ToolResult>;
  #round: Round | undefined;
  /** The last notification of this round, which no answer may overtake. */
  #notified: Promise<void> | undefined;
  #onQuestion: (() => void) | undefined;
  #count = 0;
  #isOver = false;

  /** `run` answers with a result, whatever happens. */
  constructor(abilities: ClientAbilities, run: (contact: CallContact) => Promise<ToolResult>) {
    const contact: CallContact = {
      cancellation: this.#cancellation,
      answers: answersOf(abilities, this.#ask),
      sendProgress: this.#sendProgress,
      sendLog: this.#sendLog,
    };
    // Not at once: the first round is not there yet.
    this.#result = Promise.resolve()
      .then(() => run(contact))
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

  /** Continues until there is a result, or a question. */
  async proceed(round: Round): Promise<ToolResult | OpenQuestions> {
    this.#round = round;
    this.#cancellation.followSignal(round.signal);
    try {
      for (;;) {
        // A cancelled call asks no questions, but its end may take a while.
        const isCancelled = this.#cancellation.reason !== undefined;
        const result = await (isCancelled ? this.#result : Promise.race([this.#result, this.#asked()]));
        await this.#notified;
        if (result !== undefined) return result;
        if (this.#open.size > 0 && this.#cancellation.reason === undefined)
          return new Map(Array.from(this.#open, ([name, { input }]) => [name, input]));
      }
    } finally {
      this.#round = undefined;
      this.#notified = undefined;
      this.#onQuestion = undefined;
      this.#cancellation.release();
    }
  }

  /** Takes the answers that are given. A value that is not an answer leaves its question open. */
  answer(given: Readonly<Record<string, unknown>>): void {
    for (const [name, { take }] of this.#open) if (Object.hasOwn(given, name) && take(given[name])) this.#take(name);
  }

  /** Rejects the questions that are open: no answer will come. */
  refuse(reason: CallError): void {
    for (const name of this.#open.keys()) this.#take(name)?.reject(reason);
  }

  cancel(reason: CallError): void {
    this.#cancellation.cancel(reason);
  }

  readonly #ask: AskClient = <T>(...[make, read, { signal, name: wanted, id }]: Parameters<AskClient>): Promise<T> => {
    const answer = new Promise<T>((resolve, reject) => {
      if (this.#isOver) throw callEnded();
      signal.throwIfAborted();
      const input = make();
      assertFewQuestions(this.#open.size);
      const name = this.#nameOf(wanted, id);
      const take = (given: unknown): boolean => {
        const taken = read(given) as T | undefined;
        if (taken !== undefined) resolve(taken);
        return taken !== undefined;
      };
      const asker = new Cancellation();
      asker.followSignal(signal);
      asker.onCancel(() => this.#take(name)?.reject(signal.reason));
      this.#open.set(name, { input, askedAt: performance.now(), take, reject, stop: () => asker.release() });
      this.#onQuestion?.();
    });
    // A handler may no longer wait for it: a rejection must not end the process.
    answer.catch(() => undefined);
    return answer;
  };

  /** Between two requests no client listens. */
  readonly #sendProgress = (progress: Progress): Promise<void> => this.#notify(this.#round?.sendProgress?.(progress));

  readonly #sendLog = (message: LogMessage): Promise<void> => this.#notify(this.#round?.sendLog?.(message));

  #notify(sending: Promise<void> | undefined): Promise<void> {
    if (sending !== undefined) this.#notified = sending.catch(() => undefined);
    return this.#notified ?? Promise.resolve();
  }

  /** Waits for the end of the tick: questions of one tick travel together, and a call may fail right after it asks. */
  async #asked(): Promise<undefined> {
    if (this.#open.size === 0) await new Promise<void>((resolve) => (this.#onQuestion = resolve));
    await new Promise<void>(atEndOfTick);
  }

  /** What the asker calls it, or its own id if that is a simple word; a number if neither is a free name. */
  #nameOf(wanted: string | undefined, id = ""): string {
    this.#count++;
    const name = isName(wanted) ? wanted : WORD.test(id) ? id : undefined;
    return name !== undefined && !this.#open.has(name) ? name : `question-${this.#count}`;
  }

  #take(name: string): OpenQuestion | undefined {
    const question = this.#open.get(name);
    this.#open.delete(name);
    question?.stop();
    return question;
  }
}

const WORD = /^[A-Za-z][\w.-]{0,63}$/;
const LONGEST_NAME = 256;

/** Names are keys of an object at the client: none may be `__proto__`. */
function isName(wanted: string | undefined): wanted is string {
  return wanted !== undefined && wanted !== "" && wanted !== "__proto__" && wanted.length <= LONGEST_NAME;
}
