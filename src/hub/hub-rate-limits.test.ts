import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectSpoke } from "../client/connect-spoke.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { RateLimitsConfig } from "./config/hub-config.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, BOB, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const METERED = "the-key-of-metrics-1";

/** With `demo.quick`, and `demo.outer`, which calls it twice. */
async function run(rateLimits: RateLimitsConfig): Promise<StartedHub> {
  const registry = new OperationRegistry();
  registry.register(operation("quick", () => "quick"));
  registry.register(
    operation("outer", async (_input, { env }) => {
      await env["demo"]?.["quick"]?.({});
      await env["demo"]?.["quick"]?.({});
      return "outer";
    }),
  );
  const keys = [...keysOfTwo, { id: "metrics", key: METERED, scopes: ["operations:metrics"] }];
  return start({ serve: { keys }, rateLimits }, { registry });
}

const call = (hub: StartedHub, name: string, key: string): Promise<Response> =>
  hub.ask(`/demo/${name}`, key, { method: "POST" });

describe("a hub with rate limits", () => {
  it("tells HTTP clients what is left, and refuses more with 429, a retry time and a problem", async () => {
    const hub = await run({ rules: { "each caller": { calls: 2, per: "minute", each: "caller" } } });
    const first = await call(hub, "quick", ADA);
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-policy")).toBe('"each caller";q=2;w=60');
    expect(first.headers.get("ratelimit")).toMatch(/^"each caller";r=1;t=(60|5\d)$/);
    await call(hub, "quick", ADA);
    const refused = await call(hub, "quick", ADA);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("ratelimit")).toMatch(/^"each caller";r=0;t=\d+$/);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED", phase: "notStarted", retryable: true });
    expect((await call(hub, "quick", BOB)).status).toBe(200);
  });

  it("counts calls over HTTP, MCP and WebSocket together", async () => {
    const hub = await run({ rules: { all: { calls: 3, per: "hour", each: "caller" } } });
    const mcp = clientOf("modern");
    const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
    await mcp.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    onTestFinished(() => mcp.close());
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, registry: new OperationRegistry() });
    onTestFinished(() => spoke.close());
    expect((await call(hub, "quick", ADA)).status).toBe(200);
    await mcp.callTool({ name: "demo_quick", arguments: {} });
    await spoke.call("demo.quick", {});
    expect((await call(hub, "quick", ADA)).status).toBe(429);
    await expect(spoke.call("demo.quick", {})).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { name: "all", retryAfterMs: expect.any(Number) },
    });
    const refused = await mcp.callTool({ name: "demo_quick", arguments: {} });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("allows the next call in");
  });

  it("counts the calls that operations make only if a rule names them", async () => {
    const hub = await run({
      rules: {
        callers: { calls: 2, per: "hour", each: "caller" },
        quick: { operations: ["demo.quick"], calls: 2, per: "hour" },
      },
    });
    expect((await call(hub, "outer", ADA)).status).toBe(200);
    const refused = await call(hub, "quick", ADA);
    expect(await refused.json()).toMatchObject({ details: { name: "quick" } });
  });

  it("counts only the callers that a rule names", async () => {
    const hub = await run({ rules: { trial: { callers: ["b*"], calls: 1, per: "day" } } });
    for (let i = 0; i < 3; i++) expect((await call(hub, "quick", ADA)).status).toBe(200);
    expect((await call(hub, "quick", BOB)).status).toBe(200);
    expect((await call(hub, "quick", BOB)).status).toBe(429);
  });

  it("shows in its metrics how many calls each rule refused", async () => {
    const hub = await run({ rules: { one: { calls: 1, per: "day", each: ["caller", "operation"] } } });
    for (let i = 0; i < 3; i++) await call(hub, "quick", ADA);
    const text = await (await hub.ask("/metrics", METERED)).text();
    expect(text).toContain('operations_rate_limited_total{limit="one"} 2');
    expect(text).toContain('operations_calls_total{operation="demo.quick",code="RATE_LIMITED"} 2');
  });

  it("follows a changed config, and keeps its counts", async () => {
    const hub = await run({ rules: { all: { calls: 1, per: "day" } } });
    await call(hub, "quick", ADA);
    expect((await call(hub, "quick", ADA)).status).toBe(429);
    await hub.reload({
      config: { serve: { keys: keysOfTwo }, rateLimits: { rules: { all: { calls: 2, per: "day" } } } },
    });
    expect((await call(hub, "quick", ADA)).status).toBe(200);
    expect((await call(hub, "quick", ADA)).status).toBe(429);
  });
});
