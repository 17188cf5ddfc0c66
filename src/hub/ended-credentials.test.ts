import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SignJWT } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { onDeadline, waitingDeadlines } from "../shared/time/deadline-timer.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { ServeConfig } from "./config/hub-config.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { ADA, BOB, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { openStream } from "./open-stream.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

const jwt = { secret: "a-shared-secret-of-32-characters!", issuer: "test", audience: "hub" };

interface Running extends StartedHub {
  /** Lets `demo.wait` answer. */
  release(): void;
  /** How many of both have begun. */
  readonly running: () => number;
}

/** With `demo.ticks`, a stream that begins and never ends, and `demo.wait`, a call that waits. */
async function run(serve: ServeConfig): Promise<Running> {
  const registry = new OperationRegistry();
  const released = new AbortController();
  let running = 0;
  registry.register({
    ...operation("ticks", () => [], "SUBSCRIPTION"),
    accessControl: { requiredScopes: ["operations:call"] },
    async *handler(_input: unknown, { signal }: { signal: AbortSignal }) {
      running++;
      yield "tick";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
  registry.register(
    operation("wait", async () => {
      running++;
      await new Promise((resolve) => released.signal.addEventListener("abort", resolve));
      return "done";
    }),
  );
  const hub = await start({ serve }, { registry });
  return { ...hub, release: () => released.abort(), running: () => running };
}

function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Expires in a while: see `passTime`. */
function expiringToken(): Promise<string> {
  return new SignJWT({ sub: "eve", scope: "operations:call" })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(jwt.issuer)
    .setAudience(jwt.audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + 600)
    .sign(new TextEncoder().encode(jwt.secret));
}

/** Moves the clock forward until the test ends, and lets everything that waits for it react. */
function passTime(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
  onDeadline(0, () => undefined);
}

const withoutAda: LoadedConfig = { config: { serve: { keys: keys.slice(1) } } };

async function connectMCP(hub: StartedHub, era: "legacy" | "modern", token: string) {
  const client = clientOf(era);
  const transport = new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), {
    requestInit: bearer(token),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

describe("when a config is reloaded without a key", () => {
  it("ends the streams of that key with an error, and no others", async () => {
    const hub = await run({ keys });
    const ada = await openStream(hub.ask("/demo/ticks", ADA));
    const bob = await openStream(hub.ask("/demo/ticks", BOB));
    await hub.reload(withoutAda);
    const text = await ada.rest;
    expect(text).toMatch(/^id: ~end\nevent: error\ndata: /);
    expect(JSON.parse(text.split("data: ")[1] ?? "")).toMatchObject({ code: "UNAUTHENTICATED", phase: "started" });
    expect((await hub.ask("/demo/ticks", ADA)).status).toBe(401);
    const state = await Promise.race([bob.rest, hub.ask("/~/session", BOB).then(() => "open")]);
    expect(state).toBe("open");
  });

  it("also ends them if the key's rights have changed", async () => {
    const hub = await run({ keys });
    const { rest } = await openStream(hub.ask("/demo/ticks", ADA));
    await hub.reload({ config: { serve: { keys: [{ id: "ada", key: ADA, scopes: ["other"] }] } } });
    expect(await rest).toContain('"code":"UNAUTHENTICATED"');
    expect((await hub.ask("/demo/ticks", ADA)).status).toBe(403);
  });

  it("lets a running call finish", async () => {
    const hub = await run({ keys });
    const call = hub.ask("/demo/wait", ADA);
    await expect.poll(() => hub.running()).toBe(1);
    await hub.reload(withoutAda);
    hub.release();
    expect(await (await call).json()).toBe("done");
  });

  it("ends streams that listen over MCP, in the legacy era", async () => {
    const hub = await run({ keys });
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    };
    const headers = { ...bearer(ADA).headers, accept: "application/json, text/event-stream" };
    const begun = await fetch(hub.endpoints.mcp ?? "", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(initialize),
    });
    await begun.text();
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
    const listening = await fetch(hub.endpoints.mcp ?? "", { headers: { ...headers, ...session } });
    expect(listening.status).toBe(200);
    await hub.reload(withoutAda);
    expect(await listening.text()).toBe("");
    expect((await fetch(hub.endpoints.mcp ?? "", { headers: { ...headers, ...session } })).status).toBe(401);
  });

  it("ends streams that listen over MCP or that a tool collects, in the modern era", async () => {
    const hub = await run({ keys });
    const client = await connectMCP(hub, "modern", ADA);
    const listening = await client.listen({ toolsListChanged: true });
    const tool = client.callTool({ name: "demo_ticks", arguments: {} });
    await expect.poll(() => hub.running()).toBe(1);
    await hub.reload(withoutAda);
    expect(await listening.closed).toBe("remote");
    expect(await tool).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("UNAUTHENTICATED") as string }],
    });
  });
});

describe("when a token expires", () => {
  it("ends its streams, its MCP listeners and its WebSockets", async () => {
    const hub = await run({ keys, jwt });
    const token = await expiringToken();
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token, reconnect: false });
    const lost = new Promise<unknown>((resolve) => {
      spoke.onState(({ state, reason }) => {
        if (state === "closed") resolve(reason);
      });
    });
    const client = await connectMCP(hub, "modern", token);
    const listening = await client.listen({ toolsListChanged: true });
    const { rest } = await openStream(fetch(`${hub.endpoints.http}/demo/ticks`, bearer(token)));
    passTime(700_000);
    expect(await rest).toContain('"detail":"The credential has expired."');
    expect(await listening.closed).toBe("remote");
    expect(await lost).toMatchObject({
      code: "CONNECTION_LOST",
      message: expect.stringContaining("the credential has expired.") as string,
    });
    await expect(connectSpoke({ url: hub.endpoints.ws ?? "", token, reconnect: false })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  it("uses a single timer for it in a WebSocket", async () => {
    const hub = await run({ keys, jwt });
    const timersOf = async (token: string): Promise<number> => {
      const before = waitingDeadlines();
      const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token, reconnect: false });
      onTestFinished(() => spoke.close());
      return waitingDeadlines() - before;
    };
    const withoutExpiry = await timersOf(ADA);
    expect(await timersOf(await expiringToken())).toBe(withoutExpiry + 1);
  });
});
