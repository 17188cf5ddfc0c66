/**
 * An API and an MCP server that answer with more values than anybody can use. Runs in its own process, because writing
 * such answers takes as much memory as reading them. Prints its address.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

const OBJECTS = Number(process.env["OBJECTS"] ?? 21_000_000);
const DENSE = Buffer.from(`[${"{},".repeat(OBJECTS - 1)}{}]`);
/** Just within the bound of 8,000,000 values. */
const ALMOST = Buffer.from(`[${"{},".repeat(990_000)}{}]`);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function send(response: ServerResponse, parts: readonly (string | Buffer)[], type = "application/json"): void {
  response.on("error", () => undefined);
  response.writeHead(200, { "content-type": type });
  for (const part of parts) response.write(part);
  response.end();
}

const tools = ["dense", "almost", "events"].map((name) => ({
  name,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
}));

async function answerMCP(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    if (request.url !== "/flood") return void response.writeHead(405).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const event = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';
    const timer = setInterval(() => {
      for (let count = 0; count < 200; count++) response.write(event);
    }, 10);
    response.on("close", () => clearInterval(timer));
    return;
  }
  const { id, method, params } = JSON.parse((await bodyOf(request)) || "{}") as {
    id?: number;
    method?: string;
    params?: { name?: string };
  };
  if (id === undefined) return void response.writeHead(202).end();
  const reply = (result: object): void => send(response, [JSON.stringify({ jsonrpc: "2.0", id, result })]);
  if (method === "initialize") {
    const capabilities = { tools: { listChanged: true } };
    return reply({ protocolVersion: "2025-06-18", capabilities, serverInfo: { name: "hostile", version: "1" } });
  }
  if (method === "tools/list") return reply({ tools });
  if (method !== "tools/call") return reply({});
  const content = params?.name === "almost" ? ALMOST : DENSE;
  const parts = [`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":`, content, "}}}"];
  if (params?.name === "events") return send(response, ["data: ", ...parts, "\n\n"], "text/event-stream");
  send(response, parts);
}

const server = createServer((request, response) => {
  if (request.url === "/mcp" || request.url === "/flood") return void answerMCP(request, response);
  send(response, [request.url === "/almost" ? ALMOST : DENSE]);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  console.log(`http://127.0.0.1:${port}`);
});
process.stdin.on("end", () => process.exit()).resume();
