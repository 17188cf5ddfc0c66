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

/** The current time, or a reading that is at most a few results of this turn of the event loop old. */
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
  // After the promises of this turn. Not `setImmediate`, which costs a round of the event loop and a system call.
  node.nextTick(forget);
  return true;
}

/** A number that changes with each turn of the event loop; `undefined` where its end cannot be noticed. */
export function currentTurn(): number | undefined {
  return forgetAfterThisTurn() ? turn : undefined;
}

function forget(): void {
  willForget = false;
  turn++;
  sharesLeft = 0;
  reading = 0;
}
