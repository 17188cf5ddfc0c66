/**
 * Both clocks, as the deadlines of calls read them. A reading can cost as much as a whole call, and a deadline needs two.
 * Once two deadlines come within a millisecond, the next few of the same turn of the event loop share a reading.
 */
import { currentTurn } from "./shared-clock.ts";
import { wallOffset } from "./steady-clock.ts";

/** How many deadlines may share a reading: a turn may take long, and the wall clock may be set meanwhile. */
const MOST_SHARED = 32;
/** Milliseconds. A deadline that is closer is compared with the time of now. */
const FAR = 1000;

const readWallClock = Date.now;
// oxlint-disable-next-line typescript/unbound-method -- only compared
const readSteadyClock = performance.now;
let steadyTime = -Infinity;
let offset = NaN;
let sharesLeft = 0;
let sharedIn: number | undefined;

/** How far the wall clock is ahead of the steady one. */
export function recentOffset(): number {
  // A test's fake clocks are read every time.
  const mayShare = Date.now === readWallClock && performance.now === readSteadyClock;
  if (sharesLeft > 0 && mayShare && sharedIn === currentTurn()) {
    sharesLeft--;
    return offset;
  }
  const now = performance.now();
  sharedIn = mayShare && now - steadyTime < 1 ? currentTurn() : undefined;
  sharesLeft = sharedIn === undefined ? 0 : MOST_SHARED;
  steadyTime = now;
  offset = wallOffset(now);
  return offset;
}

/** The steady clock, to compare with a moment that was computed with `recentOffset()`. */
export function recentTime(at: number): number {
  return at - steadyTime > FAR ? steadyTime : performance.now();
}
