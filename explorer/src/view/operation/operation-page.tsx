import { useEffect } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../controls/app-context.ts";
import { CopyMenu } from "./copy-menu.tsx";
import { Failure } from "../controls/failure.tsx";
import { SchemaForm } from "../form/schema-form.tsx";
import { PlayIcon, StopIcon } from "../controls/icons.tsx";
import { JsonPanel } from "./json-panel.tsx";
import { OperationHead } from "./operation-head.tsx";
import { ResultPanel } from "./result-panel.tsx";

export function OperationPage({ id }: { readonly id: string }) {
  const { workbench } = useApp();
  const state = workbench.open(id).value;
  if (state.step === "loading") return <p class="loading page">Loading {id} …</p>;
  if (state.step === "failed") return <NotThere id={id} error={state.error} />;
  return <BenchView bench={state.bench} />;
}

function NotThere({ id, error }: { readonly id: string; readonly error: unknown }) {
  const { workbench } = useApp();
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404 || error.status === 401);
  if (!isRefused)
    return (
      <div class="page">
        <Failure error={error} onRetry={() => workbench.reload(id)} />
      </div>
    );
  return (
    <div class="page">
      <h1>No access to {id}</h1>
      <p class="lead">There is no such operation, or your key may not call it.</p>
      <p class="muted">
        The list shows everything that you may call. Ask whoever runs this server for the scopes that you need.
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
    else if (outcome?.kind === "problem") announce(`${bench.spec.name} failed: ${outcome.problem.message}`);
    // What does not fit is an alert of the form.
    else if (outcome?.kind === "refused") announce(`${bench.spec.name} refused the input.`);
    else if (outcome?.kind === "aborted") announce(`${bench.spec.name} was aborted.`);
    else if (outcome !== undefined) announce(`${bench.spec.name} is done.`);
  }, [step, outcome]);
  return (
    <div class="bench">
      <OperationHead spec={bench.spec} />
      <div class="columns">
        <section class="column input-column" aria-labelledby="input-title">
          <div class="panel-head">
            <h2 id="input-title">Input</h2>
            <button type="button" class="button small quiet" onClick={() => bench.input.reset()}>
              Reset
            </button>
          </div>
          <div class="panel-body">
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
