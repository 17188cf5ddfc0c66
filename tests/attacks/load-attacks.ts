/**
 * The attacks of `npm run attack`: bounded, on loopback only. Each returns what went wrong apart from memory and time.
 */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { defineOperation, OperationRegistry, Type } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";
import { KEYS } from "./load-targets.ts";
import type { AttackedEndpoints, HubReport } from "./load-targets.ts";

export interface LoadAttack {
  readonly name: string;
  readonly run: (endpoints: AttackedEndpoints) => Promise<void>;
  /** What must hold apart from the limits on memory and time. */
  readonly problem?: (report: HubReport) => string | undefined;
}

const MIB = 1024 * 1024;
const CONNECTIONS = 200;
const AHEAD = 20;
/** How long unread answers and unfinished uploads are left alone. */
const LINGER_MS = 5000;
const json = "content-type: application/json";

const keyOf = (index: number): string => KEYS[index % KEYS.length] as string;

/** Opens connections that send these bytes and read nothing, and leaves them open for a while. */
async function sendUnread(http: string, bytesOf: (key: string) => string): Promise<void> {
  const { hostname, port } = new URL(http);
  const sockets: Socket[] = [];
  for (let index = 0; index < CONNECTIONS; index++) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(bytesOf(keyOf(index)));
    sockets.push(socket);
  }
  await sleep(LINGER_MS);
  for (const socket of sockets) socket.destroy();
}

function request(head: readonly string[], key: string, body: string): string {
  return [...head, "host: 127.0.0.1", `x-api-key: ${key}`, `content-length: ${body.length}`, "", body].join("\r\n");
}

function toolCall(): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "attack", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "demo_large", arguments: {}, _meta };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

const mcpHead = [
  "POST /mcp HTTP/1.1",
  json,
  "accept: application/json, text/event-stream",
  "mcp-protocol-version: 2026-07-28",
  "mcp-method: tools/call",
  "mcp-name: demo_large",
];

/** Opens a WebSocket, says hello and sends these events. */
async function openWebSocket(url: string, key: string, events: readonly object[]): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("error", () => undefined);
  await once(socket, "open");
  const hello = { type: "peer.hello", protocol: 1, peerId: crypto.randomUUID(), token: key };
  socket.send(JSON.stringify([hello]));
  await Promise.race([once(socket, "message"), once(socket, "close")]);
  if (events.length > 0) socket.send(JSON.stringify(events));
  return socket;
}

const calls = (count: number, operationId: string): object[] =>
  Array.from({ length: count }, (_, index) => ({
    type: "call.requested",
    requestId: String(index),
    operationId,
    input: {},
  }));

/** Uses every interface once, so that no measurement includes what loads on first use. */
export async function warmUp({ http, ws }: AttackedEndpoints): Promise<void> {
  const headers = { "x-api-key": keyOf(0), "content-type": "application/json" };
  const modern = Object.fromEntries(mcpHead.slice(1).map((line) => line.split(": ") as [string, string]));
  await (await fetch(`${http}/demo/quick`, { method: "POST", headers })).text();
  await (await fetch(`${http}/mcp`, { method: "POST", headers: { ...headers, ...modern }, body: toolCall() })).text();
  const socket = await openWebSocket(ws, keyOf(0), calls(1, "demo.quick"));
  await once(socket, "message");
  socket.terminate();
}

async function unreadWebSockets({ ws }: AttackedEndpoints): Promise<void> {
  const sockets: WebSocket[] = [];
  for (let index = 0; index < CONNECTIONS; index++) {
    const socket = await openWebSocket(ws, keyOf(index), calls(1, "demo.large"));
    socket.pause();
    sockets.push(socket);
  }
  await sleep(LINGER_MS);
  for (const socket of sockets) socket.terminate();
}

const PINGS = 700_000;
const PINGS_AT_ONCE = 10_000;

