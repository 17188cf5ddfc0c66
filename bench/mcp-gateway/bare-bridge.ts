/** The least that a gateway on the SDK does: `bare-bridge.ts <port>` serves the tools of one stdio server, in both eras. */
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isInitializeRequest, Server } from "@modelcontextprotocol/server";
import { stdioCommand } from "./stdio-command.ts";

const upstream = new Client({ name: "bare-bridge", version: "1.0.0" });
await upstream.connect(new StdioClientTransport({ ...stdioCommand, stderr: "ignore" }));

function createBridge(): Server {
  const server = new Server({ name: "bare-bridge", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => upstream.listTools());
  server.setRequestHandler("tools/call", ({ params }) => upstream.callTool(params));
  return server;
}

const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
const modern = toNodeHandler(createMcpHandler(createBridge, { legacy: "reject" }));

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
    void (async () => {
      const known = sessions.get(String(request.headers["mcp-session-id"]));
      if (known !== undefined) return await known.handleRequest(request, response, body);
      if (!isInitializeRequest(body))
        return await modern(request as IncomingMessage & { method: string; url: string }, response, body);
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await createBridge().connect(transport);
      await transport.handleRequest(request, response, body);
    })();
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
