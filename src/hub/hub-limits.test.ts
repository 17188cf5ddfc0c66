import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import type { Spoke } from "../protocol/peers/spoke.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import type { ServeConfig } from "./config/hub-config.ts";
import { ADA, BOB, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

/** With `demo.wait` and `demo.quick`, which every client may call. */
async function run(serve: ServeConfig): Promise<StartedHub & { release(): void; running(): number }> {
  const registry = new OperationRegistry();
  const released = new AbortController();
  let running = 0;
  registry.register(
    operation("wait", async () => {
      running++;
      await new Promise((resolve) => released.signal.addEventListener("abort", resolve));
      return "done";
    }),
  );
  registry.register(operation("quick", () => "quick"));
  const hub = await start({ serve: { keys, publicOperations: ["demo.*"], ...serve } }, { registry });
  return { ...hub, release: () => released.abort(), running: () => running };
}

function headersOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

async function connectMCP(hub: StartedHub, key: string | undefined) {
  const client = clientOf("modern");
  const requestInit = { headers: headersOf(key) };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

describe("when a client of a hub uses its whole share of calls", () => {
  it.each([
    ["a key", ADA],
    ["no key", undefined],
  ])("refuses more over both HTTP and MCP, with %s, and serves others", async (_what, key) => {
    const hub = await run({ limits: { callsPerClient: 2 } });
    const [client, other] = [await connectMCP(hub, key), await connectMCP(hub, BOB)];
    const first = client.callTool({ name: "demo_wait", arguments: {} });
    const second = hub.ask("/demo/wait", key);
    await expect.poll(() => hub.running()).toBe(2);
    const refused = await hub.ask("/demo/wait", key);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    const overMCP = await fetch(hub.endpoints.mcp ?? "", { method: "POST", headers: headersOf(key), body: "{}" });
    expect([overMCP.status, overMCP.headers.get("retry-after")]).toEqual([429, "1"]);
    await expect(client.callTool({ name: "demo_wait", arguments: {} })).rejects.toThrow(/429|OVERLOADED/);
    const theirs = other.callTool({ name: "demo_wait", arguments: {} });
    await expect.poll(() => hub.running()).toBe(3);
    hub.release();
    expect(await first).toMatchObject({ content: [{ text: "done" }] });
    expect(await theirs).toMatchObject({ content: [{ text: "done" }] });
    expect(await (await second).json()).toBe("done");
  });
});

describe("when a client of a hub uses its whole share of connections", () => {
  const connect = async (hub: StartedHub, token?: string): Promise<Spoke> => {
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token, reconnect: false });
    onTestFinished(() => spoke.close());
    return spoke;
  };
  it.each([
    ["a key", ADA],
    ["no key", undefined],
  ])("refuses more, with %s, until one of them has ended", async (_what, token) => {
    const hub = await run({ limits: { connectionsPerClient: 2 } });
    const first = await connect(hub, token);
    await connect(hub, token);
    const refused = await connect(hub, token);
    await expect.poll(() => refused.state).toBe("closed");
    expect(hub.logged.join("")).toContain('"code":"OVERLOADED","error":"You have 2 connections already');
    const other = await connect(hub, BOB);
    expect((await other.call("demo.quick")).data).toBe("quick");
    first.close();
    await vi.waitFor(async () => {
      const spoke = await connect(hub, token);
      expect((await spoke.call("demo.quick")).data).toBe("quick");
    }, 20_000);
  });
});
