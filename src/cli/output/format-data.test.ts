import { expect, it } from "vitest";
import { progressText } from "./format-data.ts";

it.each([
  [{ progress: 1, total: 3, message: "reading" }, "33 % reading"],
  [{ progress: 5, total: 4 }, "100 %"],
  [{ progress: -1, total: 4 }, "0 %"],
  [{ progress: 7 }, "7"],
  [{ progress: 7, total: 0, message: "files" }, "7 files"],
])("%j is %j", (progress, text) => {
  expect(progressText(progress)).toBe(text);
});
