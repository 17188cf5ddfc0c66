/** Waiting for a while. None of these leaves a timer or a listener behind. */

/** Waits. An abort ends the wait at once and rejects with the signal's reason. */
export function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The result of `work`, or `late` once the time is up. The work itself continues, and its late failure is ignored. */
export function within<TResult, TLate>(
  work: PromiseLike<TResult>,
  milliseconds: number,
  late: TLate,
): Promise<TResult | TLate> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, late);
    void work.then(resolve, reject).then(() => clearTimeout(timer));
  });
}

/** Waits until `work` succeeds or fails, but no longer than this. Answers whether it ended in time. */
export function endsWithin(work: PromiseLike<unknown>, milliseconds: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return within(ended, milliseconds, false);
}

/** Asks again and again until the answer is yes, but no longer than this. Answers whether it was yes in time. */
export async function becomesTrue(isSo: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await delay(5);
  }
  return true;
}

/** The result of `work`, or a rejection with the signal's reason as soon as it aborts. The work itself continues. */
export function unlessAborted<TResult>(work: PromiseLike<TResult>, signal: AbortSignal): Promise<TResult> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    void work.then(resolve, reject).then(() => signal.removeEventListener("abort", abort));
  });
}

/** How long to wait before the next attempt. */
export interface BackoffOptions {
  /** The first delay is at most this many milliseconds, and each further one at most twice the one before. Default: 250. */
  readonly minDelayMs?: number | undefined;
  /** The longest delay, in milliseconds. Default: 30,000. */
  readonly maxDelayMs?: number | undefined;
}

/** The delay before an attempt. Full jitter: when a server restarts, its clients must not all come back at the same moment. */
export function backoff(attempt: number, { minDelayMs = 250, maxDelayMs = 30_000 }: BackoffOptions): number {
  return Math.random() * Math.min(maxDelayMs, minDelayMs * 2 ** attempt);
}
