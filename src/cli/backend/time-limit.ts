/** A signal that ends work that takes too long. */
export interface TimeLimit {
  /** Aborts when the time is up, and when the other signal aborts. */
  readonly signal: AbortSignal;
  /** Whether the time was up. */
  hasPassed(): boolean;
  /** Stops the timer and the listener. */
  end(): void;
}

/**
 * No limit where `ms` is undefined. `AbortSignal.any` with `AbortSignal.timeout` does not work here: in Node 20 nothing
 * holds the timeout's signal, and once it is collected it never fires.
 */
export function limitTime(signal: AbortSignal, ms: number | undefined): TimeLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const timer = ms === undefined ? undefined : setTimeout(abort, ms);
  return {
    signal: controller.signal,
    hasPassed: () => controller.signal.aborted && !signal.aborted,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}
