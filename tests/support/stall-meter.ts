/** A period in which the machine held a process up. Times are milliseconds since the epoch. */
export interface Stall {
  readonly from: number;
  readonly to: number;
  /** The total delay. */
  readonly lateMs: number;
}

const tickMs = 20;
const bucketMs = 500;
/** Smaller delays are normal on a busy machine. Their sum would excuse anything. */
const leastMs = 100;

/**
 * Watches how late this process's timers are, and reports every half second in which they were late. Time limits on a
 * busy machine need that much more room. Returns a function that stops it. Keeps no process alive.
 */
export function watchStalls(onStall: (stall: Stall) => void): () => void {
  let from = Date.now();
  let last = from;
  let lateMs = 0;
  const timer = setInterval(() => {
    const now = Date.now();
    const late = now - last - tickMs;
    if (late >= leastMs) lateMs += late;
    last = now;
    if (now - from < bucketMs) return;
    if (lateMs > 0) onStall({ from, to: now, lateMs });
    from = now;
    lateMs = 0;
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
