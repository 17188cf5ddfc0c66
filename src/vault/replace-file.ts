/** Replaces a file that only its owner reads. Every reader, even after a crash, finds the old text or the new one. */
export async function replaceFile(file: string, text: string): Promise<void> {
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
  await syncFolder(process.getBuiltinModule("node:path").dirname(file));
}

/** Makes a change of names in a folder last. Windows can't sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await process.getBuiltinModule("node:fs/promises").open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
