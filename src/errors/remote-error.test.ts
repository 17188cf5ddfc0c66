import { describe, expect, it } from "vitest";
import { CallError, toCallError, withPhase } from "./call-error.ts";
import { fromRemoteError, isUnexpected, toRemoteError } from "./remote-error.ts";

describe("when an error leaves the process", () => {
  it("tells an exception from an error that was worded for callers, however it came here", () => {
    const exception = toCallError(new Error("internal"));
    const worded = new CallError("EXECUTION_ERROR", "worded", undefined, { cause: new Error("internal") });
    const plain = new CallError("EXECUTION_ERROR", "worded");
    expect([exception, withPhase(exception, "unknown")].map(isUnexpected)).toEqual([true, true]);
    expect([worded, withPhase(worded, "unknown"), plain, withPhase(plain, "unknown")].map(isUnexpected)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });

  it("hides the message of an exception that nobody meant for a caller, unless asked to show it", () => {
    const exception = toCallError(new Error("password is hunter2"));
    expect(toRemoteError(exception, { declared: undefined })).toEqual({
      code: "EXECUTION_ERROR",
      message: "The operation failed.",
      retryable: false,
      phase: "started",
    });
    expect(toRemoteError(exception, { declared: undefined, expose: true }).message).toBe("password is hunter2");
  });

  it("shows details of bad input and of declared codes only", () => {
    const detailsOf = (code: string): unknown =>
      toRemoteError(new CallError(code, "No.", { n: 1 }), { declared: { DECLARED: {} } }).details;
    expect(["VALIDATION_ERROR", "DECLARED", "OTHER", "constructor"].map(detailsOf)).toEqual([
      { n: 1 },
      { n: 1 },
      undefined,
      undefined,
    ]);
  });

  it("is the same error again on the other side", () => {
    const error = new CallError("DECLARED", "No.", { n: 1 }, { retryable: true, phase: "unknown" });
    expect(fromRemoteError(toRemoteError(error, { declared: { DECLARED: {} } })).toJSON()).toEqual(error.toJSON());
  });
});
