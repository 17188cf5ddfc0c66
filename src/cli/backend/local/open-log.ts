/** The log of commands that run sources themselves: on standard error, or in a file. */
import type { LoadedConfig, OpenSourcesOptions } from "../../../entries/hub.ts";
import type { Options } from "../../arguments/parse-options.ts";
import { UsageError } from "../../arguments/usage-error.ts";

/** Where lines of a log go. */
export interface LogTarget {
  write(line: string): void;
}

/** The file of `--log-file`, if there is one. */
export function logTarget(options: Options): LogTarget | undefined {
  const file = options.text("log-file");
  if (file === undefined) return undefined;
  const { createWriteStream } = process.getBuiltinModule("node:fs");
  const stream = createWriteStream(file, { fd: openFile(file) });
  // A full disk is no reason to stop serving.
  stream.on("error", ({ message }) => process.stderr.write(`The log file can't be written any more: ${message}\n`));
  return stream;
}

function openFile(file: string): number {
  try {
    return process.getBuiltinModule("node:fs").openSync(file, "a", 0o600);
  } catch (cause) {
    throw new UsageError(`--log-file can't be opened: ${(cause as Error).message}`);
  }
}

/**
 * Undefined, and nothing is loaded, if no log is wanted. `keep` gets all lines, even if the command line asks for
 * none.
 */
export async function openLog(
  loaded: LoadedConfig,
  options: Options,
  keep?: LogTarget,
): Promise<OpenSourcesOptions["log"]> {
  const to = logTarget(options);
  const level = options.text("log-level");
  const isAsked = to !== undefined || level !== undefined;
  if (!isAsked && keep === undefined) return undefined;
  const { createHubLog } = await import("../../../entries/hub.ts");
  return await createHubLog(loaded, { level, to: isAsked ? to : { write: () => undefined }, keep });
}
