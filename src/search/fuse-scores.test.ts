import { describe, expect, it } from "vitest";
import { fuseScores } from "./fuse-scores.ts";

/** The rank of the best operation: the first fits by words, the second by meaning. */
function best(score: number, asked: number): number {
  const scores = fuseScores(Float64Array.of(score, 0), [0.1, 0.9], asked);
  return scores.indexOf(Math.max(...scores));
}

describe("when words and meaning disagree", () => {
  it("ranks by words if they explain the request, and by meaning if they do not", () => {
    expect(best(4, 2)).toBe(0);
    expect(best(4, 20)).toBe(1);
    expect(best(0, 2)).toBe(1);
  });

  it("ranks by words alone without a vector, or if all mean the same", () => {
    expect([...fuseScores(Float64Array.of(1, 3), [undefined, undefined], 3)]).toEqual([1 / 6, 1 / 2]);
    expect([...fuseScores(Float64Array.of(0, 3), [0.5, 0.5], 3)]).toEqual([0, 1 / 2]);
  });
});
