import { messageOf } from "../../../../src/errors/call-error.ts";
import { Advice } from "./advice.tsx";

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Replaces a part of the page that could not be loaded. */
export function Failure({ error, onRetry }: FailureProps) {
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{messageOf(error)}</strong>
      </p>
      <Advice error={error} />
      {onRetry !== undefined && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
