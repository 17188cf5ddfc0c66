/** Log lines of commands that run sources themselves: on standard error, or in a file. */
import { createWriteStream } from "node:fs";
import type { LoadedConfig } from "../serve.ts";
import type { Options } from "./arguments/parse-options.ts";

export type Log = (level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void;

/** Where log lines go, if the command line says so: `--log-file`. */
export function logTarget(options: Options): { write(line: string): void } | undefined {
  const file = options.text("log-file");
  return file === undefined ? undefined : createWriteStream(file, { flags: "a", mode: 0o600 });
}

/** Undefined where nobody asked for a log: then nothing of it is loaded. */
export async function createLog(loaded: LoadedConfig, options: Options): Promise<Log | undefined> {
  const to = logTarget(options);
  const level = options.text("log-level");
  if (to === undefined && level === undefined) return undefined;
  const { createHubLog } = await import("../serve.ts");
  return await createHubLog(loaded, { level, to });
}
