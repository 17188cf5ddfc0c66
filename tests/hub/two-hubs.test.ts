/** Two hubs that share operations: over a broker, and one as a spoke of the other. */
import { afterEach, describe, expect, it } from "vitest";
import type { HubConfig } from "../../src/entries/hub.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind, BrokerServer } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { files, SECRET, testHubs } from "./test-hubs.ts";

const startHub = testHubs();
const OFFICE = "the-key-of-the-office";
const CLOUD = "the-key-of-the-cloud";
const NARROW = "a-key-that-may-do-little";

const keys = (id: string, key: string) => [{ id, key, scopes: ["*"] }];
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

describe.each(["nats", "redis"] as const)("when two hubs are on %s", (kind) => {
  const brokers: BrokerServer[] = [];
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
  });

  const bus = (url: string, more: object = {}): NonNullable<HubConfig["remotes"]> => ({
    bus: {
      ...(kind === "nats" ? { type: kind, servers: url } : { type: kind, url }),
      identitySecret: SECRET,
      ...more,
    },
  });

  async function startTwo(more: object = {}) {
    const broker = await startBroker(kind satisfies BrokerKind);
    brokers.push(broker);
    const office = await startHub({
      local: files,
      remotes: bus(broker.url, { offer: ["files"] }),
      serve: { keys: keys("office", OFFICE) },
    });
    const cloud = await startHub({
      remotes: bus(broker.url, { scopes: ["office"], ...more }),
      serve: { keys: [...keys("cloud", CLOUD), { id: "narrow", key: NARROW }] },
    });
    await until(() => cloud.registry.has("files.read"));
    return { broker, office, cloud };
  }

  it.skipIf(isLeftOut(kind))("serves the other's operations, even after the broker was killed", async () => {
    const { broker, office, cloud } = await startTwo();
    expect(cloud.status("bus")).toMatchObject({ kind, state: "ready", operations: 6 });
    expect(await (await cloud.call("/files/read", { path: "a" })).json()).toBe("text of a");
    expect(await cloud.callTool("files_read", { path: "b" })).toMatchObject({
      structuredContent: { result: "text of b" },
    });
    const states: string[] = [];
    cloud.sources.onChange(({ state, error }) => states.push(error === undefined ? state : `${state}: ${error}`));

    await broker.kill();
    await until(() => cloud.status("bus")?.state === "connecting" && office.status("bus")?.state === "connecting");
    expect((await cloud.call("/files/read", { path: "a" })).status).toBe(503);
    await broker.restart();
    await until(() => cloud.status("bus")?.state === "ready");
    await until(async () => (await cloud.call("/files/read", { path: "c" })).status === 200);
    expect(await (await cloud.call("/files/read", { path: "c" })).json()).toBe("text of c");
    expect(await cloud.callTool("files_read", { path: "d" })).toMatchObject({
      structuredContent: { result: "text of d" },
    });
    expect(states[0]).toBe(`connecting: The connection to ${kind} is lost.`);
    expect(states).toContain("ready");
  });

  it.skipIf(isLeftOut(kind))(
    "sends the caller's identity to the hub that runs the call, and applies the rules of both",
    async () => {
      const { cloud } = await startTwo();
      const answer = await cloud.call("/files/who", {}, { headers: { traceparent } });
      expect(await answer.json()).toMatchObject({ id: "cloud", trace: { traceparent } });
      // Its config requires a scope that this key lacks.
      expect((await cloud.call("/files/who", {}, { key: NARROW })).status).toBe(403);
      expect(cloud.registry.has("private.hidden")).toBe(false);
      const streamed = await (await cloud.call("/files/lines")).text();
      expect(streamed.match(/(?<=data: ).+/g)).toEqual(['"one"', '"two"', expect.any(String)]);
    },
  );

  it.skipIf(isLeftOut(kind))("passes on aborts and deadlines", async () => {
    const { cloud, office } = await startTwo();
    const count = async (): Promise<{ waiting: number; aborted: number }> =>
      (await (await office.call("/files/state")).json()) as { waiting: number; aborted: number };
    const before = await count();
    const leaving = new AbortController();
    const left = cloud.call("/files/wait", {}, { signal: leaving.signal }).catch(() => "left");
    await until(async () => (await count()).waiting === before.waiting + 1);
    leaving.abort();
    expect(await left).toBe("left");
    await until(async () => (await count()).aborted === before.aborted + 1);
    // The handler must start before the deadline, which takes a longer one on a busy machine.
    for (let ms = 500; (await count()).waiting < before.waiting + 2; ms *= 2) {
      const late = await cloud.call("/files/wait", {}, { headers: { "operation-timeout-ms": String(ms) } });
      expect(late.status).toBe(504);
    }
    await until(async () => (await count()).aborted === before.aborted + 2);
  });

  it.skipIf(isLeftOut(kind))("finishes the other's call when it stops, and accepts no more", async () => {
    const { cloud, office } = await startTwo();
    const slow = cloud.call("/files/slow");
    await until(async () => ((await (await office.call("/files/state")).json()) as { slow: number }).slow === 1);
    const closed = office.close({ graceMs: 20_000 });
    await until(async () => (await cloud.call("/files/read", { path: "a" })).status === 503);
    expect(await (await slow).json()).toBe("done");
    await closed;
  });

  it.skipIf(isLeftOut(kind))(
    "keeps apart from a hub with another secret: neither sees what the other offers",
    async () => {
      const { broker, office } = await startTwo();
      const stranger = await startHub({
        remotes: bus(broker.url, { identitySecret: `${SECRET}!` }),
        serve: { keys: keys("stranger", CLOUD) },
      });
      // A third hub has the secret. Once it sees the office, a stranger could have seen the office as well.
      const friend = await startHub({ remotes: bus(broker.url), serve: { keys: keys("friend", CLOUD) } });
      await until(() => friend.registry.has("files.read"));
      expect(stranger.registry.has("files.read")).toBe(false);
      expect((await stranger.call("/files/read", { path: "a" })).status).toBe(404);
      expect((await office.call("/files/read", { path: "a" })).status).toBe(200);
    },
  );
});

