import { describe, expect, it } from "vitest";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PassingMap } from "./passing-map.ts";

describe("a map of entries that come and go", () => {
  it("holds what a Map holds, however often it is renewed", () => {
    const map = new PassingMap<number, number>();
    const reference = new Map<number, number>();
    for (let key = 0; key < 5000; key++) {
      map.set(key, key * 2);
      reference.set(key, key * 2);
      const left = key % 37 === 0 ? key : key - 1;
      map.delete(left);
      reference.delete(left);
    }
    const keys = Array.from({ length: 5000 }, (_, key) => key);
    expect(map.size).toBe(reference.size);
    expect(keys.map((key) => map.get(key))).toEqual(keys.map((key) => reference.get(key)));
    expect(keys.map((key) => map.has(key))).toEqual(keys.map((key) => reference.has(key)));
    expect([...map.values()]).toEqual([...reference.values()]);
    map.clear();
    expect([map.size, map.get(1), [...map.values()]]).toEqual([0, undefined, []]);
  });

  it("visits no value that has left meanwhile", () => {
    const map = new PassingMap<string, string>();
    for (const name of ["a", "b", "c"]) map.set(name, name);
    const visited: string[] = [];
    for (const name of map.values()) {
      visited.push(name);
      map.delete("b");
    }
    expect(visited).toEqual(["a", "c"]);
  });

  it("keeps nothing of what has left, where a Map keeps all of it until a full collection", () => {
    // Several times, because V8 may start a full collection whenever it likes.
    const times = [1, 2, 3, 4];
    const plain = Math.max(...times.map(() => bytesKept(new Map())));
    const passing = Math.min(...times.map(() => bytesKept(new PassingMap())));
    expect(plain).toBeGreaterThan(1_000_000);
    expect(passing).toBeLessThan(plain / 4);
  });
});

/** How much the young generation leaves behind after many entries have come and gone. */
function bytesKept(map: { set(key: number, value: unknown): unknown; delete(key: number): unknown }): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
  const heapAfterMinor = (): number => {
    // What survives two of these is in the old generation.
    for (let times = 0; times < 2; times++) collect({ type: "minor" });
    return process.memoryUsage().heapUsed;
  };
  for (let key = 0; key < 50; key++) map.set(key, key);
  collect();
  const before = heapAfterMinor();
  for (let key = 50; key < 30_000; key++) {
    map.set(
      key,
      Array.from({ length: 10 }, () => key),
    );
    map.delete(key - 50);
  }
  return heapAfterMinor() - before;
}
