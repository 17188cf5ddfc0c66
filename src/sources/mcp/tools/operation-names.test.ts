import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toNamespace } from "../../../operation/operation-id.ts";
import { mapNames } from "./operation-names.ts";

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

describe("when names are mapped", () => {
  it("keeps valid names, and replaces invalid characters", () => {
    expect(Object.fromEntries(mapNames(["read_file", "read/file", "a.b", "größe"]))).toEqual({
      read_file: "read_file",
      "read/file": expect.stringMatching(/^read_file_[0-9a-f]{8}$/) as string,
      "a.b": "a_b",
      größe: "gr__e",
    });
  });

  it("shortens long names, and keeps them distinct", () => {
    const [first, second] = mapNames([`${"a".repeat(80)}1`, `${"a".repeat(80)}2`]).values();
    expect(first).toHaveLength(64);
    expect(second).toHaveLength(64);
    expect(first).not.toBe(second);
  });

  it("maps every name to its own valid one, whatever the order", () => {
    const names = fc.uniqueArray(fc.oneof(fc.string(), fc.stringMatching(/^[a-c/._]{1,4}$/)), { maxLength: 30 });
    fc.assert(
      fc.property(names, (list) => {
        const mapped = mapNames(list);
        expect(new Set(mapped.values()).size).toBe(list.length);
        for (const name of list) expect(mapped.get(name)).toMatch(NAME);
        expect(mapNames([...list].reverse())).toEqual(mapped);
      }),
    );
  });
});

describe("when a server's name becomes a namespace", () => {
  it.each([
    ["files", "files"],
    ["my files", "my_files"],
    ["team.files", "team.files"],
    ["..a..b..", "a.b"],
    ["", "mcp"],
    ["@scope/name", "_scope_name"],
  ])("%j is %j", (name, namespace) => {
    expect(toNamespace(name)).toBe(namespace);
  });
});

describe("when a server chooses a name that another tool's mapped one would get", () => {
  it("finds a free one", () => {
    const wanted = mapNames(["a b", "a_b"]).get("a b") as string;
    const mapped = mapNames(["a b", "a_b", wanted]);
    expect(mapped.get(wanted)).toBe(wanted);
    expect(new Set(mapped.values()).size).toBe(3);
  });
});
