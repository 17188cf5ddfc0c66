import { onDeadline } from "./deadline-timer.ts";
import { toSteady } from "./steady-clock.ts";

/**
 * The end of a credential, by the wall clock. It has come when either clock says so: setting a clock back does not
 * prolong a credential.
 */
export class Expiry {
  readonly #wallTime: number;
  readonly #at: number;

  constructor(wallTime: number) {
    this.#wallTime = wallTime;
    this.#at = toSteady(wallTime);
  }

  /** Milliseconds until then, by the clock that says less. */
  get left(): number {
    return Math.min(this.#wallTime - Date.now(), this.#at - performance.now());
  }
}

/** Milliseconds between two looks at the wall clock, which may have been set. */
const LOOK = 1000;

const waiting = new Map<object, { readonly expiry: Expiry; readonly end: () => void }>();
let looking: (ReturnType<typeof setInterval> & { unref?(): unknown }) | undefined;

/** Calls back once, when a credential ends (milliseconds since the epoch). Returns a function that cancels that. */
export function onExpiry(expiresAt: number, callback: () => void): () => void {
  if (expiresAt === Infinity) return () => undefined;
  const key = {};
  const end = (): void => {
    stop();
    callback();
  };
  const stopTimer = onDeadline(toSteady(expiresAt), end);
  const stop = (): void => {
    stopTimer();
    waiting.delete(key);
    if (waiting.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
  waiting.set(key, { expiry: new Expiry(expiresAt), end });
  looking ??= setInterval(lookAtWallClock, LOOK);
  looking.unref?.();
  return stop;
}

function lookAtWallClock(): void {
  for (const { expiry, end } of waiting.values()) if (expiry.left <= 0) end();
}
