/** Knows whether the server can be reached. After a failure it retries, with the pauses of every client of a hub. */
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { ReturnPauses } from "../../../src/shared/time/wait.ts";

export interface ConnectionMonitor {
  /** When the next attempt starts, in milliseconds since the epoch; undefined while the server answers. */
  readonly lostUntil: ReadonlySignal<number | undefined>;
  report(isReachable: boolean): void;
  retryNow(): void;
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 15_000;

/** `retry` sends a request; its outcome comes back through `report`. */
export function createConnectionMonitor(retry: () => Promise<unknown>): ConnectionMonitor {
  const lostUntil = signal<number | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pauses = new ReturnPauses({ minDelayMs: FIRST_DELAY, maxDelayMs: LONGEST_DELAY });

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
        pauses.reset();
        lostUntil.value = undefined;
      } else if (timer === undefined) {
        const pause = pauses.next();
        lostUntil.value = Date.now() + pause;
        timer = setTimeout(tryAgain, pause);
      }
    },
    retryNow: tryAgain,
  };
}
