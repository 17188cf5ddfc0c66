import { becomesTrue } from "../shared/time/wait.ts";

export interface Leftovers {
  /** Waits (20 s by default) until nothing is left that was not there before. Otherwise throws, and lists what is. */
  expectNothingLeft(options?: { withinMs?: number | undefined }): Promise<void>;
}

/**
 * Remembers what keeps this process alive now: timers, sockets, servers, child processes. It does not see what was
 * unreferenced (`unref()`), and nothing at all in a runtime that does not list its resources.
 */
export function watchLeftovers(): Leftovers {
  const before = countResources();
  return {
    async expectNothingLeft({ withinMs = 20_000 } = {}) {
      if (await becomesTrue(() => resourcesAbove(before).length === 0, withinMs)) return;
      throw new Error(`still there after ${withinMs} ms: ${resourcesAbove(before).join(", ")}`);
    },
  };
}

function resourcesAbove(before: ReadonlyMap<string, number>): string[] {
  return [...countResources()].flatMap(([type, count]) => {
    const more = count - (before.get(type) ?? 0);
    return more > 0 ? [`${more} ${type}`] : [];
  });
}

function countResources(): Map<string, number> {
  const { process } = globalThis as { process?: { getActiveResourcesInfo?: () => string[] } };
  const counts = new Map<string, number>();
  for (const type of process?.getActiveResourcesInfo?.() ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
