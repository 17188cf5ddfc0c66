/**
 * Two moments of the event loop. Events that are sent in one tick travel in one frame. A call starts only after
 * everything that has arrived has been read, because an abort may be among it.
 */

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
