import { useEffect, useState } from "preact/hooks";
import type { HubActivity } from "../../api/contract.ts";
import { isAbort } from "../../api/api-client.ts";
import { useApp } from "../hooks/app-context.ts";

/** Opens a broken stream again after this many milliseconds. */
const PAUSE = 2000;

/** What the hub is doing, as it happens. Undefined until it is known, and if the server is not a hub. */
export function useActivity(): HubActivity | undefined {
  const { client } = useApp();
  const [activity, setActivity] = useState<HubActivity | undefined>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async (): Promise<void> => {
      while (!leaving.signal.aborted) {
        const hasAnswered = await followOnce(leaving.signal);
        if (!hasAnswered) return;
        await pause(leaving.signal);
      }
    };
    /** Resolves when the stream ends; with false if there is no stream to follow. */
    const followOnce = async (signal: AbortSignal): Promise<boolean> => {
      let isThere = false;
      try {
        for await (const next of client.activity(signal)) {
          isThere = true;
          setActivity(next);
        }
        return isThere;
      } catch (error) {
        // The banner reports the lost connection. This continues when the connection is back.
        return !isAbort(error);
      }
    };
    void follow();
    return () => leaving.abort();
  }, []);
  return activity;
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
