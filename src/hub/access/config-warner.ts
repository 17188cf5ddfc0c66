import type { LoadedConfig } from "../config/loaded-config.ts";
import type { Log } from "../observe/create-log.ts";
import { configWarnings } from "./config-warnings.ts";

/** Writes the warnings of a config to the log, each once while it holds. */
export class ConfigWarner {
  readonly #log: Log;
  #loaded: LoadedConfig = { config: {} };
  #told: ReadonlySet<string> = new Set();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Call it with a config that was loaded anew, or without one when only the key file has changed. */
  async look(loaded: LoadedConfig = this.#loaded): Promise<void> {
    this.#loaded = loaded;
    const warnings = await configWarnings(loaded);
    if (loaded !== this.#loaded) return;
    for (const { message, sources } of warnings) if (!this.#told.has(message)) this.#log("warn", message, { sources });
    this.#told = new Set(warnings.map(({ message }) => message));
  }
}
