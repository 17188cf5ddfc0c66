import { describe, expect, test } from "vitest";
import { errorsAt, fieldErrorsOf, readablePath, withoutErrorsAt } from "./field-errors.ts";

describe("the errors of a rejected input", () => {
  const details = {
    errors: [{ path: "/a/b", message: "expected string" }, { path: "/ab", message: "required" }, "odd", null],
  };
  const errors = fieldErrorsOf({ code: "VALIDATION_ERROR", phase: "notStarted", details });

  test("are read, and anything else in the list is ignored", () => {
    expect(errors).toEqual([
      { path: "/a/b", message: "expected string" },
      { path: "/ab", message: "required" },
    ]);
  });

  test.each([undefined, null, { errors: "many" }])("do not exist with details of %j", (odd) => {
    expect(fieldErrorsOf({ code: "VALIDATION_ERROR", phase: "notStarted", details: odd })).toEqual([]);
  });

  test.each([
    ["LIST_FULL", "notStarted"],
    ["VALIDATION_ERROR", "started"],
  ] as const)("do not come from %s of a call that is %s", (code, phase) => {
    expect(fieldErrorsOf({ code, phase, details })).toEqual([]);
  });

  test("appear at their field, and at a leaf also those of its parts", () => {
    expect(errorsAt(errors, "/a", false)).toEqual([]);
    expect(errorsAt(errors, "/a", true)).toEqual([errors[0]]);
    expect(errorsAt(errors, "/a/b", false)).toEqual([errors[0]]);
  });

  test("disappear when their field changes, and others stay", () => {
    expect(withoutErrorsAt(errors, "/a")).toEqual([errors[1]]);
    expect(withoutErrorsAt(errors, "/x")).toBe(errors);
  });

  test("name their field as people write it", () => {
    expect(readablePath("/items/2/na~1me")).toBe("items[2].na/me");
    expect(readablePath("")).toBe("input");
  });
});
