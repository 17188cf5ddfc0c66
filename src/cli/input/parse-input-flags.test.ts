import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputFlags } from "./input-flags.ts";
import { parseInputFlags } from "./parse-input-flags.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    count: { type: "integer" },
    ratio: { type: "number" },
    deep: { type: "boolean" },
    "no-cache": { type: "boolean" },
    tone: { enum: ["warm", 2, true] },
    tags: { type: "array", items: { type: "string" } },
    points: { type: "array", items: { type: "object", properties: { x: { type: "number" } } } },
    numbers: { type: "array", items: { type: "number" } },
    "a.b": { type: "string" },
    a: { type: "object", properties: { b: { type: "string" }, c: { $ref: "#/$defs/node" } } },
    labels: { type: "object", additionalProperties: { type: "integer" } },
    limits: { type: "object", additionalProperties: { type: "object", properties: { max: { type: "integer" } } } },
    maybe: { anyOf: [{ type: "integer" }, { type: "null" }] },
    either: { type: ["string", "integer"] },
    anything: {},
    file: { format: "binary" },
    encoded: { type: "string", contentEncoding: "base64" },
    ["__proto__"]: { type: "string" },
  },
  $defs: {
    node: { type: "object", properties: { value: { type: "integer" }, next: { $ref: "#/$defs/node" } } },
  },
};

const parse = (tokens: string[], base?: unknown): Promise<unknown> =>
  parseInputFlags(tokens, new InputFlags(schema), base);

describe("flags made from an input schema", () => {
  it.each<[string[], unknown]>([
    [["--name", "Ada"], { name: "Ada" }],
    [["--name=--odd"], { name: "--odd" }],
    [["--name", "007"], { name: "007" }],
    [["--count", "-5", "--ratio", "1e-3"], { count: -5, ratio: 0.001 }],
    [["--deep"], { deep: true }],
    [["--no-deep"], { deep: false }],
    [["--deep", "false"], { deep: false }],
    [["--deep=true"], { deep: true }],
    [["--no-cache"], { "no-cache": true }],
    [["--tone", "2"], { tone: 2 }],
    [["--tags", "a", "--tags", "[b]"], { tags: ["a", "[b]"] }],
    [["--points", '{"x":1}', "--points", '{"x":2}'], { points: [{ x: 1 }, { x: 2 }] }],
    [["--numbers", "[1,2]", "--numbers", "3"], { numbers: [1, 2, 3] }],
    [["--a.b", "whole name"], { "a.b": "whole name" }],
    [["--a.c.value", "1", "--a.c.next.next.value", "3"], { a: { c: { value: 1, next: { next: { value: 3 } } } } }],
    [["--a.c.value", "1", "--a", '{"b":"x","c":{"next":{}}}'], { a: { b: "x", c: { next: {}, value: 1 } } }],
    [["--labels.x", "1", "--labels.y.z", "2"], { labels: { x: 1, "y.z": 2 } }],
    [["--limits.cpu.max", "4"], { limits: { cpu: { max: 4 } } }],
    [["--maybe", "null"], { maybe: null }],
    [["--either", "5"], { either: 5 }],
    [["--either", "true"], { either: "true" }],
    [["--anything", "[1]"], { anything: [1] }],
    [["--anything", "text"], { anything: "text" }],
    [["--anything", "12345678901234567890"], { anything: "12345678901234567890" }],
    [
      ["--anything", "[12345678901234567890, 9007199254740992]"],
      { anything: ["12345678901234567890", 9007199254740992] },
    ],
    [["--either", "-12345678901234567890"], { either: "-12345678901234567890" }],
  ])("turn %j into the input", async (tokens, input) => {
    expect(await parse(tokens)).toEqual(input);
  });

  it("read bytes from files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "flags-"));
    const file = join(folder, "data.bin");
    await writeFile(file, new Uint8Array([0, 255]));
    expect(await parse(["--file", `@${file}`, "--encoded", `@${file}`])).toEqual({
      file: { $bytes: "AP8=" },
      encoded: "AP8=",
    });
    await rm(folder, { recursive: true });
  });

  it("override --input", async () => {
    expect(await parse(["--a.c.value", "2"], { name: "Ada", a: { b: "x", c: { value: 1 } } })).toEqual({
      name: "Ada",
      a: { b: "x", c: { value: 2 } },
    });
  });

  it("keep __proto__ an ordinary name", async () => {
    const input = (await parse(["--__proto__", "x", "--labels.__proto__", "1"])) as { labels: object };
    expect(Object.keys(input)).toEqual(["__proto__", "labels"]);
    expect(Object.getPrototypeOf(input.labels)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it.each<[string[], RegExp]>([
    [["--nam", "x"], /no flag --nam\. The flags are --name,.*\. Did you mean --name\?$/],
    [["--count", "abc"], /--count is "abc": it must be a whole number/],
    [["--count", "1.5"], /whole number/],
    [["--count", "12345678901234567890"], /too large to be kept exactly/],
    [["--tone", "cold"], /--tone is "cold": it must be one of warm, 2, true/],
    [["--deep=maybe"], /must be true or false/],
    [["--name"], /--name needs a value/],
    [["--name", "--deep"], /--name needs a value/],
    [["--name", "a", "--name", "b"], /--name is given twice/],
    [["--a", "[1]"], /--a is "\[1\]": it must be an object/],
    [["--labels.x", "many"], /--labels.x is "many": it must be a whole number/],
    [["--file", "photo.png"], /--file is "photo.png": it takes a file/],
    [["--file", "@/no/such/file"], /--file: the file \/no\/such\/file can't be read \(ENOENT\)/],
    [["stray"], /"stray" is one argument too many/],
  ])("refuse %j", async (tokens, message) => {
    await expect(parse(tokens)).rejects.toThrow(message);
  });

  it("say so if an operation takes no input", async () => {
    const none = new InputFlags({ type: "object", properties: {} });
    await expect(parseInputFlags(["--x", "1"], none, undefined)).rejects.toThrow(/takes no input/);
    const text = new InputFlags({ type: "string" });
    await expect(parseInputFlags(["--x", "1"], text, undefined)).rejects.toThrow(/by --input/);
  });

  it("never hang or pollute, whatever the schema and the words", async () => {
    const words = fc.array(fc.oneof(fc.string(), fc.constantFrom("--a", "--a.b", "--a.__proto__.x", "1", "{}", "--=")));
    const part: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      part: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>({}, true, { $ref: "#" }, { type: "string" }, { enum: [1] }, { type: ["null", "x"] }),
        fc.record(
          {
            type: fc.constant("object"),
            properties: fc.dictionary(fc.string(), tie("part")),
            allOf: fc.array(tie("part")),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          { anyOf: fc.array(tie("part")), items: tie("part"), additionalProperties: tie("part") },
          { requiredKeys: [] },
        ),
      ),
    })).part;
    await fc.assert(
      fc.asyncProperty(part, words, async (anySchema, tokens) => {
        const flags = new InputFlags(anySchema);
        flags.list();
        const outcome = await parseInputFlags(tokens, flags, undefined).then(
          () => "input",
          (error: unknown) => (error as Error).name,
        );
        expect(["input", "UsageError", "InvalidInputError"]).toContain(outcome);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
