/**
 * Sub-packages under `tests/` and `bench/` hold other runtimes, package tools, OpenAPI documents and peers to compare
 * with. They are big and few people need them, so they are installed on first use, not by `npm ci`.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mustRun, root } from "./run-command.ts";

const stampName = ".installed-from";
const longestInstallMs = 10 * 60_000;

/** Installs the package in `directory` (relative to the root) from its lock file, unless it is installed already. */
export async function ensureSubPackage(directory: string): Promise<void> {
  const folder = resolve(root, directory);
  const wanted = digest(await readFile(join(folder, "package-lock.json")));
  if (await isInstalled(folder, wanted)) return;
  await holdingLock(folder, async () => {
    if (await isInstalled(folder, wanted)) return;
    console.log(`installing ${relative(root, folder)} (first use, or its lock file changed)`);
    // Not `npm ci`, which refuses a lock file without entries for other platforms. Not every registry has those.
    // `npm install` also installs the locked versions, and `--no-save` leaves the lock file alone.
    await mustRun("npm", ["install", "--no-save", "--no-fund", "--no-audit"], { cwd: folder, quiet: true });
    await writeFile(join(folder, "node_modules", stampName), wanted);
  });
}

/** Reads a stamp rather than file times, which a checkout or a restored cache changes. */
async function isInstalled(folder: string, wanted: string): Promise<boolean> {
  const stamp = await readFile(join(folder, "node_modules", stampName), "utf8").catch(() => undefined);
  return stamp === wanted;
}

/** If two runs overlap, the second waits. The lock is outside the folder, because npm may empty the folder. */
async function holdingLock(folder: string, work: () => Promise<void>): Promise<void> {
  const lock = join(tmpdir(), `operations-install-${digest(folder).slice(0, 16)}`);
  while (!(await takeLock(lock))) await sleep(200);
  try {
    await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const age = await stat(lock).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
  if (age > longestInstallMs) await rm(lock, { recursive: true, force: true });
  return false;
}

function digest(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
