import { describe, expect, it } from "vitest";
import { fitSchema } from "./outline-schema.ts";

const person = {
  type: "object",
  description: "Somebody",
  properties: { name: { type: "string", pattern: `^${"x".repeat(200)}$` }, home: { $ref: "#/$defs/address" } },
  required: ["name"],
};
const address = { type: "object", properties: { city: { type: "string", enum: ["Ulm", "Bonn"] } } };

describe("when a schema has to fit into some room", () => {
  it("stays as it is where it fits", () => {
    const schema = { ...person, $defs: { address } };
    expect(fitSchema(schema, 10_000)).toEqual({ schema, isCut: false });
    expect(fitSchema(schema, 10_000).schema).toBe(schema);
  });

  it("becomes an outline without references where it does not", () => {
    const { schema, isCut } = fitSchema({ ...person, $defs: { address } }, 300);
    expect(isCut).toBe(true);
    expect(schema).toEqual({
      type: "object",
      description: "Somebody",
      properties: { name: { type: "string" }, home: address },
      required: ["name"],
    });
  });

  it("says less the less room there is", () => {
    const schema = { ...person, $defs: { address } };
    const lengths = [250, 150, 50, 5].map((room) => {
      const outline = JSON.stringify(fitSchema(schema, room).schema);
      expect(outline.length).toBeLessThanOrEqual(room);
      return outline.length;
    });
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(lengths.at(-1)).toBe(2);
  });

  it("ends for schemas that refer to themselves, and for those that widen without end", () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, { $ref: "#/$defs/node" }]));
    const node = { type: "object", properties: wide };
    expect(JSON.stringify(fitSchema({ $ref: "#/$defs/node", $defs: { node } }, 2000).schema).length).toBeLessThan(2001);
    expect(fitSchema({ $ref: "#/$defs/loop", $defs: { loop: { $ref: "#/$defs/loop" } } }, 10).schema).toEqual({});
  });

  it("keeps hostile names as names, and follows no reference out of the schema", () => {
    const properties = JSON.parse('{ "__proto__": { "type": "string" }, "a": { "$ref": "#/__proto__/x" } }') as object;
    const { schema } = fitSchema({ properties, description: "x".repeat(500) }, 250);
    expect(JSON.stringify(schema)).toContain('"properties":{"__proto__":{"type":"string"},"a":{}}');
  });
});
