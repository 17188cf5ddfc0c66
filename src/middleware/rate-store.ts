/** How many calls a window holds, and how long it still lasts. */
export interface RateWindow {
  readonly calls: number;
  /** Milliseconds until the window ends. */
  readonly endsIn: number;
}

/** Where a rate limit keeps its counts. Several processes may share one. */
export interface RateStore {
  /**
   * Adds calls to the window of a key, and begins one of `windowMs` if none runs. A negative number gives calls back.
   */
  add(key: string, calls: number, windowMs: number): RateWindow | Promise<RateWindow>;
}

/** The most windows that are kept at once. */
const MOST_WINDOWS = 100_000;

interface OpenWindow {
  calls: number;
  /** On the steady clock. */
  readonly endsAt: number;
}

/**
 * Counts in this process, by the steady clock and without timers. Beyond its bound it forgets the oldest windows: their
 * callers begin again.
 */
export class MemoryRateStore implements RateStore {
  readonly #windows = new Map<string, OpenWindow>();
  readonly #most: number;
  /** Beyond this many windows, a new one starts a search for those that have ended. */
  #sweepAt = 1000;

  constructor(mostWindows = MOST_WINDOWS) {
    this.#most = mostWindows;
  }

  add(key: string, calls: number, windowMs: number): RateWindow {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      // A new window goes to the end of the map, which keeps the order in which windows begin.
      this.#windows.delete(key);
      window = { calls: 0, endsAt: now + windowMs };
      this.#windows.set(key, window);
      if (this.#windows.size > this.#sweepAt) this.#sweep(now);
    }
    window.calls = Math.max(0, window.calls + calls);
    return { calls: window.calls, endsIn: window.endsAt - now };
  }

  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
    // Delete a tenth more than needed, or the next call would look through all of them again.
    for (const key of this.#windows.size > this.#most ? this.#windows.keys() : []) {
      if (this.#windows.size <= this.#most * 0.9) break;
      this.#windows.delete(key);
    }
    this.#sweepAt = Math.min(this.#most, Math.max(1000, this.#windows.size * 2));
  }
}
