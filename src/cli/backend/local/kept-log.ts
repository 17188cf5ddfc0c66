/** The log of a config's processes, in a file of its user: `operations logs` shows it, even after they have ended. */
import { createHash } from "node:crypto";
import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { chmod, mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { LoadedConfig } from "../../../entries/hub.ts";
import { stateFile } from "../../config/user-folders.ts";
import type { LogTarget } from "./open-log.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes. A longer log becomes the old one, of which only one is kept. */
const LARGEST = 4 * 2 ** 20;

/** One file for each config, whatever its content. */
export function keptLogFile(config: string, env: Environment): string {
  return stateFile(`logs/${createHash("sha256").update(config).digest("hex").slice(0, 16)}.jsonl`, env);
}

/** Undefined if there is no place for it: a log is no reason not to serve. */
export async function keepLog({ file }: Pick<LoadedConfig, "file">, env: Environment): Promise<LogTarget | undefined> {
  if (file === undefined) return undefined;
  const path = keptLogFile(file, env);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await chmod(dirname(path), 0o700);
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size > LARGEST) await rename(path, `${path}.1`);
    return new KeptLog(path);
  } catch {
    return undefined;
  }
}

/** Written at once: the last lines of a process that ends are those that count. */
class KeptLog implements LogTarget {
  readonly #path: string;
  #file: number;
  #written = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a", 0o600);
  }

  write(line: string): void {
    try {
      this.#written += writeSync(this.#file, line);
      if (this.#written > LARGEST) this.#turnOver();
    } catch {
      // A full disk is no reason to stop serving.
    }
  }

  /** Other processes keep writing to the old file until they turn over themselves. */
  #turnOver(): void {
    this.#written = 0;
    renameSync(this.#path, `${this.#path}.1`);
    closeSync(this.#file);
    this.#file = openSync(this.#path, "a", 0o600);
  }
}
