import type { LoadedConfig } from "../config/loaded-config.ts";
import type { ConfigWarning } from "../config/config-warning.ts";
import type { Log } from "../observe/create-log.ts";
import { configWarnings } from "./config-warnings.ts";

/** Writes the warnings of a config to the log, each once while it holds. */
export class ConfigWarner {
  readonly #log: Log;
  /** What is wrong with lists for the whole hub. Sources log what is wrong with their own rules. */
  readonly #ofLists: () => readonly ConfigWarning[];
  #loaded: LoadedConfig = { config: {} };
  #told: ReadonlySet<string> = new Set();
  #ofConfig: readonly ConfigWarning[] = [];
  #looks = 0;

  constructor(log: Log, ofLists: () => readonly ConfigWarning[]) {
    this.#log = log;
    this.#ofLists = ofLists;
  }

  /** What the config and its keys themselves say, when it was looked at last. */
  get ofConfig(): readonly ConfigWarning[] {
    return this.#ofConfig;
  }

  /** How often it was looked at. */
  get looks(): number {
    return this.#looks;
  }

  /** Call it with a config that was loaded anew, or without one when only what it is about has changed. */
  async look(loaded: LoadedConfig = this.#loaded): Promise<void> {
    this.#loaded = loaded;
    const ofConfig = await configWarnings(loaded);
    if (loaded !== this.#loaded) return;
    this.#ofConfig = ofConfig;
    this.#looks++;
    const warnings = [...ofConfig, ...this.#ofLists()];
    for (const { message, sources } of warnings) if (!this.#told.has(message)) this.#log("warn", message, { sources });
    this.#told = new Set(warnings.map(({ message }) => message));
  }
}
