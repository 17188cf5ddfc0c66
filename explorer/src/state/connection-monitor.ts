/** Knows whether the server can be reached. After a failure it retries, less and less often. */
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";

export interface ConnectionMonitor {
  /** When the next attempt starts, in milliseconds since the epoch; undefined while the server answers. */
  readonly lostUntil: ReadonlySignal<number | undefined>;
  report(isReachable: boolean): void;
  retryNow(): void;
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 15_000;
/** In the first half minute, a hub probably restarts: the page is back soon after it. */
const EAGER = 30_000;
const LONGEST_EAGER = 2000;

/** `retry` sends a request; its outcome comes back through `report`. */
export function createConnectionMonitor(retry: () => Promise<unknown>): ConnectionMonitor {
  const lostUntil = signal<number | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY;
  let lostAt: number | undefined;

  const tryAgain = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void retry().catch(() => undefined);
  };
  return {
    lostUntil,
    report(isReachable) {
      if (isReachable) {
        clearTimeout(timer);
        timer = undefined;
        delay = FIRST_DELAY;
        lostAt = undefined;
        lostUntil.value = undefined;
      } else if (timer === undefined) {
        const now = Date.now();
        lostAt ??= now;
        lostUntil.value = now + delay;
        timer = setTimeout(tryAgain, delay);
        delay = Math.min(delay * 2, now - lostAt < EAGER ? LONGEST_EAGER : LONGEST_DELAY);
      }
    },
    retryNow: tryAgain,
  };
}
