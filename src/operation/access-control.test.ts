import { describe, expect, it } from "vitest";
import { checkAccess } from "./access-control.ts";

const ada = {
  id: "ada",
  scopes: ["task:read", "task:write"],
  resources: { project: ["read"], "task:7": ["edit", "read"] },
};

describe("when an operation requires nothing", () => {
  it("admits every caller, with or without an identity", () => {
    expect(checkAccess({ requiredScopes: [] }, undefined)).toBe(true);
    expect(checkAccess({ requiredScopes: [], requiredScopesAny: [] }, ada)).toBe(true);
  });
});

describe("when an operation requires scopes", () => {
  it("refuses a caller without an identity", () => {
    expect(checkAccess({ requiredScopes: ["task:read"] }, undefined)).toBe(false);
    expect(checkAccess({ requiredScopes: [], requiredScopesAny: ["task:read"] }, undefined)).toBe(false);
  });

  it("refuses scopes that are not a list, and an identity that is null", () => {
    const odd = { id: "eve", scopes: "task:readonly" as never, resources: { task: "read-only" as never } };
    expect(checkAccess({ requiredScopes: ["task:read"] }, odd)).toBe(false);
    expect(checkAccess({ requiredScopes: [], resourceType: "task", resourceAction: "read" }, odd)).toBe(false);
    expect(checkAccess({ requiredScopes: ["task:read"] }, { id: "eve" } as never)).toBe(false);
    expect(checkAccess({ requiredScopes: ["task:read"] }, null as never)).toBe(false);
  });

  it("requires all of requiredScopes", () => {
    expect(checkAccess({ requiredScopes: ["task:read", "task:write"] }, ada)).toBe(true);
    expect(checkAccess({ requiredScopes: ["task:read", "admin"] }, ada)).toBe(false);
  });

  it("requires one of requiredScopesAny", () => {
    expect(checkAccess({ requiredScopes: [], requiredScopesAny: ["admin", "task:read"] }, ada)).toBe(true);
    expect(checkAccess({ requiredScopes: [], requiredScopesAny: ["admin", "root"] }, ada)).toBe(false);
  });

  it("requires both kinds if both are given", () => {
    expect(checkAccess({ requiredScopes: ["admin"], requiredScopesAny: ["task:read"] }, ada)).toBe(false);
  });
});

describe("when an operation requires a right on a type of resource", () => {
  const asks = (resourceType: string, resourceAction: string) =>
    checkAccess({ requiredScopes: [], resourceType, resourceAction }, ada);

  it("accepts the right on the whole type or on one resource of it", () => {
    expect(asks("project", "read")).toBe(true);
    expect(asks("task", "edit")).toBe(true);
  });

  it("refuses another action, and another type whose name only starts the same", () => {
    expect(asks("project", "edit")).toBe(false);
    expect(asks("tas", "edit")).toBe(false);
    expect(asks("toString", "edit")).toBe(false);
  });

  it("treats * as every action", () => {
    const root = { id: "root", scopes: [], resources: { task: ["*"] } };
    expect(checkAccess({ requiredScopes: [], resourceType: "task", resourceAction: "delete" }, root)).toBe(true);
  });

  it("refuses an identity without resources", () => {
    const plain = { id: "bob", scopes: ["task:read"] };
    expect(checkAccess({ requiredScopes: [], resourceType: "task", resourceAction: "read" }, plain)).toBe(false);
  });
});
