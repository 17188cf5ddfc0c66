import { useEffect, useState } from "preact/hooks";
import { useApp } from "./app-context.ts";

/** Says that the server is out of reach, and when it is tried again. */
export function ConnectionBanner() {
  const { connection } = useApp();
  const until = connection.lostUntil.value;
  const now = useNow(until !== undefined);
  return (
    <div role="alert">
      {until !== undefined && (
        <div class="banner">
          <span>
            <strong>Connection lost.</strong>{" "}
            {until > now ? `Trying again in ${String(Math.ceil((until - now) / 1000))} s.` : "Trying again …"}
          </span>
          <button type="button" class="button small" onClick={() => connection.retryNow()}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}

/** The time, four times a second while it is needed. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
