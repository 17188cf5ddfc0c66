/** Runs one operation, one call at a time: its results, its failures and its abort. */
import { batch, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { isAbort } from "../api/api-client.ts";
import type { ApiClient } from "../api/api-client.ts";
import type { AskedQuestion, ListedOperation, LogMessage, ElicitationAnswer, ShownExchange } from "../api/contract.ts";
import type { Progress } from "../../../src/entries/index.ts";
import { ApiError } from "../api/api-error.ts";
import { messageOf } from "../../../src/errors/call-error.ts";
import { fieldErrorsOf } from "../form/field-errors.ts";
import type { FieldError } from "../form/field-errors.ts";
import type { Drafts } from "../kept/drafts.ts";
import { TypedAnswers } from "./typed-answers.ts";
import type { AnswerContent } from "./typed-answers.ts";
import type { WireSetting } from "./wire-setting.ts";
import { emptyStream, StreamItems } from "./stream-items.ts";
import type { StreamView } from "./stream-items.ts";

export type RunOutcome =
  | { readonly kind: "data"; readonly data: unknown; readonly meta: unknown }
  | { readonly kind: "ended" }
  | { readonly kind: "aborted" }
  /** The server rejected the input; `errors` say where. */
  | { readonly kind: "rejected"; readonly error: ApiError; readonly errors: readonly FieldError[] }
  | { readonly kind: "failed"; readonly error: ApiError };

export interface RunState {
  readonly step: "idle" | "running" | "done";
  readonly startedAt: number;
  readonly durationMs: number;
  readonly requestId: string | undefined;
  readonly outcome: RunOutcome | undefined;
  readonly isStream: boolean;
}

export interface Runner {
  readonly state: ReadonlySignal<RunState>;
  readonly stream: ReadonlySignal<StreamView>;
  /** The progress of the running call, if the handler reports it. */
  readonly progress: ReadonlySignal<Progress | undefined>;
  /** Log messages of the latest call, oldest first, each with its time. */
  readonly log: ReadonlySignal<readonly LoggedLine[]>;
  /** What the latest call sent to the hub, and what came back. Undefined if it was not recorded. */
  readonly wire: ReadonlySignal<ShownExchange | undefined>;
  /** What the running call asks, oldest first. */
  readonly questions: ReadonlySignal<readonly AskedQuestion[]>;
  /** Answers one of these questions. */
  answer(question: AskedQuestion, answer: ElicitationAnswer): Promise<void>;
  /**
   * What the user has typed for a question. It survives other pages, a reload and the end of the call: the next run of
   * the operation begins with it if it asks the same.
   */
  typed(question: AskedQuestion): Signal<AnswerContent | undefined>;
  /** Whether the latest call ended while the user was typing an answer. */
  readonly lostQuestion: ReadonlySignal<boolean>;
  start(input: unknown): Promise<RunOutcome | undefined>;
  abort(): void;
  setPaused(isPaused: boolean): void;
}

export interface LoggedLine extends LogMessage {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The page keeps this many of the latest log lines of a call. */
const MOST_LINES = 1000;

const IDLE: RunState = {
  step: "idle",
  startedAt: 0,
  durationMs: 0,
  requestId: undefined,
  outcome: undefined,
  isStream: false,
};

/** The interval between two updates of a running stream. */
const FRAME_MS = 100;

export function createRunner(
  client: ApiClient,
  operation: Pick<ListedOperation, "id" | "type">,
  drafts: Pick<Drafts, "read" | "write">,
  recorder?: WireSetting,
): Runner {
  const state = signal<RunState>(IDLE);
  const stream = signal<StreamView>(emptyStream);
  const progress = signal<Progress | undefined>(undefined);
  const log = signal<readonly LoggedLine[]>([]);
  const wire = signal<ShownExchange | undefined>(undefined);
  const questions = signal<readonly AskedQuestion[]>([]);
  const lostQuestion = signal(false);
  const answers = new TypedAnswers(drafts, operation.id);
  let controller: AbortController | undefined;
  let items = new StreamItems();
  const isStream = operation.type === "SUBSCRIPTION";

  const onStart = (requestId: string | undefined): void => {
    state.value = { ...state.value, requestId };
  };
  const onProgress = (next: Progress): void => {
    progress.value = next;
  };
  const onLog = (message: LogMessage): void => {
    log.value = [...log.value, { ...message, at: Date.now() }].slice(-MOST_LINES);
  };
  const onQuestion = (questionId: string, question?: AskedQuestion): void => {
    // The call then fails with LOGIN_REQUIRED, and the page shows a Connect button beside the error.
    if (question !== undefined && leadsToLogin(question))
      return void client.answerQuestion(questionId, { action: "decline" }).catch(() => show(questionId, question));
    show(questionId, question);
  };
  const show = (questionId: string, question?: AskedQuestion): void => {
    const others = questions.value.filter((other) => other.questionId !== questionId);
    questions.value = question === undefined ? others : [...others, question];
  };
  const attempt = async (input: unknown, signal: AbortSignal): Promise<RunOutcome> => {
    const isRecorded = recorder?.isOn.value === true;
    const onWire = isRecorded ? (exchange: ShownExchange): void => void (wire.value = exchange) : undefined;
    const records = isRecorded && recorder.seesServers.value;
    const request = { id: operation.id, input, signal, onStart, onProgress, onWire, records };
    try {
      if (!isStream) {
        const { data, meta } = await client.call({ ...request, onQuestion, onLog });
        return { kind: "data", data, meta };
      }
      for await (const { seq, data, meta } of client.subscribe(request)) items.add({ seq, at: Date.now(), data, meta });
      return { kind: "ended" };
    } catch (error) {
      if (isAbort(error) || signal.aborted) return { kind: "aborted" };
      const failure =
        error instanceof ApiError ? error : new ApiError({ code: "CLIENT_ERROR", message: messageOf(error) });
      const errors = fieldErrorsOf(failure);
      return errors.length > 0 ? { kind: "rejected", error: failure, errors } : { kind: "failed", error: failure };
    }
  };

  return {
    state,
    stream,
    progress,
    log,
    wire,
    questions,
    lostQuestion,
    typed: (question) => answers.of(question),
    async answer(question, answer) {
      await client.answerQuestion(question.questionId, answer);
      answers.forget(question);
      onQuestion(question.questionId);
    },
    async start(input) {
      if (state.value.step === "running") return undefined;
      controller = new AbortController();
      items = new StreamItems();
      const startedAt = Date.now();
      const clock = performance.now();
      batch(() => {
        state.value = { ...IDLE, step: "running", startedAt, isStream };
        stream.value = emptyStream;
        log.value = [];
        wire.value = undefined;
        lostQuestion.value = false;
      });
      const drawing = isStream ? setInterval(() => (stream.value = items.flush()), FRAME_MS) : undefined;
      const outcome = await attempt(input, controller.signal);
      clearInterval(drawing);
      batch(() => {
        if (isStream) stream.value = items.flush();
        progress.value = undefined;
        lostQuestion.value = questions.value.some((question) => answers.of(question).value !== undefined);
        questions.value = [];
        state.value = { ...state.value, step: "done", durationMs: performance.now() - clock, outcome };
      });
      return outcome;
    },
    abort: () => controller?.abort(),
    setPaused(isPaused) {
      stream.value = items.setPaused(isPaused);
    },
  };
}

/** Whether a question only links to the hub page where callers log in to the service behind a source. */
function leadsToLogin({ mode, url = "" }: AskedQuestion): boolean {
  if (mode !== "url" || !URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.includes("/~/login/");
}
