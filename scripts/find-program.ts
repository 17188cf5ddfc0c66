/** Finds programs on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the first of these commands that exists. Looks in `sbin` too: servers are there, and few PATHs include it. */
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
