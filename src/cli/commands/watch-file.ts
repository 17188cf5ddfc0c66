import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors write in several steps, or write another file and rename it. */
const SETTLE_MS = 200;

/** Tells when a file has changed. It is its folder that is watched: the file itself may be replaced. */
export function watchFile(file: string, onChange: () => void): () => void {
  const name = basename(file);
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(file), (_event, changed) => {
    if (changed !== null && changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  // A folder that is gone is no reason to stop serving.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
