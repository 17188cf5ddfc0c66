import { describe, expect, test } from "vitest";
import { inputHash, LONGEST_LINK, readInputHash } from "./input-link.ts";

describe("a link", () => {
  test("carries an id and an input, whatever they contain", () => {
    const linked = { id: "a.b?c#d", input: { text: "50% & ü ?#/", list: [1, null] } };
    expect(readInputHash(inputHash(linked) ?? "")).toEqual(linked);
    expect(inputHash({ id: "a.b", input: undefined })).toBe("#/operations/a.b");
  });

  test("without an input, with one that is not JSON or one that is too long, fills in nothing", () => {
    expect(readInputHash("#/operations/a.b")).toBeUndefined();
    expect(readInputHash("#/operations/a.b?input=%7B")).toBeUndefined();
    expect(readInputHash(`#/operations/a.b?input=${"1".repeat(LONGEST_LINK)}`)).toBeUndefined();
    expect(inputHash({ id: "a.b", input: "x".repeat(LONGEST_LINK) })).toBeUndefined();
  });
});
