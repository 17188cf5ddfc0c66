import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";

/** Folders with files in them, removed after each test. */
export function tempFolders(): (files?: Readonly<Record<string, string>>) => Promise<string> {
  const made: string[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });
  return async (files = {}) => {
    const folder = await mkdtemp(join(tmpdir(), "operations-hub-"));
    made.push(folder);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return folder;
  };
}