/** Pings of a client that does not read the pongs. */
async function pingFlood({ ws }: AttackedEndpoints): Promise<void> {
  const socket = await openWebSocket(ws, keyOf(0), []);
  socket.pause();
  const payload = Buffer.alloc(125);
  for (let sent = 0; sent < PINGS && socket.readyState === WebSocket.OPEN; sent += PINGS_AT_ONCE) {
    for (let index = 0; index < PINGS_AT_ONCE; index++) socket.ping(payload);
    while (socket.bufferedAmount > MIB && socket.readyState === WebSocket.OPEN) await sleep(5);
  }
  await sleep(1000);
  socket.terminate();
}

const CALLS_PER_FRAME = 100;

async function manyCalls({ ws }: AttackedEndpoints): Promise<void> {
  const sockets: WebSocket[] = [];
  const all = calls(4000, "demo.wait");
  for (let index = 0; index < 5; index++) {
    const socket = await openWebSocket(ws, keyOf(0), []);
    for (let sent = 0; sent < all.length; sent += CALLS_PER_FRAME) {
      socket.send(JSON.stringify(all.slice(sent, sent + CALLS_PER_FRAME)));
    }
    sockets.push(socket);
  }
  await sleep(3000);
  for (const socket of sockets) socket.terminate();
  await sleep(1000);
}

const FRAME_BYTES = 4 * MIB;

/** A JSON list that takes as many bytes as a frame or a body may have. */
function fullList(item: string): string {
  return `[${Array.from({ length: Math.floor((FRAME_BYTES - 2) / (item.length + 1)) }, () => item).join(",")}]`;
}

/** Frames of tens of thousands of events: calls, aborts, nothing at all. */
async function fullFrames({ ws }: AttackedEndpoints): Promise<void> {
  const call = { type: "call.requested", requestId: "1", operationId: "demo.quick", input: {} };
  const different = JSON.stringify(calls(45_000, "demo.quick"));
  const aborted = { type: "call.aborted", requestId: "1", reason: "ABORTED" };
  const frames = [different, ...[call, aborted, {}, [[]], { type: "call.requested", requestId: "1" }].map(toFrame)];
  for (const [index, frame] of frames.entries()) {
    const socket = await openWebSocket(ws, keyOf(index), []);
    socket.send(frame);
    await Promise.race([sleep(3000), once(socket, "close")]);
    socket.terminate();
  }
}

const toFrame = (event: object): string => fullList(JSON.stringify(event));

/** Bodies that are short to send and long to parse. */
async function denseBodies({ http }: AttackedEndpoints): Promise<void> {
  const headers = { "x-api-key": keyOf(0), "content-type": "application/json", accept: "*/*, text/event-stream" };
  for (const item of ["{}", "[[]]", "0", '{"a":0}']) {
    const body = fullList(item);
    for (const path of ["demo/quick", "mcp"]) {
      await (await fetch(`${http}/${path}`, { method: "POST", headers, body })).text();
    }
  }
}

const slow = { type: "string", pattern: "^(a+)+$" };

/** `not: { not: … }`, nested so deeply that a walk with a depth limit does not reach the end. */
function nested(depth: number, inner: object): object {
  let schema = inner;
  for (let level = 0; level < depth; level++) schema = { allOf: [schema] };
  return schema;
}

/** Schemas that lead to a pattern with exponential time, along paths that a check might miss. */
const hostileSchemas: readonly object[] = [
  slow,
  { $ref: "#/default", default: slow },
  { $ref: "#/const", const: slow },
  { $ref: "#/enum/0", enum: [slow] },
  { $ref: "#/examples/0", examples: [slow] },
  { $ref: "https://attack.example/inner", default: { $id: "https://attack.example/inner", ...slow } },
  nested(250, slow),
];

const spokeOf = async (url: string, registry: OperationRegistry): Promise<Spoke> =>
  await connectSpoke({ url, token: keyOf(0), registry, reconnect: false });

const spokeBase = { namespace: "spoke", version: "1.0.0", description: "Offered", outputSchema: Type.Unknown() };
const forAll = { accessControl: { requiredScopes: [] }, handler: () => "ran" };

