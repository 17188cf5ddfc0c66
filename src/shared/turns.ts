/**
 * Two moments of the event loop. Events that are sent in one tick travel in one frame, and a call starts only after
 * everything that has arrived has been looked at: an abort may be among it.
 */

interface NodeTurns {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly process?: { nextTick?: (callback: () => void) => void };
}

const { setImmediate: immediate, process: node } = globalThis as unknown as NodeTurns;

let atTheEnd: Array<() => void> = [];

/** Runs after the microtasks of this tick, those that they add included. */
export function atEndOfTick(callback: () => void): void {
  // All of a tick share one wait for its end: to wait costs more than most of what they do.
  if (atTheEnd.push(callback) === 1) waitForEnd();
}

const nextTickEnds = (): void => node?.nextTick?.(endTick);
const settled = Promise.resolve();

const waitForEnd: () => unknown =
  typeof node?.nextTick === "function"
    ? // From a microtask, because a tick scheduled before the microtasks runs before them. Of a promise, because
      // Node's `queueMicrotask` costs as much as a small call.
      () => settled.then(nextTickEnds)
    : () => inNextTask(endTick);

function endTick(): void {
  const callbacks = atTheEnd;
  atTheEnd = [];
  let called = 0;
  try {
    while (called < callbacks.length) callbacks[called++]?.();
  } finally {
    // One of them threw: the others have nothing to do with it.
    while (called < callbacks.length) atEndOfTick(callbacks[called++] as () => void);
  }
}

/** Runs after what has arrived by now has been delivered. */
export const afterArrivals: (callback: () => void) => void =
  typeof immediate === "function" ? (callback) => void immediate(callback) : inNextTask;

function inNextTask(callback: () => void): void {
  setTimeout(callback, 0);
}
