import type { VectorStore } from "./embedder.ts";

/**
 * Keeps vectors in a folder, one small file each, named by the hash of the model and the text. Processes may share it,
 * and no vector becomes outdated.
 */
export function vectorFolder(folder: string): VectorStore {
  const fs = process.getBuiltinModule("node:fs/promises");
  const path = process.getBuiltinModule("node:path");
  const pathOf = (key: string): string => path.join(folder, key.slice(0, 2), `${key}.f32`);
  return {
    async get(key) {
      try {
        const bytes = await fs.readFile(pathOf(key));
        if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
        return new Float32Array(new Uint8Array(bytes).buffer);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async set(key, vector) {
      const file = pathOf(key);
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Written under another name first, so that a reader never sees half a file.
      const unfinished = `${file}.${crypto.randomUUID()}`;
      await fs.writeFile(unfinished, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), {
        mode: 0o600,
      });
      await fs.rename(unfinished, file);
    },
  };
}
