import type { LoadedConfig } from "./config/loaded-config.ts";
import type { RunningHub, StartHubOptions } from "./running-hub.ts";

/** Starts a hub: connects its sources, and serves them. */
export async function startHub(_config: LoadedConfig, _options: StartHubOptions = {}): Promise<RunningHub> {
  await Promise.resolve();
  throw new Error("startHub is being built.");
}
