import { setTimeout as sleep } from "node:timers/promises";

export interface UntilOptions {
  /** 50 seconds unless told: a busy machine passes, and the error comes before the test's own time limit. */
  withinMs?: number;
  intervalMs?: number;
  /** What did not come true, for the error. */
  what?: string;
}

/** Waits until the condition holds, and throws when it does not in time. */
export async function until(holds: () => boolean | Promise<boolean>, options: UntilOptions = {}): Promise<void> {
  const { withinMs = 50_000, intervalMs = 10, what = holds.toString() } = options;
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not so after ${withinMs} ms: ${what}`);
    await sleep(intervalMs);
  }
}
