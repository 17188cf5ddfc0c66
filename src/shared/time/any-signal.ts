/**
 * A signal that fires with the first of these. Node 20 does not hold the sources of `AbortSignal.any`, so one that a timer
 * fires may be collected. A listener holds it.
 */
export function anySignal(signals: AbortSignal[]): AbortSignal {
  for (const signal of signals) signal.addEventListener("abort", hold);
  return AbortSignal.any(signals);
}

/** One function for all, because a signal keeps the same listener only once. */
const hold = (): void => undefined;
