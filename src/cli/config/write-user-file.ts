import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeUserFolder } from "./user-folders.ts";

/** Replaces a file as a whole. Only its user can read it. */
export async function writeUserFile(file: string, text: string): Promise<void> {
  makeUserFolder(dirname(file));
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
