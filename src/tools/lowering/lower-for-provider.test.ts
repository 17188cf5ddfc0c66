import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { anthropicRules, anthropicStrictRules } from "../providers/anthropic-rules.ts";
import { geminiRules } from "../providers/gemini-rules.ts";
import { openaiRules, openaiStrictRules } from "../providers/openai-rules.ts";
import { lowerForProvider } from "./lower-for-provider.ts";
import type { ProviderSchema } from "./lower-for-provider.ts";
import { ruleProblems } from "./rule-problems.ts";
import type { SourcedRules } from "./schema-rules.ts";

type Schema = Readonly<Record<string, unknown>>;

function lowered(schema: Schema, { rules }: SourcedRules = openaiStrictRules): ProviderSchema {
  const found = lowerForProvider(schema, rules);
  if ("refused" in found) throw new Error(found.refused);
  return found;
}

/** The lowered schema of a property. */
function property(schema: Schema, of: SourcedRules = openaiStrictRules): unknown {
  return (lowered(object({ a: schema }, ["a"]), of).schema["properties"] as Schema)["a"];
}

function object(properties: Schema, required: readonly string[] = []): Schema {
  return { type: "object", properties, required };
}

const string = { type: "string" };

describe("when a schema already follows the rules", () => {
  it("stays unchanged", () => {
    const schema = { type: "object", properties: { a: string }, required: ["a"], additionalProperties: false };
    expect(lowered(schema).schema).toEqual(schema);
    const free = object({ a: { not: { const: 1 }, if: {}, then: {} } });
    expect(lowered(free, openaiRules).schema).toEqual(free);
    expect(lowered(free, openaiRules).losses).toEqual([]);
  });
});

describe("when every property must be required", () => {
  it("treats null as absent", () => {
    const { schema, restore, losses } = lowered(object({ a: string, b: { type: "integer" } }, ["b"]));
    expect(schema).toEqual({
      type: "object",
      properties: { a: { type: ["string", "null"] }, b: { type: "integer" } },
      required: ["a", "b"],
      additionalProperties: false,
    });
    expect(restore({ a: null, b: 1 })).toEqual({ b: 1 });
    expect(restore({ a: "x", b: 1 })).toEqual({ a: "x", b: 1 });
    expect(losses).toEqual([]);
  });

  it("distinguishes an absent value from null if both mean something", () => {
    const { restore, losses } = lowered(object({ a: { type: ["string", "null"] } }));
    expect(restore({ a: null })).toEqual({});
    expect(restore({ a: { value: null } })).toEqual({ a: null });
    expect(restore({ a: { value: "x" } })).toEqual({ a: "x" });
    expect(losses).toEqual([]);
  });
});

describe("when objects have members of any name", () => {
  it("lists keys and values if objects must be closed", () => {
    const { schema, restore, losses } = lowered(object({ a: { type: "object", additionalProperties: string } }, ["a"]));
    expect(schema).toHaveProperty("properties.a.items.properties", { key: string, value: string });
    expect(restore({ a: [{ key: "x", value: "1" }] })).toEqual({ a: { x: "1" } });
    expect(losses).toEqual([]);
  });

  it("puts them beside the named members, which they cannot replace", () => {
    const inner = {
      type: "object",
      properties: { n: string },
      required: ["n"],
      additionalProperties: { type: "number" },
    };
    const { restore } = lowered(object({ a: inner }, ["a"]));
    const given = {
      n: "x",
      additional_properties: [
        { key: "m", value: 1 },
        { key: "n", value: 2 },
      ],
    };
    expect(restore({ a: given })).toEqual({ a: { m: 1, n: "x" } });
  });

  it("understands TypeBox's notation", () => {
    const { restore, losses } = lowered(object({ a: Type.Record(Type.String(), Type.Number()) }, ["a"]));
    expect(restore({ a: [{ key: "x", value: 1 }] })).toEqual({ a: { x: 1 } });
    expect(losses).toEqual([]);
  });

  it("keeps them unchanged if the provider supports such objects", () => {
    const schema = { type: "object", additionalProperties: { type: "string" } };
    expect(property(schema, geminiRules)).toEqual(schema);
  });
});

