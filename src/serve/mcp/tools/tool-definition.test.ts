import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
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
