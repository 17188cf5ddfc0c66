import { useEffect, useRef, useState } from "preact/hooks";
import { textOfValue } from "../../data/data-rows.ts";
import type { RunOutcome, RunState } from "../../state/run.ts";
import type { Bench } from "../../state/workbench.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DataTree } from "../data/data-tree.tsx";
import { DataView, RawView } from "../data/data-view.tsx";
import { download, fileOf } from "../../data/download.ts";
import { formatDuration } from "../../data/format.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { DownloadIcon } from "../controls/icons.tsx";
import { ErrorView, RejectedView } from "./error-view.tsx";
import { lazyPage } from "../controls/lazy-page.tsx";
import { RunProgress } from "./run-progress.tsx";
import { MemberNotes } from "./member-notes.tsx";
import { Tabs } from "../controls/tabs.tsx";
import { useNow } from "../hooks/use-now.ts";

/** The same width as in the style sheet. Below it, the result is under the form, so a run must scroll to it. */
const STACKED = "(max-width: 1080px)";

const StreamPanel = lazyPage(async () => (await import("./stream-panel.tsx")).StreamPanel);

const TimelineView = lazyPage(async () => (await import("./timeline-view.tsx")).TimelineView);

const RunLog = lazyPage(async () => (await import("./run-log.tsx")).RunLog);

const WireView = lazyPage(async () => (await import("./wire-view.tsx")).WireView);

const RunQuestions = lazyPage(async () => (await import("./run-questions.tsx")).RunQuestions);

/** Most results arrive within this time. */
const PATIENCE_MS = 400;

type ResultTab = "data" | "raw" | "meta" | "timeline" | "wire" | "log";

export function ResultPanel({ bench }: { readonly bench: Bench }) {
  const [tab, setTab] = useState<ResultTab>("data");
  const run = bench.runner.state.value;
  const logged = bench.runner.log.value.length;
  useEffect(() => setTab((current) => (current === "raw" || current === "wire" ? current : "data")), [run.startedAt]);
  const { outcome } = run;
  const data = outcome?.kind === "data" ? outcome.data : undefined;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The form shows the errors of a rejected input.
    if (run.step === "idle" || outcome?.kind === "rejected" || !matchMedia(STACKED).matches) return undefined;
    const timer = setTimeout(
      () => panel.current?.scrollIntoView({ block: "start" }),
      run.step === "running" ? PATIENCE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [run.startedAt, run.step]);
  return (
    <section ref={panel} class="panel result-panel" aria-labelledby="result-title">
      <div class="panel-head">
        <h2 id="result-title">{run.isStream ? "Stream" : "Result"}</h2>
        <RunStatus run={run} />
        {run.step === "running" && (
          <button
            type="button"
            class="button small danger only-stacked"
            aria-label="Abort the run"
            onClick={() => bench.runner.abort()}
          >
            Abort
          </button>
        )}
        {data !== undefined && <SaveTools name={bench.spec.id} data={data} schema={bench.spec.outputSchema} />}
      </div>
      <RunProgress bench={bench} />
      {(bench.runner.questions.value.length > 0 || bench.runner.lostQuestion.value) && (
        <RunQuestions runner={bench.runner} />
      )}
      <MemberNotes bench={bench} />
      {run.step === "idle" ? (
        <p class="empty pad">Run the operation to see its result here.</p>
      ) : (
        <Tabs
          id="result"
          label="Parts of the result"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: "data", label: run.isStream ? "Items" : "Data" },
            ...(run.isStream ? [] : [{ id: "raw" as const, label: "Raw" }]),
            { id: "meta", label: "Meta" },
            { id: "timeline", label: "Timeline" },
            { id: "wire", label: "Wire" },
            ...(logged === 0 ? [] : [{ id: "log" as const, label: `Log (${logged})` }]),
          ]}
        >
          {tab === "data" && <DataPart bench={bench} />}
          {tab === "raw" && (outcome?.kind === "data" ? <RawView data={data} /> : <DataPart bench={bench} />)}
          {tab === "meta" && <MetaPart bench={bench} />}
          {tab === "log" && <RunLog runner={bench.runner} />}
          {tab === "timeline" && <TimelineView run={run} />}
          {tab === "wire" && <WireView runner={bench.runner} />}
        </Tabs>
      )}
    </section>
  );
}

interface SaveToolsProps {
  readonly name: string;
  readonly data: unknown;
  /** Describes the data. */
  readonly schema?: unknown;
}

/** Copies or downloads the data: a text as it is, anything else as JSON. Bytes are downloaded as bytes. */
export function SaveTools({ name, data, schema }: SaveToolsProps) {
  const save = (): void => {
    const { ending, content, type } = fileOf(data, schema);
    download(`${name}.${ending}`, content, type);
  };
  return (
    <>
      <CopyButton text={() => textOfValue(data)} label="Copy the data" hasWord />
      <IconButton icon={DownloadIcon} label="Download the data" onClick={save} />
    </>
  );
}

function DataPart({ bench }: { readonly bench: Bench }) {
  const { outcome, isStream, startedAt, requestId } = bench.runner.state.value;
  return (
    <>
      {outcome?.kind === "failed" && <ErrorView error={outcome.error} operation={bench.spec} requestId={requestId} />}
      {outcome?.kind === "rejected" && <RejectedView error={outcome.error} input={bench.input} />}
      {outcome?.kind === "aborted" && !isStream && <p class="notice warn">You aborted this run.</p>}
      {isStream && outcome?.kind !== "rejected" && (
        <StreamPanel runner={bench.runner} schema={bench.spec.outputSchema} key={startedAt} />
      )}
      {!isStream && outcome === undefined && <p class="loading pad">Waiting for the result…</p>}
      {outcome?.kind === "data" && (
        <DataView data={outcome.data} meta={outcome.meta} schema={bench.spec.outputSchema} key={startedAt} />
      )}
    </>
  );
}

function MetaPart({ bench }: { readonly bench: Bench }) {
  const { outcome, requestId, isStream } = bench.runner.state.value;
  const last = bench.runner.stream.value.items.at(-1);
  const meta = outcome?.kind === "data" ? outcome.meta : last?.meta;
  return (
    <div class="meta">
      {requestId !== undefined && (
        <p class="meta-line">
          <span class="muted">Request</span> <code>{requestId}</code>{" "}
          <CopyButton text={requestId} label="Copy the request id" />
        </p>
      )}
      {isStream && last !== undefined && <p class="hint pad">This is the meta of the last item.</p>}
      {meta === undefined ? <p class="empty pad">This result has no meta.</p> : <DataTree value={meta} label="Meta" />}
    </div>
  );
}

const statusWords = {
  data: ["ok", "good"],
  ended: ["ended", "good"],
  aborted: ["aborted", "warn"],
  rejected: ["rejected", "bad"],
  failed: ["failed", "bad"],
} as const satisfies Record<RunOutcome["kind"], readonly [string, string]>;

export function RunStatus({ run }: { readonly run: RunState }) {
  const now = useNow(run.step === "running");
  if (run.step === "idle") return null;
  if (run.step === "running") {
    return <span class="status running">running, {formatDuration(Math.max(0, now - run.startedAt))}</span>;
  }
  const [word, look] = statusWords[run.outcome?.kind ?? "failed"];
  return (
    <span class={`status ${look}`}>
      {word}, {formatDuration(run.durationMs)}
    </span>
  );
}