/** Offers operations whose input schemas hold a slow pattern, and calls each with text on which it is slow. */
async function slowPatterns({ http, ws }: AttackedEndpoints): Promise<void> {
  const registry = new OperationRegistry({ onWarning: () => {} });
  for (const [index, inputSchema] of hostileSchemas.entries()) {
    // If this side cannot register it either, there is nothing to attack with.
    try {
      registry.register(defineOperation({ ...spokeBase, ...forAll, name: `p${index}`, type: "QUERY", inputSchema }));
    } catch {
      // Refused.
    }
  }
  const spoke = await spokeOf(ws, registry);
  await sleep(1000);
  for (let index = 0; index < hostileSchemas.length; index++) {
    const init = { method: "POST", body: JSON.stringify(`${"a".repeat(26)}!`) };
    const headers = { "x-api-key": keyOf(1), "content-type": "application/json" };
    const signal = AbortSignal.timeout(20_000);
    await fetch(`${http}/spoke/p${index}`, { ...init, headers, signal }).catch(() => undefined);
  }
  spoke.close();
}

const OPERATIONS = 10_000;

/** Offers 10,000 operations, replaces them three times, and leaves. */
async function manyOperations({ ws, http }: AttackedEndpoints): Promise<void> {
  const registry = new OperationRegistry({ onWarning: () => {} }).registerAll(
    Array.from({ length: OPERATIONS }, (_, index) =>
      defineOperation({ ...spokeBase, ...forAll, name: `o${index}`, type: "QUERY", inputSchema: Type.Unknown() }),
    ),
  );
  const headers = { "x-api-key": keyOf(1) };
  for (let round = 0; round < 3; round++) {
    const spoke = await spokeOf(ws, registry);
    // Once the last one is there, all are.
    for (let tries = 0; tries < 200; tries++) {
      const { status } = await fetch(`${http}/~/operations/spoke.o${OPERATIONS - 1}`, { headers });
      if (status === 200) break;
      await sleep(100);
    }
    spoke.close();
    await sleep(1500);
  }
}

export const loadAttacks: readonly LoadAttack[] = [
  { name: "patterns that take exponential time", run: slowPatterns },
  {
    name: `${CONNECTIONS} answers of 4 MB that are not read, over HTTP`,
    run: ({ http }) => sendUnread(http, (key) => request(["POST /demo/large HTTP/1.1", json], key, "{}")),
  },
  {
    name: `${AHEAD} requests sent ahead on each of ${CONNECTIONS} connections, and no answer read`,
    run: ({ http }) => sendUnread(http, (key) => request(["POST /demo/large HTTP/1.1", json], key, "{}").repeat(AHEAD)),
  },
  {
    name: `${CONNECTIONS} streams of events that are not read`,
    run: ({ http }) => sendUnread(http, (key) => request(["POST /demo/stream HTTP/1.1", json], key, "{}")),
  },
  {
    name: `${CONNECTIONS} tool results of 8 MB that are not read, over MCP`,
    run: ({ http }) => sendUnread(http, (key) => request(mcpHead, key, toolCall())),
  },
  { name: `${CONNECTIONS} answers of 4 MB that are not read, over WebSocket`, run: unreadWebSockets },
  {
    name: `${CONNECTIONS} uploads of 4 MB that stall`,
    run: ({ http }) => {
      const body = `"${"x".repeat(4 * MIB - 100)}"`;
      // Everything but the last byte.
      return sendUnread(http, (key) => request(["POST /demo/quick HTTP/1.1", json], key, body).slice(0, -1));
    },
  },
  { name: `${PINGS.toLocaleString("en")} pings whose pongs are not read`, run: pingFlood },
  {
    name: "20,000 calls of one client over 5 WebSockets",
    run: manyCalls,
    problem: ({ mostWaiting }) =>
      mostWaiting === 0 || mostWaiting > 500 ? `${mostWaiting} calls of one client ran, 500 may` : undefined,
  },
  { name: "WebSocket frames of tens of thousands of events", run: fullFrames },
  { name: "bodies of 4 MB that hold a million values", run: denseBodies },
  { name: `${OPERATIONS.toLocaleString("en")} operations that come and go`, run: manyOperations },
];
