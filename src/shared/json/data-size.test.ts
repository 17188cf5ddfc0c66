import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approximateSize } from "./data-size.ts";

const MOST = 1_000_000;

describe("when the size of data is estimated", () => {
  it("counts text and bytes by their length, and other scalars as nothing", () => {
    expect(approximateSize("x".repeat(5000), MOST)).toBe(5000);
    expect(approximateSize(new Uint8Array(7000), MOST)).toBe(7000);
    for (const data of [undefined, null, true, 1]) expect(approximateSize(data, MOST)).toBe(0);
  });

  it("counts names too, because a sender could hide data in them", () => {
    expect(approximateSize({ ["x".repeat(5000)]: 1 }, MOST)).toBeGreaterThanOrEqual(5000);
  });

  it("counts members at any depth", () => {
    let data: unknown = "x".repeat(1000);
    for (let depth = 0; depth < 20_000; depth++) data = depth % 2 === 0 ? [data] : { data };
    expect(approximateSize(data, MOST)).toBeGreaterThan(20_000 * 8 + 1000);
  });

  it("stays within a factor of the JSON text, and never exceeds the limit", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 200 }), (text, most) => {
        const data: unknown = JSON.parse(text);
        expect(approximateSize(data, MOST)).toBeLessThanOrEqual(40 * text.length);
        expect(approximateSize(data, most)).toBe(Math.min(most, approximateSize(data, MOST)));
      }),
    );
  });
});
