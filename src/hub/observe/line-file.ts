import type { FileHandle } from "node:fs/promises";
import { afterArrivals } from "../../shared/time/turns.ts";

/** The part of a file handle that is used here. */
export type LineHandle = Pick<FileHandle, "write" | "stat" | "truncate" | "close">;

export interface LineFileOptions {
  readonly file: string;
  /** Opens the file to append to it. Default: Node's own, readable by its owner only. */
  readonly open?: ((file: string) => Promise<LineHandle>) | undefined;
  /** Bytes that may wait to be written. */
  readonly maxBuffered: number;
  /** Milliseconds until the next try after a failed write. */
  readonly retryMs: number;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Milliseconds after a write until the next. A write wakes another thread, which costs as much as dozens of lines. */
const PAUSE = 50;
const WORTH_WRITING = 64 * 1024;

/**
 * Appends lines to a file, and never leaves a part of one: when a write fails halfway, the part is cut off, and the
 * lines wait in memory until the file can be written again.
 */
export class LineFile {
  readonly #options: LineFileOptions;
  /** So many bytes are written without waiting for more. */
  readonly #worthWriting: number;
  #handle: LineHandle;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #work: Promise<void> | undefined;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Those who wait until so many lines are written. */
  #urgent: Array<{ readonly upTo: number; readonly tell: (isWritten: boolean) => void }> = [];
  #added = 0;
  #written = 0;
  #isFailing = false;
  #isClosed = false;

  private constructor(options: LineFileOptions, handle: LineHandle) {
    this.#options = options;
    this.#handle = handle;
    this.#worthWriting = Math.min(WORTH_WRITING, options.maxBuffered / 2);
  }

  static async open(options: LineFileOptions): Promise<LineFile> {
    return new LineFile(options, await openWhole(options));
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Whether another line finds room. */
  get hasRoom(): boolean {
    return this.#waitingBytes <= this.#options.maxBuffered;
  }

  /** Adds a line, which must find room. It is written soon, or once the file can be written again. */
  add(text: string): void {
    this.#push(text);
    const mayWait = this.#pauseTimer !== undefined && this.#waitingBytes < this.#worthWriting;
    if (!this.#isFailing && !mayWait) this.#start();
  }

  /**
   * Adds a line, which must find room, and resolves when the system has it. Resolves with false if the file can't be
   * written now: the line waits like others. Lines that are added in one turn of the event loop are written together.
   */
  addNow(text: string): Promise<boolean> {
    this.#push(text);
    if (this.#isFailing || this.#isClosed) return Promise.resolve(false);
    return new Promise((tell) => {
      if (this.#urgent.push({ upTo: this.#added, tell }) === 1) afterArrivals(() => this.#start());
    });
  }

  /** Continues in a new file of the same name, after the old one was moved away. */
  async reopen(): Promise<void> {
    await this.#work;
    // Lines that wait belong in the old file, unless it can't be written.
    if (!this.#isFailing && !this.#isClosed) this.#start();
    await this.#work;
    const fresh = await openWhole(this.#options);
    if (this.#isClosed) return await fresh.close();
    const old = this.#handle;
    this.#handle = fresh;
    await old.close();
    if (!this.#isClosed) this.#start();
    await this.#work;
  }

  /** Writes what waits, if that is possible. Returns how many lines could not be written. */
  async close(): Promise<number> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await this.#work;
    this.#start();
    await this.#work;
    await this.#handle.close();
    return this.#waiting.length;
  }

  #push(text: string): void {
    const line = `${text}\n`;
    this.#waiting.push(line);
    this.#waitingBytes += Buffer.byteLength(line);
    this.#added++;
  }

  #start(): void {
    this.#work ??= this.#flush().finally(() => {
      this.#work = undefined;
      // They came after the last look.
      if (this.#urgent.length > 0) this.#start();
    });
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      const { failure, whole } = await appendLines(this.#handle, lines);
      for (const line of lines.splice(0, whole)) this.#waitingBytes -= Buffer.byteLength(line);
      this.#written += whole;
      this.#isFailing = failure !== undefined;
      this.#tellUrgent();
      if (failure !== undefined) {
        this.#options.onError?.(failure);
        return this.#retryLater();
      }
      const mayWait = this.#waitingBytes < this.#worthWriting && this.#urgent.length === 0;
      if (!this.#isClosed && mayWait) return this.#pause();
    }
  }

  #tellUrgent(): void {
    const waiting = this.#urgent;
    this.#urgent = this.#isFailing ? [] : waiting.filter(({ upTo }) => upTo > this.#written);
    for (const { upTo, tell } of waiting) {
      if (upTo <= this.#written) tell(true);
      else if (this.#isFailing) tell(false);
    }
  }

  /** A line that comes alone is written at once. Those that come soon after it are written together. */
  #pause(): void {
    this.#pauseTimer = setTimeout(() => this.#start(), PAUSE);
  }

  /** The file may have been replaced meanwhile by one that can be written. */
  #retryLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.reopen().catch((error: unknown) => {
        this.#options.onError?.(error);
        this.#retryLater();
      });
    }, this.#options.retryMs);
    this.#retryTimer.unref();
  }
}

interface Appended {
  /** How many lines are in the file, whole. */
  readonly whole: number;
  readonly failure?: unknown;
}

/** Appends all lines. If that fails halfway, cuts off the part of a line. */
async function appendLines(handle: LineHandle, lines: readonly string[]): Promise<Appended> {
  const count = lines.length;
  const bytes = Buffer.from(lines.join(""));
  let written = 0;
  try {
    while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
    return { whole: count };
  } catch (failure) {
    let whole = 0;
    let end = 0;
    for (const line of lines) {
      const next = end + Buffer.byteLength(line);
      if (next > written) break;
      end = next;
      whole++;
    }
    if (written > end) {
      const { size } = await handle.stat();
      await handle.truncate(Math.max(0, size - (written - end)));
    }
    return { whole, failure };
  }
}

/** Opens the file, and cuts off a partial line of a process that ended while it wrote. */
async function openWhole({ file, open = openToAppend }: LineFileOptions): Promise<LineHandle> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const end = size === 0 ? 0 : await endOfLastLine(file, size);
    if (end < size) await handle.truncate(end);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const NEWLINE = 10;
const PIECE = 64 * 1024;

/** Where the last whole line ends. */
async function endOfLastLine(file: string, size: number): Promise<number> {
  const reader = await process.getBuiltinModule("node:fs/promises").open(file, "r");
  try {
    const buffer = new Uint8Array(PIECE);
    for (let end = size; end > 0;) {
      const start = Math.max(0, end - PIECE);
      const { bytesRead } = await reader.read(buffer, 0, end - start, start);
      const newline = buffer.lastIndexOf(NEWLINE, bytesRead - 1);
      if (newline !== -1) return start + newline + 1;
      end = start;
    }
    return 0;
  } finally {
    await reader.close();
  }
}

function openToAppend(file: string): Promise<LineHandle> {
  return process.getBuiltinModule("node:fs/promises").open(file, "a", 0o600);
}
