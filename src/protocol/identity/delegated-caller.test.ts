import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import { commonRights } from "./delegated-caller.ts";

const holder: Identity = {
  id: "hub",
  scopes: ["read", "operations:delegate"],
  resources: { task: ["read"], "note:7": ["*"], list: ["*"] },
};

describe("when a caller uses the connection of another", () => {
  it("keeps the caller's id, and the scopes that both hold", () => {
    const caller = { id: "ada", scopes: ["write", "read"] };
    expect(commonRights(caller, holder)).toEqual({ id: "ada", scopes: ["read"] });
  });

  it("keeps the caller's claims, and adds none of the holder's", () => {
    const claims = { tenant: "Analytical Engines" };
    const ofHolder = { ...holder, claims: { tenant: "another", plan: "large" } };
    expect(commonRights({ id: "ada", scopes: [], claims }, ofHolder).claims).toEqual(claims);
    expect(commonRights({ id: "ada", scopes: [] }, ofHolder)).not.toHaveProperty("claims");
  });

  it.each([
    ["one of many, by a holder who may act on all", { "task:1": ["read", "write"] }, { "task:1": ["read"] }],
    ["all, by a holder who may act on one", { note: ["read"] }, { "note:7": ["read"] }],
    ["every action", { list: ["*"], "task:1": ["*"] }, { list: ["*"], "task:1": ["read"] }],
    ["another type, or one that only begins the same", { tasks: ["read"], tas: ["read"], "note:77": ["read"] }, {}],
    ["what is no list", { task: "read" }, {}],
  ])("keeps the rights to resources that both have: %s", (_case, resources, common) => {
    const caller = { id: "ada", scopes: [], resources: resources as unknown as Record<string, string[]> };
    expect(commonRights(caller, holder).resources).toEqual(common);
  });

  it("has no rights to resources if one of them has none", () => {
    expect(commonRights({ ...holder, id: "ada" }, { id: "hub", scopes: [] }).resources).toBeUndefined();
  });

  it("never mistakes a name for a prototype", () => {
    const resources = JSON.parse('{ "__proto__": ["read"] }') as Record<string, string[]>;
    const { resources: common } = commonRights(
      { id: "ada", scopes: [], resources },
      { id: "hub", scopes: [], resources },
    );
    expect(Object.entries(common ?? {})).toEqual([["__proto__", ["read"]]]);
    expect(Object.getPrototypeOf(common)).toBe(Object.prototype);
  });

  it("never has a right that one of them lacks", () => {
    const words = fc.constantFrom("a", "b", "*");
    const resource = fc.constantFrom("x", "x:1", "x:2", "y", "y:1");
    const identity = fc.record({
      id: fc.constantFrom("ada", "hub"),
      scopes: fc.array(words),
      resources: fc.dictionary(resource, fc.array(words)),
    });
    const access = fc.record({
      requiredScopes: fc.array(words, { maxLength: 2 }),
      resourceType: fc.constantFrom("x", "y"),
      resourceAction: fc.constantFrom("a", "b"),
    });
    fc.assert(
      fc.property(identity, identity, access, (caller, by, asked) => {
        const [alone, both] = [checkAccess(asked, caller) && checkAccess(asked, by), commonRights(caller, by)];
        expect(checkAccess(asked, both) && !alone).toBe(false);
      }),
    );
  });
});
