import { afterEach, describe, expect, it, vi } from "vitest";
import { PropertyNames } from "./property-names.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the names of properties", () => {
  it("become distinct in a few steps each, however many would be the same", () => {
    const wanted = Array.from({ length: 2000 }, (_, index) => `${String.fromCodePoint(0x4e00 + index)}x`);
    const lookUp = vi.spyOn(Set.prototype, "has");
    const names = new PropertyNames(/^[a-z_0-9]+$/, wanted);
    const steps = lookUp.mock.calls.length;
    expect(new Set(wanted.map((name) => names.of(name))).size).toBe(2000);
    expect(steps).toBeLessThan(3 * 2000);
  });

  it("skip numbers that other names have", () => {
    const names = new PropertyNames(/^\w+$/, ["a b", "a_b_2", "a-b", "a_b"]);
    expect(["a b", "a-b", "a_b", "a_b_2"].map((name) => names.of(name))).toEqual(["a_b_3", "a_b_4", "a_b", "a_b_2"]);
  });
});
