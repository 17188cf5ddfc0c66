import { onDeadline } from "./deadline-timer.ts";

/**
 * Two clocks. The wall clock (`Date.now()`) says when something happens for people and other machines, and may be set
 * at any time. The steady clock (`performance.now()`) is never set. Deadlines, pauses and signs of life use it.
 */

/** The moment on the steady clock that is as far away as this moment on the wall clock. */
export function toSteady(wallTime: number): number {
  return wallTime - wallOffset();
}

/** The moment on the wall clock that is as far away as this moment on the steady clock. */
export function toWallTime(steadyTime: number): number {
  return Math.round(steadyTime + wallOffset());
}

/** Milliseconds. The difference between the clocks varies a little with every reading. */
const NOISE = 100;

/** A moment that was given by the wall clock. It stays as far away as it was, even if the wall clock is set. */
export class Moment {
  readonly #wallTime: number;
  readonly #offset: number;

  /** `offset`: how far the wall clock is ahead, if that is known. */
  constructor(wallTime: number, offset = wallOffset()) {
    this.#wallTime = wallTime;
    this.#offset = offset;
  }

  later(ms: number): Moment {
    return new Moment(this.#wallTime + ms, this.#offset);
  }

  /** On the steady clock. */
  get at(): number {
    return this.#wallTime - this.#offset;
  }

  /** On the wall clock as it runs now: the given time, unless the clock was set since. */
  get wallTime(): number {
    const step = wallOffset() - this.#offset;
    return Math.abs(step) < NOISE ? this.#wallTime : this.#wallTime + step;
  }
}

/**
 * The same options with a deadline that stays as far away as it is now. For options that are used later: the wall clock
 * may be set before then.
 */
export function keepDeadline<TOptions extends { readonly deadline?: number | undefined } | object | undefined>(
  options: TOptions,
): TOptions {
  // A handler's context keeps its deadline itself.
  if (options === undefined || !Object.hasOwn(options, "deadline")) return options;
  const { deadline } = options as { readonly deadline?: unknown };
  if (typeof deadline !== "number") return options;
  const moment = new Moment(deadline);
  return Object.defineProperty({ ...options }, "deadline", { get: () => moment.wallTime, enumerable: true });
}

/** The wall clock counts whole milliseconds, so two readings of the offset differ by up to one. */
const GRAIN = 1.5;

let lastOffset = NaN;

/** How far the wall clock is ahead of the steady one. Reads again if a reading differs from the last. */
export function wallOffset(now = performance.now()): number {
  const offset = Date.now() - now;
  return Math.abs(offset - lastOffset) < GRAIN ? offset : (lastOffset = carefulOffset());
}

/** Reads again if this process was held up between the two readings. */
function carefulOffset(): number {
  for (let tries = 0; ; tries++) {
    const before = performance.now();
    const wallTime = Date.now();
    if (performance.now() - before < 1 || tries === 3) return wallTime - before;
  }
}

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
