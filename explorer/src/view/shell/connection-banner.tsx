import { useApp } from "../controls/app-context.ts";
import { NextTry } from "../controls/next-try.tsx";

/** Says that the server is out of reach, and when it is tried again. */
export function ConnectionBanner() {
  const { connection } = useApp();
  const until = connection.lostUntil.value;
  return (
    <div role="alert">
      {until !== undefined && (
        <div class="banner">
          <span>
            <strong>Connection lost.</strong> <NextTry at={until} />
          </span>
          <button type="button" class="button small" onClick={() => connection.retryNow()}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}
