/** Calls a function on request, but not again until a pause is over. All requests during the pause make one call. */
export class PacedCall {
  readonly #pauseMs: number;
  readonly #call: () => void;
  #isWanted = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(pauseMs: number, call: () => void) {
    this.#pauseMs = pauseMs;
    this.#call = call;
  }

  /** Calls at the end of this tick, or at the end of the pause. */
  request(): void {
    if (this.#isWanted || this.#isStopped) return;
    this.#isWanted = true;
    if (this.#pause === undefined) queueMicrotask(this.#begin);
  }

  /** Makes a requested call at once. */
  flush(): void {
    if (!this.#isWanted) return;
    clearTimeout(this.#pause);
    this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#pause);
  }

  readonly #begin = (): void => {
    // A flush may have come first.
    if (this.#pause === undefined) this.#run();
  };

  readonly #run = (): void => {
    this.#pause = undefined;
    if (!this.#isWanted || this.#isStopped) return;
    this.#isWanted = false;
    this.#pause = setTimeout(this.#run, this.#pauseMs);
    this.#call();
  };
}
