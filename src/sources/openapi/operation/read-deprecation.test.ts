import { describe, expect, it } from "vitest";
import { FromOpenAPI } from "../import-openapi.ts";

/** The result of importing the operation `old` with these members. */
function deprecatedWith(members: object): unknown {
  const responses = { 200: { description: "ok" } };
  const [old] = FromOpenAPI(
    {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/old": { get: { operationId: "pets/old", responses, ...members } },
        "/new": { get: { operationId: "pets/new", responses } },
      },
    },
    { namespace: "api", baseUrl: "https://pets.example" },
  );
  return old?.deprecated;
}

describe("when a document deprecates an operation", () => {
  it("says so, and nothing more if the document says nothing more", () => {
    expect(deprecatedWith({ deprecated: true })).toBe(true);
    expect(deprecatedWith({})).toBeUndefined();
    expect(deprecatedWith({ deprecated: "yes" })).toBeUndefined();
  });

  it("reads the reason, the successor and the end from common extensions", () => {
    expect(
      deprecatedWith({
        deprecated: true,
        "x-speakeasy-deprecation-message": "It is slow.",
        "x-speakeasy-deprecation-replacement": "pets/new",
        "x-sunset": "2027-01-01",
      }),
    ).toEqual({ reason: "It is slow.", successor: "api.pets_new", sunset: "2027-01-01" });
  });

  it("prefers our own extension", () => {
    const own = { reason: "It is old.", successor: "pets/new", since: "2026-01-01", sunset: "2028-01-01" };
    expect(deprecatedWith({ deprecated: true, "x-operation": { deprecated: own }, "x-sunset": "2027-01-01" })).toEqual({
      ...own,
      successor: "api.pets_new",
    });
  });

  it("leaves out impossible values: itself or an unknown operation as successor, and invalid dates", () => {
    for (const successor of ["pets/old", "pets/gone", "", 7])
      expect(deprecatedWith({ deprecated: true, "x-speakeasy-deprecation-replacement": successor })).toBe(true);
    for (const sunset of ["soon", "2027-02-31", 20270101, null])
      expect(deprecatedWith({ deprecated: true, "x-sunset": sunset })).toBe(true);
    const own = { since: "2027-01-01", sunset: "2026-01-01" };
    expect(deprecatedWith({ deprecated: true, "x-operation": { deprecated: own } })).toEqual({ since: "2027-01-01" });
  });

  it("does not treat an extension as a deprecation if the document declares none", () => {
    expect(deprecatedWith({ "x-sunset": "2027-01-01" })).toBeUndefined();
  });
});
