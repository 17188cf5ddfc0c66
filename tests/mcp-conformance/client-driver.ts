/** Our client in the scenarios of the official conformance runner: it connects, and calls every tool once. */
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { ElicitationRequest, MCPOperation } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";

type Fields = Record<string, unknown>;

interface ToolCall {
  readonly name: string;
  readonly arguments: Fields;
}

/** Calls the tools that the scenario names, or else every tool. Returns what failed. */
export async function callTools(url: string, toolCalls?: readonly ToolCall[]): Promise<string> {
  const lines: string[] = [];
  const client = await createMCPClient("server", {
    url,
    onElicitation: (request) => ({ action: "accept", content: defaultsOf(request) }),
  });
  try {
    const registry = new OperationRegistry();
    client.attach(registry);
    for (const { tool, input } of callsOf(client.tools, toolCalls)) {
      if (tool === undefined) continue;
      try {
        await registry.execute(`${tool.namespace}.${tool.name}`, input);
      } catch (error) {
        lines.push(`${tool.name}: ${String(error)}`);
      }
    }
  } finally {
    await client.close();
  }
  return lines.join("\n");
}

interface Call {
  readonly tool: MCPOperation | undefined;
  readonly input: Fields;
}

function callsOf(tools: readonly MCPOperation[], toolCalls: readonly ToolCall[] | undefined): Call[] {
  const named = toolCalls?.map(({ name, arguments: input }) => ({
    tool: tools.find(({ origin }) => origin?.name === name),
    input: withoutNulls(input),
  }));
  return named ?? tools.map((tool) => ({ tool, input: inputFor(tool, tools[0]) }));
}

/** One scenario checks another tool's schema: the first one's. */
function inputFor({ inputSchema }: MCPOperation, first: MCPOperation | undefined): Fields {
  const input = sampleOf(inputSchema as Fields) as Fields;
  return "schema" in input ? { ...input, schema: first?.inputSchema } : input;
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
