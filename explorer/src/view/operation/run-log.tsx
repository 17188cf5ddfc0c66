import { formatClock } from "../../data/format.ts";
import { lineOf } from "../../data/data-rows.ts";
import type { Runner } from "../../state/run.ts";

const bad = new Set(["error", "critical", "alert", "emergency"]);

/** Log messages of the call and of the server behind it. */
export function RunLog({ runner }: { readonly runner: Runner }) {
  return (
    <ol class="run-log" tabIndex={0} aria-label="Log of this call">
      {runner.log.value.map(({ at, level, logger, data }, index) => (
        <li key={String(index)}>
          <span class="muted">{formatClock(at)}</span>
          <span class={bad.has(level) ? "status bad" : "muted"}>{level}</span>
          <span>
            {logger !== undefined && <strong>{logger}: </strong>}
            {typeof data === "string" ? data : lineOf(data)}
          </span>
        </li>
      ))}
    </ol>
  );
}
