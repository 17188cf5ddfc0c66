/**
 * Two moments of the event loop. Events that are sent in one tick travel in one frame, and a call starts only after
 * everything that has arrived has been looked at: an abort may be among it.
 */

interface NodeTurns {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly process?: { nextTick?: (callback: () => void) => void };
}

const { setImmediate: immediate, process: node } = globalThis as unknown as NodeTurns;

/** Runs after the microtasks of this tick, those that they add included. */
export const atEndOfTick: (callback: () => void) => void =
  typeof node?.nextTick === "function"
    ? // From a microtask, because a tick scheduled before the microtasks runs before them.
      (callback) => queueMicrotask(() => node.nextTick?.(callback))
    : inNextTask;

/** Runs after what has arrived by now has been delivered. */
export const afterArrivals: (callback: () => void) => void =
  typeof immediate === "function" ? (callback) => void immediate(callback) : inNextTask;

function inNextTask(callback: () => void): void {
  setTimeout(callback, 0);
}
