/** Log lines of commands that run sources themselves: on standard error, or in a file. */
import { createWriteStream, openSync } from "node:fs";
import type { LoadedConfig } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";

export type Log = (level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void;

/** Where log lines go, if the command line says so: `--log-file`. */
export function logTarget(options: Options): { write(line: string): void } | undefined {
  const file = options.text("log-file");
  if (file === undefined) return undefined;
  const stream = createWriteStream(file, { fd: openLog(file) });
  // A disk that is full is no reason to stop serving.
  stream.on("error", ({ message }) => process.stderr.write(`The log file can't be written any more: ${message}\n`));
  return stream;
}

function openLog(file: string): number {
  try {
    return openSync(file, "a", 0o600);
  } catch (cause) {
    throw new UsageError(`--log-file can't be opened: ${(cause as Error).message}`);
  }
}

/** Undefined where nobody asked for a log: then nothing of it is loaded. */
export async function createLog(loaded: LoadedConfig, options: Options): Promise<Log | undefined> {
  const to = logTarget(options);
  const level = options.text("log-level");
  if (to === undefined && level === undefined) return undefined;
  const { createHubLog } = await import("../../entries/hub.ts");
  return await createHubLog(loaded, { level, to });
}
