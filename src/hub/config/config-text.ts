import { ConfigError } from "./config-error.ts";

/** A position in a text. Both numbers start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export type ConfigPath = ReadonlyArray<string | number>;

/** A config's value, and the position of each part of it. */
export interface ConfigText {
  readonly value: unknown;
  /** The position of a value, or of the nearest value around a missing one. `key`: the position of its name. */
  locate(path: ConfigPath, part?: "key" | "value"): TextPosition | undefined;
}

/** People write configs by hand: a larger one is a mistake, or an attack on the parser. */
const MAX_CHARACTERS = 1_000_000;

export const REPEATED_NAME = "this name is there already";

/** Reads a config in JSON or YAML. Throws a `ConfigError` with the position of every syntax error. */
export async function readConfigText(text: string, file: string, format: "json" | "yaml"): Promise<ConfigText> {
  if (text.length > MAX_CHARACTERS) {
    throw new ConfigError([{ file, path: "", message: `the file has more than ${MAX_CHARACTERS} characters` }]);
  }
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (format === "yaml") return (await import("./yaml-text.ts")).readYAML(content, file);
  return (await import("./json-text.ts")).readJSON(content, file);
}
