import { describe, expect, it } from "vitest";
import { CallError, toCallError, withPhase } from "./call-error.ts";
import { fromRemoteError, toRemoteError } from "./remote-error.ts";

const isMarked = (error: CallError): boolean => error.unexpected;

describe("when an error leaves the process", () => {
  it("recognises an exception by its mark, and a copy with another phase keeps the mark", () => {
    const exception = toCallError(new Error("internal"));
    expect([exception, withPhase(exception, "unknown"), toCallError(exception)].map(isMarked)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("shows an error that a handler worded, even when it repeats or wraps the message of an exception", () => {
    const exception = toCallError(new Error("internal"));
    const worded = [
      new CallError("EXECUTION_ERROR", "worded"),
      new CallError("EXECUTION_ERROR", "worded", undefined, { cause: new Error("internal") }),
      new CallError("EXECUTION_ERROR", "internal", undefined, { cause: new Error("internal") }),
      new CallError("EXECUTION_ERROR", "worded", undefined, { cause: exception }),
    ];
    for (const error of worded) {
      expect([error, withPhase(error, "unknown")].map(isMarked)).toEqual([false, false]);
      expect(toRemoteError(error, { declared: undefined }).message).toBe(error.message);
    }
  });

  it("keeps the mark inside the process", () => {
    const exception = toCallError(new Error("internal"));
    const remote = toRemoteError(exception, { declared: undefined });
    expect(remote).not.toHaveProperty("unexpected");
    expect(exception.toJSON()).not.toHaveProperty("unexpected");
    expect(fromRemoteError(remote).unexpected).toBe(false);
  });

  it("hides the message of an exception unless told to show it", () => {
    const exception = toCallError(new Error("password is hunter2"));
    expect(toRemoteError(exception, { declared: undefined })).toEqual({
      code: "EXECUTION_ERROR",
      message: "The operation failed.",
      retryable: false,
      phase: "started",
    });
    expect(toRemoteError(exception, { declared: undefined, expose: true }).message).toBe("password is hunter2");
  });

  it("shows details only for bad input and for declared codes", () => {
    const detailsOf = (code: string): unknown =>
      toRemoteError(new CallError(code, "No.", { n: 1 }), { declared: { DECLARED: {} } }).details;
    expect(["VALIDATION_ERROR", "DECLARED", "OTHER", "constructor"].map(detailsOf)).toEqual([
      { n: 1 },
      { n: 1 },
      undefined,
      undefined,
    ]);
  });

  it("shows details of a code of the library only if they are what the operation declares", () => {
    const detailsOf = (code: string, declaredBy?: string, passesOn?: boolean): unknown => {
      const error = new CallError(code, "No.", { n: 1 }, { declaredBy });
      return toRemoteError(error, { declared: { TIMEOUT: {}, EXECUTION_ERROR: {} }, passesOn }).details;
    };
    expect([detailsOf("TIMEOUT", "test.op"), detailsOf("EXECUTION_ERROR", "test.op")]).toEqual([{ n: 1 }, { n: 1 }]);
    // They come from elsewhere: they did not fit, or nobody has looked at them.
    expect([detailsOf("TIMEOUT"), detailsOf("EXECUTION_ERROR")]).toEqual([undefined, undefined]);
    expect(detailsOf("EXECUTION_ERROR", undefined, true)).toEqual({ n: 1 });
  });

  it("arrives as the same error on the other side", () => {
    const error = new CallError("DECLARED", "No.", { n: 1 }, { retryable: true, phase: "unknown" });
    expect(fromRemoteError(toRemoteError(error, { declared: { DECLARED: {} } })).toJSON()).toEqual(error.toJSON());
  });
});
