/**
 * Our client as the official conformance runner starts it: `client-driver.ts <url>`, with the scenario's name in the
 * environment. It connects, and calls every tool once.
 */
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { ElicitationRequest, MCPOperation } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";

type Fields = Record<string, unknown>;

const url = process.argv.at(-1) as string;
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as {
  toolCalls?: Array<{ name: string; arguments: Fields }>;
};

const client = await createMCPClient("server", {
  url,
  onElicitation: (request) => ({ action: "accept", content: defaultsOf(request) }),
});
const registry = new OperationRegistry();
client.attach(registry);
const calls =
  context.toolCalls?.map(({ name, arguments: input }) => ({ tool: toolNamed(name), input: withoutNulls(input) })) ??
  client.tools.map((tool) => ({ tool, input: inputFor(tool) }));
for (const { tool, input } of calls) {
  if (tool === undefined) continue;
  try {
    await registry.execute(`${tool.namespace}.${tool.name}`, input);
  } catch (error) {
    console.error(`${tool.name}: ${String(error)}`);
  }
}
await client.close();

function toolNamed(name: string): MCPOperation | undefined {
  return client.tools.find(({ origin }) => origin?.name === name);
}

function inputFor({ inputSchema }: MCPOperation): Fields {
  const input = sampleOf(inputSchema as Fields) as Fields;
  // One scenario checks another tool's schema.
  return "schema" in input ? { ...input, schema: client.tools[0]?.inputSchema } : input;
}

/** One scenario sends null for a boolean that the tool's schema requires. Leaving it out means the same. */
function withoutNulls(input: Fields): Fields {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** A form's own description. */
function defaultsOf({ requestedSchema }: ElicitationRequest): Record<string, string> {
  const properties = (requestedSchema?.["properties"] ?? {}) as Record<string, Fields>;
  const withDefault = Object.entries(properties).filter(([, schema]) => schema["default"] !== undefined);
  return Object.fromEntries(withDefault.map(([name, schema]) => [name, schema["default"] as string]));
}

/** A value that fits a simple schema. */
function sampleOf(schema: Fields): unknown {
  if (schema["default"] !== undefined) return schema["default"];
  const { enum: values } = schema as { enum?: unknown[] };
  if (values !== undefined) return values[0];
  switch (schema["type"]) {
    case "object": {
      const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Fields>);
      return Object.fromEntries(properties.map(([name, property]) => [name, sampleOf(property)]));
    }
    case "array":
      return [];
    case "number":
    case "integer":
      return 5;
    case "boolean":
      return true;
    default:
      return "text";
  }
}
