import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameJSON } from "../../../src/shared/is-same-json.ts";
import { getAt, isWithin, moveItem, renameKey, setAt, toPointer } from "./json-path.ts";

describe("when a value is changed at a path", () => {
  test("it has the new member there, and the old value is as it was", () => {
    const path = fc.array(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor"), fc.nat(3)), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.jsonValue(), path, fc.jsonValue(), (value, at, change) => {
        const before = JSON.stringify(value);
        expect(isSameJSON(getAt(setAt(value, at, change), at), change)).toBe(true);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  test("undefined takes a member or an item away", () => {
    expect(setAt({ a: 1, b: 2 }, ["a"], undefined)).toEqual({ b: 2 });
    expect(setAt({ list: [1, 2, 3] }, ["list", 1], undefined)).toEqual({ list: [1, 3] });
    expect(setAt({ a: 1 }, [], undefined)).toBeUndefined();
  });

  test("__proto__ is a name like any other, and no prototype changes", () => {
    const changed = setAt({}, ["__proto__", "polluted"], true);
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
    expect(Object.keys(changed as object)).toEqual(["__proto__"]);
    expect(getAt({}, ["__proto__"])).toBeUndefined();
  });

  test("a list has no holes", () => {
    expect(setAt([], [2], "c")).toEqual([null, null, "c"]);
  });
});

describe("when places are named", () => {
  test("a pointer escapes what has a meaning in it", () => {
    expect(toPointer(["a/b", "c~d", 0])).toBe("/a~1b/c~0d/0");
    expect(toPointer([])).toBe("");
  });

  test("a place is within what is around it, not within what only begins alike", () => {
    expect(isWithin("/a/b", "/a")).toBe(true);
    expect(isWithin("/ab", "/a")).toBe(false);
    expect(isWithin("/a", "")).toBe(true);
  });
});

test("a renamed member keeps its place", () => {
  expect(Object.keys(renameKey({ a: 1, b: 2, c: 3 }, "b", "x") as object)).toEqual(["a", "x", "c"]);
});

test("a moved item leaves the others in order", () => {
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
});
