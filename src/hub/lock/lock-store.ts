import { CallError, messageOf } from "../../errors/call-error.ts";
import { EMPTY_LOCK, LOCK_NAME, parseLock } from "../../lock/lock-file.ts";
import type { LockedSource, OperationsLock } from "../../lock/lock-file.ts";
import { printLock } from "../../lock/print-lock.ts";
import { inSlices } from "../../shared/time/slices.ts";
import { node } from "../config/node-modules.ts";

/** The lock of a config: the file beside it. */
export class LockStore {
  #file = "";
  #text: string | undefined;
  #lock: OperationsLock | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Refuses sources that the lock does not name. */
  isRequired = false;

  /** Whether the sources are opened in order to write the file. */
  isWritten = false;

  get file(): string {
    return this.#file;
  }

  /** Undefined if there is no file: then nothing is locked. */
  get lock(): OperationsLock | undefined {
    return this.#lock;
  }

  find(source: string): LockedSource | undefined {
    const { sources } = this.#lock ?? EMPTY_LOCK;
    return Object.hasOwn(sources, source) ? sources[source] : undefined;
  }

  /** Whether operations are compared with what was accepted. */
  get isUsed(): boolean {
    return this.#lock !== undefined || this.isRequired;
  }

  /** Reads the file. Resolves with whether it differs from what was known. Rejects if the file is not a lock. */
  read(folder: string): Promise<boolean> {
    return this.#inTurn(() => this.#read(node.path.join(folder, LOCK_NAME)));
  }

  /** Changes one source. Reads the file first: another process may have written it. */
  change(source: string, change: (locked: LockedSource | undefined) => LockChange): Promise<void> {
    return this.#inTurn(async () => {
      await this.#read(this.#file);
      const { sources, ...rest } = this.#lock ?? EMPTY_LOCK;
      const changed = await inSlices(change(this.find(source)));
      const lock = { ...rest, sources: { ...sources, [source]: changed } };
      const text = await inSlices(printLock(lock));
      await writeLockFile(this.#file, text);
      this.#text = text;
      this.#lock = lock;
    });
  }

  async #read(file: string): Promise<boolean> {
    const text = await readText(file);
    if (file === this.#file && text === this.#text) return false;
    this.#lock = text === undefined ? undefined : await inSlices(parseLock(text, file));
    this.#file = file;
    this.#text = text;
    return true;
  }

  /** One after the other: two changes at once would lose one of them. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Makes what the lock will hold of a source, in steps. */
export type LockChange = Generator<void, LockedSource>;

/** A program that reads the file meanwhile reads the old one or the new one, never a part. */
async function writeLockFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await node.files.writeFile(draft, text);
    await node.files.rename(draft, file);
  } catch (cause) {
    await node.files.rm(draft, { force: true });
    throw new CallError("EXECUTION_ERROR", `${file} can't be written: ${messageOf(cause)}`, undefined, { cause });
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await node.files.readFile(file, "utf8");
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return undefined;
    throw new CallError("EXECUTION_ERROR", `${file} can't be read: ${messageOf(cause)}`, undefined, { cause });
  }
}
