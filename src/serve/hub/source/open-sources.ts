import type { LoadedConfig } from "../config/loaded-config.ts";
import type { HubSources, OpenSourcesOptions } from "./hub-sources.ts";

/** Connects to every source of a config. */
export function openSources(_config: LoadedConfig, _options: OpenSourcesOptions = {}): HubSources {
  throw new Error("openSources is being built.");
}
