/** The log of commands that run sources themselves: on standard error, or in a file. */
import { createWriteStream, openSync } from "node:fs";
import type { LoadedConfig, OpenSourcesOptions } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";

/** The file of `--log-file`, if there is one. */
export function logTarget(options: Options): { write(line: string): void } | undefined {
  const file = options.text("log-file");
  if (file === undefined) return undefined;
  const stream = createWriteStream(file, { fd: openFile(file) });
  // A full disk is no reason to stop serving.
  stream.on("error", ({ message }) => process.stderr.write(`The log file can't be written any more: ${message}\n`));
  return stream;
}

function openFile(file: string): number {
  try {
    return openSync(file, "a", 0o600);
  } catch (cause) {
    throw new UsageError(`--log-file can't be opened: ${(cause as Error).message}`);
  }
}

/** Undefined, and nothing is loaded, where the command line asks for no log. */
export async function openLog(loaded: LoadedConfig, options: Options): Promise<OpenSourcesOptions["log"]> {
  const to = logTarget(options);
  const level = options.text("log-level");
  if (to === undefined && level === undefined) return undefined;
  const { createHubLog } = await import("../../entries/hub.ts");
  return await createHubLog(loaded, { level, to });
}
