import { describe, expect, it } from "vitest";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { RENEW_AFTER, renewedMap } from "./renewed-map.ts";

describe("a map of entries that come and go", () => {
  it("keeps nothing of removed entries, while a map without renewal keeps them until a full collection", () => {
    // Repeated, because V8 may start a full collection at any time.
    const times = [1, 2, 3, 4];
    const plain = Math.max(...times.map(() => bytesKept(Infinity)));
    const renewed = Math.min(...times.map(() => bytesKept(RENEW_AFTER)));
    expect(plain).toBeGreaterThan(1_000_000);
    expect(renewed).toBeLessThan(plain / 4);
  });
});

/** How much the young generation leaves behind after many entries were added and removed. */
function bytesKept(renewAfter: number): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
  const heapAfterMinor = (): number => {
    // Objects that survive two of these are in the old generation.
    for (let times = 0; times < 2; times++) collect({ type: "minor" });
    return process.memoryUsage().heapUsed;
  };
  let map = new Map<number, unknown>();
  for (let key = 0; key < 50; key++) map.set(key, key);
  collect();
  const before = heapAfterMinor();
  for (let key = 50; key < 30_000; key++) {
    map.set(
      key,
      Array.from({ length: 10 }, () => key),
    );
    map.delete(key - 50);
    if (key % renewAfter === 0) map = renewedMap(map);
  }
  return heapAfterMinor() - before;
}
