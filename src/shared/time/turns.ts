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
    // One callback threw. The others run all the same.
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

/** So few calls at once never block for long: they are spared the measuring. */
const FEW = 8;
/** Smaller texts need not be counted. */
export const LARGE_TEXT = 65_536;
const BYTES_PER_TURN = 2_097_152;
const MS_PER_TURN = 20;
/** The end of a turn is awaited only after work without a pause for this long: to await it in every turn would cost more. */
const MS_UNAWAITED = 5;
/** Milliseconds between two pieces of work that are a pause. */
const PAUSE_MS = 1;

const waiting: Array<() => void> = [];
let spent = 0;
let beganAt = 0;
let lastAsked = 0;
/** Whether the end of this turn is awaited. */
let hasBegun = false;

/** A large text was written in this turn. */
export function spendTurn(bytes: number): void {
  begin();
  spent += bytes;
}

/**
 * To be awaited before work that may take long. Undefined where this turn has room, as it mostly has: begin at once then,
 * because everything that awaits it first would find the same room. `atOnce` says how many calls run now.
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

/** One after another, while this turn has room: only when one has done its work is it known how much that was. */
function letOneGoOn(): void {
  if (spent >= BYTES_PER_TURN || sharedNow() - beganAt >= MS_PER_TURN) return;
  const next = waiting.shift();
  if (next === undefined) return;
  next();
  void settled.then(letOneGoOn);
}
