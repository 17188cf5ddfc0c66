/** The files that the command keeps for its user, in the folders of the XDG Base Directory Specification. */
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** For what must last: keys and answers. */
export function stateFile(name: string, env: Environment): string {
  return join(baseFolder(env["XDG_STATE_HOME"], [".local", "state"]), "operations", name);
}

/** For what can be made again. */
export function cacheFile(name: string, env: Environment): string {
  return join(baseFolder(env["XDG_CACHE_HOME"], [".cache"]), "operations", name);
}

function baseFolder(given: string | undefined, fallback: readonly string[]): string {
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), ...fallback);
}

/** Replaces a file as a whole. Only its user can read it. */
export async function writeUserFile(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  await chmod(dirname(file), 0o700);
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** Makes a folder and its parents. Node's `recursive` never ends if no folder can be made, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}
