import { describe, expect, it } from "vitest";
import { assertAccess, checkAccess, hasRights, isLimited, limitAccess } from "./access-control.ts";

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

  it("names what is missing, even if there is no list of scopes", () => {
    const read = { namespace: "tasks", name: "list", accessControl: { requiredScopes: ["task:read"] } };
    const either = { ...read, accessControl: { requiredScopes: [], requiredScopesAny: ["task:read", "admin"] } };
    for (const eve of [{ id: "eve" }, { id: "eve", scopes: null }, { id: "eve", scopes: "task:readonly" }] as never[]) {
      expect(() => assertAccess(read, eve)).toThrow("eve may not call tasks.list: it needs the scope task:read.");
      expect(() => assertAccess(either, eve)).toThrow("it needs one of the scopes task:read, admin.");
    }
  });

  it("requires all of requiredScopes", () => {
    expect(checkAccess({ requiredScopes: ["task:read", "task:write"] }, ada)).toBe(true);
    expect(checkAccess({ requiredScopes: ["task:read", "admin"] }, ada)).toBe(false);
  });

  it("handles many scopes, and follows a list that is not frozen", () => {
    const scopes = Array.from({ length: 100 }, (_, index) => `scope:${index}`);
    const frozen = { id: "ada", scopes: Object.freeze([...scopes]) };
    const changing = { id: "ada", scopes };
    const may = (identity: { id: string; scopes: readonly string[] }, scope: string): boolean =>
      checkAccess({ requiredScopes: [scope] }, identity) &&
      checkAccess({ requiredScopes: [], requiredScopesAny: [scope, "none"] }, identity);
    for (const identity of [frozen, changing]) {
      expect([may(identity, "scope:0"), may(identity, "scope:99"), may(identity, "scope:100")]).toEqual([
        true,
        true,
        false,
      ]);
    }
    scopes[99] = "scope:100";
    expect([may(changing, "scope:99"), may(changing, "scope:100")]).toEqual([false, true]);
  });

  it("searches thousands of frozen scopes for thousands of operations quickly", () => {
    const scopes = Object.freeze(Array.from({ length: 10_000 }, (_, index) => `scope:${index}`));
    const began = process.cpuUsage();
    for (let index = 0; index < 10_000; index++)
      checkAccess({ requiredScopes: [`scope:${9999 - (index % 9)}`] }, { id: "ada", scopes });
    const { user, system } = process.cpuUsage(began);
    // A linear search takes some 500 ms.
    expect((user + system) / 1000).toBeLessThan(150);
  });

  it("requires one of requiredScopesAny", () => {
    expect(checkAccess({ requiredScopes: [], requiredScopesAny: ["admin", "task:read"] }, ada)).toBe(true);
    expect(checkAccess({ requiredScopes: [], requiredScopesAny: ["admin", "root"] }, ada)).toBe(false);
  });

  it("requires both kinds if both are given", () => {
    expect(checkAccess({ requiredScopes: ["admin"], requiredScopesAny: ["task:read"] }, ada)).toBe(false);
  });
});

describe("when an operation requires a right to a type of resource", () => {
  const asks = (resourceType: string, resourceAction: string) =>
    checkAccess({ requiredScopes: [], resourceType, resourceAction }, ada);

  it("accepts the right to the whole type, but not to one of its resources", () => {
    expect(asks("project", "read")).toBe(true);
    expect(asks("task", "edit")).toBe(false);
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

  describe("and names the resource in the input", () => {
    const deletes = { requiredScopes: [], resourceType: "ticket", resourceAction: "delete", resourceId: "/ticket/id" };
    const owner = {
      id: "ada",
      scopes: [],
      resources: { "ticket:t1": ["delete"], "ticket:7": ["*"], "ticket:t3": ["read"] },
    };
    const may = (input: unknown, identity = owner): boolean => checkAccess(deletes, identity, { input });

    it("accepts the right to that resource, whose id may be a number, and to no other", () => {
      expect([may({ ticket: { id: "t1" } }), may({ ticket: { id: 7 } }), may({ ticket: { id: "7" } })]).toEqual([
        true,
        true,
        true,
      ]);
      for (const id of ["t2", "t3", "t1 ", "", ["t1"], { toString: () => "t1" }, null, true, Number.NaN, undefined])
        expect(may({ ticket: { id } })).toBe(false);
    });

    it("refuses an input without an id there, even one that inherits it", () => {
      for (const input of [undefined, null, "t1", [], {}, { ticket: "t1" }, Object.create({ ticket: { id: "t1" } })])
        expect(may(input)).toBe(false);
    });

    it("accepts the right to the whole type for every resource", () => {
      expect(may({}, { id: "root", scopes: [], resources: { ticket: ["delete"] } as never })).toBe(true);
    });

    it("is listed for a caller that could call it with some resource", () => {
      expect(checkAccess(deletes, owner)).toBe(true);
      expect(
        checkAccess(deletes, { id: "bob", scopes: [], resources: { "ticket:t1": ["read"], "tickets:t1": ["delete"] } }),
      ).toBe(false);
    });

    it("may name the whole input", () => {
      expect(checkAccess({ ...deletes, resourceId: "" }, owner, { input: "t1" })).toBe(true);
      expect(checkAccess({ ...deletes, resourceId: "" }, owner, { input: "t2" })).toBe(false);
    });
  });

  it("refuses an identity without resources", () => {
    const plain = { id: "bob", scopes: ["task:read"] };
    expect(checkAccess({ requiredScopes: [], resourceType: "task", resourceAction: "read" }, plain)).toBe(false);
  });
});

describe("when a source does not offer an operation to every caller", () => {
  const bob = { id: "bob", scopes: ["task:read"] };
  const access = limitAccess({ requiredScopes: ["task:read"] }, (identity) => identity?.id !== "bob");
  const operation = { namespace: "tasks", name: "list", accessControl: access };

  it("admits only those to whom it is offered, and only with the rights", () => {
    expect([ada, bob, { id: "eve", scopes: [] }].map((identity) => checkAccess(access, identity))).toEqual([
      true,
      false,
      false,
    ]);
    expect(hasRights(access, bob)).toBe(true);
    expect(
      checkAccess(
        limitAccess({ requiredScopes: [] }, () => false),
        undefined,
      ),
    ).toBe(false);
  });

  it("says so to a caller who has the rights, and nothing of it to others", () => {
    const refusal = (identity: { id: string; scopes: string[] }): string => {
      try {
        assertAccess(operation, identity);
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal(bob)).toBe(
      "bob may not call tasks.list: its source does not list it for this caller's own account.",
    );
    expect(refusal({ id: "bob", scopes: [] })).toBe("bob may not call tasks.list: it needs the scope task:read.");
  });

  it("survives copies, and never shows in JSON", () => {
    const copy = { ...access, requiredScopes: [] };
    expect(isLimited({ accessControl: copy })).toBe(true);
    expect(checkAccess(copy, bob)).toBe(false);
    expect(JSON.stringify(copy)).toBe('{"requiredScopes":[]}');
    expect(structuredClone(copy)).toEqual({ requiredScopes: [] });
  });
});
