export interface InTurnOptions {
  /** The first work has to wait. */
  readonly onBusy?: (() => void) | undefined;
  /** Nothing waits any more. */
  readonly onIdle?: (() => void) | undefined;
}

/** Keeps the order of work that is done at once, with few exceptions that take longer. */
export class InTurn {
  readonly #options: InTurnOptions;
  readonly #waiting: Array<() => Promise<void> | void> = [];
  #isBusy = false;

  constructor(options: InTurnOptions = {}) {
    this.#options = options;
  }

  /** Runs the work at once, or after all that was given earlier. It must not reject. */
  run(work: () => Promise<void> | void): void {
    if (this.#isBusy) {
      if (this.#waiting.push(work) === 1) this.#options.onBusy?.();
      return;
    }
    const ended = work();
    if (ended instanceof Promise) void this.#goOnAfter(ended);
  }

  async #goOnAfter(first: Promise<void>): Promise<void> {
    this.#isBusy = true;
    await first;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const ended = next();
      if (ended instanceof Promise) await ended;
    }
    this.#isBusy = false;
    this.#options.onIdle?.();
  }
}
