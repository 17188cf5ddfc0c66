/**
 * One timer for all deadlines, because a timer per call costs more than the call. Deadlines wait in a binary heap, and a
 * single `setTimeout` sleeps until the earliest.
 */

/** The longest delay that `setTimeout` supports. For a later deadline our timer wakes early and sleeps again. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/** Something that ends. An object rather than a callback, because every call with a deadline makes one. */
export interface Deadline {
  /** A time of the steady clock (`performance.now()`). It must not change while the deadline waits. */
  readonly at: number;
  expire(): void;
  /** Its position in the heap; -1 while it does not wait. Only this file and `brief-deadlines.ts` set it. */
  index: number;
}

/** The `index` of a deadline that is not in the heap yet: see `brief-deadlines.ts`. */
export const BRIEF = -2;

/** In Node and Bun a timer need not keep the process alive. Elsewhere a timer is a number. */
type Timer = ReturnType<typeof setTimeout> & { ref?(): unknown; unref?(): unknown };

const heap: Deadline[] = [];
let timer: Timer | undefined;
let timerAt = Infinity;

/** Calls back once, when the steady clock reaches `at`. Returns a function that cancels that. */
export function onDeadline(at: number, expire: () => void): () => void {
  const deadline = { at, expire, index: -1 };
  addDeadline(deadline);
  return () => removeDeadline(deadline);
}

/** Makes a deadline wait until it expires or is removed. */
export function addDeadline(deadline: Deadline): void {
  place(deadline, heap.length);
  siftUp(deadline);
  if (deadline.at < timerAt) sleepUntil(deadline.at);
  else if (heap.length === 1) timer?.ref?.();
}

/** Does nothing to a deadline that does not wait. */
export function removeDeadline(deadline: Deadline): void {
  const { index } = deadline;
  deadline.index = -1;
  if (index < 0) return;
  const last = heap.pop() as Deadline;
  if (last !== deadline) {
    place(last, index);
    siftDown(last);
    siftUp(last);
  }
  // The timer stays for the next call, because setting a new one costs more than the call. It keeps no process alive.
  if (heap.length === 0) timer?.unref?.();
}

/** How many deadlines are waiting. Tests use it to check that nothing is left behind. */
export function waitingDeadlines(): number {
  return heap.length;
}

function wake(): void {
  timer = undefined;
  timerAt = Infinity;
  const now = performance.now();
  let first = heap[0];
  for (; first !== undefined && first.at <= now; first = heap[0]) {
    removeDeadline(first);
    first.expire();
  }
  if (first !== undefined && first.at < timerAt) sleepUntil(first.at);
}

function sleepUntil(at: number): void {
  clearTimeout(timer);
  timerAt = at;
  timer = setTimeout(wake, Math.min(Math.max(Math.ceil(at - performance.now()), 0), LONGEST_DELAY));
}

function siftUp(entry: Deadline): void {
  while (entry.index > 0) {
    const parent = heap[(entry.index - 1) >> 1] as Deadline;
    if (parent.at <= entry.at) return;
    swap(entry, parent);
  }
}

function siftDown(entry: Deadline): void {
  for (;;) {
    const left = heap[entry.index * 2 + 1];
    const right = heap[entry.index * 2 + 2];
    const earliest = right !== undefined && right.at < (left as Deadline).at ? right : left;
    if (earliest === undefined || entry.at <= earliest.at) return;
    swap(entry, earliest);
  }
}

function swap(a: Deadline, b: Deadline): void {
  const { index } = a;
  place(a, b.index);
  place(b, index);
}

function place(entry: Deadline, index: number): void {
  heap[index] = entry;
  entry.index = index;
}
