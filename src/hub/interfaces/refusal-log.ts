import type { Log } from "../observe/create-log.ts";

/** Somebody who was not let in. */
export interface Refusal {
  readonly code: string;
  readonly error: string;
  readonly about: string;
}

interface Told {
  latest: Refusal;
  /** How many came since the last line. */
  refused: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds between two lines of the same code. */
const PAUSE = 10_000;

/**
 * Logs who was refused, although anybody could be, as often as they like: the first of a code at once, and those that
 * follow by their number, once in a while.
 */
export class RefusalLog {
  readonly #log: Log;
  readonly #byCode = new Map<string, Told>();

  constructor(log: Log) {
    this.#log = log;
  }

  note(refusal: Refusal): void {
    const { code } = refusal;
    let told = this.#byCode.get(code);
    if (told === undefined) this.#byCode.set(code, (told = { latest: refusal, refused: 0, timer: undefined }));
    told.latest = refusal;
    told.refused++;
    if (told.timer === undefined) this.#tell(told);
  }

  /** Tells what was not told yet. */
  close(): void {
    for (const told of this.#byCode.values()) {
      this.#tell(told);
      clearTimeout(told.timer);
    }
    this.#byCode.clear();
  }

  #tell(told: Told): void {
    clearTimeout(told.timer);
    told.timer = undefined;
    if (told.refused === 0) return;
    this.#log("warn", "ws", { ...told.latest, refused: told.refused });
    told.refused = 0;
    told.timer = setTimeout(() => this.#tell(told), PAUSE);
    told.timer.unref();
  }
}
