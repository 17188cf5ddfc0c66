/** Somebody who asks twice within this time watches the hub. Milliseconds. */
const WATCHED_WITHIN = 60_000;

/** Whether a hub takes calls, as `/readyz` says, and whether anything watches that. */
export class Readiness {
  isReady = false;
  #hasEnded = false;
  /** When the last two questions were answered with yes. A script that waits for the start asks no further. */
  #answered = [-Infinity, -Infinity];

  answer(): boolean {
    if (!this.isReady || this.#hasEnded) return false;
    this.#answered = [this.#answered[1] ?? -Infinity, performance.now()];
    return true;
  }

  /** Whether a balancer, or something like it, has asked lately. */
  get isWatched(): boolean {
    const [earlier = -Infinity] = this.#answered;
    return performance.now() - earlier < WATCHED_WITHIN;
  }

  end(): void {
    this.#hasEnded = true;
  }
}
