import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { OperationSpec } from "./operation-spec.ts";
import { assertValidSpec, specProblems } from "./spec-problems.ts";

const spec = {
  namespace: "shop.v1",
  name: "order",
  version: "1.0.0",
  type: "MUTATION",
  description: "Places an order",
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({}),
  accessControl: { requiredScopes: [] },
} satisfies OperationSpec;

function problemsOf(deprecated: unknown): string[] {
  return specProblems({ ...spec, deprecated }).map(({ path, message }) => `${path}: ${message}`);
}

describe("when a spec is deprecated", () => {
  it.each([
    true,
    false,
    {},
    {
      reason: "Prices lack a currency",
      successor: "shop.v2.order",
      since: "2026-03-01",
      sunset: "2026-03-01T00:00:00Z",
    },
  ])("accepts %j", (deprecated) => {
    expect(problemsOf(deprecated)).toEqual([]);
  });

  it.each(["shop", "shop.v2.", "shop v2.order", "../shop/order", ""])("refuses %j as a successor", (successor) => {
    expect(problemsOf({ successor })).toEqual([
      `/deprecated/successor: expected the id of another operation, received ${JSON.stringify(successor)}`,
    ]);
  });

  it("refuses an operation that replaces itself", () => {
    expect(problemsOf({ successor: "shop.v1.order" })).toEqual([
      '/deprecated/successor: expected the id of another operation, received "shop.v1.order"',
    ]);
  });

  it("refuses invalid dates", () => {
    expect(problemsOf({ since: "last spring", sunset: "2027-02-30" })).toEqual([
      '/deprecated/since: expected a date (2026-03-01) or an RFC 3339 time (2026-03-01T12:00:00Z), received "last spring"',
      '/deprecated/sunset: expected a date (2026-03-01) or an RFC 3339 time (2026-03-01T12:00:00Z), received "2027-02-30"',
    ]);
  });

  it("refuses an end before the beginning", () => {
    expect(problemsOf({ since: "2026-03-01", sunset: "2026-02-28" })).toEqual([
      '/deprecated/sunset: expected no time before "since" (2026-03-01), received "2026-02-28"',
    ]);
  });

  it("refuses anything but true, false and an object, and says where", () => {
    expect(problemsOf("yes")).toHaveLength(1);
    expect(() => assertValidSpec({ ...spec, deprecated: { reason: 7 } })).toThrow(
      "The spec of shop.v1.order is invalid: spec/deprecated/reason: expected string, received 7",
    );
  });
});
