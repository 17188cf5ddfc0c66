import { within } from "../../shared/time/wait.ts";

/** Counts the running calls, and reports when the last one has ended. */
export class CallCounter {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  /** Counts a call. Returns what ends it. */
  readonly enter = (): (() => void) => {
    this.#count++;
    return this.#leave;
  };

  readonly #leave = (): void => {
    this.#count--;
    for (const look of this.#waiting) look();
  };

  /**
   * Resolves when no call runs, or when the time is up. `listening`: how many calls only listen. They do not count,
   * because they would never end.
   */
  async idle(graceMs: number, listening = (): number => 0): Promise<void> {
    const isIdle = (): boolean => this.#count <= listening();
    if (isIdle() || graceMs <= 0) return;
    let look: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      look = () => {
        // A moment later: one that only listened, and has just ended, may still count as listening.
        if (isIdle())
          setTimeout(() => {
            if (isIdle()) resolve();
          });
      };
      this.#waiting.add(look);
    });
    await within(ended, graceMs, undefined);
    if (look !== undefined) this.#waiting.delete(look);
  }
}
