import { describe, expect, it } from "vitest";
import { printPart, printSignature } from "./print-signature.ts";
import { partNames, partOf } from "./schema-part.ts";

const PLENTY = { input: 10_000, output: 10_000 };

const address = { type: "object", properties: { city: { type: "string", enum: ["Ulm", "Bonn"] } } };
const person = {
  type: "object",
  properties: {
    name: { type: "string", description: "As in the passport" },
    home: { $ref: "#/$defs/address" },
    friends: { type: "array", items: { $ref: "#" } },
  },
  required: ["name"],
  $defs: { address },
};

describe("a signature", () => {
  it("is what a TypeScript user would write, with the named types below it", () => {
    const { text, cut } = printSignature({ name: "people.add", input: person, output: { type: "integer" } }, PLENTY);
    expect(text).toBe(
      [
        "people.add(input: {",
        "  /** As in the passport */",
        "  name: string;",
        "  home?: Address;",
        "  friends?: Root[];",
        "}): number",
        "",
        'type Address = { city?: "Ulm" | "Bonn" }',
        "",
        "type Root = {",
        "  /** As in the passport */",
        "  name: string;",
        "  home?: Address;",
        "  friends?: Root[];",
        "}",
      ].join("\n"),
    );
    expect(cut).toEqual([]);
  });

  it("omits the input if there is none, and marks an optional one", () => {
    expect(printSignature({ name: "a.b", input: { type: "object" } }, PLENTY).text).toBe("a.b(): unknown");
    const input = { type: "object", properties: { limit: { type: "integer" } } };
    expect(printSignature({ name: "a.b", input, isStream: true, output: { type: "string" } }, PLENTY).text).toBe(
      "a.b(input?: { limit?: number }): AsyncIterable<string>",
    );
  });

  it("names a type once if input and output share it, and separately if they do not", () => {
    const input = { type: "object", properties: { at: { $ref: "#/$defs/address" } }, $defs: { address } };
    const same = { type: "array", items: { $ref: "#/$defs/address" }, $defs: { address } };
    expect(printSignature({ name: "a.b", input, output: same }, PLENTY).text).toBe(
      'a.b(input?: { at?: Address }): Address[]\n\ntype Address = { city?: "Ulm" | "Bonn" }',
    );
    const other = { ...same, $defs: { address: { type: "string" } } };
    expect(printSignature({ name: "a.b", input, output: other }, PLENTY).text).toContain("): AddressResult[]");
  });

  it("says less if there is less room, and says what it shortened", () => {
    const said = [10_000, 150, 100, 30, 5].map((room) =>
      printSignature({ name: "a.b", input: { type: "object" }, output: person }, { input: 100, output: room }),
    );
    const lengths = said.map(({ text }) => text.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(said.map(({ cut }) => cut.length)).toEqual([0, 1, 1, 1, 1]);
    expect(said.at(-1)?.text).toBe("a.b(): unknown");
  });

  it("terminates on schemas that refer to themselves or grow endlessly", () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, { $ref: "#/$defs/node" }]));
    const node = { type: "object", properties: wide };
    const { text } = printPart({ $ref: "#/$defs/node", $defs: { node } }, 5000);
    expect(text.length).toBeLessThan(5010);
    expect(printPart({ $ref: "#/$defs/loop", $defs: { loop: { $ref: "#/$defs/loop" } } }, 100).text).toBe(
      "Loop\n\ntype Loop = Loop",
    );
  });

  it("keeps hostile names as names, and lets no text end a comment", () => {
    const properties = JSON.parse('{ "__proto__": { "type": "string", "description": "*/ evil()" } }') as object;
    const { text } = printSignature(
      { name: "a.b", input: { type: "object", properties, required: ["__proto__"] } },
      PLENTY,
    );
    expect(text).toContain(String.raw`/** *\/ evil() */`);
    expect(text).toContain("__proto__: string;");
  });
});

describe("a part of a schema", () => {
  it("is found by the names that lead to it, through references and choices", () => {
    const choice = { anyOf: [{ type: "null" }, person], $defs: { address } };
    expect(partOf(choice, ["home", "city"])).toMatchObject({ enum: ["Ulm", "Bonn"] });
    expect(partNames(choice)).toEqual(["name", "home", "friends"]);
    expect(partOf(person, ["friends", "items", "name"])).toMatchObject({ type: "string" });
    expect(partOf(person, ["friends", "nobody"])).toBeUndefined();
    expect(partOf(person, ["constructor"])).toBeUndefined();
  });
});
