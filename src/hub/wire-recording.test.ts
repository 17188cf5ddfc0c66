import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { WireRecording } from "./observe/wire-recorder.ts";
import { startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";
import { loadConfig } from "./config/load-config.ts";

vi.setConfig({ testTimeout: 120_000 });

const start = startedHubs();
const folderWith = tempFolders();
const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const EVE = "the-key-of-eve-0123";
const ROOT = "the-key-of-root-0123";
const OTHER = "the-key-of-other-012";
const QUERY_SECRET = "querysecret/1";
const BEARER = "bearer-secret-2";
const COOKIE = "cookie-secret-3";
const IN_BODY = "body-secret-4";

const mcpServer = `
import { createInterface } from "node:readline";
const tools = [{ name: "echo", description: "Echoes.", inputSchema: { type: "object" } }];
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "echo", version: "1" } }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ arguments: args }) => ({ content: [{ type: "text", text: JSON.stringify(args) + process.env.PLAIN_SECRET }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]?.(params) ?? {} }) + "\\n");
}
`;

const own = `export const both = { namespace: "own", name: "both", version: "1.0.0", type: "QUERY", description: "",
  accessControl: { requiredScopes: [] }, inputSchema: {}, outputSchema: {},
  handler: async (_input, { env }) => { await env.talk.echo({ text: "nested" }); return (await env.shop.send({ body: { note: "nested" } })).data; } };`;

/** An upstream that echoes everything that it receives and has. */
async function startUpstream(): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push(request.url ?? "");
      if (request.url?.startsWith("/large") === true) return void response.end("x".repeat(200_000));
      response.setHeader("set-cookie", `session=${COOKIE}; Path=/`);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ url: request.url, headers: request.headers, body, cookie: COOKIE }));
    });
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, requests };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function documentAt(url: string): object {
  const any = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };
  const text = { 200: { description: "ok", content: { "text/plain": { schema: { type: "string" } } } } };
  const body = { content: { "application/json": { schema: { type: "object" } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url }],
    paths: {
      "/send": { post: { operationId: "send", requestBody: body, responses: any } },
      "/large": { get: { operationId: "large", responses: text } },
    },
    components: {
      securitySchemes: {
        inQuery: { type: "apiKey", in: "query", name: "appid" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
    security: [{ inQuery: [], bearer: [] }],
  };
}

async function startHub(): Promise<{ hub: StartedHub; requests: string[] }> {
  const { url, requests } = await startUpstream();
  vi.stubEnv("QUERY_SECRET", QUERY_SECRET);
  vi.stubEnv("BEARER", BEARER);
  vi.stubEnv("IN_BODY", IN_BODY);
  const folder = await folderWith({
    "api.json": JSON.stringify(documentAt(url)),
    "server.mjs": mcpServer,
    "own.mjs": own,
    "operations.config.json": JSON.stringify({
      local: { modules: ["own.mjs"] },
      openapi: {
        shop: {
          document: "api.json",
          allowPrivateNetwork: true,
          credentials: { inQuery: "${QUERY_SECRET}", bearer: "${BEARER}" },
        },
      },
      mcpServers: {
        talk: { command: process.execPath, args: ["server.mjs"], env: { PLAIN_SECRET: "${IN_BODY}" } },
      },
      serve: {
        keys: [
          { id: "root", key: ROOT, scopes: ["*"] },
          { id: "other", key: OTHER, scopes: ["*"] },
          { id: "eve", key: EVE, scopes: ["operations:call"] },
        ],
      },
    }),
  });
  return { hub: await start(await loadConfig(join(folder, "operations.config.json"))), requests };
}

function call(hub: StartedHub, path: string, { key = ROOT, input = {}, records = true } = {}): Promise<Response> {
  return hub.ask(path, key, {
    method: "POST",
    headers: { "content-type": "application/json", ...(records ? { "operation-wire": "record" } : {}) },
    body: JSON.stringify(input),
  });
}

async function recordingOf(hub: StartedHub, answer: Response): Promise<WireRecording & { text: string }> {
  const id = answer.headers.get("operation-request-id") ?? "";
  const text = await (await hub.ask(`/~/calls/${id}/exchanges`, ROOT)).text();
  return { ...(JSON.parse(text) as WireRecording), text };
}

describe("a recorded call", () => {
  it("shows what went to an HTTP API, and what came back, without any credential", async () => {
    const { hub } = await startHub();
    const answer = await call(hub, "/shop/send", { input: { body: { note: "hello", password: "hunter22" } } });
    expect(answer.status).toBe(200);
    const { exchanges, text } = await recordingOf(hub, answer);
    expect(exchanges).toEqual([
      {
        protocol: "http",
        requestId: answer.headers.get("operation-request-id"),
        at: expect.any(String),
        durationMs: expect.any(Number),
        request: {
          method: "POST",
          to: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/send\?appid=\[redacted\]$/),
          headers: expect.objectContaining({ authorization: "Bearer [redacted]", "content-type": "application/json" }),
          text: '{"note":"hello","password":"[redacted]"}',
          bytes: 38,
          isCut: false,
        },
        answer: {
          status: 200,
          headers: expect.objectContaining({ "set-cookie": "[redacted]", "content-type": "application/json" }),
          text: expect.stringContaining('"cookie":"[redacted]"'),
          bytes: expect.any(Number),
          isCut: false,
        },
      },
    ]);
    for (const secret of [QUERY_SECRET, encodeURIComponent(QUERY_SECRET), BEARER, COOKIE])
      expect(text).not.toContain(secret);
  });

  it("shows the messages of nested calls, of MCP too, each with the id of its call", async () => {
    const { hub } = await startHub();
    const answer = await call(hub, "/own/both");
    expect(answer.status).toBe(200);
    const { exchanges, text } = await recordingOf(hub, answer);
    expect(exchanges.map(({ protocol, request: { method } }) => [protocol, method])).toEqual([
      ["mcp", "tools/call"],
      ["http", "POST"],
    ]);
    expect(exchanges[0]?.request).toMatchObject({ to: "talk" });
    expect(JSON.parse(exchanges[0]?.request.text ?? "")).toMatchObject({
      jsonrpc: "2.0",
      id: expect.any(Number),
      method: "tools/call",
      params: { name: "echo", arguments: { text: "nested" } },
    });
    expect(JSON.parse(exchanges[0]?.answer?.text ?? "")).toMatchObject({
      result: { content: [{ text: '{"text":"nested"}[redacted]' }] },
    });
    const id = answer.headers.get("operation-request-id") ?? "";
    const { calls } = (await (await hub.ask(`/~/calls/${id}`, ROOT)).json()) as { calls: Array<{ requestId: string }> };
    const known = calls.map(({ requestId }) => requestId);
    for (const { requestId } of exchanges) expect(known).toContain(requestId);
    expect(text).not.toContain(IN_BODY);
  });

  it("shows how a message to an MCP server travelled over HTTP", async () => {
    const { hub: far } = await startHub();
    const hub = await start({
      mcpServers: { far: { url: `${far.endpoints.http}/mcp`, headers: { authorization: `Bearer ${EVE}` } } },
      serve: { keys: [{ id: "root", key: ROOT, scopes: ["*"] }] },
    });
    const answer = await call(hub, "/far/talk_echo", { input: { text: "over HTTP" } });
    expect(answer.status).toBe(200);
    const { exchanges, text } = await recordingOf(hub, answer);
    expect(exchanges[0]?.request).toMatchObject({
      method: "tools/call",
      to: `${far.endpoints.http}/mcp`,
      headers: { authorization: "Bearer [redacted]" },
    });
    expect(exchanges[0]?.answer).toMatchObject({ status: 200 });
    expect(exchanges[0]?.answer?.text).toContain("over HTTP");
    expect(text).not.toContain(EVE);
  });

  it("keeps the beginning of a long body, and says so", async () => {
    const { hub } = await startHub();
    const { exchanges } = await recordingOf(hub, await call(hub, "/shop/large"));
    expect(exchanges[0]?.answer).toMatchObject({ bytes: 200_000, isCut: true });
    expect(exchanges[0]?.answer?.text).toHaveLength(65_536);
  });

  it("is hidden from other callers", async () => {
    const { hub } = await startHub();
    const answer = await call(hub, "/shop/send", { input: { body: {} } });
    const path = `/~/calls/${answer.headers.get("operation-request-id") ?? ""}/exchanges`;
    expect((await hub.ask(path, OTHER)).status).toBe(404);
    expect((await hub.ask(path, EVE)).status).toBe(403);
    expect((await hub.ask(path)).status).toBe(401);
  });

  it("needs the scope, and is refused without it before anything is sent", async () => {
    const { hub, requests } = await startHub();
    const answer = await call(hub, "/shop/send", { key: EVE, input: { body: {} } });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("operations:wire");
    expect(requests).toEqual([]);
  });

  it("is recorded only if the client asks for it", async () => {
    const { hub } = await startHub();
    const answer = await call(hub, "/shop/send", { input: { body: {} }, records: false });
    expect(answer.status).toBe(200);
    const id = answer.headers.get("operation-request-id") ?? "";
    expect((await hub.ask(`/~/calls/${id}/exchanges`, ROOT)).status).toBe(404);
  });
});
