import { describe, expect, test } from "vitest";
import { ERROR_TABLE } from "../../../src/errors/error-table.ts";
import { adviceFor, isDocumented } from "./advice-for.ts";
import { ApiError } from "./api-error.ts";

describe("the advice for an error", () => {
  test.each(Object.keys(ERROR_TABLE))("%s is written for people and names no field of a program", async (code) => {
    expect(await adviceFor(new ApiError({ code, message: "No." }))).toMatch(/^[^`]+\.$/);
  });

  test.each(Object.keys(ERROR_TABLE))("%s leaves it to the phase whether to run it again", async (code) => {
    expect(await adviceFor(new ApiError({ code, message: "No." }))).not.toMatch(/again/);
  });

  test("an API that gave no answer is to be checked itself", () => {
    const details = { status: 502, reason: "ECONNREFUSED" };
    expect(adviceFor(new ApiError({ code: "EXECUTION_ERROR", message: "No.", details }))).toMatch(/Check that it runs/);
  });

  test.each(["LIST_FULL", "constructor"])("%s is not in the table and has no advice", async (code) => {
    expect(await adviceFor(new ApiError({ code, message: "No." }))).toBeUndefined();
    expect(await isDocumented(code)).toBe(false);
  });
});
