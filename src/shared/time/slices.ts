import { afterArrivals } from "./turns.ts";

/**
 * Long work in slices, so that nothing else waits for long. The work is a generator that yields after every step. All
 * work of a process shares one slice of each turn of the event loop.
 */

/** The length of a slice in milliseconds. */
const SLICE = 10;

/** Work that may continue in later turns of the event loop. */
export interface SlicedWork {
  /** Resolves when the work is done or was stopped. Rejects with what a step throws. */
  readonly ended: Promise<void>;
  readonly isOver: boolean;
  /** Takes no further step. */
  stop(): void;
}

const waiting: Work[] = [];
/** When the slice of this turn ends; undefined before its first step. */
let sliceEnd: number | undefined;

/**
 * Runs the steps to their end. The first step runs at once, so that small work is done when this returns. Further steps
 * run at once while the slice lasts.
 */
export function runInSlices(steps: Iterator<unknown>): SlicedWork {
  const work = new Work(steps);
  beginSlice();
  do work.takeStep();
  while (!work.isOver && isSliceLeft());
  if (!work.isOver) waiting.push(work);
  return work;
}

/** Runs a generator in slices. Resolves with what it returns. */
export async function inSlices<TResult>(steps: Generator<unknown, TResult>): Promise<TResult> {
  let result: { readonly value: TResult } | undefined;
  const work = function* (): Generator<unknown, void> {
    result = { value: yield* steps };
  };
  await runInSlices(work()).ended;
  // The work was not stopped, and no other code holds it.
  return (result as unknown as { readonly value: TResult }).value;
}

/** Runs a generator without a pause, for work that is known to be small. */
export function atOnce<TResult>(steps: Generator<unknown, TResult>): TResult {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The first work of a turn begins its slice. */
function beginSlice(): void {
  if (sliceEnd !== undefined) return;
  // Not `performance.now()`: Node loads a module for it, which a command with one source would wait for.
  sliceEnd = Date.now() + SLICE;
  afterArrivals(nextSlice);
}

function isSliceLeft(): boolean {
  if (sliceEnd === undefined) return false;
  const left = sliceEnd - Date.now();
  // More is left than there was if somebody sets the clock back. The slice then ends at once.
  return left > 0 && left <= SLICE;
}

function nextSlice(): void {
  sliceEnd = undefined;
  if (waiting.length === 0) return;
  beginSlice();
  do {
    const work = waiting.shift();
    work?.takeStep();
    // It goes behind the others, so that no work waits for the end of another.
    if (work?.isOver === false) waiting.push(work);
  } while (waiting.length > 0 && isSliceLeft());
}

class Work implements SlicedWork {
  readonly ended: Promise<void>;
  isOver = false;
  readonly #steps: Iterator<unknown>;
  #settle!: (failure?: { readonly thrown: unknown }) => void;

  constructor(steps: Iterator<unknown>) {
    this.#steps = steps;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = (failure) => (failure === undefined ? resolve() : reject(failure.thrown));
    });
    // An owner that does not wait for the end must not end the process.
    this.ended.catch(() => undefined);
  }

  takeStep(): void {
    if (this.isOver) return;
    try {
      if (this.#steps.next().done === true) this.stop();
    } catch (thrown) {
      this.isOver = true;
      this.#settle({ thrown });
    }
  }

  stop(): void {
    this.isOver = true;
    this.#settle();
  }
}
