export interface HealthCheckOptions {
  /** Milliseconds between two checks of a server that answers. 0: checks it only if something looks wrong. */
  readonly interval: number;
  /**
   * Whether the server is there. An answer to a call within the last `recent` milliseconds proves it. Never rejects.
   */
  readonly check: (recent: number) => Promise<boolean>;
}

/** The pause after a failed check, in milliseconds. It doubles with each further failure. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Checks from time to time whether a server still answers: while no call runs, nothing else shows it. */
export class HealthCheck {
  readonly #options: HealthCheckOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isStopped = false;
  /** Whether something looks wrong. */
  #isSuspected = false;
  #failures = 0;
  #lastEnd = -Infinity;

  constructor(options: HealthCheckOptions) {
    this.#options = options;
  }

  start(): void {
    const { interval } = this.#options;
    if (interval > 0) this.#schedule(interval);
  }

  /** Something looks wrong: checks at once, but never in quick succession. */
  soon(): void {
    this.#isSuspected = true;
    if (!this.#isRunning) this.#schedule(Math.max(0, this.#lastEnd + FIRST_PAUSE - performance.now()));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(delay: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delay);
    // A client that the program forgets to close must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  async #run(): Promise<void> {
    const recent = this.#isSuspected ? 0 : this.#options.interval;
    this.#isRunning = true;
    this.#isSuspected = false;
    const isThere = await this.#options.check(recent);
    this.#isRunning = false;
    this.#lastEnd = performance.now();
    this.#failures = isThere ? 0 : this.#failures + 1;
    if (isThere) return this.start();
    this.#isSuspected = true;
    this.#schedule(Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE));
  }
}
