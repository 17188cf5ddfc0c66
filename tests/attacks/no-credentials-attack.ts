/** No request without credentials reaches a guarded operation, on any interface of a running hub. */
import assert from "node:assert/strict";
import { request } from "node:http";
import * as fc from "fast-check";
import { WebSocket } from "ws";
import { defineAttack } from "./attack.ts";
import type { Attack } from "./attack.ts";
import { KEY, startGuardedHub, TREASURE } from "./guarded-hub.ts";
import type { GuardedHub } from "./guarded-hub.ts";
import { frames, httpRequest, mcpMessage } from "./requests-without-credentials.ts";
import type { BareRequest } from "./requests-without-credentials.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";

const STACK = /\n\s+at |node:internal/;

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "attacker", version: "1" } },
});

interface Reply {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

/** Uses Node's own client, which sends the path unchanged. */
function send(origin: string, { method, path, headers, body }: BareRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const hasBody = method !== "GET" && method !== "HEAD";
    // Node's client sets the length only for some methods.
    const length = hasBody ? { "content-length": String(Buffer.byteLength(body)) } : {};
    const sent: Record<string, string> = { "content-type": "application/json", ...length };
    for (const [name, value] of headers) sent[name.toLowerCase()] = value;
    const { hostname, port } = new URL(origin);
    const outgoing = request({ hostname, port, method, path, headers: sent, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          session: response.headers["mcp-session-id"]?.toString(),
          text: Buffer.concat(chunks).toString("latin1"),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(hasBody ? body : undefined);
  });
}

/** Returns everything the hub sends until it closes the connection. The hub must close it. */
function talk(url: string, texts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let heard = "";
    socket.on("open", () => texts.forEach((text) => socket.send(text)));
    socket.on("message", (data: Buffer) => (heard += data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(heard));
  });
}

function expectNothing(guarded: GuardedHub, text: string): void {
  assert.equal(guarded.runs(), 0);
  assert.ok(!text.includes(TREASURE), text);
  assert.doesNotMatch(text, STACK);
}

function refusesHTTP(guarded: GuardedHub) {
  return fc.asyncProperty(httpRequest, async (bare) => {
    const { status, text } = await send(guarded.hub.endpoints.http, bare);
    expectNothing(guarded, text);
    assert.ok(status >= 200 && status !== 500 && status !== 502, `status ${status}`);
  });
}

function refusesMCP(guarded: GuardedHub) {
  const { http } = guarded.hub.endpoints;
  const accept: [string, string] = ["accept", "application/json, text/event-stream"];
  // One session serves all requests of the revisions that have sessions.
  const begun = send(http, { method: "POST", path: "/mcp", headers: [accept], body: INITIALIZE });
  return fc.asyncProperty(mcpMessage, async ({ headers, body }) => {
    const { session } = await begun;
    const known: Array<[string, string]> = session === undefined ? [] : [["mcp-session-id", session]];
    const isLegacy = headers.some(([, value]) => value === "2025-11-25");
    const all = [accept, ...headers, ...(isLegacy ? known : [])];
    const { text } = await send(http, { method: "POST", path: "/mcp", headers: all, body });
    expectNothing(guarded, text);
  });
}

function refusesWebSocket(guarded: GuardedHub) {
  const url = guarded.hub.endpoints.ws ?? "";
  return fc.asyncProperty(frames, async (texts) => expectNothing(guarded, await talk(url, texts)));
}

/** A caller with the key gets in, over HTTP and over WebSocket. */
async function openWithKey(guarded: GuardedHub): Promise<void> {
  const { http, ws = "" } = guarded.hub.endpoints;
  const before = guarded.runs();
  const headers: Array<[string, string]> = [["authorization", `Bearer ${KEY}`]];
  const call = { method: "POST", path: "/vault/open", headers, body: "{}" };
  assert.equal((await send(http, call)).text, JSON.stringify(TREASURE));
  const spoke = await connectSpoke({ url: ws, token: KEY });
  assert.equal((await spoke.call("vault.any_put", {})).data, TREASURE);
  spoke.close();
  assert.equal(guarded.runs() - before, 2);
}

function attackOn(when: string, hasPublicOperation: boolean): Attack {
  return defineAttack<GuardedHub>({
    when,
    open: () => startGuardedHub({ hasPublicOperation }),
    properties: {
      "runs nothing for requests over HTTP, whatever their method, path and headers": refusesHTTP,
      "runs nothing for messages over MCP": refusesMCP,
      "runs nothing for events over WebSocket": refusesWebSocket,
    },
    control: openWithKey,
  });
}

export const noCredentialsAttacks: readonly Attack[] = [
  attackOn("a hub refuses requests without credentials", false),
  attackOn("a hub has public operations beside guarded ones", true),
];
