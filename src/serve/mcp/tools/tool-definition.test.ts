import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { fromForeignSchema } from "../../../schema/patterns/foreign-schema.ts";
import { FromSchema } from "../../../schema/types/from-schema.ts";
import { toolDefinition } from "./tool-definition.ts";

const spec: OperationSpec = {
  namespace: "a",
  name: "b",
  version: "1.0.0",
  type: "MUTATION",
  description: "",
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
};

const origin = { source: "mcp" };
const bare = { name: "t", inputSchema: { type: "object", properties: {} } };

describe("when an operation was imported from an MCP server", () => {
  it("keeps that server's description", () => {
    const mcp = {
      annotations: { title: "T", destructiveHint: false },
      icons: [{ src: "data:," }],
      execution: { taskSupport: "forbidden" },
      _meta: { "example.org/a": 1 },
    };
    expect(toolDefinition("t", { ...spec, origin, metadata: { mcp } })).toEqual({ ...bare, ...mcp });
  });

  it("keeps the text of its schemas: pins and hashes of them stay valid", () => {
    const schema = {
      properties: {
        parent: {
          description: "Where",
          properties: { type: { const: "workspace" } },
          type: "object",
          required: ["type"],
        },
        size: { enum: ["s", "m"], default: "s" },
        anything: true,
        list: { items: true, type: "array" },
        pair: { prefixItems: [{ type: "string" }, { type: "number" }], type: "array" },
      },
      required: ["parent"],
      type: "object",
    };
    const { inputSchema, outputSchema } = toolDefinition("t", {
      ...spec,
      origin,
      inputSchema: FromSchema(schema),
      outputSchema: FromSchema(schema),
    });
    expect([inputSchema, outputSchema].map((listed) => JSON.stringify(listed))).toEqual([
      JSON.stringify(schema),
      JSON.stringify(schema),
    ]);
  });

  it.each([
    [
      "of draft 7",
      { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }], definitions: {} },
    ],
    ["that names its dialect last", { properties: {}, $schema: "https://json-schema.org/draft/2020-12/schema" }],
    ["with booleans", { properties: { any: true, none: false }, additionalProperties: false }],
    ["with constants", { properties: { a: { const: null }, b: { const: { c: [1] } }, d: { enum: [1] } } }],
    ["with references", { $defs: { N: { properties: { n: { $ref: "#/$defs/N" } } } }, $ref: "#/$defs/N" }],
    ["with keywords of others", { "x-order": ["b"], properties: { a: { "x-secret": true, example: 1 } } }],
    ["with names like members", { properties: { constructor: { type: "string" }, "": {}, "a/b~c": {} } }],
    ["with conditions", { if: { required: ["a"] }, then: { minProperties: 2 }, else: false, not: { const: {} } }],
  ])("keeps the text of a schema %s", (_what, keywords) => {
    const schema = { type: "object", ...keywords };
    const inputSchema = fromForeignSchema(schema, () => {});
    const listed = toolDefinition("t", { ...spec, origin, inputSchema, outputSchema: inputSchema });
    expect(JSON.stringify(listed.inputSchema)).toBe(JSON.stringify(schema));
    expect(JSON.stringify(listed.outputSchema)).toBe(JSON.stringify(schema));
  });

  it.each([
    [{ nullable: true, type: "string" }, { type: ["string", "null"] }],
    [
      { items: [{ type: "string" }], additionalItems: false },
      { prefixItems: [{ type: "string" }], items: false },
    ],
    [{ type: "file", title: "F" }, { title: "F" }],
    [{ pattern: "(?<!x)y", type: "string" }, { type: "string" }],
  ])("mends %j, which many clients could not compile, or which is not checked", (given, mended) => {
    const inputSchema = fromForeignSchema({ type: "object", properties: { a: given } }, () => {});
    const { inputSchema: listed } = toolDefinition("t", { ...spec, origin, inputSchema });
    expect(listed).toEqual({ type: "object", properties: { a: mended } });
  });

  it.each(["forbidden", "optional"])("keeps its execution, with tasks %s", (taskSupport) => {
    const mcp = { execution: { taskSupport } };
    expect(toolDefinition("t", { ...spec, origin, metadata: { mcp } })).toEqual({ ...bare, ...mcp });
  });

  it("does not say that it needs a task, because it is called without one here", () => {
    const mcp = { execution: { taskSupport: "required" } };
    expect(toolDefinition("t", { ...spec, origin, metadata: { mcp } })).toEqual(bare);
    const more = { execution: { ...mcp.execution, later: 1 } };
    expect(toolDefinition("t", { ...spec, origin, metadata: { mcp: more } })).toEqual({
      ...bare,
      execution: { later: 1 },
    });
  });

  it("gets no hints if that server gave none or broken ones", () => {
    const mcp = { execution: "later", icons: "none", _meta: [] };
    expect(toolDefinition("t", { ...spec, origin })).toEqual(bare);
    expect(toolDefinition("t", { ...spec, origin, metadata: { mcp } })).toEqual(bare);
  });
});

describe("when an operation is our own", () => {
  it("gets hints by its type", () => {
    expect(toolDefinition("t", { ...spec, title: "T", description: "D" })).toEqual({
      ...bare,
      title: "T",
      description: "D",
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    });
  });
});
