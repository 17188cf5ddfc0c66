import { adviceFor } from "../../api/advice-for.ts";

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A part of the page that could not be loaded. */
export function Failure({ error, onRetry }: FailureProps) {
  const message = error instanceof Error ? error.message : String(error);
  const advice = adviceFor(error);
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{message}</strong>
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
