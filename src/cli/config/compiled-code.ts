import { cacheFile, makeUserFolder } from "./user-folders.ts";

/** The first version of Node that can. */
const FIRST_NODE = 22;

type Environment = Readonly<Record<string, string | undefined>>;
type EnableCompileCache = (folder: string) => unknown;

/**
 * Lets Node keep what it compiles from here on, for the next start. Not in Node's default folder: every user of the
 * machine can write to it, and what lies there would run as this user.
 */
export function keepCompiledCode(env: Environment): void {
  // Looking for the function would load the module, for nothing on Node 20.
  if (Number.parseInt(process.versions.node, 10) < FIRST_NODE) return;
  const nodeModule = process.getBuiltinModule("node:module") as { enableCompileCache?: EnableCompileCache };
  if (nodeModule.enableCompileCache === undefined) return;
  try {
    const folder = cacheFile("compiled", env);
    makeUserFolder(folder);
    if (isPrivate(folder)) nodeModule.enableCompileCache(folder);
  } catch {
    // The start is only slower: there may be no home, or no place in it.
  }
}

/** Whether nobody else can write there. */
function isPrivate(folder: string): boolean {
  const { uid, mode } = process.getBuiltinModule("node:fs").statSync(folder);
  // On Windows, the folders of users are private, and have no such numbers.
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
