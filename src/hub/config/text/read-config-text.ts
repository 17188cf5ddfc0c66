import { ConfigError } from "./config-error.ts";
import type { ConfigText } from "./config-text.ts";

/** People write configs by hand: a larger one is a mistake, or an attack on the parser. */
const MAX_CHARACTERS = 1_000_000;

/** Reads a config in JSON or YAML. Throws a `ConfigError` with the position of every syntax error. */
export async function readConfigText(text: string, file: string, format: "json" | "yaml"): Promise<ConfigText> {
  if (text.length > MAX_CHARACTERS) {
    throw new ConfigError([{ file, path: "", message: `the file has more than ${MAX_CHARACTERS} characters` }]);
  }
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (format === "yaml") return (await import("./yaml-text.ts")).readYAML(content, file);
  return (await import("./json-text.ts")).readJSON(content, file);
}
