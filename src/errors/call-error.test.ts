import { describe, expect, it } from "vitest";
import { toCallError } from "./call-error.ts";

describe("when an error comes from another copy of the package", () => {
  it("keeps its code, details, phase and retryability", () => {
    class CallErrorOfAnotherCopy extends Error {
      readonly code = "NO_MONEY";
      readonly details = { balance: 3 };
      readonly retryable = true;
      readonly phase = "started";
      get [Symbol.for("@alkdev/operations.CallError")](): boolean {
        return true;
      }
    }
    expect(toCallError(new CallErrorOfAnotherCopy("The account is empty.")).toJSON()).toEqual({
      code: "NO_MONEY",
      message: "The account is empty.",
      details: { balance: 3 },
      retryable: true,
      phase: "started",
    });
  });

  it("is recognised by a brand that our own errors carry too", () => {
    const own = toCallError(new Error("x"));
    expect(Symbol.for("@alkdev/operations.CallError") in own).toBe(true);
  });
});
