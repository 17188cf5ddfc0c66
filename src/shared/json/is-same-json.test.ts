import { expect, test } from "vitest";
import { isSameJSON } from "./is-same-json.ts";

test("the number of members matters, but their order does not", () => {
  expect(isSameJSON({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(true);
  expect(isSameJSON({ a: undefined }, {})).toBe(false);
  expect(isSameJSON([1], { 0: 1 })).toBe(false);
});
