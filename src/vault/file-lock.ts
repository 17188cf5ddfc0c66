import { LOCK_BEAT, LOCK_LEASE } from "./vault-store.ts";
import type { VaultLock } from "./vault-store.ts";

/** This many generations stay: a process that read the folder long ago must still find a file. */
const KEPT_GENERATIONS = 8;
/** The time of a file whose lock is free. */
const FREE = new Date(0);

/**
 * A lock between processes, as numbered files in a folder of its own. The highest number is the lock's current holder,
 * and the time of that file shows whether it is held. Taking the lock makes the next number, exclusively: so exactly
 * one of several processes that find a dead holder succeeds it. (Deleting the dead holder's file, as is usual, may
 * delete the file of its successor.)
 */
export async function tryFileLock(folder: string): Promise<VaultLock | undefined> {
  const files = process.getBuiltinModule("node:fs/promises");
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  const [current = 0] = await generationsIn(folder);
  if (current > 0 && (await isHeld(fileOf(folder, current)))) return undefined;
  const next = current + 1;
  const file = fileOf(folder, next);
  try {
    await files.writeFile(file, JSON.stringify(whoAmI()), { flag: "wx", mode: 0o600 });
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return undefined;
    throw thrown;
  }
  const present = await generationsIn(folder);
  if ((present[0] ?? 0) > next) {
    // The folder was read long ago: others have held and freed the lock since.
    await files.rm(file, { force: true });
    return undefined;
  }
  const showLife = async (): Promise<void> => {
    const now = new Date();
    await files.utimes(file, now, now);
  };
  const beat = setInterval(() => void showLife().catch(() => undefined), LOCK_BEAT);
  beat.unref();
  return {
    async renew() {
      await showLife().catch(() => undefined);
      return (await generationsIn(folder))[0] === next;
    },
    async release() {
      clearInterval(beat);
      await files.utimes(file, FREE, FREE).catch(() => undefined);
      const old = present.filter((number) => number < next - KEPT_GENERATIONS);
      await Promise.all(old.map((number) => files.rm(fileOf(folder, number), { force: true })));
    },
  };
}

async function isHeld(file: string): Promise<boolean> {
  const files = process.getBuiltinModule("node:fs/promises");
  try {
    const { mtimeMs } = await files.stat(file);
    if (mtimeMs === 0) return false;
    if (Date.now() - mtimeMs > LOCK_LEASE) return false;
    const holder = JSON.parse(await files.readFile(file, "utf8")) as ReturnType<typeof whoAmI>;
    return holder.place !== whoAmI().place || isAlive(holder.pid);
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return false;
    // It was made a moment ago, and is not written yet.
    if (thrown instanceof SyntaxError) return await isYoung(file);
    throw thrown;
  }
}

async function isYoung(file: string): Promise<boolean> {
  const found = await process.getBuiltinModule("node:fs/promises").stat(file);
  return Date.now() - found.mtimeMs <= LOCK_LEASE;
}

/** Process ids mean something only in one place: on one machine, and there in one container. */
function whoAmI(): { pid: number; place: string } {
  const { hostname } = process.getBuiltinModule("node:os");
  return { pid: process.pid, place: (place ??= `${hostname()} ${pidNamespace()}`) };
}

let place: string | undefined;

function pidNamespace(): string {
  try {
    return process.getBuiltinModule("node:fs").readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}

/** Highest first. */
async function generationsIn(folder: string): Promise<number[]> {
  const names = await process.getBuiltinModule("node:fs/promises").readdir(folder);
  return names
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0)
    .sort((one, other) => other - one);
}

function fileOf(folder: string, generation: number): string {
  return `${folder}/${generation}`;
}

function codeOf(thrown: unknown): unknown {
  return (thrown as { code?: unknown } | undefined)?.code;
}
