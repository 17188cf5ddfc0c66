import { afterEach, describe, expect, it } from "vitest";
import { createNormaliser } from "./normaliser.ts";

const line = {
  type: "object",
  properties: { text: { type: "string" }, size: { type: "number", default: 1 } },
  required: ["text"],
};
const order = {
  type: "object",
  properties: {
    id: { type: "integer" },
    lines: { type: "array", items: line },
    labels: { type: "object", additionalProperties: line },
    codes: { type: "object", properties: { main: line }, patternProperties: { "^x-": line } },
    either: {
      oneOf: [{ properties: { kind: { const: "a" }, one: {} } }, { properties: { kind: { const: "b" }, two: {} } }],
    },
    pair: { type: "array", prefixItems: [line], items: true },
  },
};

const symbol = Symbol("mark");
class Reading {
  text = "kept";
  unit = "stripped";
}

/** Both ways must produce the same result. */
function normalise(value: unknown, schema: object = order) {
  const generated = createNormaliser(schema, { strip: true, generate: true }).normalise(value);
  const interpreted = createNormaliser(schema, { strip: true, generate: false }).normalise(value);
  expect(generated).toStrictEqual(interpreted);
  return generated;
}

describe("generated code that normalises a fitting value", () => {
  it.each<[what: string, value: unknown]>([
    [
      "an unnamed property in an array of objects",
      {
        lines: [
          { text: "a", size: 2 },
          { text: "b", size: 3, no: 1 },
        ],
      },
    ],
    ["a missing default, and one that is undefined", { lines: [{ text: "a" }, { text: "b", size: undefined }] }],
    [
      "properties under names that the schema does not list",
      { labels: { one: { text: "a", no: 1 }, two: { text: "b" } } },
    ],
    [
      "properties that a pattern names, and others",
      { codes: { "x-1": { text: "a", no: 1 }, y: 1, main: { text: "m" } } },
    ],
    ["the branch of a union that fits", { either: { kind: "b", two: 2, one: 1 } }],
    [
      "the first elements of an array",
      {
        pair: [
          { text: "a", no: 1 },
          { text: "b", no: 1 },
        ],
      },
    ],
    ["objects without a prototype", Object.assign(Object.create(null), { id: 1, no: 1 })],
    ["keys that are symbols", { id: 1, no: 1, [symbol]: 2, lines: [{ text: "a", no: 1, [symbol]: 3 }] }],
    ["instances of classes", { lines: [new Reading()], no: 1 }],
    ["an own property named __proto__", JSON.parse('{ "id": 1, "__proto__": { "no": 1 } }')],
    ["names that every object inherits", { id: 1, constructor: 1, toString: 2 }],
    [
      "more unnamed properties than are listed, in objects of every kind",
      {
        "a/b": 1,
        lines: [
          { text: "a", no: 1 },
          { text: "b", no: 1, "~": 2, [symbol]: 3 },
        ],
        labels: { "x/y": { text: "a", no: 1 } },
        codes: { "x-1": { text: "a", no: 1 }, y: 1 },
        either: { kind: "b", one: 1 },
      },
    ],
  ])("handles %s as interpreted code does", (_, value) => {
    expect(normalise(value).fits).toBe(true);
  });

  it("keeps the order of properties, and shares unchanged parts", () => {
    const kept = { text: "a", size: 2 };
    const input = { no: 1, lines: [kept, { size: 3, no: 1, text: "b" }], id: 7 };
    const { value, stripped, strippedPaths } = normalise(input);
    expect(JSON.stringify(value)).toBe('{"lines":[{"text":"a","size":2},{"size":3,"text":"b"}],"id":7}');
    expect((value as typeof input).lines[0]).toBe(kept);
    expect({ stripped, strippedPaths }).toEqual({ stripped: 2, strippedPaths: ["/no", "/lines/1/no"] });
  });

  it("treats NaN, which differs from itself, as unchanged", () => {
    const schema = { properties: { list: { type: "array", items: { properties: { id: {} } } } } };
    const list = [Number.NaN, { id: 1 }];
    const { value } = normalise({ list, no: 1 }, schema);
    expect((value as { list: unknown }).list).toBe(list);
  });

  it("writes a declared property named __proto__ as an own one", () => {
    const properties = JSON.parse('{ "__proto__": { "type": "number", "default": 3 }, "toString": { "default": 4 } }');
    const { value } = normalise({ no: 1 }, { type: "object", properties });
    expect(Object.entries(value as object)).toEqual([
      ["__proto__", 3],
      ["toString", 4],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("gives each value its own default", () => {
    const schema = { type: "object", properties: { tags: { type: "array", default: [] } } };
    const { normalise: run } = createNormaliser(schema, { strip: true, generate: true });
    const [one, other] = [run({ no: 1 }).value, run({ no: 1 }).value] as Array<{ tags: unknown[] }>;
    expect(one?.tags).toEqual([]);
    expect(one?.tags).not.toBe(other?.tags);
  });

  it("leaves a value unchanged if the schema refuses what it names", () => {
    const schema = { type: "object", properties: { id: {} }, minProperties: 2 };
    expect(normalise({ id: 1, no: 1 }, schema)).toMatchObject({ value: { id: 1, no: 1 }, stripped: 0, fits: true });
  });

  describe("when other code has put a property on Object.prototype", () => {
    afterEach(() => void Reflect.deleteProperty(Object.prototype, "polluted"));

    it("neither copies nor counts it", () => {
      Object.assign(Object.prototype, { polluted: 1 });
      const { value, stripped } = normalise({ id: 1, no: 1 });
      expect(Object.keys(value as object)).toEqual(["id"]);
      expect(stripped).toBe(1);
    });
  });
});
