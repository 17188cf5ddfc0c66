/**
 * `tsx bench/mcp-server.ts [rounds]` compares calls per second through `serveMCP` with those of a server on the bare SDK
 * that validates the same input and output. The two take turns, so that a noisy machine is equally noisy for both.
 */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { serveMCP } from "../src/entries/serve-mcp.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

const rounds = Number(process.argv[2] ?? 15);
const outstanding = 20;
const budget = 0.9;

type Fetch = (request: Request) => Promise<Response>;

const registry = new OperationRegistry().register(
  defineOperation({
    name: "add",
    namespace: "math",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "Adds two numbers",
    inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
    outputSchema: Type.Object({ sum: Type.Number() }),
    accessControl: { requiredScopes: [] },
    handler: ({ a, b }) => ({ sum: a + b }),
  }),
);
const service = serveMCP(registry);

const inputSchema = z.object({ a: z.number(), b: z.number() });
const outputSchema = z.object({ sum: z.number() });

function bareServer(): McpServer {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  server.registerTool("math_add", { description: "Adds two numbers", inputSchema, outputSchema }, ({ a, b }) => {
    const structuredContent = { sum: a + b };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  });
  return server;
}

async function bareSession(): Promise<Fetch> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID() });
  await bareServer().connect(transport);
  return (request) => transport.handleRequest(request);
}

async function inMemory(serve: (transport: InMemoryTransport) => Promise<unknown>): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await serve(far);
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(near);
  return client;
}

async function byFetch(fetch: Fetch, mode: "legacy" | { pin: string }): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    // Without the client's signal, on which each request leaves a listener until the next garbage collection.
    fetch: (url, init) => fetch(new Request(url, { ...init, signal: null })),
  });
  await client.connect(transport);
  return client;
}

const modern = { pin: "2026-07-28" };
const ours: Fetch = (request) => service.fetch(request);
const bare = createMcpHandler(bareServer);

await compare("in memory", {
  ours: await inMemory((transport) => service.connect({ transport })),
  bare: await inMemory(async (transport) => serveStdio(bareServer, { transport })),
  calls: 4000,
});
await compare("HTTP, 2026-07-28", {
  ours: await byFetch(ours, modern),
  bare: await byFetch((request) => bare.fetch(request), modern),
  calls: 600,
});
await compare("HTTP, 2025-11-25 in a session", {
  ours: await byFetch(ours, "legacy"),
  bare: await byFetch(await bareSession(), "legacy"),
  calls: 600,
});
await service.close();

async function compare(name: string, sides: { ours: Client; bare: Client; calls: number }): Promise<void> {
  const { calls } = sides;
  const ratios: number[] = [];
  await callsPerSecond(sides.ours, calls);
  await callsPerSecond(sides.bare, calls);
  for (let round = 0; round < rounds; round++) {
    // They also take turns in going first, because the second pays for the garbage of the first.
    const first = round % 2 === 0 ? sides.ours : sides.bare;
    const second = first === sides.ours ? sides.bare : sides.ours;
    const [one, two] = [await callsPerSecond(first, calls), await callsPerSecond(second, calls)];
    ratios.push(first === sides.ours ? one / two : two / one);
  }
  const ratio = median(ratios);
  console.log(`${name.padEnd(32)} ${ratio.toFixed(2)}x of the bare SDK (budget: ${budget}x)`);
  recordRatio(`${name}: calls per second`, "higher", ratios);
}

async function callsPerSecond(client: Client, calls: number): Promise<number> {
  const started = performance.now();
  for (let done = 0; done < calls; done += outstanding) {
    await Promise.all(
      Array.from({ length: outstanding }, () => client.callTool({ name: "math_add", arguments: { a: 1, b: 2 } })),
    );
  }
  return (calls * 1000) / (performance.now() - started);
}
