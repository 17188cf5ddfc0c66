import { describe, expect, it } from "vitest";
import { isTooDense } from "./is-too-dense.ts";

const MIB = 1024 * 1024;

const listOf = (item: string, length = 4 * MIB): string =>
  `[${Array.from({ length: Math.floor(length / (item.length + 1)) }, () => item).join(",")}]`;

describe("when a JSON text from outside is long", () => {
  it.each([
    ["rows of a table", JSON.stringify({ id: 123_456, name: "Ada Lovelace", city: "London", balance: 1234.56 })],
    ["numbers", "12345.678"],
    ["long texts", JSON.stringify("words, and more words, in a sentence of an ordinary length.")],
  ])("accepts %s", (_what, item) => {
    expect(isTooDense(listOf(item), 4 * MIB)).toBe(false);
  });

  it.each([
    ["empty objects", "{}"],
    ["nested lists", "[[]]"],
    ["digits", "0"],
  ])("refuses %s, which would take long to parse", (_what, item) => {
    expect(isTooDense(listOf(item), 4 * MIB)).toBe(true);
  });

  it("accepts more of them if texts may be longer, but never more than a number of them", () => {
    const million = `[${"{},".repeat(900_000)}0]`;
    expect(isTooDense(million, 4 * MIB)).toBe(true);
    expect(isTooDense(million, 64 * MIB)).toBe(false);
    expect(isTooDense(`[${million},${million}]`, 1024 * MIB)).toBe(true);
  });
});
