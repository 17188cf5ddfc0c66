import { describe, expect, it } from "vitest";
import { CallError } from "./call-error.ts";
import { fromRemoteError, toRemoteError } from "./remote-error.ts";
import { isUnavailable, LONGEST_ERROR_DATA, unanswered } from "./upstream-status.ts";

const circular: Record<string, unknown> = {};
circular["self"] = circular;

/** What callers see of undeclared details. */
function shown(details: unknown, passesOn: boolean): unknown {
  const error = new CallError("EXECUTION_ERROR", "It broke.", details);
  return toRemoteError(error, { declared: undefined, passesOn }).details;
}

describe("when an operation that passes its calls on fails with undeclared details", () => {
  it.each([
    [{ status: 404, body: "secret" }, { status: 404 }],
    [
      { status: 502, reason: "ECONNREFUSED" },
      { status: 502, reason: "ECONNREFUSED" },
    ],
    [{ status: 503, reason: "x".repeat(65) }, { status: 503 }],
    [
      { code: -32603, data: { hint: 1 }, other: "secret" },
      { code: -32603, data: { hint: 1 } },
    ],
    [{ code: -32000 }, { code: -32000 }],
    [{ code: -32603, data: "x".repeat(LONGEST_ERROR_DATA) }, { code: -32603 }],
    [{ code: -32603, data: circular }, { code: -32603 }],
    [{ status: 200 }, undefined],
    [{ code: "TEXT", data: 1 }, undefined],
    [{ secret: 1 }, undefined],
    ["secret", undefined],
    [null, undefined],
  ])("shows of %j only what describes its server: %j", (details, seen) => {
    expect(shown(details, true)).toEqual(seen);
  });

  it("shows the same after another hop", () => {
    for (const details of [unanswered("ECONNREFUSED"), { code: -32603, data: [1] }]) {
      const hop = (error: CallError): CallError =>
        fromRemoteError(toRemoteError(error, { declared: undefined, passesOn: true }));
      expect(hop(hop(new CallError("EXECUTION_ERROR", "It broke.", details))).details).toEqual(details);
    }
  });

  it("shows nothing of another code", () => {
    const error = new CallError("OVERLOADED", "Full.", { status: 503 });
    expect(toRemoteError(error, { declared: undefined, passesOn: true }).details).toBeUndefined();
  });
});

describe("when a handler of our own fails with undeclared details", () => {
  it.each([
    [
      { status: 503, reason: "ECONNREFUSED", body: "secret" },
      { status: 503, reason: "ECONNREFUSED" },
    ],
    [{ status: 404 }, undefined],
    [{ code: -32603, data: 1 }, undefined],
  ])("shows of %j only that an API behind it is down: %j", (details, seen) => {
    expect(shown(details, false)).toEqual(seen);
  });
});

describe("when an API gives no answer", () => {
  it.each([
    ["ECONNREFUSED", { status: 502, reason: "ECONNREFUSED" }],
    ["UND_ERR_CONNECT_TIMEOUT", { status: 504, reason: "UND_ERR_CONNECT_TIMEOUT" }],
    ["", { status: 502, reason: "NO_ANSWER" }],
  ])("says so by the status of a gateway: %j", (reason, details) => {
    expect(unanswered(reason)).toEqual(details);
    expect(isUnavailable(details)).toBe(true);
  });

  it("counts only statuses that say so", () => {
    const down = Array.from({ length: 700 }, (_, status) => status).filter((status) => isUnavailable({ status }));
    expect(down).toEqual([429, 502, 503, 504]);
  });
});
