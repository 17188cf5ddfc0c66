/** The configs of "Two hubs on NATS" in the deployment guide, unchanged. */
import { chmod, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/entries/hub.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerServer } from "../support/broker-servers.ts";
import { docsSamples, replaceAll } from "../support/docs-sample.ts";
import { isLeftOut } from "../support/left-out.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { SECRET, testHubs } from "./test-hubs.ts";
import type { TestHub } from "./test-hubs.ts";

const startHub = testHubs();
const mcpServer = fileURLToPath(new URL("../cli/fixtures/mcp-server.js", import.meta.url));
const samplesOf = (heading: string): string[] => docsSamples("docs/guide/deployment.md", heading, "yaml");
const [officeConfig = "", cloudConfig = ""] = samplesOf("Two hubs on NATS");
const [spokeConfig = "", hubConfig = ""] = samplesOf("One hub as a spoke of another");

const keyOf = (id: string): string => `the-key-of-${id}-at-least-16`;
const key = (id: string, ...scopes: string[]) => ({ id, key: keyOf(id), scopes: ["operations:call", ...scopes] });

let folder: string;
let shop: Server;
beforeEach(async () => {
  folder = makeTempFolder("two-hubs");
  shop = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('["tea"]');
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  await writeFile(join(folder, "shop.yaml"), shopDocument((shop.address() as AddressInfo).port));
  await writeFile(join(folder, "files-server"), `#!/bin/sh\nexec '${process.execPath}' '${mcpServer}'\n`);
  await chmod(join(folder, "files-server"), 0o755);
});
afterEach(async () => {
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

function shopDocument(port: number): string {
  return `
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "http://127.0.0.1:${port}" }]
paths:
  /products:
    get:
      operationId: listProducts
      responses:
        "200":
          description: ok
          content: { application/json: { schema: { type: array, items: { type: string } } } }
`;
}

interface Place {
  readonly text: string;
  readonly replacements: Readonly<Record<string, string>>;
  readonly keys: Array<ReturnType<typeof key>>;
}

/** Starts a hub from a config in the docs, with this machine's addresses and keys for the test. */
async function start({ text, replacements, keys }: Place): Promise<TestHub> {
  const file = join(folder, "operations.config.yaml");
  await writeFile(file, replaceAll(text, replacements));
  const env = { BUS_SECRET: SECRET, OFFICE_SECRET: SECRET, OFFICE_KEY: keyOf("cloud") };
  const { config } = await loadConfig(file, { env });
  const { serve } = config;
  return await startHub({ ...config, serve: { ...serve, keys: [...(serve?.keys ?? []), ...keys] } });
}

const officeFiles = (): Record<string, string> => ({
  "command: files-server": `command: ${join(folder, "files-server")}`,
});
/** The test's shop is on this machine. By default, a document may not point there. */
const cloudShop = (): Record<string, string> => ({
  "document: shop.yaml": `document: ${join(folder, "shop.yaml")}, allowPrivateNetwork: true`,
});

async function statusOf(hub: TestHub, path: string, who: string): Promise<number> {
  return (await hub.call(path, path === "/files/echo" ? { text: "hello" } : {}, { key: keyOf(who) })).status;
}

describe.skipIf(isLeftOut("nats"))("when two hubs are on NATS as the docs say", () => {
  let broker: BrokerServer;
  let office: TestHub;
  let cloud: TestHub;
  beforeEach(async () => {
    broker = await startBroker("nats");
    const bus = { "nats://nats.internal:4222": broker.url };
    office = await start({
      text: officeConfig,
      replacements: { ...bus, ...officeFiles() },
      keys: [key("plain"), key("reader", "shop:read")],
    });
    cloud = await start({
      text: cloudConfig,
      replacements: { ...bus, ...cloudShop() },
      keys: [key("plain"), key("reader", "shop:read"), key("worker", "office")],
    });
    await until(() => cloud.registry.has("files.echo") && office.registry.has("shop.listProducts"));
  });
  afterEach(() => broker.stop());

  it("reaches all sources through either hub, with the rules of both", async () => {
    const echoed = await cloud.call("/files/echo", { text: "hello" }, { key: keyOf("worker") });
    expect(await echoed.json()).toEqual([{ type: "text", text: "hello" }]);
    expect(await statusOf(cloud, "/files/echo", "plain")).toBe(403);
    expect(await statusOf(office, "/files/echo", "plain")).toBe(200);
    // The cloud requires the scope, and sees the office's caller.
    const products = await office.call("/shop/listProducts", {}, { key: keyOf("reader") });
    expect(await products.json()).toEqual(["tea"]);
    expect(await statusOf(office, "/shop/listProducts", "plain")).toBe(403);
  });

  it("continues without the broker, names what is missing, and recovers when it is back", async () => {
    await broker.kill();
    await until(() => [office, cloud].every((hub) => hub.status("bus")?.state === "connecting"));
    const failed = await cloud.call("/files/echo", { text: "hello" }, { key: keyOf("worker") });
    expect(await failed.json()).toMatchObject({ code: "NO_RESPONDER" });
    expect(await statusOf(cloud, "/shop/listProducts", "reader")).toBe(200);
    expect(await statusOf(office, "/files/echo", "plain")).toBe(200);
    await broker.restart();
    await until(async () => (await statusOf(cloud, "/files/echo", "worker")) === 200);
    await until(async () => (await statusOf(office, "/shop/listProducts", "reader")) === 200);
  });
});

describe("when one hub is a spoke of the other as the docs say", () => {
  it("calls there for its callers within its key's rights, and offers what its key allows", async () => {
    const office = await start({
      text: hubConfig,
      replacements: officeFiles(),
      keys: [key("reader", "shop:read")],
    });
    const outcomes: string[] = [];
    office.registry.use(async ({ id, context }, next) => {
      outcomes.push(`${context.identity?.id} ${id}`);
      return await next();
    });
    const cloud = await start({
      text: spokeConfig,
      replacements: { "https://office.example": office.endpoints.http, ...cloudShop() },
      keys: [key("plain"), key("clerk", "files")],
    });
    await until(() => cloud.registry.has("files.echo") && office.registry.has("shop.listProducts"));
    expect(await statusOf(cloud, "/files/echo", "clerk")).toBe(200);
    expect(outcomes).toEqual(["clerk files.echo"]);
    expect(await statusOf(cloud, "/files/echo", "plain")).toBe(403);
    expect(await statusOf(office, "/shop/listProducts", "reader")).toBe(200);
    expect(await statusOf(office, "/shop/listProducts", "cloud")).toBe(403);
  });
});
