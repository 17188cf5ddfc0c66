/** The folders that the command keeps files of its user in, by the XDG Base Directory Specification. */
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** For what must last: keys and answers. */
export function stateFile(name: string, env: Environment): string {
  return fileIn(env["XDG_STATE_HOME"], [".local", "state"], name);
}

/** For what can be made again. */
export function cacheFile(name: string, env: Environment): string {
  return fileIn(env["XDG_CACHE_HOME"], [".cache"], name);
}

function fileIn(given: string | undefined, fallback: readonly string[], name: string): string {
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), ...fallback);
  return join(base, "operations", name);
}

/** Makes a folder and its parents. Node's `recursive` never ends if no folder can be made, as in `/proc`. */
export function makeUserFolder(folder: string): void {
  const { mkdirSync } = process.getBuiltinModule("node:fs");
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    makeUserFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}
