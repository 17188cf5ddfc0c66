import type { HubSources } from "../../entries/hub.ts";
import { unlessAborted } from "../../shared/wait.ts";

export interface SourceWait {
  readonly signal: AbortSignal;
  /** Milliseconds; undefined: as long as it takes. */
  readonly atMost: number | undefined;
}

/** Resolves when every source was tried once, or when the time is over: then some are still connecting. */
export async function waitForSources(
  { ready }: Pick<HubSources, "ready">,
  { signal, atMost }: SourceWait,
): Promise<void> {
  if (atMost === undefined) return await unlessAborted(ready, signal);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, atMost)));
  try {
    await unlessAborted(Promise.race([ready, late]), signal);
  } finally {
    clearTimeout(timer);
  }
}
