import { describe, expect, it } from "vitest";
import { announceSeed, createSeededRandom } from "./seeded-random.ts";

describe("when two generators have the same seed", () => {
  it("gives the same numbers", () => {
    const one = createSeededRandom(42);
    const other = createSeededRandom(42);
    for (let i = 0; i < 50; i++) expect(one.next()).toBe(other.next());
  });

  it("gives different numbers for another seed", () => {
    expect(createSeededRandom(1).next()).not.toBe(createSeededRandom(2).next());
  });
});

describe("when many numbers are drawn", () => {
  it("reaches every number of a range, and none outside", () => {
    const random = createSeededRandom(7);
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6]);
  });

  it("picks every item, and throws when there is none", () => {
    const random = createSeededRandom(7);
    expect(new Set(Array.from({ length: 100 }, () => random.pick(["a", "b", "c"]))).size).toBe(3);
    expect(() => random.pick([])).toThrow("nothing to pick from");
  });

  it("keeps to a probability", () => {
    const random = createSeededRandom(99);
    const hits = Array.from({ length: 2000 }, () => random.chance(0.25)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(400);
    expect(hits).toBeLessThan(600);
    expect(random.chance(0)).toBe(false);
    expect(random.chance(1)).toBe(true);
  });
});

describe("when a run begins", () => {
  it("prints the given seed, or makes one", () => {
    const lines: string[] = [];
    expect(announceSeed(5, (line) => lines.push(line))).toBe(5);
    const made = announceSeed(undefined, (line) => lines.push(line));
    expect(lines).toEqual(["seed 5", `seed ${made}`]);
  });
});
