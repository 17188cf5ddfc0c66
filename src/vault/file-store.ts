import { CallError, messageOf } from "../errors/call-error.ts";
import { tryFileLock } from "./file-lock.ts";
import type { VaultStore } from "./vault-store.ts";

const ENTRY = /^([0-9a-z-]+)\.json$/;

/** Keeps each entry in a file of its own, in a folder that only its owner can open. */
export async function openFileStore(folder: string): Promise<VaultStore> {
  const files = process.getBuiltinModule("node:fs/promises");
  const fileOf = (id: string): string => `${folder}/${id}.json`;
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `The folder of the vault, ${folder}, can't be made: ${messageOf(cause)}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
  const read = async (id: string): Promise<string | undefined> => {
    try {
      return await files.readFile(fileOf(id), "utf8");
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code === "ENOENT") return undefined;
      throw thrown;
    }
  };
  return {
    location: folder,
    read,
    async ids() {
      const names = await files.readdir(folder);
      return names.flatMap((name) => ENTRY.exec(name)?.[1] ?? []);
    },
    async replace(id, expected, next) {
      if ((await read(id)) !== expected) return false;
      if (next === undefined) await files.rm(fileOf(id), { force: true });
      else await replaceFile(fileOf(id), next);
      await syncFolder(folder);
      return true;
    },
    tryLock: async (id) => await tryFileLock(`${folder}/locks/${id}`),
    close: async () => undefined,
  };
}

/** A process that reads meanwhile, or after a crash, reads the old text or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const files = process.getBuiltinModule("node:fs/promises");
  const draft = `${file}.${process.getBuiltinModule("node:crypto").randomUUID()}`;
  try {
    const handle = await files.open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await files.rename(draft, file);
  } catch (thrown) {
    await files.rm(draft, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** The new name must last as well. Windows can't sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await process.getBuiltinModule("node:fs/promises").open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
