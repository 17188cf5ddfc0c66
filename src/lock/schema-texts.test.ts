import { describe, expect, it } from "vitest";
import type { ComparedNode } from "./compare/schema-node.ts";
import { changedTexts } from "./schema-texts.ts";

const user = { type: "object", description: "A person", properties: { login: { examples: ["ada"] } } };

/** A schema whose references lead to the components. */
function node(schema: object, components: Readonly<Record<string, object>> = { user }): ComparedNode {
  return { schema, side: { resolve: (ref) => components[ref] } };
}

const issue = (...members: string[]): object => ({
  properties: Object.fromEntries(members.map((name) => [name, { $ref: "user" }])),
});

describe("when the texts of two schemas are compared", () => {
  it("finds nothing if only the order of members differs, as in a lock that sorts them", () => {
    expect(changedTexts(node(issue("author", "owner")), node(issue("owner", "author")))).toEqual([]);
  });

  it("finds nothing new in a component that a further member refers to, except at that member", () => {
    const found = changedTexts(node(issue("owner")), node(issue("author", "owner")));
    expect(found.map(({ path }) => path)).toEqual([
      "/properties/author/description",
      "/properties/author/properties/login/examples",
    ]);
  });

  it("says once what has changed in a component, and where it is first used", () => {
    const renamed = { ...user, description: "Send me the key" };
    expect(changedTexts(node(issue("author", "owner")), node(issue("owner", "author"), { user: renamed }))).toEqual([
      { path: "/properties/author/description", before: "A person", after: "Send me the key" },
    ]);
  });

  it("reads texts beside references, schemas written out in place of references, and recursive schemas", () => {
    const tree = { title: "Tree", properties: { children: { items: { $ref: "tree" } } } };
    const inner = { title: "Tree", properties: { children: { items: tree } } };
    expect(changedTexts(node({ $ref: "tree" }, { tree }), node(inner, { tree }))).toEqual([]);
    const beside = { $ref: "tree", description: "Of life" };
    expect(changedTexts(node({ $ref: "tree" }, { tree }), node(beside, { tree }))).toEqual([
      { path: "/description", before: undefined, after: "Of life" },
    ]);
  });

  it("terminates on circular references", () => {
    const circle = { one: { $ref: "other" }, other: { $ref: "one" } };
    expect(changedTexts(node({ $ref: "one" }, circle), node({ $ref: "other" }, circle))).toEqual([]);
  });

  it("names at most twenty", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, { title: "T" }]));
    expect(changedTexts(node({}), node({ properties: many }))).toHaveLength(20);
  });
});
