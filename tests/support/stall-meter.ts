/** A time in which a process did not get to run when it wanted to. Times are milliseconds since the epoch. */
export interface Stall {
  readonly from: number;
  readonly to: number;
  /** By how much it was held up, added up. */
  readonly lateMs: number;
}

const tickMs = 20;
const bucketMs = 500;
/** Less than this is how a busy machine looks all the time: added up it would excuse anything. */
const leastMs = 100;

/**
 * Watches how late the timers of this process are, and tells of every half second in which they were: on a machine that
 * is busy with other things, limits of time need that much more room. Returns a way to stop. Keeps no process alive.
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
