import type { RecentCall } from "../../api/contract.ts";
import { formatClock, formatDuration } from "../../data/format.ts";
import { routeHash, routeOfOperation } from "../../state/page-router.ts";
import { CopyButton } from "../controls/copy-button.tsx";

const MOST_SHOWN = 8;

interface CallListProps {
  readonly title: string;
  readonly empty: string;
  readonly calls: readonly RecentCall[];
}

/** Calls that have ended, newest first. */
export function CallList({ title, empty, calls }: CallListProps) {
  const id = title.replaceAll(" ", "-").toLowerCase();
  return (
    <section class="home-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {calls.length === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        <ul class="call-list">
          {calls.slice(0, MOST_SHOWN).map((call) => (
            <CallRow key={`${call.requestId} ${call.at}`} call={call} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CallRow({ call }: { readonly call: RecentCall }) {
  const { operationId, requestId, caller, at, durationMs, code, message } = call;
  return (
    <li>
      <a class="mono" href={routeHash(routeOfOperation(operationId))} title={operationId}>
        {operationId}
      </a>
      <span class={`status ${code === "OK" ? "good" : "bad"}`}>
        {code === "OK" ? "ok" : code}, {formatDuration(durationMs)}
      </span>
      <span class="muted">
        {caller ?? "anonymous"}, {formatClock(Date.parse(at))}
        <CopyButton text={requestId} label={`Copy the id of the request ${requestId}`} />
      </span>
      {message !== undefined && <p class="call-message">{message}</p>}
    </li>
  );
}
