import { describe, expect, test } from "vitest";
import { errorsAt, fieldErrorsOf, readablePath, withoutErrorsAt } from "./field-errors.ts";

describe("when the server refuses an input", () => {
  const details = {
    errors: [{ path: "/a/b", message: "expected string" }, { path: "/ab", message: "required" }, "odd", null],
  };
  const errors = fieldErrorsOf({ code: "VALIDATION_ERROR", phase: "notStarted", details });

  test("what it says is read, whatever else is there", () => {
    expect(errors).toEqual([
      { path: "/a/b", message: "expected string" },
      { path: "/ab", message: "required" },
    ]);
  });

  test.each([undefined, null, { errors: "many" }])("with %j there is nothing to show at the fields", (odd) => {
    expect(fieldErrorsOf({ code: "VALIDATION_ERROR", phase: "notStarted", details: odd })).toEqual([]);
  });

  test.each([
    ["LIST_FULL", "notStarted"],
    ["VALIDATION_ERROR", "started"],
  ])("%s of a call that has %s says nothing about its fields", (code, phase) => {
    expect(fieldErrorsOf({ code, phase, details })).toEqual([]);
  });

  test("a field shows its own errors, and those of parts that have no field", () => {
    expect(errorsAt(errors, "/a", false)).toEqual([]);
    expect(errorsAt(errors, "/a", true)).toEqual([errors[0]]);
    expect(errorsAt(errors, "/a/b", false)).toEqual([errors[0]]);
  });

  test("changing a field takes its errors away, and no others", () => {
    expect(withoutErrorsAt(errors, "/a")).toEqual([errors[1]]);
    expect(withoutErrorsAt(errors, "/x")).toBe(errors);
  });

  test("places are written as people write them", () => {
    expect(readablePath("/items/2/na~1me")).toBe("items[2].na/me");
    expect(readablePath("")).toBe("input");
  });
});
