/**
 * The same tool in fastmcp, which forwards the call: `fastmcp-bridge.js <port>`. It is JavaScript, because fastmcp's
 * types exist only once it is installed.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { FastMCP } from "fastmcp";
import { z } from "zod";
import { stdioCommand } from "./stdio-command.ts";

const upstream = new Client({ name: "fastmcp-bridge", version: "1.0.0" });
await upstream.connect(new StdioClientTransport({ ...stdioCommand, stderr: "ignore" }));

const server = new FastMCP({ name: "fastmcp-bridge", version: "1.0.0" });
server.addTool({
  name: "report",
  description: "A report of 2 kB about an item",
  parameters: z.object({ item: z.string(), amount: z.int() }),
  execute: async (args) => {
    const { content } = await upstream.callTool({ name: "report", arguments: args });
    return { content: content };
  },
});
await server.start({
  transportType: "httpStream",
  httpStream: { port: Number(process.argv[2]), host: "127.0.0.1", endpoint: "/mcp" },
});
