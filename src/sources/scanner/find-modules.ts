import { messageOf } from "../../errors/call-error.ts";
import type { LinkAwareScannerFS, ScannerFS } from "./scanner-fs.ts";

/** A folder or module that the scanner could not use. It goes on with the others. */
export interface ScanProblem {
  readonly path: string;
  readonly message: string;
}

export interface FindLimits {
  readonly maxDepth: number;
  readonly maxEntries: number;
}

interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Finds all modules below a folder, in the order of their names, and reports unreadable folders. */
export async function findModules(
  folder: string,
  fs: ScannerFS,
  limits: FindLimits,
): Promise<{ modules: string[]; problems: ScanProblem[] }> {
  const finder = new ModuleFinder(fs, limits);
  await finder.visit(folder, 0);
  return finder;
}

class ModuleFinder {
  readonly modules: string[] = [];
  readonly problems: ScanProblem[] = [];
  readonly #fs: ScannerFS;
  readonly #limits: FindLimits;
  /** Maps a folder's real path to the path by which it was first read. */
  readonly #visited = new Map<string, string>();
  #entriesLeft: number;

  constructor(fs: ScannerFS, limits: FindLimits) {
    this.#fs = fs;
    this.#limits = limits;
    this.#entriesLeft = limits.maxEntries;
  }

  async visit(folder: string, depth: number): Promise<void> {
    try {
      if (depth > this.#limits.maxDepth) {
        throw new Error(`not read: it is more than ${this.#limits.maxDepth} folders deep (maxDepth)`);
      }
      await this.#refuseSecondVisit(folder);
      for (const { name, isDirectory } of await this.#list(folder)) {
        const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
        if (isDirectory) await this.visit(path, depth + 1);
        else this.modules.push(path);
      }
    } catch (error) {
      this.problems.push({ path: folder, message: messageOf(error) });
    }
  }

  async #refuseSecondVisit(folder: string): Promise<void> {
    if (!followsLinks(this.#fs)) return;
    const real = await this.#fs.realpath(folder);
    const first = this.#visited.get(real);
    if (first !== undefined) throw new Error(`not read: a link to a folder that was read already, as ${first}`);
    this.#visited.set(real, folder);
  }

  /**
   * Counts while it reads, so that even an endless folder ends. Gives all entries or none, so that the order never
   * depends on the disk.
   */
  async #list(folder: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const { name, isFile, isDirectory } of this.#fs.readdir(folder)) {
      if (!(isDirectory ? isScannedFolder(name) : isFile && isModuleName(name))) continue;
      if (entries.length === this.#entriesLeft) {
        throw new Error(`not read: there are more than ${this.#limits.maxEntries} modules and folders (maxEntries)`);
      }
      entries.push({ name, isDirectory });
    }
    this.#entriesLeft -= entries.length;
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
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
