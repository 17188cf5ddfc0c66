/**
 * A client from outside, which knows the hub only as `https://hub.example:<port>`. It is a separate process, because Node
 * reads extra certificates (`NODE_EXTRA_CA_CERTS`) only at start. Prints what it saw as JSON.
 *
 *     outside-client.ts <port> <key>
 */
import dns from "node:dns";
import { request } from "node:https";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { WebSocket } from "ws";
import { defineOperation, OperationRegistry } from "../../../src/entries/index.ts";
import { connectSpoke } from "../../../src/entries/websocket.ts";
import { until } from "../../support/until.ts";

const HOST = "hub.example";
const [port = "", key = ""] = process.argv.slice(2);
const origin = `https://${HOST}:${port}`;
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

const lookup = dns.lookup;
// The name resolves to this machine, on which nginx runs.
dns.lookup = ((name: string, ...rest: [dns.LookupAllOptions, () => void]) =>
  lookup(name === HOST ? "127.0.0.1" : name, ...rest)) as typeof dns.lookup;

function post(path: string, input: unknown = {}, init: RequestInit = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(input), ...init });
}

async function call(path: string, input?: unknown): Promise<unknown> {
  return await (await post(path, input)).json();
}

/** The hub sends the second item after the first has arrived here. A proxy that buffers would wait forever. */
async function streamItemByItem(): Promise<string[]> {
  const { body } = await post("/gate/items");
  const items: string[] = [];
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const seen = Array.from(text.matchAll(/^data: "(.*)"$/gm), (match) => match[1] ?? "");
    if (items.length === 0 && seen.length > 0) await call("/gate/open");
    items.splice(0, items.length, ...seen);
  }
  return items;
}

/** Calls over `/ws`, and answers calls over it. */
async function spoke(): Promise<unknown[]> {
  const ping = defineOperation({
    name: "ping",
    namespace: "desk",
    version: "1.0.0",
    type: "QUERY",
    description: "Answers",
    inputSchema: { type: "object" },
    outputSchema: { type: "string" },
    accessControl: { requiredScopes: [] },
    handler: () => "pong",
  });
  const connected = await connectSpoke({
    url: `wss://${HOST}:${port}/ws`,
    token: key,
    registry: new OperationRegistry().register(ping),
  });
  const { data } = await connected.call("files.read", { path: "over ws" });
  await until(async () => (await post("/desk/ping")).ok);
  const answer = await call("/desk/ping");
  connected.close();
  return [data, answer];
}

async function tool(): Promise<unknown> {
  const client = new Client({ name: "outside", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }));
  const { structuredContent } = await client.callTool({ name: "files_read", arguments: { path: "over mcp" } });
  await client.close();
  return structuredContent;
}

/** Whether the handler notices that its caller has left. */
async function abort(): Promise<boolean> {
  const state = async (): Promise<{ waiting: number; aborted: number }> =>
    (await call("/files/state")) as { waiting: number; aborted: number };
  // Other tests of this process may also have called it.
  const before = await state();
  const leaving = new AbortController();
  const left = post("/files/wait", {}, { signal: leaving.signal }).catch(() => undefined);
  await until(async () => (await state()).waiting === before.waiting + 1);
  leaving.abort();
  await left;
  await until(async () => (await state()).aborted === before.aborted + 1);
  return true;
}

/** The status of a request that names this host, over the same connection. */
function statusForHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const target = { host: HOST, servername: HOST, port, path: "/files/state", method: "POST" };
    const sent = request({ ...target, headers: { ...headers, host } });
    sent.on("response", (response) => resolve(response.resume().statusCode));
    sent.on("error", reject);
    sent.end("{}");
  });
}

async function statusForPage(page: string): Promise<number> {
  return (await post("/files/state", {}, { headers: { ...headers, origin: page } })).status;
}

/** The answer to a browser that opens a WebSocket from this page. */
function upgradeForPage(page: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`wss://${HOST}:${port}/ws`, { origin: page });
    socket.on("open", () => {
      socket.terminate();
      resolve("open");
    });
    socket.on("error", ({ message }) => resolve(message));
  });
}

const seen = {
  call: await call("/files/read", { path: "over http" }),
  documentNamesTheInside: (await (await fetch(`${origin}/openapi.json`, { headers })).text()).includes("127.0.0.1"),
  withoutKey: (await post("/files/state", {}, { headers: { "content-type": "application/json" } })).status,
  largeBody: (await post("/files/read", { path: "x".repeat(4_000_000) })).status,
  tooLargeBody: (await post("/files/read", { path: "x".repeat(4_200_000) })).status,
  stream: await streamItemByItem(),
  spoke: await spoke(),
  tool: await tool(),
  abort: await abort(),
  hosts: [await statusForHost(HOST), await statusForHost("evil.example")],
  pages: [await statusForPage(`https://${HOST}`), await statusForPage("https://evil.example")],
  upgrades: [await upgradeForPage(`https://${HOST}`), await upgradeForPage("https://evil.example")],
  metrics: (await fetch(`${origin}/metrics`, { headers })).status,
};
process.stdout.write(JSON.stringify(seen));
