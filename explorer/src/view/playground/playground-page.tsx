import { useEffect, useRef } from "preact/hooks";
import { CODE_OPERATION } from "../../api/contract.ts";
import type { CodeEditor } from "../../editor/code-editor-view.ts";
import { programReport } from "../../state/program-report.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";
import { DocLink } from "../controls/doc-link.tsx";
import { Failure } from "../controls/failure.tsx";
import { ProgramPanel } from "./program-panel.tsx";
import { ProgramResult } from "./program-result.tsx";

/** Programs that use the operations that the user may call: written, run and inspected here. */
export function PlaygroundPage() {
  const { catalogue, workbench } = useApp();
  if (catalogue.operations.value === undefined) return <p class="loading page">Loading operations…</p>;
  if (!catalogue.has(CODE_OPERATION)) return <NotHere />;
  const state = workbench.open(CODE_OPERATION).value;
  if (state.step === "loading") return <p class="loading page">Loading the playground…</p>;
  if (state.step === "ready") return <Playground bench={state.bench} />;
  return (
    <div class="page">
      <Failure error={state.error} onRetry={() => workbench.reload(CODE_OPERATION)} />
    </div>
  );
}

function NotHere() {
  return (
    <div class="page">
      <h1>Playground</h1>
      <p class="lead">Your key cannot run programs here.</p>
      <p class="muted">
        Either this hub's config does not turn <code>codeMode</code> on, or your key lacks the scopes that it requires.{" "}
        <DocLink to="codeMode">About code mode</DocLink>
      </p>
    </div>
  );
}

function Playground({ bench }: { readonly bench: Bench }) {
  const { announce } = useApp();
  const editor = useRef<CodeEditor | undefined>(undefined);
  const { outcome, step } = bench.runner.state.value;
  const report = programReport(outcome);
  useEffect(() => {
    if (step === "running") announce("The program is running.");
    else if (report?.error !== undefined) announce(`The program failed: ${report.error.message}`);
    else if (outcome !== undefined)
      announce(outcome.kind === "aborted" ? "You aborted the program." : "The program is done.");
  }, [step, outcome]);
  return (
    <div class="bench">
      <header class="operation-head">
        <h1>Playground</h1>
        <p class="muted playground-lead">
          A program calls operations as <code>env.namespace.name(input)</code> and returns what matters. It runs in the
          hub's sandbox with your key. <DocLink to="codeMode">What programs can do</DocLink>
        </p>
      </header>
      <div class="columns playground">
        <ProgramPanel bench={bench} editor={editor} report={report} />
        <div class="column side-column">
          <ProgramResult bench={bench} report={report} onLine={(line) => editor.current?.goToLine(line)} />
        </div>
      </div>
    </div>
  );
}
