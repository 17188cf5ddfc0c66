import { useEffect, useState } from "preact/hooks";
import type { CallRecord } from "../api/contract.ts";
import { timelineOf } from "../data/timeline.ts";
import type { TimelineRow } from "../data/timeline.ts";
import type { RunState } from "../state/run.ts";
import { routeHash } from "../state/route.ts";
import { useApp } from "./app-context.ts";
import { Failure } from "./failure.tsx";
import { formatDuration } from "./format-time.ts";

const REFRESH_MS = 1000;

type Loaded = { readonly calls: readonly CallRecord[] | undefined; readonly at: number } | { readonly error: unknown };

/** The calls that a call made, on one scale of time. */
export function TimelineView({ run }: { readonly run: RunState }) {
  const { client } = useApp();
  const { requestId, step } = run;
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  useEffect(() => {
    if (requestId === undefined) return undefined;
    let isLeft = false;
    const load = (): void => {
      client.calls(requestId).then(
        (calls) => !isLeft && setLoaded({ calls, at: Date.now() }),
        (error: unknown) => !isLeft && setLoaded({ error }),
      );
    };
    load();
    const timer = step === "running" ? setInterval(load, REFRESH_MS) : undefined;
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [requestId, step]);

  if (requestId === undefined) {
    return (
      <p class="empty pad">
        {step === "running"
          ? "The server has not said yet which call this is."
          : "The server did not say which call this was."}
      </p>
    );
  }
  if (loaded === undefined) return <p class="loading pad">Loading the timeline …</p>;
  if ("error" in loaded) return <Failure error={loaded.error} />;
  if (loaded.calls === undefined || loaded.calls.length === 0)
    return <p class="empty pad">This server keeps no timeline of this call.</p>;
  return <TimelineTable calls={loaded.calls} now={loaded.at} />;
}

function TimelineTable({ calls, now }: { readonly calls: readonly CallRecord[]; readonly now: number }) {
  const { rows, totalMs } = timelineOf(calls, now);
  return (
    <div class="timeline">
      <table>
        <caption class="sr-only">Nested calls and how long they took</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Time</th>
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