describe("when anything is allowed", () => {
  it("is JSON text, and other text means itself", () => {
    const { restore, losses } = lowered(object({ a: {} }, ["a"]));
    expect(restore({ a: '{"b":[1]}' })).toEqual({ a: { b: [1] } });
    expect(restore({ a: "hello" })).toEqual({ a: "hello" });
    expect(losses).toEqual([]);
  });
});

describe("when there are choices", () => {
  it("puts a union at the root into a property", () => {
    const union = { anyOf: [object({ a: string }, ["a"]), object({ b: string }, ["b"])], type: "object" };
    for (const rules of [openaiRules, openaiStrictRules, anthropicRules, anthropicStrictRules, geminiRules]) {
      const { schema, restore, losses } = lowered(union, rules);
      expect(schema).toMatchObject({ type: "object", required: ["input"] });
      expect(restore({ input: { a: "x" } })).toEqual({ a: "x" });
      expect(losses).toEqual([]);
    }
  });

  it("restores a value as the choice that it fits", () => {
    const { restore } = lowered(
      object(
        {
          a: {
            anyOf: [
              object({ kind: { const: "x" }, p: string }, ["kind"]),
              { type: "object", additionalProperties: true },
            ],
          },
        },
        ["a"],
      ),
    );
    expect(restore({ a: { kind: "x", p: null } })).toEqual({ a: { kind: "x" } });
    expect(restore({ a: [{ key: "q", value: "1" }] })).toEqual({ a: { q: 1 } });
  });

  it("copies what all choices share into each", () => {
    const either = { ...object({ a: string, b: string }), anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    const { schema, losses } = lowered(object({ c: either }, ["c"]));
    expect(schema).toHaveProperty("properties.c.anyOf.0.properties.a", string);
    expect(schema).toHaveProperty("properties.c.anyOf.0.properties.b", { type: ["string", "null"] });
    expect(losses).toEqual([]);
  });

  it("is weakened by oneOf only if a value could fit two choices", () => {
    const told = { oneOf: [object({ k: { const: 1 } }, ["k"]), object({ k: { const: 2 } }, ["k"])] };
    expect(lowered(object({ a: told }, ["a"])).losses).toEqual([]);
    const vague = { oneOf: [object({ k: string }), object({ l: string })] };
    expect(lowered(object({ a: vague }, ["a"])).losses).toEqual([{ path: "/a", keyword: "oneOf", effect: "weakened" }]);
  });
});

describe("when schemas are joined by allOf", () => {
  it("merges them, and what either forbids stays forbidden", () => {
    const joined = {
      allOf: [
        object({ a: { type: "string", minLength: 1 }, b: string }, ["a"]),
        { properties: { a: { enum: ["x", "y", 1] } }, additionalProperties: false, type: "object" },
      ],
    };
    expect(property(joined)).toEqual({
      type: "object",
      properties: { a: { type: "string", enum: ["x", "y"] } },
      required: ["a"],
      additionalProperties: false,
    });
  });

  it("is refused if nothing fits", () => {
    const nothing = object({ a: { allOf: [string, { type: "number" }] } }, ["a"]);
    expect(lowerForProvider(nothing, openaiStrictRules.rules)).toEqual({ refused: "No input fits it." });
  });
});

describe("when values are listed", () => {
  it("lists values that the provider does not accept as JSON text", () => {
    const { schema, restore } = lowered(object({ a: { enum: [{ x: 1 }, [2], "s"] } }, ["a"]));
    expect(schema).toHaveProperty("properties.a.enum", ['{"x":1}', "[2]", '"s"']);
    expect(restore({ a: '{"x":1}' })).toEqual({ a: { x: 1 } });
    const gemini = lowered(object({ a: { const: true } }, ["a"]), geminiRules);
    expect(gemini.schema).toHaveProperty("properties.a", { type: "string", enum: ["true"] });
    expect(gemini.restore({ a: "true" })).toEqual({ a: true });
  });

  it("gives up the longest lists if there are too many values", () => {
    const many = { enum: Array.from({ length: 1200 }, (_, index) => `v${index}`) };
    const { schema, losses } = lowered(object({ a: many, b: { enum: ["x"] } }, ["a", "b"]));
    expect(schema).toHaveProperty("properties.a", string);
    expect(schema).toHaveProperty("properties.b.enum", ["x"]);
    expect(losses).toEqual([{ path: "/a", keyword: "enum", effect: "weakened" }]);
  });

  it("drops the list only if its texts are too long together", () => {
    const texts = (count: number, length: number): Schema => ({
      enum: Array.from({ length: count }, (_, index) => String(index).padStart(length, "x")),
    });
    const { schema, losses } = lowered(
      object({ few: texts(250, 100), long: texts(251, 60), short: texts(251, 59) }, ["few", "long", "short"]),
    );
    expect(schema).toHaveProperty("properties.long", { type: "string" });
    expect(schema).toHaveProperty("properties.few.enum.length", 250);
    expect(schema).toHaveProperty("properties.short.enum.length", 251);
    expect(losses).toEqual([{ path: "/long", keyword: "enum", effect: "weakened" }]);
    expect(lowered(object({ long: texts(251, 60) }, ["long"]), anthropicStrictRules).losses).toEqual([]);
  });
});

describe("when the provider does not know a keyword", () => {
  it("describes it in words, and reports it", () => {
    const { schema, losses } = lowered(object({ a: { type: "string", minLength: 2, description: "A word." } }, ["a"]));
    expect(schema).toHaveProperty("properties.a", { type: "string", description: "A word.\nminLength: 2" });
    expect(losses).toEqual([{ path: "/a", keyword: "minLength", effect: "weakened" }]);
  });

  it("describes a default in words, which loses nothing", () => {
    const { schema, losses } = lowered(object({ a: { type: "integer", default: 3 } }, ["a"]));
    expect(schema).toHaveProperty("properties.a.description", "default: 3");
    expect(losses).toEqual([]);
  });
});

describe("when names of properties are not allowed", () => {
  it("renames each to a name of its own, and back", () => {
    const schema = object({ "filter[a]": string, "filter{a}": string, filter_a_: string, "page.size": string });
    const { schema: named, restore, losses } = lowered(schema, anthropicRules);
    expect(Object.keys(named["properties"] as object)).toEqual([
      "filter_a__2",
      "filter_a__3",
      "filter_a_",
      "page.size",
    ]);
    expect(restore({ filter_a__2: "1", filter_a__3: "2", filter_a_: "3" })).toEqual({
      "filter[a]": "1",
      "filter{a}": "2",
      filter_a_: "3",
    });
    expect(losses).toEqual([]);
  });

  it("keeps __proto__ an ordinary member", () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as Schema;
    const { restore } = lowered({ type: "object", properties, required: ["__proto__"] });
    const restored = restore({ __proto___2: "x" }) as object;
    expect(Object.getOwnPropertyDescriptor(restored, "__proto__")?.value).toBe("x");
    expect(Object.getPrototypeOf(restored)).toBe(Object.prototype);
  });
});

