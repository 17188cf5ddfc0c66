/** The calls that are counted. Both sides of each run in this process. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { defineOperation, FromOpenAPI, OperationRegistry, Type } from "../../src/entries/index.ts";
import type { OpenAPISpec } from "../../src/entries/index.ts";
import { connectBus, createMemoryBroker, signedIdentity } from "../../src/entries/nats.ts";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../src/entries/hub.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";

/** A walk that is ready to run repeatedly. */
export interface OpenWalk {
  call(this: void): Promise<unknown>;
  close(this: void): Promise<void>;
}

const key = "a-key-that-only-this-process-knows";
const input = { name: "Ada" };
const output = { greeting: "Hello Ada" };

function greeter(): OperationRegistry {
  const greet = defineOperation({
    name: "greet",
    namespace: "demo",
    version: "1.0.0",
    type: "QUERY",
    description: "Greets",
    inputSchema: Type.Object({ name: Type.String() }),
    outputSchema: Type.Object({ greeting: Type.String() }),
    accessControl: { requiredScopes: [] },
    handler: ({ name }) => ({ greeting: `Hello ${name}` }),
  });
  return new OperationRegistry().register(greet);
}

/** A program calls its own registry. */
export async function localExecute(): Promise<OpenWalk> {
  const registry = greeter();
  return { call: () => registry.execute("demo.greet", input), close: async () => {} };
}

/** A client posts to a served registry; its operation calls an API that an OpenAPI document describes. */
export async function httpToOpenAPI(): Promise<OpenWalk> {
  const api = await startAPI();
  const registry = new OperationRegistry().registerAll(
    FromOpenAPI(api.document, { namespace: "demo", baseUrl: api.url }),
  );
  const service = serveHTTP(registry, {
    authenticate: ({ token }) => (token === key ? { id: "ada", scopes: [] } : undefined),
  });
  const server = await service.listen();
  return {
    call: () => post(`${server.url}/demo/greet`),
    async close() {
      await service.close({ graceMs: 0 });
      api.close();
    },
  };
}

/** The same through a hub, which also counts, logs and limits the call. */
export async function httpToHubToOpenAPI(): Promise<OpenWalk> {
  const api = await startAPI();
  const folder = await mkdtemp(join(tmpdir(), "operations-hops-"));
  const document = join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(api.document));
  const hub = await openHub({ openapi: { demo: { document, baseUrl: api.url } } });
  return {
    call: () => post(`${hub.endpoints.http}/demo/greet`),
    async close() {
      await hub.close({ graceMs: 0 });
      api.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** An MCP client calls a tool of the hub; a spoke answers over WebSocket. */
export function mcpToSpoke(mode: "legacy" | { pin: string }): () => Promise<OpenWalk> {
  return async () => {
    const hub = await openHub();
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: key, registry: greeter() });
    while (!hub.registry.has("demo.greet")) await sleep(5);
    const client = new Client({ name: "hops", version: "1.0.0" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    return {
      call: () => client.callTool({ name: "demo_greet", arguments: input }),
      async close() {
        await client.close();
        spoke.close();
        await hub.close({ graceMs: 0 });
      },
    };
  };
}

/** A peer on a bus calls another. Both prove their identities. */
export async function busInMemory(): Promise<OpenWalk> {
  const broker = createMemoryBroker();
  const identity = signedIdentity({ secret: "one secret that every peer shares", identity: { id: "ada", scopes: [] } });
  const registry = new OperationRegistry();
  const answering = await connectBus({ transport: broker.connect(), registry: greeter(), identity });
  const calling = await connectBus({ transport: broker.connect(), registry, identity });
  await calling.waitFor("demo.greet");
  return {
    call: () => registry.execute("demo.greet", input),
    async close() {
      await calling.close();
      await answering.close();
    },
  };
}

function openHub(sources: HubConfig = {}): Promise<RunningHub> {
  const config: HubConfig = {
    ...sources,
    serve: { keys: [{ id: "ada", key, scopes: ["*"] }] },
    log: { level: "silent" },
  };
  return startHub({ config, folder: tmpdir() }, { port: 0, waitForSources: true });
}

async function post(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
  return await response.json();
}

interface API {
  readonly url: string;
  readonly document: OpenAPISpec;
  close(this: void): void;
}

async function startAPI(): Promise<API> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(output));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const greeting = { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] };
  const get = {
    operationId: "greet",
    parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
    responses: { 200: { description: "The greeting", content: { "application/json": { schema: greeting } } } },
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: { openapi: "3.1.0", info: { title: "Demo", version: "1.0.0" }, paths: { "/greet/{name}": { get } } },
    close: () => void server.close(),
  };
}
