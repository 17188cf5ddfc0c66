import { rename, rm, writeFile } from "node:fs/promises";
import { UsageError } from "../arguments/usage-error.ts";

/** A program that reads the file meanwhile reads the old one or the new one, never a part. */
export async function replaceOutputFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new UsageError(`${path} can't be written: ${(cause as Error).message}`);
  }
}
