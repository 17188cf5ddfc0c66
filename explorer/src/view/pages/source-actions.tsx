import { useState } from "preact/hooks";
import type { SourceAction, SourceName } from "../../api/contract.ts";
import { formatClock } from "../../data/format.ts";
import { useApp } from "../hooks/app-context.ts";
import { Failure } from "../controls/failure.tsx";
import { Modal } from "../controls/modal.tsx";
import { usePolled } from "../hooks/use-polled.ts";

/** The verb for opening a source again, by its kind: documents and modules are read, all others are connected to. */
function verbFor(kind: SourceName["kind"]): string {
  return kind === "openapi" || kind === "local" || kind === "custom" ? "Reload" : "Reconnect";
}

interface SourceActionsProps {
  readonly source: SourceName;
  readonly onDone: () => void;
}

/** What an administrator can do with a source that is on. */
export function SourceActions({ source, onDone }: SourceActionsProps) {
  const { act, failure, isBusy } = useSwitch(source, onDone);
  const [isLogOpen, setLogOpen] = useState(false);
  const { name, kind } = source;
  const verb = verbFor(kind);
  return (
    <div class="source-actions">
      <button
        type="button"
        class="button small"
        disabled={isBusy}
        aria-label={`${verb} ${name}`}
        onClick={() => act("reopen")}
      >
        {verb}
      </button>
      <button type="button" class="button small" aria-label={`Log of ${name}`} onClick={() => setLogOpen(true)}>
        Log
      </button>
      <button
        type="button"
        class="button small"
        disabled={isBusy}
        aria-label={`Switch off ${name}`}
        onClick={() => act("disable")}
      >
        Switch off
      </button>
      {failure !== undefined && <Failure error={failure} />}
      {isLogOpen && <SourceLog source={source} onClose={() => setLogOpen(false)} />}
    </div>
  );
}

/** A source that is off. */
export function SourceOff({ source, onDone }: SourceActionsProps) {
  const { act, failure, isBusy } = useSwitch(source, onDone);
  const { name, kind } = source;
  return (
    <li class="source">
      <div class="source-head">
        <h2>{name}</h2>
        <span class="tag">{kind}</span>
        <span class="status warn">off</span>
      </div>
      <p class="muted">
        Its operations cannot be called. Switches last until the hub restarts. Then the config decides.
      </p>
      <div class="source-actions">
        <button
          type="button"
          class="button small"
          disabled={isBusy}
          aria-label={`Switch on ${name}`}
          onClick={() => act("enable")}
        >
          Switch on
        </button>
      </div>
      {failure !== undefined && <Failure error={failure} />}
    </li>
  );
}

interface Switch {
  readonly act: (action: SourceAction) => void;
  readonly failure: unknown;
  readonly isBusy: boolean;
}

function useSwitch(source: SourceName, onDone: () => void): Switch {
  const { client, catalogue, announce } = useApp();
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const act = (action: SourceAction): void => {
    setBusy(true);
    setFailure(undefined);
    client
      .switchSource(source, action)
      .then(() => announce(`${source.name}: done.`))
      .catch((error: unknown) => setFailure(error))
      .finally(() => {
        setBusy(false);
        onDone();
        // The list of operations has changed, or soon will: the page reloads it every few seconds, too.
        void catalogue.refresh().catch(() => undefined);
      });
  };
  return { act, failure, isBusy };
}

const LOG_REFRESH_MS = 2000;

function SourceLog({ source, onClose }: { readonly source: SourceName; readonly onClose: () => void }) {
  const { client } = useApp();
  const loaded = usePolled(() => client.sourceLog(source), LOG_REFRESH_MS);
  return (
    <Modal title={`Log of ${source.name}`} onClose={onClose}>
      {loaded === undefined && <p class="loading">Loading…</p>}
      {loaded !== undefined && "error" in loaded && <Failure error={loaded.error} />}
      {loaded !== undefined && "value" in loaded && (
        <pre class="code-block source-log" tabIndex={0} aria-label={`Log of ${source.name}`}>
          {loaded.value.length === 0
            ? "Nothing has been logged since the hub started."
            : loaded.value
                .map(({ time, level, text }) => `${formatClock(Date.parse(time))} ${level.padEnd(5)} ${text}`)
                .join("\n")}
        </pre>
      )}
    </Modal>
  );
}
