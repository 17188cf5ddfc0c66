import { builtinModule } from "../../shared/builtin-module.ts";
import type { LinkAwareScannerFS } from "./scanner-fs.ts";

/** The part of Node's `Dirent` and `Stats` that the scanner uses. */
interface FileKind {
  isFile(): boolean;
  isDirectory(): boolean;
}

interface DirectoryEntry extends FileKind {
  readonly name: string;
  isSymbolicLink(): boolean;
}

/** The part of `node:fs/promises` that the scanner uses. */
interface NodeFS {
  opendir(path: string): Promise<AsyncIterable<DirectoryEntry>>;
  stat(path: string): Promise<FileKind>;
  realpath(path: string): Promise<string>;
}

/**
 * The file system of Node, Bun and Deno for `scanOperations`.
 *
 * @example
 * const specs = await scanOperations("./operations", nodeScannerFS());
 */
export function nodeScannerFS(): LinkAwareScannerFS {
  const fs = builtinModule("node:fs/promises") as NodeFS | undefined;
  const process = builtinModule("node:process") as { cwd(): string } | undefined;
  if (fs === undefined || process === undefined) {
    throw new Error("nodeScannerFS() needs Node 20.19 or newer, Bun or Deno; elsewhere, give a ScannerFS of your own.");
  }
  return {
    readdir: (path) => readFolder(fs, path),
    realpath: (path) => fs.realpath(path),
    cwd: () => process.cwd(),
  };
}

async function* readFolder(fs: NodeFS, path: string): ReturnType<LinkAwareScannerFS["readdir"]> {
  for await (const entry of await fs.opendir(path)) {
    const kind = entry.isSymbolicLink() ? await followLink(fs, `${path}/${entry.name}`) : entry;
    yield { name: entry.name, isFile: kind.isFile(), isDirectory: kind.isDirectory() };
  }
}

/** A broken link counts as a file. If it has the name of a module, importing it fails with a message that says why. */
async function followLink(fs: NodeFS, path: string): Promise<FileKind> {
  try {
    return await fs.stat(path);
  } catch {
    return { isFile: () => true, isDirectory: () => false };
  }
}
