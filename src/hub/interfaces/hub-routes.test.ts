import { describe, expect, it, vi } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { connectSpoke } from "../../client/connect-spoke.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { operation } from "../observe/fixtures.test-support.ts";
import { startedHubs } from "../started-hubs.test-support.ts";
import type { StartedHub } from "../started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

const OWNER = "the-key-of-the-owner";
const ADMIN = "the-key-of-an-admin";
const CALLER = "the-key-of-a-caller";
const SHOPPER = "the-key-of-a-shopper";
const STRANGER = "the-key-of-a-stranger";
const SCRAPER = "the-key-of-prometheus";

const config: HubConfig = {
  local: { modules: ["demo.mjs"] },
  mcpServers: {
    open: { command: "no-such-program" },
    shop: { command: "no-such-program", scopes: ["shop:read"] },
  },
  serve: {
    publicOperations: ["demo.count"],
    keys: [
      { id: "owner", key: OWNER, scopes: ["*"] },
      { id: "admin", key: ADMIN, scopes: ["operations:admin"] },
      { id: "caller", key: CALLER },
      { id: "shopper", key: SHOPPER, scopes: ["shop:read", "secrets"] },
      { id: "stranger", key: STRANGER, scopes: ["something:else"] },
      { id: "prometheus", key: SCRAPER, scopes: ["operations:metrics"] },
    ],
  },
};

interface Shown {
  readonly name: string;
  readonly operations: number;
  readonly report?: unknown;
}

async function sourcesFor(hub: StartedHub, key: string): Promise<readonly Shown[]> {
  const answer = await hub.ask("/~/sources", key);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { sources: Shown[] }).sources;
}

async function namesFor(hub: StartedHub, key: string): Promise<string[]> {
  return (await sourcesFor(hub, key)).map(({ name }) => name);
}

describe("when a caller lists the sources", () => {
  it("shows administrators all of them, and others those with an operation that they may call", async () => {
    const hub = await start(config);
    expect(await namesFor(hub, OWNER)).toEqual(["local", "open", "shop"]);
    expect(await namesFor(hub, ADMIN)).toEqual(["local", "open", "shop"]);
    // Everyone sees sources that are open to all. A failed source is visible only with its scopes.
    expect(await namesFor(hub, CALLER)).toEqual(["local", "open"]);
    expect(await namesFor(hub, SHOPPER)).toEqual(["local", "shop"]);
    expect(await namesFor(hub, STRANGER)).toEqual(["local"]);
    expect((await hub.ask("/~/sources")).status).toBe(401);
    expect((await hub.ask("/~/sources", "an-unknown-key")).status).toBe(401);
  });

  it("counts what each caller may call, and shows the report to administrators only", async () => {
    const hub = await start(config);
    const local = async (key: string): Promise<unknown> => {
      const { operations, report } = (await sourcesFor(hub, key))[0] as Shown;
      return { operations, hasReport: report !== undefined };
    };
    expect(await local(OWNER)).toEqual({ operations: 5, hasReport: true });
    expect(await local(ADMIN)).toEqual({ operations: 5, hasReport: true });
    expect(await local(CALLER)).toEqual({ operations: 4, hasReport: false });
    expect(await local(SHOPPER)).toEqual({ operations: 2, hasReport: false });
    expect(await local(STRANGER)).toEqual({ operations: 1, hasReport: false });
  });

  it("shows a spoke to callers who may call its operations", async () => {
    const hub = await start({ ...config, local: {}, mcpServers: {} });
    const registry = new OperationRegistry();
    registry.register({ ...operation("work", () => "done"), accessControl: { requiredScopes: ["shop:read"] } });
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: OWNER, registry, reconnect: false });
    await expect.poll(() => namesFor(hub, OWNER)).toContain("owner");
    expect(await sourcesFor(hub, SHOPPER)).toMatchObject([{ name: "owner", operations: 1 }]);
    expect(await namesFor(hub, CALLER)).not.toContain("owner");
    spoke.close();
  });
});

describe("when a caller reads the metrics", () => {
  it("requires the scope for metrics, which a key for everything has", async () => {
    const hub = await start(config);
    const statusFor = async (key?: string): Promise<number> => (await hub.ask("/metrics", key)).status;
    expect(await statusFor(OWNER)).toBe(200);
    expect(await statusFor(SCRAPER)).toBe(200);
    expect(await statusFor(CALLER)).toBe(403);
    expect(await statusFor(SHOPPER)).toBe(403);
    expect(await statusFor()).toBe(401);
    expect(await (await hub.ask("/metrics", CALLER)).json()).toMatchObject({
      code: "ACCESS_DENIED",
      detail: "This needs the scope operations:metrics.",
    });
  });

  it("serves them to the key that a hub makes on its first start", async () => {
    const hub = await start({ local: { modules: ["demo.mjs"] } });
    expect((await hub.ask("/metrics", hub.key)).status).toBe(200);
    expect(await namesFor(hub, hub.key ?? "")).toEqual(["local"]);
  });
});
