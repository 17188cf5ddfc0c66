/**
 * `tsx bench/mcp-server.ts [rounds]` compares calls per second through `serveMCP` with those of a server on the bare
 * SDK that validates the same input and output. The two take turns, so that a noisy machine is equally noisy for both.
 * Two clients call each of them: the SDK's, which costs more than the server, and one that only sends and reads text.
 */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import type * as Main from "../src/entries/index.ts";
import type * as ServeMCP from "../src/entries/serve-mcp.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

// Measures the published form: `tsx` names every closure when it is made, which costs time, but leaves the SDK
// unchanged.
await ensureBuilt();
const load = async <TModule>(specifier: string): Promise<TModule> => (await import(specifier)) as TModule;
const { defineOperation, OperationRegistry, OperationType, Type } = await load<typeof Main>("../dist/index.js");
const { serveMCP } = await load<typeof ServeMCP>("../dist/serve-mcp.js");

const rounds = Number(process.argv[2] ?? 15);
const outstanding = 20;
/** The budget for each client: calls per second, compared with the bare SDK. */
const budgets = { "SDK client": 0.9, "plain client": 1.5 };

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

/** Makes a call. Throws if its answer is wrong. */
type Call = () => Promise<void>;

/** Serves one client on a transport. */
type Serve = (transport: InMemoryTransport) => Promise<unknown>;

const revisions = { modern: "2026-07-28", legacy: "2025-11-25" } as const;
type Era = keyof typeof revisions;
const call = { name: "math_add", arguments: { a: 1, b: 2 } };
const clientInfo = { name: "bench", version: "1.0.0" };
const hello = { protocolVersion: revisions.legacy, capabilities: {}, clientInfo };

function assertSum(result: unknown): void {
  const { structuredContent } = result as { readonly structuredContent?: { readonly sum?: unknown } };
  if (structuredContent?.sum !== 3) throw new Error(`a wrong answer: ${JSON.stringify(result)}`);
}

function callsOf(client: Client): Call {
  return async () => assertSum(await client.callTool(call));
}

async function inMemory(serve: Serve): Promise<Call> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await serve(far);
  const client = new Client(clientInfo);
  await client.connect(near);
  return callsOf(client);
}

async function plainlyInMemory(serve: Serve): Promise<Call> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await serve(far);
  const waiting = new Map<unknown, (result: unknown) => void>();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
  near.onmessage = (message) => {
    const { id, result } = message as { readonly id?: unknown; readonly result?: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await near.start();
  let last = 0;
  const ask = (method: string, params: Record<string, unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, resolve);
      near.send({ jsonrpc: "2.0", id, method, params }).catch(reject);
    });
  await ask("initialize", hello);
  await near.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return async () => assertSum(await ask("tools/call", call));
}

async function byFetch(fetch: Fetch, era: Era): Promise<Call> {
  const mode = era === "legacy" ? era : { pin: revisions.modern };
  const client = new Client(clientInfo, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    // Without the client's signal, on which each request leaves a listener until the next garbage collection.
    fetch: (url, init) => fetch(new Request(url, { ...init, signal: null })),
  });
  await client.connect(transport);
  return callsOf(client);
}

async function plainlyByFetch(fetch: Fetch, era: Era): Promise<Call> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = async (message: object): Promise<Response> =>
    fetch(new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(message) }));
  let params: object = call;
  if (era === "legacy") {
    const begun = await post({ jsonrpc: "2.0", id: 0, method: "initialize", params: hello });
    await begun.text();
    headers["mcp-session-id"] = begun.headers.get("mcp-session-id") ?? "";
    headers["mcp-protocol-version"] = revisions.legacy;
    await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  } else {
    Object.assign(headers, {
      "mcp-protocol-version": revisions.modern,
      "mcp-method": "tools/call",
      "mcp-name": call.name,
    });
    const prefix = "io.modelcontextprotocol/";
    const _meta = {
      [`${prefix}protocolVersion`]: revisions.modern,
      [`${prefix}clientInfo`]: clientInfo,
      [`${prefix}clientCapabilities`]: {},
    };
    params = { ...call, _meta };
  }
  let last = 0;
  return async () => {
    const response = await post({ jsonrpc: "2.0", id: ++last, method: "tools/call", params });
    const text = await response.text();
    const json = text.startsWith("{") ? text : text.slice(text.lastIndexOf("data: {") + "data: ".length);
    assertSum((JSON.parse(json) as { readonly result?: unknown }).result);
  };
}

const ours: Fetch = (request) => service.fetch(request);
const bare = createMcpHandler(bareServer);
const bareModern: Fetch = (request) => bare.fetch(request);
const serveOurs: Serve = (transport) => service.connect({ transport });
const serveBare: Serve = async (transport) => serveStdio(bareServer, { transport });

const memory = { name: "in memory", calls: 4000 };
await compare({ ...memory, client: "SDK client", ours: await inMemory(serveOurs), bare: await inMemory(serveBare) });
await compare({
  ...memory,
  client: "plain client",
  ours: await plainlyInMemory(serveOurs),
  bare: await plainlyInMemory(serveBare),
});
for (const era of ["modern", "legacy"] as const) {
  const name = era === "modern" ? "HTTP, 2026-07-28" : "HTTP, 2025-11-25 in a session";
  for (const [client, open] of [
    ["SDK client", byFetch],
    ["plain client", plainlyByFetch],
  ] as const) {
    const ofBare = era === "modern" ? bareModern : await bareSession();
    await compare({ name, client, calls: 600, ours: await open(ours, era), bare: await open(ofBare, era) });
  }
}
await service.close();

interface Sides {
  readonly name: string;
  readonly client: keyof typeof budgets;
  readonly ours: Call;
  readonly bare: Call;
  readonly calls: number;
}

async function compare({ name, client, calls, ...sides }: Sides): Promise<void> {
  const ratios: number[] = [];
  await callsPerSecond(sides.ours, calls);
  await callsPerSecond(sides.bare, calls);
  for (let round = 0; round < rounds; round++) {
    // They also take turns at going first, because the second pays for the garbage of the first.
    const first = round % 2 === 0 ? sides.ours : sides.bare;
    const second = first === sides.ours ? sides.bare : sides.ours;
    const [one, two] = [await callsPerSecond(first, calls), await callsPerSecond(second, calls)];
    ratios.push(first === sides.ours ? one / two : two / one);
  }
  const title = `${name}, ${client}`.padEnd(44);
  console.log(`${title} ${median(ratios).toFixed(2)}x of the bare SDK (budget: ${budgets[client]}x)`);
  recordRatio(`${name}, ${client}: calls per second`, "higher", ratios);
}

async function callsPerSecond(make: Call, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done += outstanding) {
    await Promise.all(Array.from({ length: outstanding }, make));
  }
  // In processor time, because other programs may take the processor away.
  const { user, system } = process.cpuUsage(before);
  return (calls * 1e6) / (user + system);
}
