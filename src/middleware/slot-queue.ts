/** A number of slots, and the calls that wait for one, in order. */
export class SlotQueue {
  readonly #limit: number;
  /** A set keeps the order, and a call can leave it at once. */
  readonly #waiting = new Set<() => void>();
  #active = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes a slot if one is free. Then no call waits, because a freed slot goes to the first in the queue. */
  tryTake(): boolean {
    if (this.#active >= this.#limit) return false;
    this.#active++;
    return true;
  }

  /** Waits for a slot. An abort leaves the queue at once and rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const grant = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(grant);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      this.#waiting.add(grant);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Gives a slot back, or hands it to the first waiting call. */
  release(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#active--;
      return;
    }
    this.#waiting.delete(first);
    first();
  }
}
