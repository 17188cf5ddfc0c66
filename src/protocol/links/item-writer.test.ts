import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeValue } from "../wire/event-codec.ts";
import { ItemWriter } from "./item-writer.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ maxLength: 80 }),
  fc.constantFrom("\ud800", "é", "語", "😀", '"', "\\", "\n"),
);
const plain = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, 99_999_999, 1e8),
);
const name = fc.oneof(fc.constantFrom("a", "b", "$bytes", "__proto__", "toJSON", "constructor", "1"), text);
const flat = fc.array(fc.tuple(name, plain), { maxLength: 5 }).map((members) => Object.fromEntries(members));
const anything = fc.oneof({ weight: 3, arbitrary: flat }, fc.jsonValue(), fc.constant(new Uint8Array([1, 2])), plain);

/** The text of one item, or undefined if the writer leaves it out. */
function written(writer: ItemWriter, item: unknown): string | undefined {
  return writer.add(item) ? writer.take() : undefined;
}

/** Writes it although an item before was left out. */
const writtenAlone = (item: unknown): string | undefined => written(new ItemWriter(), item);

describe("the writer of items", () => {
  it("writes what encodeValue writes, or nothing, whatever the earlier items", () => {
    fc.assert(
      fc.property(fc.array(fc.array(anything, { maxLength: 6 }), { maxLength: 4 }), (streams) => {
        for (const items of streams) {
          const writer = new ItemWriter();
          const expected: string[] = [];
          for (const item of items) if (writer.add(item)) expected.push(encodeValue(item) as string);
          expect(writer.take()).toBe(expected.join(","));
          expect(writer.length).toBe(0);
        }
      }),
    );
  });

  it.each([
    [{ a: undefined, b: Number.NaN, c: -0, d: 1e21, e: null, f: -1.5 }, '{"b":null,"c":0,"d":1e+21,"e":null,"f":-1.5}'],
    [
      { a: 0, b: -99_999_999, c: 10, d: 2 ** 31, e: -(2 ** 31) },
      '{"a":0,"b":-99999999,"c":10,"d":2147483648,"e":-2147483648}',
    ],
    [{ text: "é 語", isTrue: true, isFalse: false }, '{"text":"é 語","isTrue":true,"isFalse":false}'],
    [{}, "{}"],
    ["token", '"token"'],
    [12, "12"],
  ])("writes %j as JSON does", (item, expected) => {
    expect(writtenAlone(item)).toBe(expected);
  });

  it.each([
    ["bytes", new Uint8Array([1])],
    ["what may look like bytes", { $bytes: "AA==" }],
    ["a date", new Date(0)],
    ["what writes itself", { toJSON: () => 1 }],
    ["nested data", { nested: {} }],
    ["a bigint", { big: 1n }],
    ["a text with escapes", { text: "a\nb" }],
    ["half of a pair", { text: "\ud800" }],
    ["a long text", { text: "x".repeat(5000) }],
    ["an object without a prototype", Object.create(null)],
    ["nothing", undefined],
  ])("leaves out %s", (_what, item) => {
    expect(writtenAlone(item)).toBeUndefined();
  });

  it("leaves out inherited members, even if an earlier item had its own", () => {
    const writer = new ItemWriter();
    expect(written(writer, { a: 1, stray: 2 })).toBe('{"a":1,"stray":2}');
    let text: string | undefined;
    // oxlint-disable-next-line eslint/no-extend-native -- what another library might do
    Object.defineProperty(Object.prototype, "stray", { value: 3, enumerable: true, configurable: true });
    try {
      text = written(writer, { a: 1 });
    } finally {
      delete (Object.prototype as { stray?: number }).stray;
    }
    expect(text).toBe('{"a":1}');
  });

  it("writes plain items again, some time after one that is not", () => {
    const writer = new ItemWriter();
    expect(writer.add({ nested: {} })).toBe(false);
    const texts = Array.from({ length: 200 }, (_, index) => written(writer, { index }));
    expect(texts.at(-1)).toBe('{"index":199}');
  });

  it("takes an item back", () => {
    const writer = new ItemWriter();
    writer.add(1);
    const { length } = writer;
    writer.add(2);
    writer.cut(length);
    writer.add(3);
    expect(writer.take()).toBe("1,3");
  });

  it("leaves out what it has no room for, and is full long before", () => {
    const writer = new ItemWriter();
    const item = { text: "x".repeat(1000) };
    let count = 0;
    let wasFull = false;
    while (writer.add(item)) {
      wasFull ||= writer.isFull;
      count++;
    }
    expect(wasFull).toBe(true);
    expect(JSON.parse(`[${writer.take()}]`)).toEqual(Array.from({ length: count }, () => item));
  });
});
