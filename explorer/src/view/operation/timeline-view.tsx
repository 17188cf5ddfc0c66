import { timelineOf } from "../../data/timeline.ts";
import type { TimelineChart, TimelineRow } from "../../data/timeline.ts";
import type { RunState } from "../../state/run.ts";
import { routeHash } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { Failure } from "../controls/failure.tsx";
import { formatDuration } from "../../data/format.ts";
import { usePolled } from "../hooks/use-polled.ts";

const REFRESH_MS = 1000;

/** A call and the calls that it made, on one time scale. */
export function TimelineView({ run: { requestId, step } }: { readonly run: RunState }) {
  const isRunning = step === "running";
  if (requestId !== undefined) return <TimelineOf key={requestId} requestId={requestId} isRunning={isRunning} />;
  return (
    <p class="empty pad">
      {isRunning ? "The server has not sent the id of this call yet." : "The server did not send the id of this call."}
    </p>
  );
}

function TimelineOf({ requestId, isRunning }: { readonly requestId: string; readonly isRunning: boolean }) {
  const { client } = useApp();
  const loaded = usePolled(() => client.calls(requestId), isRunning ? REFRESH_MS : undefined);
  if (loaded === undefined) return <p class="loading pad">Loading the timeline…</p>;
  if ("error" in loaded) return <Failure error={loaded.error} />;
  if (loaded.value === undefined || loaded.value.length === 0)
    return <p class="empty pad">This server has no timeline for this call.</p>;
  return <TimelineTable chart={timelineOf(loaded.value, loaded.at)} />;
}

export function TimelineTable({ chart: { rows, totalMs } }: { readonly chart: TimelineChart }) {
  return (
    <div class="timeline">
      <table>
        <caption class="sr-only">Nested calls and how long they took</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Duration</th>
            <th scope="col" class="timeline-scale">
              0 to {formatDuration(totalMs)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.call.requestId} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: TimelineRow }) {
  const { call, level, offset, width, isRunning } = row;
  return (
    <tr>
      <th scope="row" style={{ "--level": String(level) }}>
        <a class="timeline-name" href={routeHash({ page: "operation", id: call.operationId })}>
          {call.operationId}
        </a>
        {call.error !== undefined && (
          <span class="problem-text" title={call.error.message}>
            {" "}
            {call.error.code}
          </span>
        )}
      </th>
      <td class="number">{isRunning ? "running" : formatDuration(call.durationMs ?? 0)}</td>
      <td>
        <div class="bar-space" aria-hidden="true">
          <div
            class={`bar ${call.error === undefined ? "" : "bad"}`}
            style={{ left: `${String(offset * 100)}%`, width: `${String(width * 100)}%` }}
          />
        </div>
      </td>
    </tr>
  );
}
