import { messageOf } from "../../errors/call-error.ts";
import type { LinkAwareScannerFS, ScannerFS } from "./scanner-fs.ts";

/** A folder or module that the scanner could not use. It continues with the others. */
export interface ScanProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Finds all modules below a folder, in the order of their names, and reports the folders below it that cannot be read.
 * Rejects as the file system does if the folder itself cannot be read.
 */
export async function findModules(
  root: string,
  fs: ScannerFS,
  { maxDepth, maxEntries }: { readonly maxDepth: number; readonly maxEntries: number },
): Promise<{ modules: string[]; problems: ScanProblem[] }> {
  const modules: string[] = [];
  const problems: ScanProblem[] = [];
  /** Maps a folder's real path to the path by which it was first read. */
  const visited = new Map<string, string>();
  let entriesLeft = maxEntries;

  const visit = async (folder: string, depth: number): Promise<void> => {
    const leaveOut = (why: string): void => void problems.push({ path: folder, message: `not read: ${why}` });
    if (depth > maxDepth) return leaveOut(`it is more than ${maxDepth} folders deep (maxDepth)`);
    const real = followsLinks(fs) ? await fs.realpath(folder) : folder;
    const first = visited.get(real);
    if (first !== undefined) return leaveOut(`it is a link to a folder that was already read, as ${first}`);
    visited.set(real, folder);
    const entries = await listFolder(fs.readdir(folder), entriesLeft);
    if (entries === undefined) return leaveOut(`there are more than ${maxEntries} modules and folders (maxEntries)`);
    entriesLeft -= entries.length;
    for (const { name, isDirectory } of entries) {
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
      if (!isDirectory) modules.push(path);
      else await visit(path, depth + 1).catch((error) => problems.push({ path, message: messageOf(error) }));
    }
  };

  await visit(root, 0);
  return { modules, problems };
}

type Entries = ReturnType<ScannerFS["readdir"]>;
type Entry = Entries extends AsyncIterable<infer TEntry> ? TEntry : never;

/**
 * The modules and folders among the entries, by name; `undefined` beyond the limit. Counts while it reads, so that even
 * an endless folder ends. Gives all entries or none, so that the order never depends on the disk.
 */
async function listFolder(entries: Entries, limit: number): Promise<Entry[] | undefined> {
  const found: Entry[] = [];
  for await (const entry of entries) {
    const { name, isFile, isDirectory } = entry;
    if (!(isDirectory ? isScannedFolder(name) : isFile && isModuleName(name))) continue;
    if (found.length === limit) return undefined;
    found.push(entry);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function followsLinks(fs: ScannerFS): fs is LinkAwareScannerFS {
  return "realpath" in fs && typeof fs.realpath === "function";
}

/** Declarations, tests and type tests. */
const NO_OPERATION = /\.(?:d|test|spec|test-d)\.(?:ts|js|mjs)$/;

function isModuleName(name: string): boolean {
  return /\.(?:ts|js|mjs)$/.test(name) && !NO_OPERATION.test(name) && !name.startsWith(".");
}

function isScannedFolder(name: string): boolean {
  return name !== "node_modules" && !name.startsWith(".");
}
