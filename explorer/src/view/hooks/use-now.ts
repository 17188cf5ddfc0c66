import { useEffect, useState } from "preact/hooks";

/** The current time, updated four times a second while it is needed. */
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
