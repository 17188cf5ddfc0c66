/** Finds programs on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Browsers of the tests. The shell is the same engine as Chromium without windows: half the processor time. */
export const browsers = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Returns the first of these commands that exists. Also looks in `sbin`, which has servers but is in few PATHs. */
export function findOnMachine(commands: readonly string[]): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter).filter(Boolean), "/usr/sbin", "/usr/local/sbin"];
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
