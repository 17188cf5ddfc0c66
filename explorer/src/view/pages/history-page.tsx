import type { HistoryEntry } from "../../state/history.ts";
import { lineOf } from "../../data/data-rows.ts";
import { routeHash } from "../../state/page-router.ts";
import { useApp } from "../controls/app-context.ts";
import { formatDate, formatDuration } from "../../data/format.ts";
import { CloseIcon } from "../controls/icons.tsx";
import { useOpenEntry } from "./use-open-entry.ts";

export function HistoryPage() {
  const { history } = useApp();
  const entries = history.entries.value;
  return (
    <div class="page">
      <div class="page-head">
        <h1>History</h1>
        {entries.length > 0 && (
          <button type="button" class="button small" onClick={() => history.clear()}>
            Clear
          </button>
        )}
      </div>
      <p class="muted">
        The last calls from this browser: their inputs without secrets, not their answers. Nothing of it leaves the
        browser.
      </p>
      {entries.length === 0 ? (
        <p class="empty">Nothing was run yet.</p>
      ) : (
        <ul class="history">
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const { history } = useApp();
  const open = useOpenEntry();
  const { operationId, isCut, lacksSecret, at, outcome, durationMs, key } = entry;
  const verb = lacksSecret === true ? "Fill in again" : "Run again";
  const look = outcome === "ok" ? "good" : outcome === "aborted" ? "warn" : "bad";
  return (
    <li class="history-entry">
      <div class="history-words">
        <a
          class="mono"
          href={routeHash({ page: "operation", id: operationId })}
          onClick={(event) => !opensElsewhere(event) && open(entry, false)}
        >
          {operationId}
        </a>
        <span class={`status ${look}`}>
          {outcome}, {formatDuration(durationMs)}
        </span>
        <span class="muted">{formatDate(at)}</span>
      </div>
      <code class="history-input">{inputLine(entry)}</code>
      <div class="history-tools">
        <button
          type="button"
          class="button small"
          disabled={isCut === true}
          aria-label={`${verb}: ${operationId}`}
          onClick={() => open(entry, true)}
        >
          {verb}
        </button>
        <button
          type="button"
          class="icon-button small"
          aria-label={`Forget this call of ${operationId}`}
          title="Forget"
          onClick={() => history.remove(key)}
        >
          <CloseIcon />
        </button>
      </div>
      {lacksSecret === true && (
        <p class="hint history-note">Its secret was not kept: fill it in before this runs again.</p>
      )}
    </li>
  );
}

/** A click that asks for another tab or window. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}

function inputLine({ input, isCut, lacksSecret }: HistoryEntry): string {
  if (isCut === true) return "input too large to keep";
  if (input !== undefined) return lineOf(input);
  return lacksSecret === true ? "all of it a secret" : "no input";
}
