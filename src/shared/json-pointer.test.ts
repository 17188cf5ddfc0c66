import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer, toPointer } from "./json-pointer.ts";

describe("when a path becomes a JSON pointer", () => {
  it("escapes the two characters that have a meaning in pointers", () => {
    expect(toPointer(["a", "b/c", "~1", 0])).toBe("/a/b~1c/~01/0");
  });

  it("tells the root from a property with an empty name", () => {
    expect(toPointer([])).toBe("");
    expect(toPointer([""])).toBe("/");
    expect(fromPointer("/")).toEqual([""]);
  });

  it("reads back every path that it writes", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (path) => {
        expect(fromPointer(toPointer(path))).toEqual(path);
      }),
    );
  });
});
