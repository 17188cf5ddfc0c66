import { useEffect, useRef, useState } from "preact/hooks";
import { adviceOn } from "../../api/advice-for.ts";
import type { RepeatedOperation } from "../../api/advice-for.ts";
import type { ApiError } from "../../api/api-error.ts";
import { programTimeline } from "../../data/timeline.ts";
import type { ProgramLog, ProgramReport } from "../../state/program-report.ts";
import type { Bench } from "../../state/workbench.ts";
import { Tabs } from "../controls/tabs.tsx";
import { DataTree } from "../data/data-tree.tsx";
import { DataView } from "../data/data-view.tsx";
import { ErrorView } from "../operation/error-view.tsx";
import { RunStatus, SaveTools } from "../operation/result-panel.tsx";
import { RunProgress } from "../operation/run-progress.tsx";
import { RunQuestions } from "../operation/run-questions.tsx";
import { TimelineTable, TimelineView } from "../operation/timeline-view.tsx";

/** The same width as in the style sheet. Below it, the result is under the program. */
const STACKED = "(max-width: 1080px)";

type ResultTab = "result" | "log" | "calls";

interface ProgramResultProps {
  readonly bench: Bench;
  readonly report: ProgramReport | undefined;
  /** Moves the editor to a line of the program. */
  readonly onLine: (line: number) => void;
}

/** What a program returned, wrote and called. */
export function ProgramResult({ bench, report, onLine }: ProgramResultProps) {
  const [tab, setTab] = useState<ResultTab>("result");
  const panel = useRef<HTMLElement>(null);
  const run = bench.runner.state.value;
  const { logs = [], calls = [], result } = report ?? {};
  useEffect(() => {
    if (run.step === "running") setTab("calls");
    else setTab("result");
    if (run.step === "done" && matchMedia(STACKED).matches) panel.current?.scrollIntoView({ block: "start" });
  }, [run.startedAt, run.step]);
  return (
    <section ref={panel} class="panel result-panel" aria-labelledby="outcome-title">
      <div class="panel-head">
        <h2 id="outcome-title">Outcome</h2>
        <RunStatus run={run} />
        {result !== undefined && <SaveTools name="program" data={result} />}
      </div>
      <RunProgress bench={bench} />
      {(bench.runner.questions.value.length > 0 || bench.runner.lostQuestion.value) && (
        <RunQuestions runner={bench.runner} />
      )}
      {run.step === "idle" ? (
        <p class="empty pad">Run the program to see what it returns, logs and calls.</p>
      ) : (
        <Tabs
          id="outcome"
          label="Parts of the outcome"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: "result", label: "Result" },
            { id: "log", label: withCount("Console", logs) },
            { id: "calls", label: withCount("Calls", calls) },
          ]}
        >
          {tab === "result" && <ResultPart bench={bench} report={report} onLine={onLine} />}
          {tab === "log" && <LogPart logs={logs} isRunning={run.step === "running"} />}
          {tab === "calls" &&
            (run.step === "running" ? <TimelineView run={run} /> : <CallsPart bench={bench} report={report} />)}
        </Tabs>
      )}
    </section>
  );
}

function withCount(word: string, items: readonly unknown[]): string {
  return items.length === 0 ? word : `${word} (${items.length})`;
}

function ResultPart({ bench, report, onLine }: ProgramResultProps) {
  const { outcome, startedAt, requestId } = bench.runner.state.value;
  if (outcome?.kind === "aborted") return <p class="notice warn">You aborted this run.</p>;
  if (report === undefined) return <p class="loading pad">Waiting for the program…</p>;
  const { error, line, result } = report;
  if (error !== undefined)
    return error.code === "CODE_FAILED" ? (
      <ProgramError error={error} operation={bench.spec} line={line} onLine={onLine} />
    ) : (
      <ErrorView error={error} operation={bench.spec} requestId={requestId} />
    );
  if (result === undefined)
    return <p class="empty pad">The program returned nothing. End it with return to see a result.</p>;
  return <DataView data={result} meta={undefined} key={startedAt} />;
}

interface ProgramErrorProps {
  readonly error: ApiError;
  readonly operation: RepeatedOperation;
  readonly line: number | undefined;
  readonly onLine: (line: number) => void;
}

const phaseWords: Readonly<Record<string, string>> = {
  notStarted: "No call of the program ran.",
  started: "Calls of the program ran before it failed.",
  unknown: "It is unknown whether a call of the program ran.",
};

function ProgramError({ error, operation, line, onLine }: ProgramErrorProps) {
  const { details } = (error.details ?? {}) as { readonly details?: unknown };
  return (
    <div class="problem" role="group" aria-label="Error">
      <div class="notice danger">
        <p>
          <strong>{error.message}</strong>
        </p>
        {line !== undefined && (
          <p>
            <button type="button" class="link" onClick={() => onLine(line)}>
              Go to line {line}
            </button>
          </p>
        )}
        {error.phase !== undefined && (
          <p class="muted">
            {phaseWords[error.phase]} {adviceOn(error, operation)}
          </p>
        )}
      </div>
      {details !== undefined && <DataTree value={details} label="Error details" />}
    </div>
  );
}

function LogPart({ logs, isRunning }: { readonly logs: readonly ProgramLog[]; readonly isRunning: boolean }) {
  if (logs.length === 0)
    return <p class="empty pad">{isRunning ? "The lines arrive with the result." : "The program logged nothing."}</p>;
  return (
    <ol class="program-log" tabIndex={0} aria-label="Console">
      {logs.map(({ level, text }, index) => (
        <li key={String(index)} class={`log-${level}`}>
          {level !== "log" && <span class="log-level">{level}</span>}
          <span class="log-text">{text}</span>
        </li>
      ))}
    </ol>
  );
}

function CallsPart({ bench, report }: Pick<ProgramResultProps, "bench" | "report">) {
  const run = bench.runner.state.value;
  // An aborted run has no report, but the hub knows what the program called.
  if (report === undefined) return <TimelineView run={run} />;
  if (report.calls.length === 0) return <p class="empty pad">The program called no operation.</p>;
  return <TimelineTable chart={programTimeline(report.calls, run.durationMs)} />;
}
