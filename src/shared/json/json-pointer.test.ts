import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer, partAt, toPointer } from "./json-pointer.ts";

describe("when a path becomes a JSON pointer", () => {
  it("escapes the two characters that have a meaning in pointers", () => {
    expect(toPointer(["a", "b/c", "~1", 0])).toBe("/a/b~1c/~01/0");
  });

  it("distinguishes the root from a property with an empty name", () => {
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

describe("when a local reference names a part of a document", () => {
  const root = { $defs: { "a b": { n: 1 }, "c/d": [true], "100%": 2 } };

  it.each([
    ["#", root],
    ["#/$defs/a%20b/n", 1],
    ["#/%24defs/c~1d/0", true],
    ["#/$defs/100%", 2],
  ])("finds %s", (reference, part) => {
    expect(partAt(root, reference)).toBe(part);
  });

  it.each(["", "#anchor", "other.json#/$defs", "#/$defs/none", "#/toString", "#/$defs/a%20b/n/deeper"])(
    "finds nothing at %j",
    (reference) => {
      expect(partAt(root, reference)).toBeUndefined();
    },
  );
});
