import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameJSON } from "../../../src/shared/json/is-same-json.ts";
import { getAt, isWithin, moveItem, renameKey, setAt } from "./json-path.ts";

describe("setting a value at a path", () => {
  test("puts the new member there and leaves the original unchanged", () => {
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

  test("removes a member or an item when the value is undefined", () => {
    expect(setAt({ a: 1, b: 2 }, ["a"], undefined)).toEqual({ b: 2 });
    expect(setAt({ list: [1, 2, 3] }, ["list", 1], undefined)).toEqual({ list: [1, 3] });
    expect(setAt({ a: 1 }, [], undefined)).toBeUndefined();
  });

  test("treats __proto__ as an ordinary name and changes no prototype", () => {
    const changed = setAt({}, ["__proto__", "polluted"], true);
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
    expect(Object.keys(changed as object)).toEqual(["__proto__"]);
    expect(getAt({}, ["__proto__"])).toBeUndefined();
  });

  test("fills the gap before a new item with nulls", () => {
    expect(setAt([], [2], "c")).toEqual([null, null, "c"]);
  });
});

test("a pointer is within its ancestors, not within a pointer that only shares its first letters", () => {
  expect(isWithin("/a/b", "/a")).toBe(true);
  expect(isWithin("/ab", "/a")).toBe(false);
  expect(isWithin("/a", "")).toBe(true);
});

test("a renamed member keeps its position", () => {
  expect(Object.keys(renameKey({ a: 1, b: 2, c: 3 }, "b", "x") as object)).toEqual(["a", "x", "c"]);
});

test("moving an item keeps the others in order", () => {
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
});
