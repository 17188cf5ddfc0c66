/** Declarations of the source, one file for each of its modules. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { localTool, mustRun, root } from "../run-command.ts";

/**
 * Emits the declarations into a new folder, and removes it after use: a concurrent run must not see half-written files.
 * The folder is inside the repository, where its imports of packages resolve.
 */
export async function withDeclarations<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "declarations-"));
  try {
    // `npm run typecheck` checks the types. The declarations are the same without that, in a quarter of the time.
    await mustRun(localTool("tsc"), ["-p", "tsconfig.build.json", "--noCheck", "--outDir", folder]);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