describe("when a schema refers to itself", () => {
  const tree: Schema = {
    ...object({ top: { $ref: "#/$defs/node" } }, ["top"]),
    $defs: {
      node: object({ name: string, children: { type: "array", items: { $ref: "#/$defs/node" } } }, [
        "name",
        "children",
      ]),
    },
  };

  it("still does if the provider allows it", () => {
    const { schema, losses, restore } = lowered(tree);
    expect(schema).toHaveProperty("$defs.node.properties.children.items", { $ref: "#/$defs/node" });
    expect(losses).toEqual([]);
    expect(restore({ top: { name: "a", children: [] } })).toEqual({ top: { name: "a", children: [] } });
  });

  it.each([
    ["nowhere", anthropicStrictRules],
    ["in optional properties only", geminiRules],
  ])("continues as JSON text if the provider allows it %s", (_, rules) => {
    const { losses, restore } = lowered(
      { ...tree, properties: { ...(tree["properties"] as Schema), "x y": string } },
      rules,
    );
    expect(losses).toEqual([{ path: "/top/children/*", keyword: "recursion", effect: "weakened" }]);
    const text = JSON.stringify({ name: "b", children: [] });
    expect(restore({ top: { name: "a", children: [text] } })).toEqual({
      top: { name: "a", children: [{ name: "b", children: [] }] },
    });
  });

  it("does so however long the cycle is", () => {
    const node = (next: string): Schema =>
      object({ next: { $ref: next }, more: { type: "string", maxLength: 5 } }, ["next"]);
    const names = Array.from({ length: 300 }, (_, index) => `d${index}`);
    const chain = (end: Schema): Schema => ({
      ...object({ top: { $ref: "#/$defs/d0" } }, ["top"]),
      $defs: Object.fromEntries(
        names.map((name, index) => [name, index === 299 ? end : node(`#/$defs/d${index + 1}`)]),
      ),
    });
    expect(ruleProblems(chain(string), anthropicStrictRules.rules).filter((text) => text.includes("leads"))).toEqual(
      [],
    );
    expect(ruleProblems(chain(node("#/$defs/d7")), anthropicStrictRules.rules)).toContain("d7 leads back to itself");
  });

  it("is cut at the provider's depth limit", () => {
    let deep: Schema = object({ end: string }, ["end"]);
    for (let depth = 0; depth < 12; depth++) deep = object({ in: deep }, ["in"]);
    const { losses } = lowered(deep);
    expect(losses.map(({ keyword }) => keyword)).toEqual(["depth"]);
  });
});

