/**
 * An MCP server on standard input and output, with the official SDK: `mcp-server.ts <log>`. It uses nothing from this
 * library.
 */
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { openRanLog } from "../../support/ran-log.ts";

const [logPath = ""] = process.argv.slice(2);
const log = openRanLog(logPath, "mcp");
const server = new McpServer({ name: "bridge", version: "1.0.0" });

const objectOf = (properties: object, required: readonly string[] = Object.keys(properties)) =>
  fromJsonSchema<Record<string, unknown>>({ type: "object", properties, required } as never);
const structured = (data: Record<string, unknown>) => ({
  content: [{ type: "text" as const, text: JSON.stringify(data) }],
  structuredContent: data,
});
const inputSchema = objectOf({});

server.registerTool(
  "greet",
  {
    inputSchema: objectOf({ name: { type: "string", minLength: 1 }, times: { type: "integer" } }, ["name"]),
    outputSchema: objectOf({ text: { type: "string" }, times: { type: "integer" } }),
  },
  ({ name, times = 1 }) => structured({ text: `Hello, ${String(name)}!`, times }),
);
server.registerTool("nothing", { inputSchema }, () => ({ content: [] }));
server.registerTool("bytes", { inputSchema }, () => ({
  content: [{ type: "image", data: "AAF/gP7/", mimeType: "application/octet-stream" }],
}));
server.registerTool(
  "measure",
  {
    inputSchema: objectOf({ bytes: {} }),
    outputSchema: objectOf({ size: { type: "integer" }, last: { type: "integer" } }),
  },
  ({ bytes }) => {
    const decoded = Buffer.from((bytes as { $bytes: string }).$bytes, "base64");
    return structured({ size: decoded.length, last: decoded.at(-1) });
  },
);
server.registerTool("refuse", { inputSchema }, () => ({
  content: [{ type: "text", text: "There is no tea." }],
  isError: true,
}));
server.registerTool("crash", { inputSchema }, () => {
  throw new Error("internal: hunter2");
});
server.registerTool("tool_error", { inputSchema }, () => ({
  content: [{ type: "text", text: "The tool could not do it." }],
  isError: true,
}));
server.registerTool("secret", { inputSchema, outputSchema: objectOf({ secret: { type: "string" } }) }, () =>
  structured({ secret: "tea" }),
);
server.registerTool("wait", { inputSchema: objectOf({ key: { type: "string" } }) }, ({ key }, { mcpReq }) => {
  const { signal } = mcpReq;
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      log.note(`${String(key)}:ended`);
      reject(signal.reason as Error);
    });
    log.note(`${String(key)}:started`);
  });
});

await server.connect(new StdioServerTransport());
