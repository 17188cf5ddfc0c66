import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { CallError } from "../../../errors/call-error.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { failedResult } from "./failed-result.ts";
import type { FailedResultOptions } from "./failed-result.ts";

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

function errorText(error: CallError, options: FailedResultOptions): string {
  const [block] = failedResult(error, options).content;
  return block?.type === "text" ? block.text : "";
}

describe("when an error is shown to a client", () => {
  it("shows declared details, if they can be shown and are not too long", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const textWith = (details: unknown): string =>
      errorText(new CallError("DECLARED", "No.", details), { spec, expose: false });
    expect(textWith({ n: 1 })).toBe(`DECLARED: No.\nDetails: {"n":1}`);
    expect(textWith("x".repeat(5000)).length).toBeLessThan(2100);
    expect(textWith(circular)).toBe("DECLARED: No.");
  });

  it("advises by the phase alone if there is no operation, as for one whose peer is away", () => {
    const away = new CallError("NO_RESPONDER", "Away.");
    expect(errorText(away, {})).toBe("NO_RESPONDER: Away.\nTrying again later may help.");
    const unknown = new CallError("OPERATION_NOT_FOUND", "No.");
    expect(errorText(unknown, {})).toBe("OPERATION_NOT_FOUND: No.");
  });

  it("does not treat inherited names as declared codes", () => {
    const error = new CallError("constructor", "No.", { n: 1 });
    expect(errorText(error, { spec, expose: false })).toBe("constructor: No.");
  });

  it("tells programs the same in `_meta`, without details that are very long or can't be written", () => {
    const metaOf = (details: unknown, message = "No."): unknown =>
      failedResult(new CallError("DECLARED", message, details, { retryable: true }), { spec })._meta?.[
        "alkdev.operations/error"
      ];
    const told = { code: "DECLARED", message: "No.", phase: "started", retryable: true };
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(metaOf({ n: 1 })).toEqual({ ...told, details: { n: 1 } });
    expect(metaOf("x".repeat(20_000))).toEqual(told);
    expect(metaOf(circular)).toEqual(told);
    expect(JSON.stringify(metaOf(undefined, "x".repeat(20_000))).length).toBeLessThan(4200);
  });
});
