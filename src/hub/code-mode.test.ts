import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, BOB, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 120_000 });

const start = startedHubs();

/** A hub with so many operations that MCP clients must search them. */
async function run(config: HubConfig): Promise<StartedHub> {
  const registry = new OperationRegistry();
  for (let number = 0; number < 70; number++) registry.register(operation(`op${number}`, () => number));
  return start({ serve: { keys: keysOfTwo }, ...config }, { registry });
}

async function connect(hub: StartedHub, key: string): Promise<Client> {
  const client = clientOf("modern");
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

async function toolNames(hub: StartedHub, key: string): Promise<string[]> {
  const { tools } = await (await connect(hub, key)).listTools();
  return tools.map(({ name }) => name);
}

const send = (hub: StartedHub, path: string, key: string, body: object): Promise<Response> =>
  fetch(`${hub.endpoints.http}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
  });

const post = (hub: StartedHub, code: string, key = ADA): Promise<Response> => send(hub, "/run/code", key, { code });

describe("a hub", () => {
  it("runs no programs unless its config allows it", async () => {
    const hub = await run({});
    expect(await toolNames(hub, ADA)).not.toContain("run_code");
    expect((await post(hub, "return 1")).status).toBe(404);
  });

  it("with code mode lists run_code beside the tools that search, and runs programs there and over HTTP", async () => {
    const hub = await run({ codeMode: true });
    expect(await toolNames(hub, ADA)).toEqual([
      "search_operations",
      "describe_operations",
      "call_operation",
      "read_result",
      "run_code",
    ]);
    const code = "return (await env.demo.op3({})).data + (await env.demo.op4({})).data";
    const client = await connect(hub, ADA);
    const { structuredContent } = await client.callTool({ name: "run_code", arguments: { code } });
    expect(structuredContent).toMatchObject({ result: 7, calls: [{ id: "demo.op3" }, { id: "demo.op4" }] });
    const failed = await client.callTool({ name: "run_code", arguments: { code: "\nnull.x" } });
    expect(failed).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("(line 2)") as unknown }],
    });
    expect(await (await post(hub, code)).json()).toMatchObject({ result: 7 });
    const refused = await post(hub, "throw new Error('no')");
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: "CODE_FAILED", details: { code: "EXECUTION_ERROR", line: 1 } });
  });

  it("lets only callers with the scopes of code mode run programs", async () => {
    const keys = [{ id: "ada", key: ADA, scopes: ["operations:call", "code"] }, ...keysOfTwo.slice(1)];
    const hub = await run({ codeMode: { scopes: ["code"] }, serve: { keys } });
    expect(await toolNames(hub, BOB)).not.toContain("run_code");
    expect((await post(hub, "return 1", BOB)).status).toBe(403);
    expect((await post(hub, "return 1", ADA)).status).toBe(200);
  });

  it("enforces the limits of its config", async () => {
    const hub = await run({ codeMode: { calls: 1 } });
    const answer = await post(hub, "await env.demo.op1({}); await env.demo.op1({})");
    expect(await answer.json()).toMatchObject({ details: { code: "OVERLOADED" } });
  });

  it("audits the calls of a program below its run, and counts them for rate limits as the caller's own", async () => {
    const hub = await run({
      codeMode: true,
      audit: { file: "audit.jsonl" },
      rateLimits: { rules: { each: { calls: 3, per: "hour", each: "caller" } } },
    });
    const code = "await env.demo.op1({}); await env.demo.op2({}); await env.demo.op3({})";
    const answer = await post(hub, code);
    expect(await answer.json()).toMatchObject({ details: { code: "RATE_LIMITED" } });
    await hub.close();
    const lines = (await readFile(join(hub.folder, "audit.jsonl"), "utf8")).trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const outer = entries.find(({ operation: id }) => id === "run.code");
    const inner = entries.filter(({ parentRequestId }) => parentRequestId === outer?.["requestId"]);
    expect(inner.map(({ operation: id }) => id)).toEqual(expect.arrayContaining(["demo.op1", "demo.op2"]));
  });

  it("lets a program wait until a person has approved its call", async () => {
    const keys = [...keysOfTwo.slice(0, 1), { id: "bob", key: BOB, scopes: ["operations:approve"] }];
    const hub = await start({
      local: { modules: ["demo.mjs"], approval: true },
      codeMode: true,
      serve: { keys },
    });
    const mutation = hub.registry.list().find(({ type, namespace }) => type === "MUTATION" && namespace !== "run");
    const id = `${mutation?.namespace}.${mutation?.name}`;
    const running = post(hub, `return (await env.${id}({})).meta.source`).then((answer) => answer.json());
    interface Pending {
      readonly pending: ReadonlyArray<{ id: string; digest: string; operation: string }>;
    }
    const waiting = await vi.waitFor(
      async () => {
        const { pending } = (await (await hub.ask("/~/approvals", BOB)).json()) as Pending;
        expect(pending).toHaveLength(1);
        return pending[0];
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(waiting?.operation).toBe(id);
    await send(hub, `/~/approvals/${waiting?.id}`, BOB, { answer: "approve", digest: waiting?.digest });
    expect(await running).toMatchObject({ result: "local", calls: [{ id }] });
  });
});
