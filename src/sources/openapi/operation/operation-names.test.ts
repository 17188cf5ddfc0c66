import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OperationNames, wantedName } from "./operation-names.ts";
import type { NameSource } from "./operation-names.ts";

function namesOf(sources: readonly NameSource[]): string[] {
  const names = new OperationNames(sources);
  return sources.map((source) => names.nameOf(source));
}

const at = (operationId: string | undefined, path = "/a", method = "GET"): NameSource => ({
  method,
  path,
  operationId,
  wantedName: wantedName(method, path, operationId),
  namespace: path.slice(1, Math.max(1, path.lastIndexOf("/"))),
});

describe("when operations are named", () => {
  it("gives two in different namespaces the same name", () => {
    const [one, other, third] = [at("order", "/shop/order"), at("order", "/shop.v2/order"), at("order", "/shop/again")];
    const sources = [one, other, third];
    const names = new OperationNames(sources);
    expect(names.nameOf(one)).toBe("order");
    expect(names.nameOf(other)).toBe("order");
    expect(names.nameOf(third)).toMatch(/^order_[a-f0-9]{8}$/);
  });

  it("uses the operationId, or else method and path, in valid characters", () => {
    expect(
      namesOf([at("listPets"), at("repos/list-for-org"), at(undefined, "/pets/{petId}/toys.json"), at("«»", "/")]),
    ).toEqual(["listPets", "repos_list-for-org", "get_pets_petId_toys_json", "get"]);
  });

  it("shortens names of more than 64 characters, and keeps them distinct", () => {
    const [first, second] = namesOf([at(`${"x".repeat(80)}a`, "/a"), at(`${"x".repeat(80)}b`, "/b")]);
    expect([first?.length, second?.length]).toEqual([64, 64]);
    expect(first).not.toBe(second);
  });

  it("gives a shared name to the operation whose operationId it is", () => {
    expect(namesOf([at("a/b", "/1"), at("a_b", "/2"), at("a.b", "/3")])).toEqual([
      "a_b_8f9797cd",
      "a_b",
      "a_b_8d9794a7",
    ]);
  });

  it("keeps stream names distinct from all others", () => {
    const sources = [at("chat", "/1"), at("chat_stream", "/2")];
    const names = new OperationNames(sources);
    expect(names.streamNameOf("chat", sources[0]!)).toMatch(/^chat_stream_[0-9a-f]{8}$/);
    expect(names.streamNameOf("other", sources[0]!)).toBe("other_stream");
  });
});

describe("when any operations are named", () => {
  const source = fc
    .record({
      method: fc.constantFrom("GET", "POST"),
      path: fc.string({ maxLength: 12 }).map((text) => `/${text}`),
      operationId: fc.option(fc.string({ maxLength: 90 }), { nil: undefined }),
      namespace: fc.constant(""),
    })
    .map((source) => ({ ...source, wantedName: wantedName(source.method, source.path, source.operationId) }));
  const sources = fc.uniqueArray(source, { selector: ({ method, path }) => `${method} ${path}`, maxLength: 30 });

  it("gives names that are unique and valid", () => {
    fc.assert(
      fc.property(sources, (all) => {
        const names = namesOf(all);
        expect(new Set(names).size).toBe(all.length);
        expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
      }),
    );
  });

  it("does not change them when operations are appended", () => {
    fc.assert(
      fc.property(sources, source, (all, added) => {
        const isExact = (name: string): boolean => added.operationId === name;
        const before = namesOf(all);
        const after = namesOf([...all, added]);
        expect(before.filter((name, index) => name !== after[index] && !isExact(name))).toEqual([]);
      }),
    );
  });
});
