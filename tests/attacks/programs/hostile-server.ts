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

const MIB = 1024 * 1024;
/** One text of 38 MB, nearly as long as an answer may be, and an object with such a name. */
const TEXT = Buffer.concat([Buffer.from('"'), Buffer.alloc(38 * MIB, "x"), Buffer.from('"')]);
const NAME = Buffer.concat([Buffer.from("{"), TEXT, Buffer.from(":1}")]);
/** A long name, and a long text that is cut with it. */
const HALF = TEXT.subarray(19 * MIB);
const NAMED = Buffer.concat([Buffer.from('{"'), HALF, Buffer.from(':"'), HALF, Buffer.from("}")]);
const GAP = Buffer.concat([
  Buffer.from('{"a":'),
  Buffer.alloc(19 * MIB, " "),
  Buffer.from('"'),
  HALF,
  Buffer.from("}"),
]);
const DIGITS = Buffer.alloc(38 * MIB, "1");
const bodies: Readonly<Record<string, Buffer>> = {
  "/almost": ALMOST,
  "/text": TEXT,
  "/name": NAME,
  "/named": NAMED,
  "/gap": GAP,
  "/digits": DIGITS,
};

/** An honest answer: 30 MB of rows of a table. */
const rows = (): string => {
  const row = (id: number): object => ({
    id,
    name: `Ada Lovelace ${id}`,
    city: "London",
    balance: id + 0.25,
    ok: true,
  });
  return JSON.stringify(Array.from({ length: 380_000 }, (_, at) => row(100_000 + at)));
};
const JSON_TYPE = { "content-type": "application/json" };
/** How often the tools were listed, by path. */
const lists = new Map<string | undefined, number>();

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

const tools = ["dense", "almost", "events", "stalled", "refused", "blocks", "rest"].map((name) => ({
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
  if (method === "tools/list") {
    lists.set(request.url, (lists.get(request.url) ?? 0) + 1);
    // This one lists its tools once.
    if (request.url === "/flood" && lists.get(request.url) !== 1) return void response.destroy();
    return reply({ tools });
  }
  if (method !== "tools/call") return reply({});
  if (params?.name === "refused") return void response.writeHead(400, JSON_TYPE).end(ALMOST.subarray(0, 200_000));
  if (params?.name === "stalled") {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: ");
    return void response.write(ALMOST.subarray(0, 1_000_000));
  }
  if (params?.name === "blocks")
    return send(response, [`{"jsonrpc":"2.0","id":${id},"result":{"content":`, ALMOST, "}}"]);
  if (params?.name === "rest") {
    response.on("error", () => undefined).writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })}\n\n`);
    // An event that never ends, after the answer.
    return void setTimeout(() => response.write("data: ") && response.write(TEXT.subarray(0, 30 * MIB)), 50);
  }
  const content = params?.name === "almost" ? ALMOST : DENSE;
  const parts = [`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":`, content, "}}}"];
  if (params?.name === "events") return send(response, ["data: ", ...parts, "\n\n"], "text/event-stream");
  send(response, parts);
}

const server = createServer((request, response) => {
  if (request.url === "/mcp" || request.url === "/flood") return void answerMCP(request, response);
  if (request.url === "/rows") return send(response, [rows()]);
  if (request.url === "/stalled") return void response.writeHead(200, JSON_TYPE).write(ALMOST.subarray(0, 1_000_000));
  if (request.url === "/stream") {
    response.on("error", () => undefined).writeHead(200, { "content-type": "text/event-stream" });
    return void (response.write("data: ") && response.write(TEXT.subarray(0, 4_000_000)));
  }
  send(response, [bodies[request.url ?? ""] ?? DENSE]);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  console.log(`http://127.0.0.1:${port}`);
});
process.stdin.on("end", () => process.exit()).resume();
