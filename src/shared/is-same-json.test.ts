import { expect, test } from "vitest";
import { isSameJSON } from "./is-same-json.ts";

test("the order of members makes no difference, their number does", () => {
  expect(isSameJSON({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(true);
  expect(isSameJSON({ a: undefined }, {})).toBe(false);
  expect(isSameJSON([1], { 0: 1 })).toBe(false);
});
