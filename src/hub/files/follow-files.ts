import { node } from "../config/node-modules.ts";

/** Programs write a file in several steps: look when they are done. Milliseconds. */
const SETTLE = 100;
/** Not every file system reports changes. Milliseconds between two looks. */
const POLL = 2000;

/**
 * Calls back when one of the files was written, replaced, made or removed, even if its folder or a link on the way to
 * it was replaced. Read the files after this call: a change since then is not missed. One callback runs at a time.
 */
export function followFiles(paths: readonly string[], onChange: () => Promise<void>): () => void {
  const watchers = [...new Set(paths.map((path) => node.path.dirname(path)))].flatMap(watchFolder);
  let known = versionsOf(paths);
  let settling: NodeJS.Timeout | undefined;
  const closed = new AbortController();
  let isBusy = false;

  const look = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let found = versionsOf(paths); found !== known && !closed.signal.aborted; found = versionsOf(paths)) {
      known = found;
      await onChange();
    }
    isBusy = false;
  };

  for (const watcher of watchers) {
    // The timer checks a removed folder again.
    watcher.on("error", () => watcher.close());
    watcher.on("change", () => {
      clearTimeout(settling);
      settling = setTimeout(() => void look(), SETTLE);
      settling.unref();
    });
  }
  const polling = setInterval(() => void look(), POLL);
  polling.unref();
  return () => {
    closed.abort();
    clearTimeout(settling);
    clearInterval(polling);
    for (const watcher of watchers) watcher.close();
  };
}

function watchFolder(folder: string): Array<ReturnType<typeof node.fs.watch>> {
  try {
    return [node.fs.watch(folder, { persistent: false })];
  } catch {
    return [];
  }
}

/** A text that changes with each of the files. The time alone is too coarse; a replaced file has another inode. */
function versionsOf(paths: readonly string[]): string {
  return paths.map(versionOf).join();
}

function versionOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = node.fs.statSync(path);
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    return "";
  }
}
