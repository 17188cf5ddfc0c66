import { useState } from "preact/hooks";
import type { LockDecision, OfferedChange, SourceChanges } from "../../api/contract.ts";
import { useApp } from "../hooks/app-context.ts";
import { DocLink } from "../controls/doc-link.tsx";
import { Failure } from "../controls/failure.tsx";
import { usePolled } from "../hooks/use-polled.ts";

const REFRESH_MS = 5000;
const verdictLooks = { compatible: "good", look: "warn", breaking: "bad" } as const;
const verdictWords = { compatible: "compatible", look: "review", breaking: "breaking" } as const;

/** What has changed since the lock was written, with the two decisions on each change. Only administrators see it. */
export function LockChanges() {
  const { client } = useApp();
  const loaded = usePolled(() => client.lockChanges(), REFRESH_MS);
  const [decided, setDecided] = useState<readonly SourceChanges[] | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isDeciding, setDeciding] = useState(false);
  const decide = (decision: LockDecision): void => {
    setDeciding(true);
    setFailure(undefined);
    client
      .decide(decision)
      .then(setDecided, setFailure)
      .finally(() => setDeciding(false));
  };
  const polled = loaded !== undefined && "value" in loaded ? loaded.value : undefined;
  const sources = (decided ?? polled ?? []).filter(({ changes }) => changes.length > 0);
  if (sources.length === 0 && failure === undefined) return null;
  return (
    <section class="lock-changes" aria-labelledby="lock-changes">
      <div class="page-head">
        <h2 id="lock-changes">Changes since operations.lock was written</h2>
        <DocLink to="lock">What a lock is for</DocLink>
      </div>
      {failure !== undefined && <Failure error={failure} />}
      <ul class="sources">
        {sources.flatMap(({ source, kind, changes }) =>
          changes.map((change) => (
            <ChangeCard
              key={`${kind} ${source} ${change.operation}`}
              name={`${source}.${change.operation}`}
              change={change}
              isDeciding={isDeciding}
              onDecide={(decision) =>
                decide({ source, kind, decision, operation: change.operation, digest: change.digest })
              }
            />
          )),
        )}
      </ul>
    </section>
  );
}

interface ChangeCardProps {
  readonly name: string;
  readonly change: OfferedChange;
  readonly isDeciding: boolean;
  readonly onDecide: (decision: LockDecision["decision"]) => void;
}

function ChangeCard({ name, change, isDeciding, onDecide }: ChangeCardProps) {
  const { verdict, changes, isQuarantined, isRefused } = change;
  return (
    <li class="source">
      <div class="source-head">
        <h3 class="mono">{name}</h3>
        <span class={`status ${verdictLooks[verdict]}`}>{verdictWords[verdict]}</span>
        {isQuarantined && <span class="tag">{isRefused ? "kept quarantined" : "quarantined"}</span>}
      </div>
      {changes.map(({ change: what, path = "", why, before, after }, index) => (
        <div class="difference" key={String(index)}>
          <p>
            {what}
            {path !== "" && <span class="mono">{` ${path}`}</span>}
            {why !== undefined && `: ${why}`}
          </p>
          {before !== undefined && before !== "" && <pre class="before">{before}</pre>}
          {after !== undefined && after !== "" && <pre class="after">{after}</pre>}
        </div>
      ))}
      <div class="decisions">
        <button type="button" class="button primary" disabled={isDeciding} onClick={() => onDecide("accept")}>
          Accept
        </button>
        {isQuarantined && !isRefused && (
          <button type="button" class="button" disabled={isDeciding} onClick={() => onDecide("refuse")}>
            Keep quarantined
          </button>
        )}
      </div>
    </li>
  );
}
