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
    if (--this.#count > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  };

  /** Resolves when no call runs, or when the time is up. */
  async idle(graceMs: number): Promise<void> {
    if (this.#count === 0 || graceMs <= 0) return;
    let leave: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      leave = resolve;
      this.#waiting.add(resolve);
    });
    await within(ended, graceMs, undefined);
    if (leave !== undefined) this.#waiting.delete(leave);
  }
}
