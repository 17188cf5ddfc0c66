/** The open operations. Their inputs and results stay while the user looks at other pages. */
import { effect, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import { CODE_OPERATION } from "../api/contract.ts";
import type { LoadedOperation } from "../api/contract.ts";
import type { Drafts } from "../kept/drafts.ts";
import type { History } from "../kept/history.ts";
import { createInput, toInputText } from "./input.ts";
import type { InputState } from "./input.ts";
import { createRunner } from "./run.ts";
import type { RunOutcome, Runner } from "./run.ts";
import type { WireSetting } from "./wire-setting.ts";
import type { Variables } from "../kept/variables.ts";

export interface Bench {
  readonly spec: LoadedOperation;
  readonly input: InputState;
  readonly runner: Runner;
  /** Whether the input came with a link and the user has not confirmed it yet. */
  readonly isLinked: Signal<boolean>;
  run(): Promise<void>;
}

export type BenchState =
  | { readonly step: "loading" }
  | { readonly step: "ready"; readonly bench: Bench }
  | { readonly step: "failed"; readonly error: unknown };

export interface Workbench {
  open(id: string): ReadonlySignal<BenchState>;
  /** Puts an input into the form of an operation, as soon as that is loaded. */
  fill(id: string, input: unknown, options?: FillOptions): void;
  /** Loads the operation again after a failure. */
  reload(id: string): void;
  /** Loads all failed operations again, once the server is back. */
  reloadFailed(): void;
  clear(): void;
}

export interface FillOptions {
  /** Whether the input came with a link: another person may have written it. */
  readonly isLinked?: boolean;
  /** Whether to run it at once. */
  readonly runs?: boolean;
}

const MOST_OPEN = 20;

/** The codes of a call that ended because the connection or the server ended. */
const BREAKS = new Set(["CONNECTION_LOST", "ABORTED"]);

export interface WorkbenchParts {
  readonly client: ApiClient;
  readonly history: History;
  readonly drafts: Drafts;
  readonly variables: Pick<Variables, "fillIn" | "unknownIn">;
  readonly wire?: WireSetting;
  /** Called when a call breaks off: the server may be gone. */
  readonly onBreak: () => void;
}

export function createWorkbench(parts: WorkbenchParts): Workbench {
  const { client } = parts;
  const opened = new Map<string, Signal<BenchState>>();
  /** Actions for benches that are not loaded yet. They wait for a user who must log in first. */
  const fills = new Map<string, { readonly input: unknown; readonly options: FillOptions }>();

  const load = async (id: string, state: Signal<BenchState>): Promise<void> => {
    try {
      const spec = await client.operation(id);
      const bench = createBench(parts, spec);
      state.value = { step: "ready", bench };
      const fill = fills.get(id);
      fills.delete(id);
      if (fill !== undefined) fillIn(bench, fill.input, fill.options);
    } catch (error) {
      // A call must not run minutes later, when the user has forgotten it.
      if (fills.get(id)?.options.runs === true) fills.delete(id);
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
      // Move it to the end: the map is ordered by use.
      opened.delete(id);
      opened.set(id, state);
      if (known === undefined) {
        forgetOldest();
        void load(id, state);
      }
      return state;
    },
    fill(id, input, options = {}) {
      const state = opened.get(id)?.peek();
      if (state?.step === "ready") fillIn(state.bench, input, options);
      else fills.set(id, { input, options });
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

function fillIn(bench: Bench, input: unknown, { isLinked = false, runs = false }: FillOptions): void {
  bench.input.replace(input);
  bench.isLinked.value = isLinked;
  if (runs) void bench.run();
}

function createBench(parts: WorkbenchParts, spec: LoadedOperation): Bench {
  const { client, history, drafts, variables, wire, onBreak } = parts;
  const input = createInput(spec.inputSchema);
  keepDraft(drafts, spec.id, input);
  const runner = createRunner(client, spec, drafts, wire);
  const isLinked = signal(false);
  // In a program, braces are code.
  const usesVariables = spec.id !== CODE_OPERATION;
  return {
    spec,
    input,
    runner,
    isLinked,
    async run() {
      if (input.textProblem.value !== undefined) return;
      const value = input.value.value;
      const unknown = usesVariables ? variables.unknownIn(value) : [];
      input.showErrors(unknown.map(({ path, name }) => ({ path, message: noVariable(name) })));
      if (unknown.length > 0) return;
      isLinked.value = false;
      // The form and the history keep the names of variables, not their values.
      const outcome = await runner.start(usesVariables ? variables.fillIn(value) : value);
      if (outcome === undefined) return;
      if (outcome.kind === "rejected") input.showErrors(outcome.errors);
      if (outcome.kind === "failed" && BREAKS.has(outcome.error.code)) onBreak();
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

function noVariable(name: string): string {
  return `has {{${name}}}, but no variable is called ${name}. Set it under Variables`;
}

/** Restores the draft, and stores every change from now on. */
function keepDraft(drafts: Drafts, id: string, input: InputState): void {
  const untouched = input.text.peek();
  const draft = drafts.read(id);
  if (draft !== undefined) input.setText(draft);
  effect(() => {
    const text = draftOf(input);
    if (text !== undefined) drafts.write(id, text === untouched ? undefined : text);
  });
}

/** Undefined if the text may contain secrets that cannot be found; the stored draft then stays. */
function draftOf({ text, textProblem, value, secrets }: InputState): string | undefined {
  if (!secrets.areKnown) return text.value;
  // Not the text itself: it may contain a member twice.
  return textProblem.value === undefined ? toInputText(secrets.strip(value.value).value) : undefined;
}

function wordFor(outcome: RunOutcome): string {
  if (outcome.kind === "failed" || outcome.kind === "rejected") return outcome.error.code;
  return outcome.kind === "aborted" ? "aborted" : "ok";
}
