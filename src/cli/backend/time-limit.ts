/** A signal that ends what takes too long. */
export interface Patience {
  /** Fires when the time is over, and when the other signal does. */
  readonly signal: AbortSignal;
  /** Whether it was the time. */
  hasPassed(): boolean;
  /** Nobody waits any more. */
  end(): void;
}

/**
 * `ms` undefined: as long as it takes. Not by `AbortSignal.any` with `AbortSignal.timeout`: in Node 20 nothing holds the
 * latter, and once it is collected it never fires.
 */
export function startPatience(signal: AbortSignal, ms: number | undefined): Patience {
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
