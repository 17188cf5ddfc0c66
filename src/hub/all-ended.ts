import { messageOf } from "../errors/call-error.ts";

/** Waits for all of them, also where one fails, and throws only then what they threw. */
export async function allEnded(ending: ReadonlyArray<Promise<unknown>>): Promise<void> {
  const ends = await Promise.allSettled(ending);
  throwAll(ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : [])));
}

/** Throws what failed, if something did; several as one. */
export function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  throw new AggregateError(failures, failures.map(messageOf).join("; "));
}