describe("when a schema is hostile", () => {
  it("is refused before it grows endlessly", () => {
    const choices = Array.from({ length: 30 }, (_, index) => object({ [`p${index}`]: string }));
    let schema: Schema = { anyOf: choices };
    for (let depth = 0; depth < 6; depth++)
      schema = { anyOf: [schema, ...choices].map((choice) => object({ x: choice, y: choice })) };
    expect(lowerForProvider(object({ a: schema }), openaiStrictRules.rules)).toHaveProperty("refused");
  });

  it("is refused if it is nested too deeply", () => {
    let schema: Schema = {};
    for (let depth = 0; depth < 20_000; depth++) schema = { allOf: [schema] };
    const found = lowerForProvider(object({ a: schema }), openaiStrictRules.rules);
    expect(found).toEqual({ refused: "It is nested too deep." });
  });
});

describe("when a schema is very large", () => {
  const tagged = (index: number): Schema => object({ kind: { const: `k${index}` } }, ["kind"]);

  it("distinguishes choices by a tag, however many there are", () => {
    const many = Array.from({ length: 900 }, (_, index) => tagged(index));
    expect(lowered(object({ a: { oneOf: many } }, ["a"])).losses).toEqual([]);
    const twice = lowered(object({ a: { oneOf: [...many, tagged(0)] } }, ["a"]));
    expect(twice.losses).toEqual([{ path: "/a", keyword: "oneOf", effect: "weakened" }]);
  });

  it("merges parts that name the same members, beside others that say more", () => {
    const said: Schema[] = [
      object({ a: { type: "string", maxLength: 9 } }, ["a"]),
      object({ a: { type: "string", minLength: 2 }, b: string }),
      { type: "object", properties: { c: string }, minProperties: 1 },
      { ...object({ b: { type: "string", enum: ["x", "y"] } }, ["b"]), description: "Both" },
    ];
    const { schema } = lowered({ type: "object", allOf: said });
    expect(schema).toMatchObject({
      description: expect.stringContaining("Both") as unknown,
      required: ["a", "b", "c"],
    });
    expect(Object.keys(schema["properties"] as Schema)).toEqual(["a", "b", "c"]);
    expect(schema).toHaveProperty("properties.b.enum", ["x", "y"]);
  });

  it("merges thousands of parts, in the order of their properties", () => {
    const parts = Array.from({ length: 4000 }, (_, index) => object({ [`p${index}`]: string }, [`p${index}`]));
    const { schema } = lowered({ type: "object", allOf: parts });
    expect(Object.keys(schema["properties"] as Schema)).toEqual(parts.map((_, index) => `p${index}`));
  });

  it("is refused with the number that is too large", () => {
    const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, string]));
    expect(lowerForProvider(object(properties), openaiStrictRules.rules)).toEqual({
      refused: "It still has 10000 properties, where 5000 are allowed.",
    });
  });
});
