import * as fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { operationId } from "../../../operation/operation-id.ts";
import { ToolNames } from "./tool-names.ts";

function spec(id: string): OperationSpec {
  const dot = id.lastIndexOf(".");
  return {
    namespace: id.slice(0, dot),
    name: id.slice(dot + 1),
    version: "1.0.0",
    type: "QUERY",
    description: "",
    inputSchema: Type.Object({}),
    outputSchema: Type.Object({}),
    accessControl: { requiredScopes: [] },
  };
}

function nameOf(names: ToolNames, id: string): string | undefined {
  return [...names.ids].find(([, own]) => own === id)?.[0];
}

function sorted(names: ToolNames): string[] {
  return names.ranked.map(({ name }) => name);
}

const long = `${"a".repeat(60)}.${"b".repeat(60)}`;

describe("when operations get tool names", () => {
  it("writes _ for dots", () => {
    expect(sorted(new ToolNames([spec("a.b.c-d")]))).toEqual(["a_b_c-d"]);
  });

  it("keeps a name for the first operation that had it, and gives the next one another", () => {
    const names = new ToolNames([spec("a.b_c"), spec("a_b.c")]);
    expect(nameOf(names, "a.b_c")).toBe("a_b_c");
    expect(nameOf(names, "a_b.c")).toMatch(/^a_b_c_[a-f0-9]{8}$/);
  });

  it("gives a long id the same short name every time", () => {
    const [name] = sorted(new ToolNames([spec(long)]));
    expect(name).toHaveLength(64);
    expect(nameOf(new ToolNames([spec("x.y"), spec(long)]), long)).toBe(name);
  });

  it("follows the registry", () => {
    const names = new ToolNames([spec("a.b")]);
    names.update([{ type: "unregistered", id: "a.b", spec: spec("a.b") }]);
    names.update([{ type: "registered", id: "c.d", spec: spec("c.d") }]);
    names.update([{ type: "replaced", id: "c.d", spec: spec("c.d") }]);
    expect(sorted(names)).toEqual(["c_d"]);
    expect(names.ids.get("a_b")).toBeUndefined();
  });

  it("sorts deprecated ones last, even if they become deprecated later", () => {
    const deprecated = { ...spec("a.a"), deprecated: true };
    const names = new ToolNames([deprecated, spec("z.z"), spec("b.b")]);
    expect(sorted(names)).toEqual(["b_b", "z_z", "a_a"]);
    names.update([
      { type: "replaced", id: "a.a", spec: spec("a.a") },
      { type: "replaced", id: "b.b", spec: { ...spec("b.b"), deprecated: { successor: "z.z" } } },
    ]);
    expect(sorted(names)).toEqual(["a_a", "z_z", "b_b"]);
  });

  it("turns a wanted name into an allowed one", () => {
    const names = new ToolNames([spec("a.b"), spec("a.c"), spec("a.d")], {
      wanted: ({ name }) => (name === "d" ? "" : "ä/ö?"),
    });
    expect(nameOf(names, "a.b")).toBe("____");
    expect(nameOf(names, "a.c")).toMatch(/^_____[a-f0-9]{8}$/);
    expect(nameOf(names, "a.d")).toBe("_");
  });

  it("leaves reserved names alone", () => {
    const [name] = sorted(new ToolNames([spec("search.operations")], { reserved: ["search_operations"] }));
    expect(name).toMatch(/^search_operations_\w{8}$/);
  });

  it("gives each operation its own valid name, and finds each again", () => {
    const segment = fc.stringMatching(/^[ab_-]{1,30}$/);
    const id = fc.array(segment, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("."));
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 30 }), (ids) => {
        const names = new ToolNames(ids.map(spec));
        expect(sorted(names)).toHaveLength(ids.length);
        for (const one of ids) {
          const name = nameOf(names, one) ?? "";
          expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          expect(names.ids.get(name)).toBe(operationId(spec(one)));
        }
      }),
    );
  });
});
