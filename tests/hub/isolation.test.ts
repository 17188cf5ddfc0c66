/** Real MCP servers behind a hub with three keys: with `isolation`, no key sees another key's data. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import type { HubConfig } from "../../src/entries/hub.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import { installedServer, rawConfig } from "../mcp/support.ts";
import { isAlive } from "../support/is-alive.ts";
import { slices } from "../support/slices.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { connectTo, pidIn, runIdleSessions } from "./idle-sessions.ts";
import { testHubs } from "./test-hubs.ts";
import type { TestHub } from "./test-hubs.ts";

type Server = NonNullable<HubConfig["mcpServers"]>[string];

const startHub = testHubs();
const IDS = ["ann", "bob", "cy"];
const keyOf = (id: string): string => `the-key-of-${id}-0123456789`;
const serve: HubConfig["serve"] = { keys: IDS.map((id) => ({ id, key: keyOf(id), scopes: ["*"] })) };
const { command = "", args = [] } = rawConfig();
const counter: Server = { command, args: [...args] };
const thoughts: Server = { command, args: [installedServer("sequential-thinking")] };

const opened: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

async function callAs(id: string, hub: TestHub, path: string, input: unknown = {}): Promise<unknown> {
  const response = await hub.call(path, input, { key: keyOf(id) });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

async function countAs(id: string, hub: TestHub): Promise<number> {
  return Number(textIn(await callAs(id, hub, "/counter/count_calls")));
}

function textIn(data: unknown): string {
  return (data as Array<{ text: string }>)[0]?.text ?? "";
}

async function thinkAs(id: string, hub: TestHub, thought: string): Promise<number> {
  const input = { thought, thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
  const data = await callAs(id, hub, "/thoughts/sequentialthinking", input);
  return (data as { thoughtHistoryLength: number }).thoughtHistoryLength;
}

/** An MCP session of its own at the hub. */
async function mcpSession(hub: TestHub, id: string): Promise<Client> {
  const session = await connectTo(hub.endpoints.mcp, keyOf(id));
  opened.push(session.close);
  return session.client;
}

describe("three keys", () => {
  it("see each other's thoughts and counts if they share a server", async () => {
    const hub = await startHub({ mcpServers: { counter, thoughts }, serve });
    for (const [index, id] of IDS.entries()) {
      expect(await countAs(id, hub)).toBe(index + 1);
      expect(await thinkAs(id, hub, `a thought of ${id}`)).toBe(index + 1);
    }
    expect(hub.status("counter")?.sessions).toBeUndefined();
  });

  it.each(["caller", "session"] as const)("see only their own with isolation: %s", async (isolation) => {
    const folder = makeTempFolder("memories");
    const env = { MEMORY_FILE_PATH: join(folder, "{caller}.jsonl") };
    const memory: Server = { command, args: [installedServer("memory")], env, isolation };
    const hub = await startHub({
      mcpServers: { counter: { ...counter, isolation }, thoughts: { ...thoughts, isolation }, memory },
      serve,
    });
    for (const id of IDS) {
      const entities = [{ name: `secret of ${id}`, entityType: "secret", observations: [randomUUID()] }];
      await callAs(id, hub, "/memory/create_entities", { entities });
      expect(await thinkAs(id, hub, `a thought of ${id}`)).toBe(1);
      expect(await countAs(id, hub)).toBe(1);
    }
    for (const id of IDS) {
      const graph = (await callAs(id, hub, "/memory/read_graph")) as { entities: Array<{ name: string }> };
      expect(graph.entities.map(({ name }) => name)).toEqual([`secret of ${id}`]);
      expect(await thinkAs(id, hub, "another one")).toBe(2);
      expect(await countAs(id, hub)).toBe(2);
    }
    const sessions = { isolation, running: 3, max: 32, started: 3, refused: 0 };
    expect(hub.status("thoughts")).toMatchObject({ operations: 1, sessions });
    const shown = await fetch(`${hub.endpoints.http}/~/sources`, { headers: { "x-api-key": keyOf("ann") } });
    expect(await shown.json()).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ sessions })]),
    });
    const metrics = await fetch(`${hub.endpoints.http}/metrics`, { headers: { "x-api-key": keyOf("ann") } });
    expect(await metrics.text()).toContain('operations_source_sessions{source="memory"} 3\n');
  });

  it("are refused beyond maxSessions, with 503 and before anything starts", async () => {
    const hub = await startHub({ mcpServers: { counter: { ...counter, isolation: "caller", maxSessions: 2 } }, serve });
    expect([await countAs("ann", hub), await countAs("bob", hub)]).toEqual([1, 1]);
    const refused = await hub.call("/counter/count_calls", {}, { key: keyOf("cy") });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "OVERLOADED", phase: "notStarted", retryable: true });
    expect([await countAs("ann", hub), await countAs("bob", hub)]).toEqual([2, 2]);
    expect(hub.status("counter")?.sessions).toMatchObject({ running: 2, max: 2, refused: 1 });
  });
});

describe("isolation: session", () => {
  it("starts a process for each MCP session, each WebSocket and each caller over HTTP, and ends it with them", async () => {
    const hub = await startHub({ mcpServers: { counter: { ...counter, isolation: "session" } }, serve });
    const [one, two] = [await mcpSession(hub, "ann"), await mcpSession(hub, "ann")];
    const pids = [await pidIn(one), await pidIn(two)];
    const spokes = await Promise.all(
      [1, 2].map(() => connectSpoke({ url: hub.endpoints.ws ?? "", token: keyOf("ann") })),
    );
    opened.push(...spokes.map((spoke) => () => Promise.resolve(spoke.close())));
    for (const spoke of spokes) pids.push(Number(textIn((await spoke.call("counter.pid", {})).data)));
    pids.push(Number(textIn(await callAs("ann", hub, "/counter/pid"))));
    expect(new Set(pids).size).toBe(5);
    expect(await pidIn(one)).toBe(pids[0]);
    await (one.transport as StreamableHTTPClientTransport).terminateSession();
    await until(() => !isAlive(pids[0] as number));
    spokes[0]?.close();
    await until(() => !isAlive(pids[2] as number));
    expect([1, 3, 4].map((index) => isAlive(pids[index] as number))).toEqual([true, true, true]);
    expect(await pidIn(two)).toBe(pids[1]);
  });

  it("ends the processes of idle sessions, and serves those sessions again", async () => {
    expect(await runIdleSessions(slices.idleSessions)).toEqual([]);
  }, 180_000);

  it("ends every process with the hub", async () => {
    const hub = await startHub({ mcpServers: { counter: { ...counter, isolation: "session" } }, serve });
    const pids: number[] = [];
    for (const id of IDS) pids.push(await pidIn(await mcpSession(hub, id)));
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    await hub.close({ graceMs: 0 });
    expect(pids.map(isAlive)).toEqual([false, false, false]);
  });
});
