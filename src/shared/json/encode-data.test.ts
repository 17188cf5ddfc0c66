import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeData, encodeBytes, encodeData } from "./encode-data.ts";

describe("when data contains bytes", () => {
  it("tags them at any depth, and does not change the original", () => {
    const data = { list: [new Uint8Array([0, 255])], deep: { buffer: Buffer.from("hi") }, same: 1 };
    expect(encodeData(data)).toEqual({
      list: [{ $bytes: "AP8=" }],
      deep: { buffer: { $bytes: "aGk=" } },
      same: 1,
    });
    expect(data.list[0]).toBeInstanceOf(Uint8Array);
  });

  it("encodes large ones", () => {
    const bytes = new Uint8Array(200_000).fill(7);
    expect(decodeData(encodeData(bytes))).toEqual(bytes);
  });

  it("reads back what it wrote, inside any data", () => {
    const leaf = fc.oneof(fc.uint8Array(), fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const key = fc.oneof(fc.string(), fc.constantFrom("$bytes", "$$bytes", "bytes"));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("tree")), fc.dictionary(key, tie("tree"))),
    }));
    fc.assert(
      fc.property(tree, (data) => {
        const travelled: unknown = JSON.parse(JSON.stringify(encodeData(data)));
        expect(decodeData(travelled)).toEqual(data);
      }),
    );
  });
});

describe("when data looks like tagged bytes", () => {
  it("stays unchanged for a receiver that does not know the tags", () => {
    const data = { same: { $bytes: "AP8=" }, list: [new Uint8Array([0, 255])] };
    expect(encodeBytes(data)).toEqual({ same: { $bytes: "AP8=" }, list: [{ $bytes: "AP8=" }] });
    expect(encodeBytes(data.same)).toBe(data.same);
  });

  it("arrives unchanged on the other side", () => {
    const data = { list: [{ $bytes: "AP8=" }, { $$bytes: "text" }, { $bytes: "no base64!" }] };
    expect(encodeData(data)).toEqual({
      list: [{ $$bytes: "AP8=" }, { $$$bytes: "text" }, { $$bytes: "no base64!" }],
    });
    expect(decodeData(encodeData(data))).toEqual(data);
  });
});

describe("when data contains no bytes", () => {
  it("returns the same object", () => {
    const data = { list: [1, { two: new Date(0) }], $bytes: 3 };
    expect(encodeData(data)).toBe(data);
    expect(decodeData(data)).toBe(data);
  });

  it.each([[{ $bytes: "no base64!" }], [{ $bytes: "AP8=", more: 1 }], [{ $bytes: null }], [{ $bytes: ["AP8="] }]])(
    "is not mistaken for bytes: %o",
    (data) => {
      expect(decodeData(data)).toBe(data);
    },
  );

  it("keeps __proto__ an ordinary name", () => {
    const data: unknown = JSON.parse('{"__proto__":{"x":{"$bytes":"AP8="}}}');
    const decoded = decodeData(data) as object;
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect(Object.keys(decoded)).toEqual(["__proto__"]);
  });
});
