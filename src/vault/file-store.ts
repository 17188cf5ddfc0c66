import { CallError, messageOf } from "../errors/call-error.ts";
import { tryFileLock } from "./file-lock.ts";
import { replaceFile, syncFolder } from "./replace-file.ts";
import type { VaultStore } from "./vault-store.ts";

const ENTRY = /^([0-9a-z-]+)\.json$/;

/** Keeps each entry in a separate file, in a folder that only its owner can open. */
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
      if (next !== undefined) await replaceFile(fileOf(id), next);
      else {
        await files.rm(fileOf(id), { force: true });
        await syncFolder(folder);
      }
      return true;
    },
    tryLock: async (id) => await tryFileLock(`${folder}/locks/${id}`),
    close: async () => undefined,
  };
}
