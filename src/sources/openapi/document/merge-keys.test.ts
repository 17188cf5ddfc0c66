import { describe, expect, it } from "vitest";
import { parseDocument } from "./parse-document.ts";

const parse = (text: string): Promise<unknown> => parseDocument(text, { location: "a.yaml" });

describe("when a YAML document has merge keys", () => {
  it("merges one or several targets, and keeps the object's own properties", async () => {
    const text = "a: &a { x: 1, y: 1 }\nb: &b { <<: *a, y: 2, z: 2 }\nc: { <<: [*b, { w: 3 }, *a], z: 3 }\n";
    expect(await parse(text)).toEqual({
      a: { x: 1, y: 1 },
      b: { x: 1, y: 2, z: 2 },
      c: { w: 3, x: 1, y: 2, z: 3 },
    });
  });

  it("leaves prototypes and an ordinary property of that name unchanged", async () => {
    expect(await parse('"<<": text\na: { "<<": [1] }\n')).toEqual({ "<<": "text", a: { "<<": [1] } });
    const merged = (await parse("a: &a { __proto__: { bad: 1 } }\nb: { <<: *a }\n")) as { b: object };
    expect(Object.keys(merged.b)).toEqual(["__proto__"]);
    expect(merged.b).not.toHaveProperty("bad");
  });

  it("terminates for a key that refers to itself", async () => {
    expect(await parse("a: &a\n  x: 1\n  b: &b { <<: *a, y: 2 }\n  <<: *b\n")).toMatchObject({ a: { x: 1, y: 2 } });
  });

  it("refuses endless copies", async () => {
    const names = Array.from({ length: 400 }, (_, index) => `k${String(index)}: 1`).join(", ");
    const uses = Array.from({ length: 400 }, (_, index) => `b${String(index)}: { <<: *a }\n`).join("");
    await expect(parse(`a: &a { ${names} }\n${uses}`)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("merge keys (<<) copy more than 100,000 properties"),
    });
  });
});
