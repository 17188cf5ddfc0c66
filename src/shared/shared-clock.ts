/**
 * Milliseconds since the epoch, for stamping results. To read the clock can cost a quarter of a whole call, so results
 * that follow each other closely share a reading: once two readings fall into the same millisecond, the next few
 * results of the same turn of the event loop take the last one.
 */

/** How many results may share a reading: few, so that a slow handler among quick ones is stamped rightly soon. */
const MOST_SHARED = 8;

const readClock = Date.now;
let reading = 0;
let sharesLeft = 0;
let willForget = false;

/** The time, at most a few results of the same turn of the event loop old. */
export function sharedNow(): number {
  // Fake clocks of tests are asked every time.
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

/** Where the end of a turn cannot be told cheaply (browsers), nothing is shared. */
function forgetAfterThisTurn(): boolean {
  if (willForget) return true;
  const { process: node } = globalThis as { process?: { nextTick?: (callback: () => void) => void } };
  if (typeof node?.nextTick !== "function") return false;
  willForget = true;
  // After the promises of this turn. Not `setImmediate`: that costs a round of the event loop, with a call of the system.
  node.nextTick(forget);
  return true;
}

function forget(): void {
  willForget = false;
  sharesLeft = 0;
  reading = 0;
}
