import type { HistoryEntry } from "../../kept/history.ts";
import { lineOf } from "../../data/data-rows.ts";
import { routeHash, routeOfOperation } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { formatDate, formatDuration } from "../../data/format.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { CloseIcon } from "../controls/icons.tsx";

export function HistoryPage() {
  const { history } = useApp();
  const entries = history.entries.value;
  return (
    <div class="page">
      <div class="page-head">
        <h1>History</h1>
        {entries.length > 0 && (
          <button type="button" class="button small" onClick={() => history.clear()}>
            Clear history
          </button>
        )}
      </div>
      <p class="muted">
        Your last calls from this browser, with their inputs but without secrets and results. This list stays in the
        browser.
      </p>
      {entries.length === 0 ? (
        <p class="empty">You have not run anything yet.</p>
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
          href={routeHash(routeOfOperation(operationId))}
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
        <IconButton
          icon={CloseIcon}
          label={`Forget this call of ${operationId}`}
          title="Forget"
          onClick={() => history.remove(key)}
        />
      </div>
      {lacksSecret === true && (
        <p class="hint history-note">The secret was not kept. Fill it in before you run this again.</p>
      )}
    </li>
  );
}

/** Opens an operation with an earlier input. Runs it on request, unless a secret is missing. */
function useOpenEntry(): (entry: HistoryEntry, runs: boolean) => void {
  const { workbench, router } = useApp();
  return ({ operationId, input, isCut, lacksSecret }, runs) => {
    router.go(routeOfOperation(operationId));
    if (isCut !== true) workbench.fill(operationId, input, { runs: runs && lacksSecret !== true });
  };
}

/** Whether a click opens another tab or window. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}

function inputLine({ input, isCut, lacksSecret }: HistoryEntry): string {
  if (isCut === true) return "The input was too large to keep.";
  if (input !== undefined) return lineOf(input);
  return lacksSecret === true ? "The whole input was secret." : "no input";
}
