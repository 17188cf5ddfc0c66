import type { ConfigPath, ConfigText } from "./text/config-text.ts";
import type { HubConfig } from "./hub-config.ts";

/** A checked config, and where it comes from. */
export interface LoadedConfig {
  readonly config: HubConfig;
  /** Its values from the environment. Like its own secrets, they appear in no log, report or error. */
  readonly secrets?: readonly string[] | undefined;
  /** The file, if there is one. */
  readonly file?: string | undefined;
  /** Relative paths in the config start here. Default: the working folder. */
  readonly folder?: string | undefined;
  /** The position of each part of the config in the file. Absent if the config is a program, or a value. */
  readonly locate?: ConfigText["locate"] | undefined;
  /** The values that are a single `${NAME}`: texts, even if a number or a flag is wanted. */
  readonly expanded?: readonly ConfigPath[] | undefined;
}

/** The options of `loadConfig`. */
export interface LoadConfigOptions {
  /** Where to look for the file. Default: the process's working folder. */
  readonly cwd?: string | undefined;
  /** For `${NAME}`. Default: the process's environment, and `operations.env` beside the file. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}
