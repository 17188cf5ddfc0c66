/** Integers beyond 2^53 in JSON from outside, on every way into a hub. None is rounded. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import type { RunningHub } from "../../src/entries/hub.ts";
import { defineOperation, OperationRegistry } from "../../src/entries/index.ts";
import type { OperationSource } from "../../src/entries/index.ts";
import { createMemoryBroker } from "../../src/protocol/links/memory-bus.ts";
import { connectBus } from "../../src/protocol/peers/bus-peer.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

const DIGITS = "9007199254740993";
const KEY = "the-key-of-long-integers";
const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
const rpc = { ...headers, accept: "application/json, text/event-stream" };

const echo = defineOperation({
  namespace: "demo",
  name: "echo",
  version: "1",
  type: "QUERY",
  description: "Answers with its input",
  inputSchema: { type: "object" },
  outputSchema: true,
  accessControl: { requiredScopes: [] },
  handler: (input: unknown) => input,
});
const local: OperationSource<never> = { open: () => ({ operations: [echo], close: () => undefined }) };

/** Answers as a program in another language would: with all digits. */
function answerTo({ id: given, method }: { id?: number | string; method: string }): string | undefined {
  if (given === undefined) return undefined;
  const id = JSON.stringify(given);
  const tool = { name: "big", inputSchema: { type: "object" } };
  const results: Record<string, string> = {
    initialize: JSON.stringify({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "digits", version: "1" },
    }),
    "tools/list": JSON.stringify({ tools: [tool] }),
    "tools/call": `{"content":[{"type":"text","text":"x"}],"structuredContent":{"id":${DIGITS},"other":7}}`,
  };
  const result = results[method];
  return result === undefined
    ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"none"}}`
    : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

/** The same over stdio. */
const STDIO = `
const DIGITS = ${JSON.stringify(DIGITS)};
const answerTo = ${answerTo.toString()};
let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk;
  const lines = text.split("\\n");
  text = lines.pop();
  for (const line of lines) {
    const answer = line.trim() === "" ? undefined : answerTo(JSON.parse(line));
    if (answer !== undefined) process.stdout.write(answer + "\\n");
  }
});`;

const mcpServer = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const answer =
      request.method === "POST" ? answerTo(JSON.parse(body) as { id?: number | string; method: string }) : undefined;
    if (answer === undefined) return void response.writeHead(request.method === "POST" ? 202 : 405).end();
    if (request.url === "/json") return void response.setHeader("content-type", "application/json").end(answer);
    response.setHeader("content-type", "text/event-stream");
    const middle = answer.indexOf(DIGITS) + 5;
    // In two pieces, cut within the digits, and with an id that stays as it is.
    response.write(`id: ${DIGITS}\nevent: message\ndata: ${answer.slice(0, middle)}`);
    setTimeout(() => response.end(`${answer.slice(middle)}\n\n`), 20);
  });
});

let hub: RunningHub;

beforeAll(async () => {
  mcpServer.listen(0, "127.0.0.1");
  await once(mcpServer, "listening");
  const url = `http://127.0.0.1:${(mcpServer.address() as AddressInfo).port}`;
  const folder = makeTempFolder("long-integers");
  hub = await startHub(
    {
      config: {
        serve: { keys: [{ id: "owner", key: KEY, scopes: ["*"] }] },
        mcpServers: {
          stdio: { command: process.execPath, args: ["-e", STDIO] },
          json: { url: `${url}/json`, type: "http" },
          sse: { url: `${url}/sse`, type: "http" },
        },
        remotes: { demo: { type: "hub", url: "ws://127.0.0.1:9/" } },
      },
      folder,
    },
    { port: 0, stateFolder: folder, logTo: { write: () => {} }, waitForSources: true, builtIn: { hub: local } },
  );
}, 60_000);

afterAll(async () => {
  await hub.close({ graceMs: 0 });
  mcpServer.closeAllConnections();
  mcpServer.close();
});

describe("when a request holds an integer beyond 2^53", () => {
  it("arrives over HTTP with all digits, in a body and in a query", async () => {
    const path = `${hub.endpoints.http}/demo/echo`;
    const posted = await fetch(path, { method: "POST", headers, body: `{"id":${DIGITS},"other":7}` });
    expect(await posted.json()).toEqual({ id: DIGITS, other: 7 });
    const asked = await fetch(`${path}?input=${encodeURIComponent(`{"id":[-${DIGITS}]}`)}`, { headers });
    expect(await asked.json()).toEqual({ id: [`-${DIGITS}`] });
  });

  it.each(["2025-06-18", "2026-07-28"])("arrives over MCP %s with all digits", async (version) => {
    const isModern = version === "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const url = hub.endpoints.mcp ?? "";
    const session = isModern
      ? { "mcp-method": "tools/call", "mcp-name": "demo_echo" }
      : await openSession(url, { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } });
    const meta = isModern ? `,"_meta":${JSON.stringify(_meta)}` : "";
    const params = `{"name":"demo_echo","arguments":{"id":${DIGITS}}${meta}}`;
    const answered = await fetch(url, {
      method: "POST",
      headers: { ...rpc, "mcp-protocol-version": version, ...session },
      body: `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":${params}}`,
    });
    expect(await answered.text()).toContain(`"id":"${DIGITS}"`);
  });

  it("arrives over WebSocket with all digits", async () => {
    const socket = new WebSocket(hub.endpoints.ws ?? "");
    await once(socket, "open");
    const hello = { type: "peer.hello", protocol: 1, peerId: "raw", token: KEY };
    socket.send(JSON.stringify([hello]));
    const answered = new Promise<string>((resolve) => {
      socket.on("message", (data: Buffer) => {
        if (data.toString().includes("call.responded")) resolve(data.toString());
      });
    });
    const call = `"type":"call.requested","requestId":"r1","operationId":"demo.echo","input":{"id":${DIGITS}}`;
    socket.send(`[{${call}}]`);
    expect(await answered).toContain(`{"id":"${DIGITS}"}`);
    socket.terminate();
  });

  it("arrives over a bus with all digits", async () => {
    const broker = createMemoryBroker();
    const inputs: unknown[] = [];
    const registry = new OperationRegistry().register({ ...echo, handler: (input) => void inputs.push(input) });
    const peer = await connectBus({ transport: broker.connect(), peerId: "ada", registry });
    const raw = broker.connect();
    // A peer that hears nothing counts as gone.
    await raw.subscribe("operations.peer.raw", { text: () => undefined });
    const call = `"type":"call.requested","requestId":"r1","operationId":"demo.echo","input":{"id":${DIGITS}}`;
    raw.publish("operations.peer.ada", `{"from":"raw","link":"l","n":1,"events":[{${call}}]}`);
    await expect.poll(() => inputs).toEqual([{ id: DIGITS }]);
    await peer.close({ graceMs: 0 });
    await raw.close();
  });
});

describe("when an MCP server answers with an integer beyond 2^53", () => {
  it.each(["stdio", "json", "sse"])("passes on all digits (%s)", async (name) => {
    const { data } = await hub.registry.execute(`${name}.big`, {});
    expect(data).toEqual({ id: DIGITS, other: 7 });
  });
});

async function openSession(url: string, params: object): Promise<Record<string, string>> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const response = await fetch(url, { method: "POST", headers: rpc, body });
  await response.text();
  const id = response.headers.get("mcp-session-id");
  return id === null ? {} : { "mcp-session-id": id };
}