describe("when a hub is a spoke of another", () => {
  const serve = {
    keys: [...keys("office", OFFICE), { id: "guest", key: NARROW, scopes: ["operations:call", "offer:own"] }],
  };

  it("receives what that hub lets it call, offers what its config says, and reconnects", async () => {
    const office = await startHub({ local: files, serve: { ...serve, port: 0 } });
    const { port } = new URL(office.endpoints.http);
    const remotes: HubConfig["remotes"] = {
      office: {
        type: "hub",
        url: office.endpoints.http,
        token: OFFICE,
        offer: ["private.*"],
        include: ["read", "who", "lines"],
      },
    };
    const cloud = await startHub({
      local: { ...files, include: ["hidden", "state"] },
      remotes,
      serve: { keys: keys("cloud", CLOUD) },
    });
    expect(cloud.status("office")).toMatchObject({ kind: "hub", state: "ready", operations: 3 });
    expect(await (await cloud.call("/files/read", { path: "a" })).json()).toBe("text of a");
    // The other hub does not see this hub's callers. It sees the holder of the token.
    const answer = await cloud.call("/files/who", {}, { headers: { traceparent } });
    expect(await answer.json()).toMatchObject({ id: "office", trace: { traceparent } });
    const found = (await (
      await fetch(`${office.endpoints.http}/~/sources`, { headers: { "x-api-key": OFFICE } })
    ).json()) as {
      sources: Array<{ kind: string; report?: unknown }>;
    };
    // The hub has that operation itself.
    expect(found.sources.find(({ kind }) => kind === "spoke")).toMatchObject({ name: "office", operations: 0 });

    await office.close({ graceMs: 0 });
    await until(() => cloud.status("office")?.state === "connecting");
    expect((await cloud.call("/files/read", { path: "a" })).status).toBe(503);
    await startHub({ local: files, serve }, { port: Number(port) });
    await until(() => cloud.status("office")?.state === "ready");
    await until(async () => (await cloud.call("/files/read", { path: "b" })).status === 200);
  });

  it("can be called from there, but only for what it offers", async () => {
    const hub = await startHub({ serve });
    const spoke = await startHub({
      local: files,
      remotes: { up: { type: "hub", url: hub.endpoints.ws ?? "", token: OFFICE, offer: ["files.r*", "files.who"] } },
      serve: { keys: keys("cloud", CLOUD) },
    });
    await until(() => hub.registry.has("files.read"));
    expect(
      hub.registry
        .list()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["read", "who"]);
    expect(await (await hub.call("/files/who")).json()).toMatchObject({ id: "office" });
    expect(spoke.status("up")).toMatchObject({ state: "ready", operations: 0 });
  });

  it("reports why it is refused, and retries", async () => {
    const hub = await startHub({ serve });
    const cloud = await startHub({
      remotes: { up: { type: "hub", url: hub.endpoints.ws ?? "", token: "no-such-key-anywhere" } },
      serve: { keys: keys("cloud", CLOUD) },
    });
    expect(cloud.status("up")).toMatchObject({ state: "failed", error: "The token was refused." });
    await hub.reload({ config: { serve: { keys: [...serve.keys, { id: "late", key: "no-such-key-anywhere" }] } } });
    await until(() => cloud.status("up")?.state === "ready");
  });

  it("never loops when two hubs are spokes of each other", async () => {
    const one = await startHub({ local: files, serve });
    const { port } = new URL(one.endpoints.http);
    const other = await startHub({
      remotes: { one: { type: "hub", url: one.endpoints.http, token: OFFICE, offer: ["*"] } },
      serve,
    });
    const remotes: HubConfig["remotes"] = {
      other: { type: "hub", url: other.endpoints.http, token: OFFICE, offer: ["*"] },
    };
    await one.reload({ config: { local: files, remotes, serve: { ...serve, port: Number(port) } } });
    expect((await other.call("/files/read", { path: "a" })).status).toBe(200);
    // The operation goes when its own hub drops it, and no other hub keeps it alive.
    await one.reload({ config: { remotes, serve: { ...serve, port: Number(port) } } });
    await until(async () => (await one.call("/files/read", { path: "a" })).status === 404);
    await until(async () => (await other.call("/files/read", { path: "a" })).status !== 200);
    expect(one.registry.has("files.read")).toBe(false);
  });
});
