/** The file of a host's config: read with limits, replaced as a whole, and never if it is broken. */
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CallError } from "../../entries/index.ts";
import { BrokenDocument } from "./host-document.ts";
import type { HostDocument } from "./host-document.ts";
import type { Host } from "./host.ts";
import { readJSONDocument } from "./json-document.ts";
import { readTOMLDocument } from "./toml-document.ts";

export interface HostFile {
  /** The file behind any links: the one that is replaced. */
  readonly path: string;
  /** Undefined if there is no file yet. */
  readonly text: string | undefined;
  readonly document: HostDocument;
}

/** Bytes. The config of Claude Code holds histories too. */
const LARGEST = 64 * 2 ** 20;
const PRIVATE = 0o600;

/** Throws with file and line if the config is broken. */
export async function readHostFile(file: string, { title, syntax }: Pick<Host, "title" | "syntax">): Promise<HostFile> {
  const { path, text } = await readText(file, title);
  const read = syntax === "toml" ? readTOMLDocument : readJSONDocument;
  return { path, text, document: withPlace(() => read(text ?? ""), file, title) };
}

/** Adds the file to what a change of a document throws. */
export function withPlace<T>(work: () => T, file: string, title: string): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof BrokenDocument)) throw thrown;
    const message = `The config of ${title} stays as it is: ${file}:${thrown.line}: ${thrown.message}. Repair it, then try again.`;
    throw new CallError("EXECUTION_ERROR", message);
  }
}

async function readText(file: string, title: string): Promise<Pick<HostFile, "path" | "text">> {
  try {
    const path = await realpath(file);
    const { size } = await stat(path);
    if (size > LARGEST) throw new Error(`it has more than ${LARGEST} bytes`);
    return { path, text: await readFile(path, "utf8") };
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return { path: file, text: undefined };
    throw new CallError("EXECUTION_ERROR", `The config of ${title} can't be read: ${(cause as Error).message}`);
  }
}

/**
 * Replaces the text, and returns the path of a copy of the old one. The host may have written the file since it was
 * read: then nothing changes.
 */
export async function replaceHostFile({ path, text }: HostFile, next: string): Promise<string | undefined> {
  const now = await readText(path, path);
  if (now.text !== text) {
    throw new CallError("EXECUTION_ERROR", `${path} was changed in the meantime: run the command again.`);
  }
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const mode = text === undefined ? PRIVATE : (await stat(path)).mode & 0o777;
    const backup = text === undefined ? undefined : await keepCopy(path, text, mode);
    await writeFile(draft, next, { mode: PRIVATE });
    await chmod(draft, mode);
    await rename(draft, path);
    return backup;
  } catch (cause) {
    await rm(draft, { force: true });
    throw new CallError("EXECUTION_ERROR", `${path} can't be written: ${(cause as Error).message}`);
  }
}

/** Writes a copy beside the file, named by the time. Earlier copies stay. */
async function keepCopy(path: string, text: string, mode: number): Promise<string> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  for (let number = 1; ; number++) {
    const copy = `${path}.${time}${number === 1 ? "" : `-${number}`}.bak`;
    try {
      await writeFile(copy, text, { mode: PRIVATE, flag: "wx" });
      await chmod(copy, mode);
      return copy;
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code !== "EEXIST" || number > 100) throw thrown;
    }
  }
}
