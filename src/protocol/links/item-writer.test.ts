import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeValue } from "../wire/event-codec.ts";
import { ItemWriter } from "./item-writer.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ maxLength: 80 }),
  fc.constantFrom("\ud800", "é", '"', "\\"),
);
const plain = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined));
const name = fc.oneof(fc.constantFrom("a", "b", "$bytes", "__proto__", "toJSON", "1"), text);
const flat = fc.array(fc.tuple(name, plain), { maxLength: 5 }).map((members) => Object.fromEntries(members));
const anything = fc.oneof({ weight: 3, arbitrary: flat }, fc.jsonValue(), fc.constant(new Uint8Array([1, 2])), plain);

describe("the writer of items", () => {
  it("writes what encodeValue writes, whatever the earlier items", () => {
    fc.assert(
      fc.property(fc.array(fc.array(anything, { maxLength: 6 }), { maxLength: 4 }), (streams) => {
        for (const items of streams) {
          const writer = new ItemWriter();
          for (const item of items) expect(writer.write(item)).toBe(encodeValue(item));
        }
      }),
    );
  });

  it("writes members that are undefined or not numbers as JSON does", () => {
    const item = { a: undefined, b: Number.NaN, c: -0, d: 1e21, e: null };
    expect(new ItemWriter().write(item)).toBe('{"b":null,"c":0,"d":1e+21,"e":null}');
  });

  it("leaves out inherited members, even if an earlier item had its own", () => {
    const writer = new ItemWriter();
    expect(writer.write({ a: 1, stray: 2 })).toBe('{"a":1,"stray":2}');
    let written: string | undefined;
    // oxlint-disable-next-line eslint/no-extend-native -- what another library might do
    Object.defineProperty(Object.prototype, "stray", { value: 3, enumerable: true, configurable: true });
    try {
      written = writer.write({ a: 1 });
    } finally {
      delete (Object.prototype as { stray?: number }).stray;
    }
    expect(written).toBe('{"a":1}');
  });

  it("writes flat items again, some time after one that is not", () => {
    const writer = new ItemWriter();
    expect(writer.write({ nested: { date: new Date(0) } })).toBe('{"nested":{"date":"1970-01-01T00:00:00.000Z"}}');
    for (let index = 0; index < 200; index++) expect(writer.write({ index })).toBe(`{"index":${index}}`);
  });

  it("refuses what JSON cannot express", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const item of [cycle, { big: 1n }])
      expect(() => new ItemWriter().write(item)).toThrow("It cannot be written as JSON");
  });
});
