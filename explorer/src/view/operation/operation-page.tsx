import { useEffect } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";
import { CopyMenu, InputTools } from "./bench-tools.tsx";
import { Failure } from "../controls/failure.tsx";
import { SchemaForm } from "../form/schema-form.tsx";
import { PlayIcon, StopIcon } from "../controls/icons.tsx";
import { JsonPanel } from "./json-panel.tsx";
import { OperationHead } from "./operation-head.tsx";
import { ResultPanel } from "./result-panel.tsx";

export function OperationPage({ id }: { readonly id: string }) {
  const { workbench } = useApp();
  const state = workbench.open(id).value;
  if (state.step === "loading") return <p class="loading page">Loading {id}…</p>;
  if (state.step === "failed") return <NotThere id={id} error={state.error} />;
  return <BenchView bench={state.bench} />;
}

function NotThere({ id, error }: { readonly id: string; readonly error: unknown }) {
  const { workbench } = useApp();
  const isDenied = error instanceof ApiError && [401, 403, 404].includes(error.status ?? 0);
  if (!isDenied)
    return (
      <div class="page">
        <Failure error={error} onRetry={() => workbench.reload(id)} />
      </div>
    );
  return (
    <div class="page">
      <h1>No access to {id}</h1>
      <p class="lead">This operation does not exist, or your key may not call it.</p>
      <p class="muted">
        The list shows every operation that you may call. Ask the operator of this server for the scopes you need.
      </p>
      <button type="button" class="button" onClick={() => workbench.reload(id)}>
        Try again
      </button>
    </div>
  );
}

function BenchView({ bench }: { readonly bench: Bench }) {
  const { announce } = useApp();
  const run = bench.runner.state.value;
  const { outcome, step } = run;
  useEffect(() => {
    if (step === "running") announce(`${bench.spec.name} is running.`);
    else if (outcome?.kind === "failed") announce(`${bench.spec.name} failed: ${outcome.error.message}`);
    // The form announces the errors themselves.
    else if (outcome?.kind === "rejected") announce(`${bench.spec.name} rejected the input.`);
    else if (outcome?.kind === "aborted") announce(`${bench.spec.name} was aborted.`);
    else if (outcome !== undefined) announce(`${bench.spec.name} is done.`);
  }, [step, outcome]);
  return (
    <div class="bench">
      <OperationHead bench={bench} />
      <div class="columns">
        <section class="column input-column" aria-labelledby="input-title">
          <div class="panel-head">
            <h2 id="input-title">Input</h2>
            <InputTools bench={bench} />
            <button type="button" class="button small quiet" onClick={() => bench.input.reset()}>
              Reset
            </button>
          </div>
          <div class="panel-body">
            {bench.isLinked.value && (
              <div class="notice warn linked-note" role="note">
                <p>
                  <strong>This input came with a link.</strong> Check it before you run it.
                </p>
                <button type="button" class="button small" onClick={() => (bench.isLinked.value = false)}>
                  I have checked it
                </button>
              </div>
            )}
            <SchemaForm input={bench.input} />
          </div>
          <RunBar bench={bench} />
        </section>
        <div class="column side-column">
          <JsonPanel bench={bench} />
          <ResultPanel bench={bench} />
        </div>
      </div>
    </div>
  );
}

function RunBar({ bench }: { readonly bench: Bench }) {
  const isRunning = bench.runner.state.value.step === "running";
  const isStream = bench.spec.type === "SUBSCRIPTION";
  const isBroken = bench.input.textProblem.value !== undefined;
  return (
    <div class="run-bar">
      {isRunning ? (
        <button type="button" class="button danger" onClick={() => bench.runner.abort()}>
          <StopIcon /> Abort <kbd aria-hidden="true">Esc</kbd>
        </button>
      ) : (
        <button
          type="button"
          class="button primary"
          disabled={isBroken}
          title={isBroken ? "The JSON is not valid yet." : undefined}
          onClick={() => void bench.run()}
        >
          <PlayIcon /> {isStream ? "Watch" : "Run"} <kbd aria-hidden="true">Ctrl ↵</kbd>
        </button>
      )}
      <CopyMenu bench={bench} />
    </div>
  );
}
