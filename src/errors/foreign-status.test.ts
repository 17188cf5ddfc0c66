import { describe, expect, it } from "vitest";
import { describeError } from "./error-table.ts";
import { foreignError } from "./foreign-status.ts";

describe("when an answer is not one of ours", () => {
  it.each([401, 403, 404, 413, 502, 503])("reads %i as the table of codes writes it", (status) => {
    expect(describeError(foreignError(status).code).httpStatus).toBe(status);
  });

  it.each([
    [400, "PROTOCOL_ERROR", "notStarted"],
    [404, "OPERATION_NOT_FOUND", "notStarted"],
    [408, "EXECUTION_ERROR", "unknown"],
    [418, "PROTOCOL_ERROR", "notStarted"],
    [429, "OVERLOADED", "notStarted"],
    [500, "EXECUTION_ERROR", "unknown"],
    [502, "CONNECTION_LOST", "unknown"],
    [503, "OVERLOADED", "unknown"],
    [504, "CONNECTION_LOST", "unknown"],
  ])("never calls a call not started that a proxy may have passed on: %i is %s, %s", (status, code, phase) => {
    expect(foreignError(status)).toEqual({ code, phase });
  });
});
