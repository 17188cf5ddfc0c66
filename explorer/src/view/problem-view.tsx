import { adviceFor } from "../api/advice-for.ts";
import type { Problem } from "../api/problem.ts";
import { DataTree } from "./data-tree.tsx";

const phaseWords: Record<string, string> = {
  notStarted: "The handler did not run.",
  started: "The handler ran.",
  unknown: "Whether the handler ran is not known.",
};

/** Why a call failed, and what one can do. */
export function ProblemView({ problem }: { readonly problem: Problem }) {
  const advice = adviceFor(problem);
  const phase = problem.phase === undefined ? undefined : phaseWords[problem.phase];
  return (
    <div class="problem" role="group" aria-label="Error">
      <div class="notice danger">
        <p class="problem-code">
          <code>{problem.code}</code>
          {problem.status !== undefined && <span class="muted"> {problem.status}</span>}
        </p>
        <p>
          <strong>{problem.message}</strong>
        </p>
        {advice !== undefined && <p>{advice}</p>}
        {(phase !== undefined || problem.retryable) && (
          <p class="muted">
            {phase} {problem.retryable && "The same call may succeed later."}
          </p>
        )}
      </div>
      {problem.details !== undefined && <DataTree value={problem.details} label="Details of the error" />}
    </div>
  );
}
