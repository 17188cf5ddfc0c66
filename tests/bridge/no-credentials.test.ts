/** No request without credentials reaches an operation that asks for something, on any interface of a running hub. */
import { request } from "node:http";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { watchLeftovers } from "../../src/testing/leftovers.ts";
import { failureOf } from "./failure-of.ts";
import { KEY, startGuardedHub, TREASURE } from "./guarded-hub.ts";
import type { GuardedHub } from "./guarded-hub.ts";
import { frames, httpRequest, mcpMessage } from "./requests-without-credentials.ts";
import type { BareRequest } from "./requests-without-credentials.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";

const FUZZ_MS = 2500;
const STACK = /\n\s+at |node:internal/;

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "nobody", version: "1" } },
});

interface Reply {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

/** By Node's own client, which sends the path as it is. */
function send(origin: string, { method, path, headers, body }: BareRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const hasBody = method !== "GET" && method !== "HEAD";
    // Node's client frames the bodies of some methods only.
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

/** All that comes back before the hub ends the connection, as it must. */
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

describe.each([
  { letsAnybodyIn: false, how: "refuses requests without credentials" },
  { letsAnybodyIn: true, how: "has public operations beside" },
])("when a hub $how", ({ letsAnybodyIn }) => {
  const leftovers = watchLeftovers();
  let guarded: GuardedHub;
  beforeAll(async () => {
    guarded = await startGuardedHub({ letsAnybodyIn });
  });
  afterAll(async () => {
    await guarded.close();
    await leftovers.expectNothingLeft();
  });

  const expectNothing = (text: string): void => {
    expect(guarded.runs()).toBe(0);
    expect(text).not.toContain(TREASURE);
    expect(text).not.toMatch(STACK);
  };

  it("runs nothing for requests over HTTP, whatever their method, path and headers", async () => {
    const { http } = guarded.hub.endpoints;
    const property = fc.asyncProperty(httpRequest, async (bare) => {
      const { status, text } = await send(http, bare);
      expectNothing(text);
      expect(status).toBeGreaterThanOrEqual(200);
      expect([500, 502]).not.toContain(status);
    });
    expect(await failureOf(property, FUZZ_MS)).toBeUndefined();
  });

  it("runs nothing for messages over MCP", async () => {
    const { http } = guarded.hub.endpoints;
    const accept: [string, string] = ["accept", "application/json, text/event-stream"];
    const { session } = await send(http, { method: "POST", path: "/mcp", headers: [accept], body: INITIALIZE });
    const known: Array<[string, string]> = session === undefined ? [] : [["mcp-session-id", session]];
    const property = fc.asyncProperty(mcpMessage, async ({ headers, body }) => {
      const isLegacy = headers.some(([, value]) => value === "2025-11-25");
      const all = [accept, ...headers, ...(isLegacy ? known : [])];
      const { text } = await send(http, { method: "POST", path: "/mcp", headers: all, body });
      expectNothing(text);
    });
    expect(await failureOf(property, FUZZ_MS)).toBeUndefined();
  });

  it("runs nothing for events over WebSocket", async () => {
    const url = guarded.hub.endpoints.ws ?? "";
    const property = fc.asyncProperty(frames, async (texts) => expectNothing(await talk(url, texts)));
    expect(await failureOf(property, FUZZ_MS)).toBeUndefined();
  });

  it("runs it for those who have the key", async () => {
    const headers: Array<[string, string]> = [["authorization", `Bearer ${KEY}`]];
    const call = { method: "POST", path: "/vault/open", headers, body: "{}" };
    expect((await send(guarded.hub.endpoints.http, call)).text).toBe(JSON.stringify(TREASURE));
    const spoke = await connectSpoke({ url: guarded.hub.endpoints.ws ?? "", token: KEY });
    expect((await spoke.call("vault.any_put", {})).data).toBe(TREASURE);
    spoke.close();
    expect(guarded.runs()).toBe(2);
  });
});
