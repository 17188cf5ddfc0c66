import type { CallCounter } from "./hub-operation.ts";

/** Counts the calls of one source, and tells when the last has ended. */
export class CallsInFlight implements CallCounter {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  enter(): void {
    this.#count++;
  }

  leave(): void {
    if (--this.#count > 0) return;
    for (const tell of this.#waiting) tell();
  }

  /** Resolves when no call runs, or when the time is over. */
  async idle(graceMs: number): Promise<void> {
    if (this.#count === 0 || graceMs <= 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, graceMs);
      this.#waiting.add(done);
    });
  }
}
