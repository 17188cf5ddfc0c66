import type { SourceInfo } from "../../api/contract.ts";
import { timeOf } from "../../data/timeline.ts";
import { isObject } from "../../json/json-path.ts";
import { useApp } from "../controls/app-context.ts";
import { Failure } from "../controls/failure.tsx";
import { formatCount, formatDate } from "../../data/format.ts";
import { ImportReportView } from "../data/import-report-view.tsx";
import { NextTry } from "../controls/next-try.tsx";
import { usePolled } from "../controls/use-polled.ts";

const REFRESH_MS = 5000;

/** The state of each source. */
export function SourcesPage() {
  const { client } = useApp();
  const loaded = usePolled(() => client.sources(), REFRESH_MS);
  return (
    <div class="page">
      <h1>Sources</h1>
      {loaded === undefined && <p class="loading">Loading sources…</p>}
      {loaded !== undefined && "error" in loaded && <Failure error={loaded.error} />}
      {loaded !== undefined && "value" in loaded && <SourceList sources={loaded.value} />}
    </div>
  );
}

function SourceList({ sources }: { readonly sources: readonly SourceInfo[] | undefined }) {
  if (sources === undefined) return <p class="empty">This server is not a hub, so it has no sources.</p>;
  if (sources.length === 0) return <p class="empty">There are no sources that you may see.</p>;
  return (
    <ul class="sources">
      {sources.map((source) => (
        <SourceCard key={source.name} source={source} />
      ))}
    </ul>
  );
}

function errorText(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  return isObject(error) && typeof error["message"] === "string" ? error["message"] : undefined;
}

const stateLooks = { ready: "good", connecting: "running", failed: "bad", closed: "warn" } as const;

function SourceCard({ source }: { readonly source: SourceInfo }) {
  const { name, kind, state, operations, error, retryAt, since, report } = source;
  const next = retryAt === undefined ? undefined : timeOf(retryAt);
  const message = errorText(error);
  return (
    <li class="source">
      <div class="source-head">
        <h2>{name}</h2>
        <span class="tag">{kind}</span>
        <span class={`status ${stateLooks[state] ?? "warn"}`}>{state}</span>
      </div>
      <p class="muted">
        {formatCount(operations, "operation")}
        {since !== undefined && `, ${state} since ${formatDate(timeOf(since))}`}
      </p>
      {message !== undefined && (
        <div class="notice danger">
          <p>{message}</p>
          {next !== undefined && (
            <p>
              <NextTry at={next} />
            </p>
          )}
        </div>
      )}
      {report !== undefined && report !== null && <ImportReportView report={report} source={name} />}
    </li>
  );
}
