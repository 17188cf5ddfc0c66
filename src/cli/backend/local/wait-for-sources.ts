import type { HubSources } from "../../../entries/hub.ts";
import { unlessAborted, within } from "../../../shared/time/wait.ts";

export interface SourceWait {
  readonly signal: AbortSignal;
  /** Milliseconds; undefined for no limit. */
  readonly atMost: number | undefined;
}

/** Resolves when every source was tried once, or when the time is up: then some are still connecting. */
export async function waitForSources(
  { ready }: Pick<HubSources, "ready">,
  { signal, atMost }: SourceWait,
): Promise<void> {
  await unlessAborted(atMost === undefined ? ready : within(ready, atMost, undefined), signal);
}
