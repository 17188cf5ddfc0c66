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

/** Milliseconds. Most servers that restart are back within this time. */
const EAGER = 30_000;
/** The longest pause meanwhile: whoever waits is back soon after its server. Milliseconds. */
const EAGER_PAUSE = 2000;

/** The pauses between attempts to come back to a server. In the first half minute they stay below two seconds. */
export class ReturnPauses {
  readonly #options: BackoffOptions;
  #since: number | undefined;
  #attempts = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** `isEnding`: the server is still finishing calls, so the half minute has not begun. */
  next(isEnding = false): number {
    const now = performance.now();
    if (this.#since === undefined || isEnding) this.#since = now;
    const { minDelayMs = 250, maxDelayMs = 30_000 } = this.#options;
    const isEager = now - this.#since < EAGER;
    const longest = isEager ? Math.min(maxDelayMs, Math.max(minDelayMs, EAGER_PAUSE)) : maxDelayMs;
    const pause = backoff(this.#attempts, { minDelayMs, maxDelayMs: longest });
    if (minDelayMs * 2 ** this.#attempts < longest) this.#attempts++;
    return pause;
  }

  /** It is back. */
  reset(): void {
    this.#since = undefined;
    this.#attempts = 0;
  }
}
