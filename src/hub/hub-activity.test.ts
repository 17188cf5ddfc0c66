import { describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import type { HubActivity } from "./interfaces/activity-route.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, BOB, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const ADMIN = "the-key-of-an-admin";
const SCRAPER = "the-key-of-prometheus";

const config = {
  local: { modules: ["demo.mjs"] },
  mcpServers: { shop: { command: "no-such-program", scopes: ["shop:read"] } },
  serve: {
    keys: [
      { id: "ada", key: ADA },
      { id: "bob", key: BOB },
      { id: "admin", key: ADMIN, scopes: ["operations:admin"] },
      { id: "prometheus", key: SCRAPER, scopes: ["operations:metrics"] },
    ],
  },
};

async function startFailing(): Promise<StartedHub> {
  const hub = await start(config);
  const fail = operation("fail", () => {
    throw new CallError("EXECUTION_ERROR", "It has failed");
  });
  hub.registry.registerAll([fail]);
  return hub;
}

async function activityFor(hub: StartedHub, key: string): Promise<HubActivity> {
  const answer = await hub.ask("/~/activity", key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as HubActivity;
}

describe("what a hub does", () => {
  it("is shown to each caller as far as their rights allow", async () => {
    const hub = await startFailing();
    for (const key of [ADA, BOB]) expect((await hub.ask("/demo/fail", key, { method: "POST" })).status).toBe(500);
    const ofAda = await activityFor(hub, ADA);
    expect(ofAda).toMatchObject({ callers: "own", recent: [{ operationId: "demo.fail", caller: "ada" }] });
    expect(ofAda.recent).toHaveLength(1);
    expect(ofAda.failed[0]?.message).toBeDefined();
    expect(ofAda.hour).toBeUndefined();
    expect(ofAda.sources.map(({ name }) => name)).toEqual(["local"]);
    const ofAdmin = await activityFor(hub, ADMIN);
    expect(ofAdmin).toMatchObject({ callers: "all", hour: { total: { calls: 2, errors: 2 } }, inFlight: 0 });
    expect(ofAdmin.failed.map(({ caller, message }) => [caller, message])).toEqual([
      ["bob", undefined],
      ["ada", undefined],
    ]);
    expect(ofAdmin.sources.map(({ name }) => name)).toEqual(["local", "shop"]);
    const ofScraper = await activityFor(hub, SCRAPER);
    expect(ofScraper).toMatchObject({ callers: "own", recent: [], hour: { total: { calls: 2 } } });
    expect((await hub.ask("/~/activity")).status).toBe(401);
    expect((await hub.ask("/~/activity", ADA, { method: "POST" })).status).toBe(405);
  });

  it("is streamed to clients that ask for events, until the hub stops", async () => {
    const hub = await startFailing();
    const headers = { "x-api-key": ADMIN, accept: "text/event-stream" };
    const answer = await fetch(`${hub.endpoints.http}/~/activity`, { headers });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    const readOn = async (): Promise<void> => {
      const { done, value } = await reader.read();
      if (done) throw new Error("The stream has ended.");
      text += decoder.decode(value);
    };
    await readOn();
    expect(text).toContain('"calls":0');
    await hub.ask("/demo/fail", ADA, { method: "POST" });
    while (!text.includes('"operationId":"demo.fail"')) await readOn();
    // The stream does not keep the hub open for the whole grace period.
    const closed = hub.close({ graceMs: 60_000 });
    while (!(await reader.read()).done);
    await closed;
  });

  it("names what the config names and no operation has, to administrators only, and once in the log", async () => {
    const rules = { all: { calls: 10, per: "day" as const, operations: ["demo.helo"], callers: ["adda"] } };
    const hub = await start({
      ...config,
      local: { modules: ["demo.mjs"], include: ["*", "lst*"] },
      rateLimits: { rules },
    });
    const rule = "rateLimits.rules.all.operations[0]: no operation of this hub has this id or namespace";
    const { warnings } = await activityFor(hub, ADMIN);
    expect(warnings?.map((warning) => warning.replace(/^the config: /, ""))).toEqual([
      "rateLimits.rules.all.callers[0]: no caller of this hub has this id (did you mean ada?)",
      "local.include[1]: no operation of the source fits this pattern",
      expect.stringContaining(rule),
    ]);
    expect(await activityFor(hub, ADA)).not.toHaveProperty("warnings");
    await vi.waitFor(() => expect(hub.logged.join("").split(rule)).toHaveLength(2));
    expect(hub.logged.join("")).toContain("local.include[1]");
  });
});
