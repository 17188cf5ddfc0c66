import { createLog } from "./observe/create-log.ts";
import type { Log } from "./observe/create-log.ts";
import { Redactor } from "./observe/redact.ts";
import { secretsOf } from "./config/config-secrets.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";

/** The options of `createHubLog`. */
export interface HubLogOptions {
  /** Default: the config's, else `info`. */
  readonly level?: string | undefined;
  /** Default: standard error. */
  readonly to?: { write(line: string): void } | undefined;
  /** Messages that `to` does not get. */
  readonly except?: readonly string[] | undefined;
  /** Gets every line too, as JSON. */
  readonly keep?: { write(line: string): void } | undefined;
}

/** The log of a hub, for `openSources` without a hub: the same lines, without the secrets of the config. */
export async function createHubLog(loaded: LoadedConfig, options?: HubLogOptions): Promise<Log> {
  return (await openHubLog(loaded, options)).log;
}

/** The log, and what keeps secrets out of it. */
export async function openHubLog(loaded: LoadedConfig, { level, ...targets }: HubLogOptions = {}) {
  const redactor = new Redactor();
  redactor.add(secretsOf(loaded));
  const log = await createLog({
    ...loaded.config.log,
    ...(level === undefined ? {} : { level }),
    ...targets,
    redactor,
  });
  return { log, redactor };
}
