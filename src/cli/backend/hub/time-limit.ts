import { Cancellation } from "../../../shared/time/cancellation.ts";

/** Fires when the time is up, and when the signal does. No limit if `ms` is undefined. Release it afterwards. */
export function limitTime(signal: AbortSignal, ms?: number): Cancellation {
  const limit = new Cancellation();
  limit.followSignal(signal);
  // Node loads a module for `performance`.
  if (ms !== undefined) limit.followDeadline(performance.now() + ms);
  return limit;
}

/** Whether the time was up. */
export function hasPassed({ reason }: Cancellation): boolean {
  return reason?.code === "TIMEOUT";
}
