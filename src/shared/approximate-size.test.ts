import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approximateSize } from "./approximate-size.ts";

const MOST = 1_000_000;

describe("when the size of data is estimated", () => {
  it("counts text and bytes by their length, and nothing for what has none", () => {
    expect(approximateSize("x".repeat(5000), MOST)).toBe(5000);
    expect(approximateSize(new Uint8Array(7000), MOST)).toBe(7000);
    for (const data of [undefined, null, true, 1]) expect(approximateSize(data, MOST)).toBe(0);
  });

  it("counts names as well: somebody might hide everything in them", () => {
    expect(approximateSize({ ["x".repeat(5000)]: 1 }, MOST)).toBeGreaterThanOrEqual(5000);
  });

  it("counts what is inside, however deep", () => {
    let data: unknown = "x".repeat(1000);
    for (let depth = 0; depth < 20_000; depth++) data = depth % 2 === 0 ? [data] : { data };
    expect(approximateSize(data, MOST)).toBeGreaterThan(20_000 * 8 + 1000);
  });

  it("is within a factor of the text that JSON needs, and never more than asked for", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 200 }), (text, most) => {
        const data: unknown = JSON.parse(text);
        expect(approximateSize(data, MOST)).toBeLessThanOrEqual(40 * text.length);
        expect(approximateSize(data, most)).toBe(Math.min(most, approximateSize(data, MOST)));
      }),
    );
  });
});
