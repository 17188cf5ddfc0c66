// An MCP server on standard input and output, with the official SDK. MCP hosts start such programs.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const server = new McpServer({ name: "text", version: "1.0.0" });
const inputSchema = fromJsonSchema({
  type: "object",
  properties: { text: { type: "string", description: "The text" } },
  required: ["text"],
});
const annotations = { readOnlyHint: true };
const answer = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data });

server.registerTool(
  "title",
  {
    description: "Writes Every Word With A Capital",
    inputSchema,
    outputSchema: fromJsonSchema({ type: "object", properties: { title: { type: "string" } }, required: ["title"] }),
    annotations,
  },
  ({ text }) => answer({ title: text.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase()) }),
);

server.registerTool(
  "count",
  {
    description: "Counts words and characters",
    inputSchema,
    outputSchema: fromJsonSchema({
      type: "object",
      properties: { words: { type: "integer" }, characters: { type: "integer" } },
      required: ["words", "characters"],
    }),
    annotations,
  },
  ({ text }) => answer({ words: text.split(/\s+/).filter(Boolean).length, characters: text.length }),
);

await server.connect(new StdioServerTransport());
