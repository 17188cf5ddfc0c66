import type { ComponentChildren } from "preact";
import { adviceFor } from "../../api/advice-for.ts";
import type { ApiError } from "../../api/api-error.ts";
import { readablePath } from "../../form/field-errors.ts";
import type { InputState } from "../../state/input.ts";
import { DataTree } from "../data/data-tree.tsx";
import { focusField } from "../form/focus-field.ts";

const phaseWords: Record<string, string> = {
  notStarted: "The handler did not run.",
  started: "The handler ran.",
  unknown: "Whether the handler ran is not known.",
};

/** Why a call failed, and what one can do. */
export function ErrorView({ problem }: { readonly problem: ApiError }) {
  const advice = adviceFor(problem);
  const phase = problem.phase === undefined ? undefined : phaseWords[problem.phase];
  return (
    <div class="problem" role="group" aria-label="Error">
      <ErrorNotice problem={problem}>
        <p>
          <strong>{problem.message}</strong>
        </p>
        {advice !== undefined && <p>{advice}</p>}
        {(phase !== undefined || problem.retryable) && (
          <p class="muted">
            {phase} {problem.retryable && "The same call may succeed later."}
          </p>
        )}
      </ErrorNotice>
      {problem.details !== undefined && <DataTree value={problem.details} label="Details of the error" />}
    </div>
  );
}

interface RefusedViewProps {
  readonly problem: ApiError;
  readonly input: InputState;
}

/** The form says what is wrong with the input, where it is wrong: this leads there. */
export function RefusedView({ problem, input }: RefusedViewProps) {
  const [first] = input.errors.value;
  return (
    <div class="problem" role="group" aria-label="Error">
      <ErrorNotice problem={problem}>
        <p>
          <strong>The input was refused.</strong>{" "}
          {first === undefined ? (
            "What did not fit is changed by now: run it again."
          ) : (
            <button type="button" class="link" onClick={() => focusField(first.path)}>
              Go to {readablePath(first.path)}
            </button>
          )}
        </p>
      </ErrorNotice>
    </div>
  );
}

interface ErrorNoticeProps {
  readonly problem: ApiError;
  readonly children: ComponentChildren;
}

function ErrorNotice({ problem: { code, status }, children }: ErrorNoticeProps) {
  return (
    <div class="notice danger">
      <p class="problem-code">
        <code>{code}</code>
        {status !== undefined && <span class="muted"> {status}</span>}
      </p>
      {children}
    </div>
  );
}
