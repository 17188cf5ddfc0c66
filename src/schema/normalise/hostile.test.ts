import { Type } from "typebox";
import { describe, expect, it } from "vitest";

import { createNormaliser, getNormaliser } from "./normaliser.ts";

const both = [
  ["generated", true],
  ["interpreted", false],
] as const;

describe.each(both)("when code is %s and names are hostile", (_, generate) => {
  const names = [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    '"];globalThis.pwned=1;//',
    "`${globalThis.pwned=1}`",
    "\\",
    "\u2028globalThis.pwned=1\u2029",
    "a\nb\0",
    "</script>",
    "",
    "s0",
    "v",
  ];

  it.each(names)("neither injects nor pollutes through %j", (name) => {
    const child = { type: "object", properties: { known: {} } };
    const schema = JSON.parse(JSON.stringify({ properties: {} }));
    Object.defineProperty(schema.properties, name, { value: child, enumerable: true });
    const { isExact, normalise } = createNormaliser(schema, { strip: true, generate });
    const exact = ownProperty(name, { known: 1 });
    expect(isExact(exact)).toBe(true);
    const excess = ownProperty(name, { known: 1, unknown: 2 });
    expect(isExact(excess)).toBe(false);
    const result = normalise(excess);
    expect(result.stripped).toBe(1);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(Object.keys(result.value as object)).toStrictEqual([name]);
    expect(Object.getOwnPropertyDescriptor(result.value, name)?.value).toStrictEqual({ known: 1 });
    expect("pwned" in globalThis).toBe(false);
    expect(({} as { known?: unknown }).known).toBeUndefined();
  });

  it.each(names)("fills a default of a property called %j as an own property", (name) => {
    const properties = {};
    Object.defineProperty(properties, name, { value: { default: { x: 1 } }, enumerable: true });
    const { isExact, normalise } = createNormaliser({ properties }, { strip: true, generate });
    expect(isExact({})).toBe(false);
    const { value } = normalise({});
    expect(Object.getOwnPropertyDescriptor(value, name)?.value).toStrictEqual({ x: 1 });
    expect(isExact(value)).toBe(true);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it("strips an own __proto__ that the schema does not name", () => {
    const { normalise } = createNormaliser({ properties: { a: {} } }, { strip: true, generate });
    const { value } = normalise(JSON.parse('{"a":1,"__proto__":{"polluted":true}}'));
    expect(Object.keys(value as object)).toStrictEqual(["a"]);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe.each(both)("when code is %s and values are not plain", (_, generate) => {
  it("keeps a null prototype and symbol keys when it rebuilds", () => {
    const { normalise } = createNormaliser({ properties: { a: {} } }, { strip: true, generate });
    const key = Symbol("key");
    const bare: Record<string | symbol, unknown> = Object.create(null);
    Object.assign(bare, { a: 1, b: 2, [key]: 3 });
    const { value } = normalise(bare);
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Reflect.ownKeys(value as object)).toStrictEqual(["a", key]);
  });

  it("keeps the holes of an array and a NaN", () => {
    const { normalise } = createNormaliser({ items: { properties: { a: {} } } }, { strip: true, generate });
    // oxlint-disable-next-line no-sparse-arrays -- the hole is the point.
    const { value, stripped } = normalise([{ a: Number.NaN }, , { a: 1, b: 1 }]);
    expect(stripped).toBe(1);
    expect(1 in (value as unknown[])).toBe(false);
  });
});

describe.each(both)("when code is %s and values are deep, cyclic or wide", (_, generate) => {
  const tree = { $ref: "#/$defs/T", $defs: { T: { properties: { next: { $ref: "#/$defs/T" } } } } };

  it("leaves a value alone if it is too deep to follow", () => {
    let value: object = { extra: 1 };
    for (let depth = 0; depth < 100_000; depth += 1) value = { next: value };
    const { isExact, normalise } = createNormaliser(tree, { strip: true, generate });
    expect(isExact(value)).toBe(false);
    expect(normalise(value)).toMatchObject({ fits: false, stripped: 0 });
    expect(normalise(value).value).toBe(value);
  });

  it("strips in a value that is a thousand levels deep", () => {
    let value: object = { extra: 1 };
    for (let depth = 0; depth < 1_000; depth += 1) value = { next: value };
    expect(createNormaliser(tree, { strip: true, generate }).normalise(value)).toMatchObject({
      fits: true,
      stripped: 1,
    });
  });

  it("leaves a cyclic value alone", () => {
    const value: Record<string, unknown> = { extra: 1 };
    value["next"] = value;
    expect(createNormaliser(tree, { strip: true, generate }).normalise(value).value).toBe(value);
  });

  it("leaves a value with a throwing getter alone, and says that it does not fit", () => {
    const value = {
      get next(): unknown {
        throw new TypeError("broken getter");
      },
    };
    const { value: result, fits } = createNormaliser(tree, { strip: true, generate }).normalise(value);
    expect(result).toBe(value);
    expect(fits).toBe(false);
  });
});

describe("when unions fail inside each other", () => {
  /** Each level has two branches that both fit only after a change below that never comes. */
  const nested = {
    $ref: "#/$defs/N",
    $defs: {
      N: {
        anyOf: ["a", "b"].map((tag) => ({
          type: "object",
          properties: { [tag]: {}, next: { anyOf: [{ type: "null" }, { $ref: "#/$defs/N" }] } },
          required: ["next"],
          additionalProperties: false,
        })),
      },
    },
  };

  it("gives up after a limited number of steps, and leaves the location alone", () => {
    let value: object = { next: "never", extra: 1 };
    for (let depth = 0; depth < 40; depth += 1) value = { next: value, extra: 1 };
    const schema = { properties: { deep: nested, n: { type: "number" } }, $defs: nested.$defs };
    const result = getNormaliser(schema).normalise({ deep: value, n: "5" });
    expect(result).toMatchObject({ fits: false, upcast: 1, stripped: 0 });
    expect((result.value as { deep: unknown }).deep).toBe(value);
  });

  it("repairs as many separate locations as there are", () => {
    const schema = Type.Array(Type.Union([Type.Number(), Type.Null()]));
    const value = Array.from({ length: 20_000 }, (_, index) => String(index));
    expect(getNormaliser(schema).normalise(value)).toMatchObject({ fits: true, upcast: 20_000 });
  });
});

describe("when many branches of a union match together", () => {
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const schema = { anyOf: names.map((name) => ({ properties: { [name]: { type: "number" } } })) };
  /** A branch matches unless its property is a string; `bits` says which do. */
  const valueFor = (bits: number): object =>
    Object.fromEntries([...names.map((name, index) => [name, bits & (1 << index) ? 1 : "x"]), ["extra", 1]]);

  it("strips unnamed properties, and stops stripping before it keeps too much", () => {
    const { normalise } = createNormaliser(schema, { strip: true });
    expect(normalise(valueFor(0b11)).value).toStrictEqual({ p0: 1, p1: 1 });
    const stripped = Array.from({ length: 4_096 }, (_, bits) => normalise(valueFor(bits)).stripped > 0);
    expect(stripped.filter(Boolean).length).toBeGreaterThan(200);
    expect(stripped.filter(Boolean).length).toBeLessThan(300);
  });
});

describe("when a schema refers to itself endlessly", () => {
  it("fills no defaults that would never end", () => {
    const value = {};
    const endless = { $ref: "#/$defs/T", $defs: { T: { properties: { next: { $ref: "#/$defs/T", default: {} } } } } };
    for (const generate of [true, false]) {
      const { normalise } = createNormaliser(endless, { strip: true, generate });
      expect(normalise(value)).toMatchObject({ fits: true, filled: 0 });
      expect(normalise(value).value).toBe(value);
      expect(normalise({ no: 1 })).toMatchObject({ value: {}, fits: true, stripped: 1 });
    }
  });

  it("refuses the schema if there is nothing in between", () => {
    expect(() => getNormaliser({ properties: { a: {} }, allOf: [{ $ref: "#" }] })).toThrow("leads back to itself");
  });
});

function ownProperty(name: string, value: unknown): object {
  const target = {};
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  return target;
}

describe("when thousands of schemas apply to one object", () => {
  it("plans in linear time", () => {
    const COUNT = 10_000;
    const allOf = Array.from({ length: COUNT }, (_, index) => ({
      properties: { [`p${index}`]: { type: "string", default: `d${index}` } },
    }));
    const begin = process.cpuUsage();
    const { normalise } = createNormaliser({ allOf }, { strip: true });
    const { value, stripped, filled } = normalise({ p7: "given", other: 1 });
    const { user } = process.cpuUsage(begin);
    expect([stripped, filled, (value as Record<string, unknown>)["p7"]]).toEqual([1, COUNT - 1, "given"]);
    // Checking every schema for every property takes more than a minute.
    expect(user / 1000).toBeLessThan(20_000);
  });
});
