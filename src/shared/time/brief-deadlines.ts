/**
 * Deadlines of calls that may be over at the end of this tick, as most local calls are. No deadline passes within a tick.
 * So the latest one waits here, and joins the others (`deadline-timer.ts`) only if its call outlives the tick.
 */
import { addDeadline, BRIEF } from "./deadline-timer.ts";
import type { Deadline } from "./deadline-timer.ts";
import { atEndOfTick } from "./turns.ts";

const { process: node } = globalThis as { readonly process?: { readonly nextTick?: unknown } };
/** Elsewhere the end of a tick is noticed by a timer, which costs more than it saves. */
const isTickCheap = typeof node?.nextTick === "function";
const realTimeout = setTimeout;

let latest: Deadline | undefined;
let isAwaited = false;

/** Does what `addDeadline` does, by the end of this tick. */
export function addBriefDeadline(deadline: Deadline): void {
  // A test with fake timers may let time pass within the tick.
  if (!isTickCheap || setTimeout !== realTimeout) return addDeadline(deadline);
  // One place is enough: calls that follow each other use it in turn, and calls at the same time mostly outlive the tick.
  if (latest?.index === BRIEF) addDeadline(latest);
  latest = deadline;
  deadline.index = BRIEF;
  if (isAwaited) return;
  isAwaited = true;
  atEndOfTick(endTick);
}

function endTick(): void {
  isAwaited = false;
  const deadline = latest;
  latest = undefined;
  if (deadline?.index === BRIEF) addDeadline(deadline);
}
