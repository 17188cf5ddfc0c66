import { setTimeout as sleep } from "node:timers/promises";

export interface UntilOptions {
  /** 50 seconds by default: enough for a busy machine, and less than a test's own time limit. */
  withinMs?: number;
  intervalMs?: number;
  /** Names the condition in the error. */
  what?: string;
}

/** Waits until the condition holds. Throws if it does not hold in time. */
export async function until(holds: () => boolean | Promise<boolean>, options: UntilOptions = {}): Promise<void> {
  const { withinMs = 50_000, intervalMs = 10, what = holds.toString() } = options;
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`still not true after ${withinMs} ms: ${what}`);
    await sleep(intervalMs);
  }
}
