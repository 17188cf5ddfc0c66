import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { Type } from "typebox";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { ServeConfig } from "./config/hub-config.ts";
import { ADA, BOB, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const keys = [
  { id: "ada", key: ADA, answerTokens: 500 },
  { id: "bob", key: BOB },
];

const rows = defineOperation({
  namespace: "big",
  name: "rows",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Some 25,000 tokens",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({}),
  outputSchema: Type.Array(Type.String()),
  handler: () => Array.from({ length: 1000 }, () => "x".repeat(97)),
});

async function run(serve: ServeConfig): Promise<StartedHub> {
  const hub = await start({ serve: { keys, ...serve } });
  hub.registry.register(rows);
  return hub;
}

/** How many characters of the answer a model reads. */
async function readOverMCP(hub: StartedHub, key: string): Promise<number> {
  const mcp = clientOf("modern");
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await mcp.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  onTestFinished(() => mcp.close());
  const { content } = await mcp.callTool({ name: "big_rows", arguments: {} });
  return (content as Array<{ text: string }>).reduce((sum, { text }) => sum + text.length, 0);
}

async function readOverHTTP(hub: StartedHub, key: string): Promise<number> {
  return (await (await hub.ask("/big/rows", key, { method: "POST" })).text()).length;
}

describe("the answer budget of a hub's callers", () => {
  it("is what their key says, at MCP and HTTP", async () => {
    const hub = await run({});
    for (const read of [readOverMCP, readOverHTTP]) {
      const length = await read(hub, ADA);
      expect(length).toBeLessThanOrEqual(2000);
      expect(length).toBeGreaterThan(500);
    }
  });

  it("is 10,000 tokens for models and everything for programs by default", async () => {
    const hub = await run({});
    const length = await readOverMCP(hub, BOB);
    expect(length).toBeLessThanOrEqual(40_000);
    expect(length).toBeGreaterThan(30_000);
    expect(await readOverHTTP(hub, BOB)).toBe(100_001);
  });

  it("is what serve.mcp says, for models whose key says nothing", async () => {
    const hub = await run({ mcp: { answerTokens: 5000 } });
    expect(await readOverMCP(hub, BOB)).toBeLessThanOrEqual(20_000);
    expect(await readOverMCP(hub, ADA)).toBeLessThanOrEqual(2000);
    const unbound = await run({ mcp: { answerTokens: "all" } });
    expect(await readOverMCP(unbound, BOB)).toBe(100_001);
  });
});
