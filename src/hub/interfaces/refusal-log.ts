import type { Log } from "../observe/create-log.ts";

/** A connection that the hub refused. */
export interface RefusedConnection {
  readonly code: string;
  readonly error: string;
  readonly about: string;
}

interface LoggedCode {
  latest: RefusedConnection;
  /** How many connections were refused since the last line. */
  refused: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds between two lines of the same code. */
const PAUSE = 10_000;

/**
 * Logs refused connections without letting clients fill the log: the first of each code at once, the following ones as
 * a number, at most once per pause.
 */
export class RefusalLog {
  readonly #log: Log;
  readonly #byCode = new Map<string, LoggedCode>();

  constructor(log: Log) {
    this.#log = log;
  }

  note(refusal: RefusedConnection): void {
    const { code } = refusal;
    let logged = this.#byCode.get(code);
    if (logged === undefined) this.#byCode.set(code, (logged = { latest: refusal, refused: 0, timer: undefined }));
    logged.latest = refusal;
    logged.refused++;
    if (logged.timer === undefined) this.#write(logged);
  }

  /** Logs what is not logged yet. */
  close(): void {
    for (const logged of this.#byCode.values()) {
      this.#write(logged);
      clearTimeout(logged.timer);
    }
    this.#byCode.clear();
  }

  #write(logged: LoggedCode): void {
    clearTimeout(logged.timer);
    logged.timer = undefined;
    if (logged.refused === 0) return;
    this.#log("warn", "ws", { ...logged.latest, refused: logged.refused });
    logged.refused = 0;
    logged.timer = setTimeout(() => this.#write(logged), PAUSE);
    logged.timer.unref();
  }
}
