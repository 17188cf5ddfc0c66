import { setTimeout as sleep } from "node:timers/promises";

export interface Leftovers {
  /** Waits (20 s by default) until nothing new is left. Throws with what is left. */
  expectNothingLeft(options?: { withinMs?: number }): Promise<void>;
}

/**
 * Remembers what keeps this process alive now: timers, sockets, servers, child processes. It does not see what is
 * unreferenced (`unref()`), which keeps nothing alive.
 */
export function watchLeftovers(): Leftovers {
  const before = countResources();
  return {
    async expectNothingLeft({ withinMs = 20_000 } = {}) {
      const deadline = Date.now() + withinMs;
      let left = resourcesAbove(before);
      while (left.length > 0 && Date.now() < deadline) {
        await sleep(10);
        left = resourcesAbove(before);
      }
      if (left.length > 0) throw new Error(`still there after ${withinMs} ms: ${left.join(", ")}`);
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
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
