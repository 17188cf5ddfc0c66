import { describe, expect, it } from "vitest";
import { wholeAndBest } from "./request-scores.ts";

describe("when a request has several sentences", () => {
  it("counts the whole and, for each operation, the sentence that fits it best", () => {
    const sentences = [Float64Array.of(4, 0, 1), Float64Array.of(0, 2, 1)];
    expect([...wholeAndBest({ whole: Float64Array.of(4, 2, 2), sentences })]).toEqual([4, 2, 1.5]);
    expect([...(sentences[0] ?? [])]).toEqual([4, 0, 1]);
  });

  it("counts only the whole if it is one sentence", () => {
    expect([...wholeAndBest({ whole: Float64Array.of(4, 2), sentences: [] })]).toEqual([4, 2]);
  });
});
