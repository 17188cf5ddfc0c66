/**
 * One timer for all deadlines, because a timer per call costs more than the call. Deadlines wait in a binary heap, and a
 * single `setTimeout` sleeps until the earliest.
 */

/** The longest delay that `setTimeout` supports. For a later deadline our timer wakes early and sleeps again. */
export const LONGEST_DELAY = 2 ** 31 - 1;

interface Entry {
  readonly at: number;
  readonly onDeadline: () => void;
  /** Its position in the heap; -1 once it has left. */
  index: number;
}

/** In Node and Bun a timer can let the process end. Elsewhere a timer is a number. */
type Timer = ReturnType<typeof setTimeout> & { ref?(): unknown; unref?(): unknown };

const heap: Entry[] = [];
let timer: Timer | undefined;
let timerAt = Infinity;

/** Calls back once, when the steady clock (`performance.now()`) has reached `at`. Returns a way to cancel. */
export function onDeadline(at: number, callback: () => void): () => void {
  const entry: Entry = { at, onDeadline: callback, index: heap.length };
  heap.push(entry);
  siftUp(entry);
  if (at < timerAt) sleepUntil(at);
  else if (heap.length === 1) timer?.ref?.();
  return () => {
    remove(entry);
    // The timer stays for the next call, because setting a new one costs more than the call. It keeps no process alive.
    if (heap.length === 0) timer?.unref?.();
  };
}

/** How many deadlines are waiting. Tests use it to check that nothing is left behind. */
export function waitingDeadlines(): number {
  return heap.length;
}

function wake(): void {
  timer = undefined;
  timerAt = Infinity;
  const now = performance.now();
  for (let first = heap[0]; first !== undefined && first.at <= now; first = heap[0]) {
    remove(first);
    first.onDeadline();
  }
  if (heap[0] !== undefined && heap[0].at < timerAt) sleepUntil(heap[0].at);
}

function sleepUntil(at: number): void {
  clearTimeout(timer);
  timerAt = at;
  timer = setTimeout(wake, Math.min(Math.max(Math.ceil(at - performance.now()), 0), LONGEST_DELAY));
}

function remove(entry: Entry): void {
  const { index } = entry;
  if (index === -1) return;
  entry.index = -1;
  const last = heap.pop() as Entry;
  if (last === entry) return;
  place(last, index);
  siftDown(last);
  siftUp(last);
}

function siftUp(entry: Entry): void {
  while (entry.index > 0) {
    const parent = heap[(entry.index - 1) >> 1] as Entry;
    if (parent.at <= entry.at) return;
    swap(entry, parent);
  }
}

function siftDown(entry: Entry): void {
  for (;;) {
    const left = heap[entry.index * 2 + 1];
    const right = heap[entry.index * 2 + 2];
    const earliest = right !== undefined && left !== undefined && right.at < left.at ? right : left;
    if (earliest === undefined || entry.at <= earliest.at) return;
    swap(entry, earliest);
  }
}

function swap(a: Entry, b: Entry): void {
  const { index } = a;
  place(a, b.index);
  place(b, index);
}

function place(entry: Entry, index: number): void {
  heap[index] = entry;
  entry.index = index;
}
