import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import type { ServeConfig } from "./config/hub-config.ts";
import { keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const ADA = "203.0.113.1";
const BOB = "203.0.113.2";
const trustedProxies = ["192.0.2.0/24", "127.0.0.1"];

/** What the proxy says, and what the hub does. */
type Ask = (hub: StartedHub, forwarded: string) => Promise<"served" | "refused">;

const headersFor = (forwarded: string) => ({ "x-forwarded-for": forwarded });

const overHTTP: Ask = async ({ endpoints }, forwarded) => {
  const { status } = await fetch(`${endpoints.http}/demo/quick`, { headers: headersFor(forwarded) });
  expect([200, 429]).toContain(status);
  return status === 200 ? "served" : "refused";
};

const overMCP: Ask = async ({ endpoints: { mcp = "" } }, forwarded) => {
  const requestInit = { headers: headersFor(forwarded) };
  const { status } = await fetch(mcp, { ...requestInit, method: "POST", body: "{}" });
  if (status === 429) return "refused";
  const client = clientOf("modern");
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }));
  expect(await client.callTool({ name: "demo_quick", arguments: {} })).toMatchObject({ content: [{ text: "quick" }] });
  return "served";
};

/** Says hello without a token, and then calls at once. A connection that is served stays open. */
const overWebSocket: Ask = ({ endpoints }, forwarded) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(endpoints.ws ?? "", { headers: headersFor(forwarded) });
    onTestFinished(() => socket.terminate());
    const hello = { type: "peer.hello", protocol: 1, peerId: crypto.randomUUID() };
    const call = { type: "call.requested", requestId: "1", operationId: "demo.quick", input: {} };
    socket.on("open", () => socket.send(JSON.stringify([hello, call])));
    socket.on("message", (text: Buffer) => text.includes('"quick"') && resolve("served"));
    socket.on("close", () => resolve("refused"));
    socket.on("error", reject);
  });

/** A hub where Ada, behind a proxy, already uses everything that one client may: two calls, and a WebSocket. */
async function runWithAda(serve: ServeConfig): Promise<StartedHub> {
  const registry = new OperationRegistry();
  let waiting = 0;
  registry.register(
    operation("wait", async (_input, { signal }) => {
      waiting++;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return "waited";
    }),
  );
  registry.register(operation("quick", () => "quick"));
  const limits = { callsPerClient: 2, connectionsPerClient: 1 };
  const hub = await start({ serve: { keys, publicOperations: ["demo.*"], limits, ...serve } }, { registry });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const init = { headers: headersFor(ADA), signal: leaving.signal };
  // This comes first, because a call over WebSocket needs a part of the same share.
  expect(await overWebSocket(hub, ADA)).toBe("served");
  for (let times = 0; times < 2; times++) fetch(`${hub.endpoints.http}/demo/wait`, init).catch(() => undefined);
  await expect.poll(() => waiting, { timeout: 20_000 }).toBe(2);
  return hub;
}

describe.each([
  ["HTTP", overHTTP],
  ["MCP", overMCP],
  ["WebSocket", overWebSocket],
])("when clients without a key connect over %s through a proxy", (_name, ask) => {
  it("counts all of them as one if the proxy is not trusted", async () => {
    const hub = await runWithAda({ trustedProxies: ["127.0.0.2"] });
    expect(await ask(hub, BOB)).toBe("refused");
  });

  it("distinguishes them if it is, and trusts nothing that they say themselves", async () => {
    const hub = await runWithAda({ trustedProxies });
    expect(await ask(hub, ADA)).toBe("refused");
    expect(await ask(hub, `${BOB}, ${ADA}`)).toBe("refused");
    expect(await ask(hub, `${BOB}, ${ADA}, 192.0.2.7`)).toBe("refused");
    expect(await ask(hub, BOB)).toBe("served");
  });

  it.each([
    ["a word", "unknown"],
    ["commas", ",".repeat(5000)],
    ["something long", "::1%".repeat(2000)],
    ["something long before the proxy", `${"1".repeat(10_000)}, 127.0.0.1`],
  ])("counts clients as the proxy itself when the proxy forwards %s", async (_what, forwarded) => {
    const hub = await runWithAda({ trustedProxies });
    expect(await ask(hub, forwarded)).toBe("served");
  });
});

describe("when a hub logs a connection from a trusted proxy", () => {
  it("names the client's address", async () => {
    const hub = await start({ serve: { keys, trustedProxies } });
    expect(await overWebSocket(hub, ADA)).toBe("refused");
    await expect.poll(() => hub.logged.join(""), { timeout: 20_000 }).toMatch(`from ${ADA}"`);
  });
});
