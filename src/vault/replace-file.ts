/** Replaces a file that only its owner reads. Every reader, even after a crash, finds the old text or the new one. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const { rename } = process.getBuiltinModule("node:fs/promises");
  await withDraft(file, text, async (draft) => await rename(draft, file));
}

/** Makes a file that only its owner reads. An existing file stays: of several processes, the first makes it. */
export async function createFile(file: string, text: string): Promise<void> {
  const { link } = process.getBuiltinModule("node:fs/promises");
  await withDraft(file, text, async (draft) => {
    // A link never replaces a file.
    await link(draft, file).catch((thrown: unknown) => {
      if ((thrown as { code?: unknown }).code !== "EEXIST") throw thrown;
    });
  });
}

/** Writes a text to the disk, beside `file`, before `use` gives it that name. The name lasts too. */
async function withDraft(file: string, text: string, use: (draft: string) => Promise<void>): Promise<void> {
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
    await use(draft);
  } finally {
    await files.rm(draft, { force: true }).catch(() => undefined);
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
