import { expect, test } from "vitest";
import { progressWords, shareOf } from "./progress-words.ts";

test.each([
  [{ progress: 30, total: 120 }, 0.25, "25%, 30 of 120"],
  [{ progress: 5000, total: 4000 }, 1, "100%, 5,000 of 4,000"],
  [{ progress: -1, total: 4 }, 0, "0%, -1 of 4"],
  [{ progress: 7 }, undefined, "7 so far"],
  [{ progress: 7, total: 0 }, undefined, "7 so far"],
])("%j is the share %s, in words: %s", (progress, share, words) => {
  expect(shareOf(progress)).toBe(share);
  expect(progressWords(progress)).toBe(words);
});
