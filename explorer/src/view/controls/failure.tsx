import { messageOf } from "../../../../src/errors/call-error.ts";
import { adviceFor } from "../../api/advice-for.ts";

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Stands for a part of the page that could not be loaded. */
export function Failure({ error, onRetry }: FailureProps) {
  const advice = adviceFor(error);
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{messageOf(error)}</strong>
      </p>
      {advice !== undefined && <p>{advice}</p>}
      {onRetry !== undefined && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
