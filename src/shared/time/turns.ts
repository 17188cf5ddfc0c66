/**
 * Two moments of the event loop. Events that are sent in one tick travel in one frame. A call starts only after
 * everything that has arrived has been read, because an abort may be among it.
 */

import { sharedNow } from "./shared-clock.ts";

interface NodeTurns {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly process?: { nextTick?: (callback: () => void) => void };
}

const { setImmediate: immediate, process: node } = globalThis as unknown as NodeTurns;

let atTheEnd: Array<() => void> = [];

/** Runs the callback after all microtasks of this tick, including those that they add. */
export function atEndOfTick(callback: () => void): void {
  // All callbacks of a tick share one wait, because waiting costs more than most of them do.
  if (atTheEnd.push(callback) > 1) return;
  // From a microtask, because a tick scheduled before the microtasks runs before them. A promise's, because Node's
  // `queueMicrotask` costs as much as a small call.
  if (typeof node?.nextTick === "function") void settled.then(nextTickEnds);
  else inNextTask(endTick);
}

const settled = Promise.resolve();
const nextTickEnds = (): void => node?.nextTick?.(endTick);

function endTick(): void {
  const callbacks = atTheEnd;
  atTheEnd = [];
  let called = 0;
  try {
    while (called < callbacks.length) callbacks[called++]?.();
  } finally {
    // One callback threw. The others still run.
    while (called < callbacks.length) atEndOfTick(callbacks[called++] as () => void);
  }
}

/** Runs the callback after everything that has arrived by now is delivered. */
export const afterArrivals: (callback: () => void) => void =
  typeof immediate === "function" ? (callback) => void immediate(callback) : inNextTask;

function inNextTask(callback: () => void): void {
  setTimeout(callback, 0);
}

// Work that comes in at once from many connections, and large texts that are ready at once, would block the event loop
// together. So one turn of the loop takes a limited amount of it, and the rest waits for later turns.

/** This few calls at once never block for long, so they are not measured. */
const FEW = 8;
/** Smaller texts need not be counted. */
export const LARGE_TEXT = 65_536;
const BYTES_PER_TURN = 2_097_152;
const MS_PER_TURN = 20;
/** The end of a turn is awaited only after this much work without a pause: awaiting every turn would cost more. */
const MS_UNAWAITED = 5;
/** More milliseconds than this between two pieces of work are a pause. */
const PAUSE_MS = 1;

const waiting: Array<() => void> = [];
let spent = 0;
let beganAt = 0;
let lastAsked = 0;
/** Whether the end of this turn is awaited. */
let hasBegun = false;

/** Records that a large text was written in this turn. */
export function spendTurn(bytes: number): void {
  begin();
  spent += bytes;
}

/**
 * Await this before work that may take long. It is undefined if this turn has room, as most turns have. Begin at once
 * then: if many callers awaited it first, all of them would find the same room. `atOnce` says how many calls run now.
 */
export function roomInTurn(atOnce = Infinity): Promise<void> | undefined {
  if (spent === 0 && waiting.length === 0 && (atOnce <= FEW || hasJustBegun())) return undefined;
  begin();
  if (waiting.length === 0 && spent < BYTES_PER_TURN && sharedNow() - beganAt < MS_PER_TURN) return undefined;
  return new Promise((resolve) => void waiting.push(resolve));
}

function hasJustBegun(): boolean {
  if (hasBegun) return false;
  const now = sharedNow();
  // A clock that was set back must not make this moment last.
  if (now - lastAsked > PAUSE_MS || now < lastAsked) beganAt = now;
  lastAsked = now;
  return now - beganAt < MS_UNAWAITED;
}

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  beganAt = sharedNow();
  afterArrivals(nextTurn);
}

function nextTurn(): void {
  hasBegun = false;
  spent = 0;
  if (waiting.length === 0) return;
  begin();
  letOneGoOn();
}

/** Lets work continue piece by piece while this turn has room. How much a piece takes is known only when it is done. */
function letOneGoOn(): void {
  if (spent >= BYTES_PER_TURN || sharedNow() - beganAt >= MS_PER_TURN) return;
  const next = waiting.shift();
  if (next === undefined) return;
  next();
  void settled.then(letOneGoOn);
}
