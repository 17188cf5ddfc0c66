/** Each of our sources passes the suite that authors of sources get, with real servers, processes and brokers. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, vi } from "vitest";
import { mcpSource } from "../../src/entries/from-mcp.ts";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../src/entries/hub.ts";
import { defineOperation, localSource, openAPISource, OperationRegistry, Type } from "../../src/entries/index.ts";
import { connectBus, natsBus } from "../../src/entries/nats.ts";
import { redisBus } from "../../src/entries/redis.ts";
import { testSource } from "../../src/entries/testing.ts";
import type { SourceSetup } from "../../src/entries/testing.ts";
import { natsSource, redisSource } from "../../src/hub/sources/remote/bus-source.ts";
import { hubSource } from "../../src/hub/sources/remote/hub-source.ts";
import { rawServer } from "../mcp/support.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind } from "../support/broker-servers.ts";
import { findFreePort } from "../support/free-port.ts";
import { isLeftOut } from "../support/left-out.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

vi.setConfig({ testTimeout: 120_000 });

const runner = { describe, it };
const timeoutMs = 30_000;

testSource(runner, {
  name: "openapi",
  source: openAPISource,
  timeoutMs,
  tries: ["slowCall"],
  async setup() {
    const document = {
      openapi: "3.1.0",
      info: { title: "Echo", version: "1.0.0" },
      servers: [{ url: "/" }],
      paths: Object.fromEntries(
        ["quick", "slow"].map((operationId) => [
          `/${operationId}`,
          { get: { operationId, responses: { 200: { description: "ok", content: { "application/json": {} } } } } },
        ]),
      ),
    };
    const server = createServer((request, response) => {
      if (request.url === "/slow") return;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url === "/quick" ? "done" : document));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return {
      config: { document: `http://127.0.0.1:${port}/openapi.json`, allowPrivateNetwork: true },
      call: { id: "openapi.quick", data: "done" },
      slowCall: { id: "openapi.slow" },
      end() {
        server.closeAllConnections();
        server.close();
      },
    };
  },
  badConfigs: {
    "no document": {},
    "a document that is not there": { document: "no/such/file.json" },
    "a document of another kind": { document: "package.json" },
  },
});

testSource(runner, {
  name: "mcp",
  source: mcpSource,
  timeoutMs,
  tries: ["slowCall", "change", "interrupt"],
  setup: () => ({
    config: { command: process.execPath, args: [rawServer] },
    call: { id: "mcp.scalar", data: 42 },
    slowCall: { id: "mcp.never" },
    change: (call) => call("mcp.grow", { name: "newcomer" }),
    interrupt: (call) => call("mcp.die").catch(() => undefined),
    restore: () => undefined,
  }),
  badConfigs: {
    "nothing to reach": {},
    "a command and a url": { command: "node", url: "http://127.0.0.1/mcp" },
    "a program that is not there": { command: "no-such-program-anywhere" },
    "a server that dies at once": { command: process.execPath, args: [rawServer, "crash"] },
  },
});

testSource(runner, {
  name: "local",
  source: localSource,
  timeoutMs,
  tries: ["slowCall"],
  async setup() {
    const folder = makeTempFolder("local-source");
    const base = 'namespace: "local", version: "1.0.0", type: "QUERY", description: "", inputSchema: true';
    const module = (name: string, handler: string): string =>
      `export default { name: "${name}", ${base}, outputSchema: true, accessControl: { requiredScopes: [] }, handler: ${handler} };`;
    await mkdir(join(folder, "operations"));
    await writeFile(join(folder, "operations", "quick.mjs"), module("quick", '() => "done"'));
    await writeFile(join(folder, "slow.mjs"), module("slow", "() => new Promise((end) => setTimeout(end, 500))"));
    return {
      config: { folders: [join(folder, "operations")], modules: [join(folder, "slow.mjs")] },
      call: { id: "local.quick", data: "done" },
      slowCall: { id: "local.slow" },
      end: () => rm(folder, { recursive: true, force: true }),
    };
  },
  badConfigs: { "folders that are not a list": { folders: "operations" } },
});

const operation = (name: string, handler: () => unknown) =>
  defineOperation({
    name,
    namespace: "far",
    version: "1.0.0",
    type: "QUERY",
    description: "",
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    handler,
  });

function farRegistry(): OperationRegistry {
  const registry = new OperationRegistry();
  registry.register(operation("quick", () => "done"));
  registry.register(operation("slow", () => new Promise(() => undefined)));
  return registry;
}

testSource(runner, {
  name: "hub",
  source: hubSource,
  timeoutMs,
  tries: ["slowCall", "change", "interrupt"],
  async setup() {
    const folder = makeTempFolder("hub-source");
    const port = await findFreePort();
    const registry = farRegistry();
    const token = "a-key-of-the-other-hub";
    const config: HubConfig = { serve: { port, keys: [{ id: "near", key: token }] }, log: { level: "silent" } };
    const start = (): Promise<RunningHub> => startHub({ config, folder }, { registry, stateFolder: folder });
    let hub = await start();
    return {
      config: { type: "hub" as const, url: `http://127.0.0.1:${port}`, token },
      call: { id: "far.quick", data: "done" },
      slowCall: { id: "far.slow" },
      change: () =>
        registry.register(
          operation("newcomer", () => "new"),
          { replace: true },
        ),
      interrupt: () => hub.close({ graceMs: 0 }),
      async restore() {
        hub = await start();
      },
      async end() {
        await hub.close({ graceMs: 0 });
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
  badConfigs: {
    "no address": { type: "hub", url: "nowhere" },
    "an address that does not answer": { type: "hub", url: "ws://127.0.0.1:1" },
  },
});

const brokers = {
  nats: {
    source: natsSource,
    connect: (url: string) => natsBus({ servers: url }),
    configFor: (url: string) => ({ type: "nats", servers: url }) as const,
    nowhere: { type: "nats", servers: "nats://127.0.0.1:1" },
  },
  redis: {
    source: redisSource,
    connect: (url: string) => redisBus({ url }),
    configFor: (url: string) => ({ type: "redis", url }) as const,
    nowhere: { type: "redis", url: "redis://127.0.0.1:1" },
  },
};

async function setUpBroker(kind: BrokerKind): Promise<Omit<SourceSetup<never>, "config"> & { readonly url: string }> {
  const broker = await startBroker(kind);
  const registry = farRegistry();
  const peer = await connectBus({
    transport: await brokers[kind].connect(broker.url),
    registry,
    onError: () => undefined,
  });
  return {
    url: broker.url,
    call: { id: "far.quick", data: "done" },
    slowCall: { id: "far.slow" },
    change: () =>
      registry.register(
        operation("newcomer", () => "new"),
        { replace: true },
      ),
    interrupt: () => broker.kill(),
    restore: () => broker.restart(),
    async end() {
      await peer.close({ graceMs: 0 });
      await broker.stop();
    },
  };
}

const tries = ["slowCall", "change", "interrupt"] as const;

if (!isLeftOut("nats")) {
  const { source, configFor, nowhere } = brokers.nats;
  testSource(runner, {
    name: "nats",
    source,
    timeoutMs,
    tries,
    async setup() {
      const { url, ...setup } = await setUpBroker("nats");
      return { ...setup, config: configFor(url) };
    },
    badConfigs: { "an address that does not answer": nowhere },
  });
}

if (!isLeftOut("redis")) {
  const { source, configFor, nowhere } = brokers.redis;
  testSource(runner, {
    name: "redis",
    source,
    timeoutMs,
    tries,
    async setup() {
      const { url, ...setup } = await setUpBroker("redis");
      return { ...setup, config: configFor(url) };
    },
    badConfigs: { "an address that does not answer": nowhere },
  });
}
