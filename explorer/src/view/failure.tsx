import { ERROR_TABLE } from "../../../src/errors/error-table.ts";
import { Problem, UNREACHABLE } from "../api/problem.ts";

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A part of the page that could not be loaded. */
export function Failure({ error, onRetry }: FailureProps) {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{message}</strong>
      </p>
      {adviceFor(error) !== undefined && <p>{adviceFor(error)}</p>}
      {onRetry !== undefined && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** What the table of errors says one can do. */
export function adviceFor(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (error.code === UNREACHABLE) return "Check that the server runs. The page tries again by itself.";
  const rows: Record<string, { readonly advice: string }> = ERROR_TABLE;
  return Object.hasOwn(rows, error.code) ? rows[error.code]?.advice : undefined;
}
