import { wallOffset } from "./steady-clock.ts";

/**
 * Milliseconds since the epoch, for stamping results. Reading the clock can cost a quarter of a whole call, so results
 * in quick succession share a reading. Once two readings fall into the same millisecond, the next few results of the
 * same turn of the event loop reuse the last one.
 */

/** How many results may share a reading. Few, so that a slow handler among quick ones soon gets the right time. */
const MOST_SHARED = 8;

const readClock = Date.now;
let reading = 0;
let sharesLeft = 0;
let willForget = false;
let turn = 0;

/** The current time, or a reading that a few results of this turn of the event loop share. */
export function sharedNow(): number {
  // A test's fake clock is read every time.
  if (Date.now !== readClock) return Date.now();
  if (sharesLeft > 0) {
    sharesLeft--;
    return reading;
  }
  const now = readClock();
  if (now === reading && forgetAfterThisTurn()) sharesLeft = MOST_SHARED;
  reading = now;
  return now;
}

/** Browsers have no cheap way to notice the end of a turn: there, no reading is shared. */
function forgetAfterThisTurn(): boolean {
  if (willForget) return true;
  const { process: node } = globalThis as { process?: { nextTick?: (callback: () => void) => void } };
  if (typeof node?.nextTick !== "function") return false;
  willForget = true;
  // This runs after the promises of this turn. `setImmediate` would cost a round of the event loop and a system call.
  node.nextTick(forget);
  return true;
}

function forget(): void {
  willForget = false;
  turn++;
  sharesLeft = 0;
  reading = 0;
}

/** How many deadlines may share a reading of both clocks: a turn may take long, and the wall clock may be set meanwhile. */
const MOST_SHARED_BY_DEADLINES = 32;
/** Milliseconds. A closer deadline is compared with a fresh reading of the clock. */
const FAR = 1000;

/** Set by the first deadline, not on import, because Node takes milliseconds to load `performance`. */
let readSteadyClock: typeof performance.now | undefined;
let steadyTime = -Infinity;
let offset = NaN;
let offsetsLeft = 0;
let sharedIn = -1;

/**
 * How far the wall clock is ahead of the steady one. Once two deadlines come within a millisecond, the next few of the
 * same turn of the event loop share a reading.
 */
export function recentOffset(): number {
  // `performance` is a getter in Node, so it is read only with the clocks. A test's fake clock replaces `Date.now` too.
  if (offsetsLeft > 0 && sharedIn === turn && Date.now === readClock) {
    offsetsLeft--;
    return offset;
  }
  // oxlint-disable-next-line typescript/unbound-method -- only compared
  const mayShare = Date.now === readClock && performance.now === (readSteadyClock ??= performance.now);
  const now = performance.now();
  offsetsLeft = mayShare && now - steadyTime < 1 && forgetAfterThisTurn() ? MOST_SHARED_BY_DEADLINES : 0;
  sharedIn = turn;
  steadyTime = now;
  offset = wallOffset(now);
  return offset;
}

/** The time of the steady clock, to compare with a moment that was computed with `recentOffset()`. */
export function recentTime(at: number): number {
  return at - steadyTime > FAR ? steadyTime : performance.now();
}
