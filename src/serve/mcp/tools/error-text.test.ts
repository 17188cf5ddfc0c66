import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { CallError } from "../../../errors/call-error.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { errorText } from "./error-text.ts";

const spec: OperationSpec = {
  namespace: "a",
  name: "b",
  version: "1.0.0",
  type: "QUERY",
  description: "",
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({}),
  errorSchemas: { DECLARED: {} },
  accessControl: { requiredScopes: [] },
};

describe("when an error is shown to a client", () => {
  it("shows details that are declared, if they are not too long, and can be shown", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const textWith = (details: unknown): string =>
      errorText(new CallError("DECLARED", "No.", details), { spec, expose: false });
    expect(textWith({ n: 1 })).toBe('DECLARED: No.\nDetails: {"n":1}');
    expect(textWith("x".repeat(5000)).length).toBeLessThan(2100);
    expect(textWith(circular)).toBe("DECLARED: No.");
  });

  it("does not take inherited names for declared codes", () => {
    const error = new CallError("constructor", "No.", { n: 1 });
    expect(errorText(error, { spec, expose: false })).toBe("constructor: No.");
  });
});
