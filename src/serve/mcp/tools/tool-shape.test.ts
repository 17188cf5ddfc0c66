import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { FromSchema } from "../../../schema/types/from-schema.ts";
import type { AnySchema } from "../../../schema/types/static.ts";
import { getValidator } from "../../../schema/engine/validator.ts";
import { toolShapeOf } from "./tool-shape.ts";
import type { ToolShape } from "./tool-shape.ts";

function shapeOf(parts: {
  input?: AnySchema;
  output?: AnySchema;
  type?: OperationSpec["type"];
  source?: string;
}): ToolShape {
  return toolShapeOf({
    namespace: "a",
    name: "b",
    version: "1.0.0",
    type: parts.type ?? "QUERY",
    description: "",
    inputSchema: parts.input ?? Type.Object({}),
    outputSchema: parts.output ?? Type.Object({}),
    accessControl: { requiredScopes: [] },
    origin: { source: parts.source ?? "local" },
  });
}

const tree: object = {
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "array",
      items: { anyOf: [{ $ref: "#/$defs/node" }, { type: "string" }] },
    },
  },
};
const Tree: AnySchema = FromSchema(tree);

describe("when an operation takes objects", () => {
  it.each<[string, AnySchema]>([
    ["an object", Type.Object({ a: Type.String() })],
    ["a union of objects", Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])],
    ["an intersection", Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])],
    ["a reference", FromSchema({ $ref: "#/$defs/o", $defs: { o: { type: "object" } } })],
    ["an object or nothing", Type.Union([Type.Object({ a: Type.String() }), Type.Undefined()])],
    ["a Zod object", z.object({ a: z.string() })],
  ])("is a tool with the same arguments: %s", (_name, input) => {
    const { inputSchema, toInput } = shapeOf({ input });
    expect(inputSchema["type"]).toBe("object");
    expect(inputSchema["required"]).not.toEqual(["input"]);
    const given = { a: "x", b: "y" };
    expect(toInput(given)).toBe(given);
    expect(toInput(undefined)).toEqual({});
  });

  it("accepts any object without a schema", () => {
    const { inputSchema, toInput } = shapeOf({ input: Type.Unknown({ description: "whatever" }) });
    expect(inputSchema).toEqual({ type: "object", description: "whatever" });
    expect(toInput({ a: 1 })).toEqual({ a: 1 });
  });
});

describe("when arguments contain tagged bytes", () => {
  const given = { a: { $bytes: "AQ==" } };

  it("passes them on as bytes", () => {
    expect(shapeOf({}).toInput(given)).toEqual({ a: new Uint8Array([1]) });
  });

  it("passes them unchanged to another MCP server", () => {
    expect(shapeOf({ source: "mcp" }).toInput(given)).toBe(given);
  });
});

describe("when an operation takes something else", () => {
  it.each<[string, AnySchema]>([
    ["a string", Type.String()],
    ["a list", Type.Array(Type.Number())],
    ["a choice", Type.Union([Type.Object({}), Type.Null()])],
    ["nothing that fits", Type.Never()],
    ["a Zod string", z.string()],
  ])("accepts it as the argument `input`: %s", (_name, input) => {
    const { inputSchema, toInput } = shapeOf({ input });
    expect(inputSchema).toMatchObject({ type: "object", required: ["input"] });
    expect(toInput({ input: "x" })).toBe("x");
    expect(toInput(undefined)).toBeUndefined();
  });

  it("rewrites references to their new location", () => {
    const { inputSchema } = shapeOf({ input: Tree });
    const { check } = getValidator(inputSchema);
    expect(check({ input: ["a", ["b", []]] })).toBe(true);
    expect(check({ input: ["a", ["b", [3]]] })).toBe(false);
    expect(check({})).toBe(false);
  });

  it("leaves references alone that start at their own id", () => {
    const input = Type.Array(Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref("Node")) }) }, "Node"));
    const { check } = getValidator(shapeOf({ input }).inputSchema);
    expect(check({ input: [{ next: { next: {} } }] })).toBe(true);
    expect(check({ input: [{ next: { next: 3 } }] })).toBe(false);
  });

  it("takes no arguments if there is no input", () => {
    const { inputSchema, toInput } = shapeOf({ input: Type.Undefined() });
    expect(inputSchema).toEqual({ type: "object", properties: {} });
    expect(toInput({})).toBeUndefined();
  });
});

describe("when a schema says more than JSON Schema 2020-12 can", () => {
  it("leaves out TypeBox's own types, and rewrites tuples", () => {
    const output = Type.Object({ big: Type.BigInt(), pair: Type.Tuple([Type.String(), Type.Number()]) });
    expect(shapeOf({ output }).outputSchema).toEqual({
      type: "object",
      properties: {
        big: {},
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 },
      },
      required: ["big", "pair"],
    });
  });

  it("describes anything that cannot be written as any value", () => {
    const circular: Record<string, unknown> = { type: "object" };
    circular["default"] = circular;
    expect(shapeOf({ output: circular }).outputSchema).toBeUndefined();
    expect(shapeOf({ input: circular }).inputSchema).toMatchObject({ type: "object" });
  });

  it("leaves a schema of an older draft unchanged", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const output = { $schema, type: "object", properties: { pair: { items: [{ type: "string" }] } } };
    expect(shapeOf({ output }).outputSchema).toEqual(output);
  });
});

describe("when nothing is known about a result", () => {
  it.each<[string, AnySchema]>([
    ["anything", Type.Unknown()],
    ["nothing", Type.Void()],
    ["something or nothing", Type.Union([Type.Object({}), Type.Undefined()])],
  ])("has no output schema: %s", (_name, output) => {
    expect(shapeOf({ output }).outputSchema).toBeUndefined();
  });
});

describe("when an operation is a stream", () => {
  it("promises a list of its items, with working references", () => {
    const { outputSchema = {} } = shapeOf({ output: Tree, type: "SUBSCRIPTION" });
    const { check } = getValidator(outputSchema);
    expect(check({ items: [["a"], [["b"]]], complete: true })).toBe(true);
    expect(check({ items: [[3]], complete: true })).toBe(false);
    expect(check({ items: [] })).toBe(false);
  });
});
