/** The operations that were opened: their specs, inputs and results stay while one looks at others. */
import { effect, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import type { LoadedOperation } from "../api/contract.ts";
import type { Drafts } from "./drafts.ts";
import type { History } from "./history.ts";
import { createInput, toInputText } from "./input.ts";
import type { InputState } from "./input.ts";
import { createRunner } from "./run.ts";
import type { RunOutcome, Runner } from "./run.ts";

export interface Bench {
  readonly spec: LoadedOperation;
  readonly input: InputState;
  readonly runner: Runner;
  run(): Promise<void>;
}

export type BenchState =
  | { readonly step: "loading" }
  | { readonly step: "ready"; readonly bench: Bench }
  | { readonly step: "failed"; readonly error: unknown };

export interface Workbench {
  open(id: string): ReadonlySignal<BenchState>;
  /** Asks again, after a failure. */
  reload(id: string): void;
  /** All that failed, when the server is back. */
  reloadFailed(): void;
  clear(): void;
}

const MOST_OPEN = 20;

/** Codes of a call that ended because its connection or its server did. */
const BREAKS = new Set(["CONNECTION_LOST", "ABORTED"]);

export interface WorkbenchParts {
  readonly client: ApiClient;
  readonly history: History;
  readonly drafts: Drafts;
  /** A call broke off: the server may be gone. */
  readonly onBreak: () => void;
}

export function createWorkbench(parts: WorkbenchParts): Workbench {
  const { client } = parts;
  const opened = new Map<string, Signal<BenchState>>();

  const load = async (id: string, state: Signal<BenchState>): Promise<void> => {
    try {
      const spec = await client.operation(id);
      state.value = { step: "ready", bench: createBench(parts, spec) };
    } catch (error) {
      state.value = { step: "failed", error };
    }
  };
  const forgetOldest = (): void => {
    for (const [id, state] of opened) {
      if (opened.size <= MOST_OPEN) return;
      const isRunning = state.value.step === "ready" && state.value.bench.runner.state.value.step === "running";
      if (!isRunning) opened.delete(id);
    }
  };

  const reload = (id: string): void => {
    const state = opened.get(id);
    if (state === undefined) return;
    state.value = { step: "loading" };
    void load(id, state);
  };

  return {
    open(id) {
      const known = opened.get(id);
      const state = known ?? signal<BenchState>({ step: "loading" });
      // Back at the end: the map is in the order of use.
      opened.delete(id);
      opened.set(id, state);
      if (known === undefined) {
        forgetOldest();
        void load(id, state);
      }
      return state;
    },
    reload,
    reloadFailed() {
      for (const [id, { value }] of opened) if (value.step === "failed") reload(id);
    },
    clear() {
      for (const { value } of opened.values()) if (value.step === "ready") value.bench.runner.abort();
      opened.clear();
    },
  };
}

function createBench({ client, history, drafts, onBreak }: WorkbenchParts, spec: LoadedOperation): Bench {
  const input = createInput(spec.inputSchema);
  keepDraft(drafts, spec.id, input);
  const runner = createRunner(client, spec);
  return {
    spec,
    input,
    runner,
    async run() {
      if (input.textProblem.value !== undefined) return;
      const value = input.value.value;
      input.showErrors([]);
      const outcome = await runner.start(value);
      if (outcome === undefined) return;
      if (outcome.kind === "refused") input.showErrors(outcome.errors);
      if (outcome.kind === "problem" && BREAKS.has(outcome.problem.code)) onBreak();
      const { startedAt: at, durationMs } = runner.state.value;
      const { value: kept, lacksSecret } = input.secrets.strip(value);
      history.add({
        operationId: spec.id,
        ...(kept === undefined ? {} : { input: kept }),
        ...(lacksSecret ? { lacksSecret } : {}),
        at,
        durationMs,
        outcome: wordFor(outcome),
      });
    },
  };
}

/** Takes up what was begun, and keeps what is changed from now on. */
function keepDraft(drafts: Drafts, id: string, input: InputState): void {
  const untouched = input.text.peek();
  const draft = drafts.read(id);
  if (draft !== undefined) input.setText(draft);
  effect(() => {
    const text = draftOf(input);
    if (text !== undefined) drafts.write(id, text === untouched ? undefined : text);
  });
}

/** Undefined where it can't be told what of it is a secret: what was kept before stays. */
function draftOf({ text, textProblem, value, secrets }: InputState): string | undefined {
  if (!secrets.areKnown) return text.value;
  // Not the text itself: a member may stand in it twice.
  return textProblem.value === undefined ? toInputText(secrets.strip(value.value).value) : undefined;
}

function wordFor(outcome: RunOutcome): string {
  if (outcome.kind === "problem" || outcome.kind === "refused") return outcome.problem.code;
  return outcome.kind === "aborted" ? "aborted" : "ok";
}
