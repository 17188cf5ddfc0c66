/**
 * Deadlines of calls that may be over at the end of this tick, as most local calls are. No deadline passes within a tick.
 * So the latest one waits here, and joins the others (`deadline-timer.ts`) only if its call outlives the tick.
 */
import { addDeadline, BRIEF } from "./deadline-timer.ts";
import type { Deadline } from "./deadline-timer.ts";

interface Process {
  readonly nextTick?: (callback: () => void) => void;
}

// Not `atEndOfTick`, because a page would carry it and never use it.
const { process: node } = globalThis as { readonly process?: Process };
const realTimeout = setTimeout;
const settled = Promise.resolve();

let latest: Deadline | undefined;
let isAwaited = false;

/** Does what `addDeadline` does, by the end of this tick. */
export function addBriefDeadline(deadline: Deadline): void {
  // Outside Node only a timer notices the end of a tick, and it costs more than it saves. A test with fake timers may
  // let time pass within the tick.
  if (!node?.nextTick || setTimeout !== realTimeout) return addDeadline(deadline);
  // One place is enough: calls that follow each other use it in turn, and calls at the same time mostly outlive the tick.
  if (latest?.index === BRIEF) addDeadline(latest);
  latest = deadline;
  deadline.index = BRIEF;
  if (isAwaited) return;
  isAwaited = true;
  // From a microtask, because a tick scheduled before the microtasks runs before them.
  void settled.then(() => node.nextTick?.(endTick));
}

function endTick(): void {
  isAwaited = false;
  const deadline = latest;
  latest = undefined;
  if (deadline?.index === BRIEF) addDeadline(deadline);
}
