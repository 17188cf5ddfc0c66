import { rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { dispatch } from "../../registry/dispatch.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { until } from "../../../tests/support/until.ts";
import { demoModule, rawMCPServer, weatherServices } from "./fixtures.test-support.ts";
import { openAPISource } from "../../sources/openapi/openapi-source.ts";
import type { BuiltInSources, HubSources, OpenSourcesOptions } from "./hub-sources.ts";
import { openSources } from "./open-sources.ts";
import type { SourceStatus } from "./source-status.ts";

// Real processes and servers, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folderWith = tempFolders();
const startWeather = weatherServices();

const open: HubSources[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sources) => sources.close({ graceMs: 0 })));
});

async function start(config: HubConfig, folder?: string, options: OpenSourcesOptions = {}): Promise<HubSources> {
  const sources = await openSources({ config, folder }, { retry: { minDelay: 10, maxDelay: 50 }, ...options });
  open.push(sources);
  await sources.ready;
  return sources;
}

const ids = ({ registry }: HubSources): string[] =>
  registry.list().map(({ namespace, name }) => `${namespace}.${name}`);
const caller = (...scopes: string[]) => ({ context: { identity: { id: "ada", scopes } } });

describe("when sources are opened", () => {
  it("has local, HTTP and MCP operations in one registry", async () => {
    const { url } = await startWeather();
    const folder = await folderWith({ "demo.mjs": demoModule, "ops/greet.ts": greetModule });
    const sources = await start(
      {
        local: { folders: ["ops"], modules: ["demo.mjs"] },
        openapi: { weather: { document: `${url}/openapi.json`, headers: { "x-api-key": "k" }, include: ["get*"] } },
        mcpServers: { raw: { ...rawMCPServer, include: ["echo"] } },
      },
      folder,
    );
    expect(sources.statuses()).toEqual([
      expect.objectContaining({ name: "local", kind: "local", state: "ready", operations: 6 }),
      expect.objectContaining({ name: "weather", kind: "openapi", state: "ready", operations: 1 }),
      expect.objectContaining({ name: "raw", kind: "mcp", state: "ready", operations: 1 }),
    ]);
    const { registry } = sources;
    expect((await registry.execute("demo.nested", {})).data).toBe("hello!");
    expect((await registry.execute("own.greet", { name: "Ada" })).data).toBe("Hello, Ada");
    expect((await registry.execute("weather.getWeather", { city: "Oslo" })).data).toEqual({ city: "Oslo", key: "k" });
    const { meta } = await registry.execute("raw.echo", { a: 1 });
    expect(meta).toMatchObject({ source: "mcp", content: [{ type: "text", text: '{"a":1}' }] });
  });

  it("reports failed sources, serves the rest, and retries until they work", async () => {
    const folder = await folderWith({ "demo.mjs": demoModule, "later.json": emptyDocument });
    await rename(join(folder, "later.json"), join(folder, "hidden.json"));
    const config: HubConfig = {
      local: { modules: ["demo.mjs", "missing.mjs"] },
      openapi: { later: { document: "later.json" } },
      mcpServers: { broken: { command: "no-such-program-anywhere" } },
    };
    const sources = await openSources({ config, folder }, { retry: { minDelay: 10, maxDelay: 50 } });
    open.push(sources);
    // Their states at that time: failed sources are retried meanwhile.
    const seen: SourceStatus[] = [];
    sources.onChange((status) => seen.push(status));
    await sources.ready;
    expect(sources.statuses()[0]).toMatchObject({
      state: "ready",
      operations: 5,
      report: { counts: { quarantined: 1 } },
    });
    const failure = { state: "failed", error: expect.any(String) as string, retryAt: expect.any(String) as string };
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "later", ...failure }),
        expect.objectContaining({ name: "broken", ...failure }),
      ]),
    );
    await rename(join(folder, "hidden.json"), join(folder, "later.json"));
    await until(() => sources.statuses()[1]?.state === "ready");
    const states = seen.filter(({ name }) => name === "later").map(({ state }) => state);
    expect(states.slice(-2)).toEqual(["connecting", "ready"]);
  });

  it("quarantines an id that another source has, and takes it once the id is free", async () => {
    const folder = await folderWith({ "a.mjs": demoModule, "demo.json": documentWith("hello") });
    const both: HubConfig = {
      local: { modules: ["a.mjs"], include: ["hello"] },
      openapi: { demo: { document: "demo.json" } },
    };
    const sources = await start(both, folder);
    const [first, second] = sources.statuses().sort((one, other) => other.operations - one.operations);
    expect([first?.operations, second?.operations]).toEqual([1, 0]);
    expect(second?.report?.quarantined).toEqual([
      { id: "demo.hello", reason: expect.stringContaining("the id is taken by an operation of") as string },
    ]);
    const { local: _, ...withoutLocal } = both;
    const { openapi: __, ...withoutOpenAPI } = both;
    const rest = first?.kind === "local" ? withoutLocal : withoutOpenAPI;
    await sources.reload({ config: rest, folder });
    expect(sources.statuses()).toEqual([expect.objectContaining({ name: second?.name, operations: 1 })]);
    expect(ids(sources)).toEqual(["demo.hello"]);
  });

  it("shows no secret of the config in the error of a process that printed it when it died", async () => {
    const token = "the-token-of-this-server";
    const dying = 'console.error("cannot log in with " + process.env.SERVER_KEY); process.exit(1)';
    const sources = await start({
      mcpServers: { dying: { command: process.execPath, args: ["-e", dying], env: { SERVER_KEY: token } } },
    });
    const [status] = sources.statuses();
    expect(status).toMatchObject({ state: "failed", error: expect.stringContaining("cannot log in with [redacted]") });
    expect(JSON.stringify(status)).not.toContain(token);
  });

  it("leaves disabled sources alone", async () => {
    const sources = await start({ mcpServers: { off: { command: "no-such-program", disabled: true } } });
    expect(sources.statuses()).toEqual([]);
  });

  it("says which remote cannot be reached, and when it retries", async () => {
    const sources = await start({
      remotes: {
        far: { type: "redis", url: "redis://127.0.0.1:1" },
        bus: { type: "nats", servers: "nats://127.0.0.1:1" },
        other: { type: "hub", url: "http://127.0.0.1:1" },
      },
    });
    const failed = (kind: string, error: string): unknown =>
      expect.objectContaining({
        kind,
        state: "failed",
        error: expect.stringContaining(error) as string,
        retryAt: expect.any(String) as string,
      });
    // A slow machine may be at the first retry already.
    await expect
      .poll(() => sources.statuses())
      .toEqual([
        failed("redis", "Redis cannot be reached"),
        failed("nats", "NATS cannot be reached"),
        failed("hub", "ws://127.0.0.1:1/ws is not reachable"),
      ]);
  });
});

describe("when an operation is called from outside", () => {
  const local = (more: object = {}): HubConfig => ({ local: { modules: ["demo.mjs"], ...more } });
  const opened = async (config: HubConfig, options?: OpenSourcesOptions) =>
    await start(config, await folderWith({ "demo.mjs": demoModule }), options);

  it("requires an identity with the base scope, however open the operation declares itself", async () => {
    const { registry } = await opened(local());
    await expect(dispatch(registry, { id: "demo.hello" })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(dispatch(registry, { id: "demo.hello", ...caller() })).rejects.toMatchObject({
      code: "ACCESS_DENIED",
    });
    expect((await dispatch(registry, { id: "demo.hello", ...caller("operations:call") })).data).toBe("hello");
  });

  it("lets every client call public operations, unless they require a scope themselves", async () => {
    const sources = await opened({ ...local(), serve: { publicOperations: ["demo.hello", "demo.s*"] } });
    expect((await dispatch(sources.registry, { id: "demo.hello" })).data).toBe("hello");
    await expect(dispatch(sources.registry, { id: "demo.write" })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(dispatch(sources.registry, { id: "demo.secret" })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(sources.statuses()[0]?.report?.findings).toEqual([
      { kind: "not public", where: "demo.secret", why: expect.stringContaining("asks for scopes") as string },
    ]);
  });

  it("adds the source's scopes to those of the operation", async () => {
    const { registry } = await opened(local({ scopes: ["of-source"] }));
    expect((await dispatch(registry, { id: "demo.hello", ...caller("of-source") })).data).toBe("hello");
    const one = dispatch(registry, { id: "demo.secret", ...caller("secrets") });
    await expect(one).rejects.toMatchObject({ code: "ACCESS_DENIED" });
    expect((await dispatch(registry, { id: "demo.secret", ...caller("secrets", "of-source") })).data).toBe(42);
  });

  it("refuses calls that need an approval if there is no approver", async () => {
    const { registry } = await opened(local({ approval: true }));
    const write = dispatch(registry, { id: "demo.write", ...caller("operations:call") });
    await expect(write).rejects.toMatchObject({
      code: "ACCESS_DENIED",
      message: expect.stringContaining("approval") as string,
    });
    expect((await dispatch(registry, { id: "demo.hello", ...caller("operations:call") })).data).toBe("hello");
  });

  it("asks the approver about listed operations, whatever their type", async () => {
    const asked: string[] = [];
    const approve: OpenSourcesOptions["approve"] = ({ id }) => asked.push(id) > 0;
    const { registry } = await opened(local({ approval: ["hel*"] }), { approve });
    await registry.execute("demo.hello", {});
    await registry.execute("demo.write", {});
    expect(asked).toEqual(["demo.hello"]);
  });
});

describe("when a reload finds that a source's file has changed", () => {
  it("uses the new OpenAPI document, and fails the source if the file is gone", async () => {
    const folder = await folderWith({ "api.json": documentWith("one") });
    const config: HubConfig = { openapi: { api: { document: "api.json" } } };
    const sources = await start(config, folder);
    await writeFile(join(folder, "api.json"), documentWith("two"));
    await sources.reload({ config, folder });
    expect(ids(sources)).toEqual(["api.two"]);
    await rm(join(folder, "api.json"));
    await sources.reload({ config, folder });
    expect(sources.statuses()).toMatchObject([{ state: "failed", operations: 0 }]);
  });

  it("uses the new modules of a folder, and fails the source if the folder is gone", async () => {
    const folder = await folderWith({ "ops/greet.ts": greetModule.replace("Hello", "Hi") });
    const config: HubConfig = { local: { folders: ["ops"] } };
    const sources = await start(config, folder);
    const greet = async () => (await sources.registry.execute("own.greet", { name: "Ada" })).data;
    expect(await greet()).toBe("Hi, Ada");
    await writeFile(join(folder, "ops", "greet.ts"), greetModule);
    await sources.reload({ config, folder });
    expect(await greet()).toBe("Hello, Ada");
    await rm(join(folder, "ops"), { recursive: true });
    await sources.reload({ config, folder });
    const error = expect.stringContaining("there is no folder") as string;
    expect(sources.statuses()).toMatchObject([{ state: "failed", operations: 0, error }]);
  });
});

describe("when the config is reloaded", () => {
  it("leaves unchanged sources connected, and applies new rules at once", async () => {
    const { url, requests } = await startWeather();
    const openapi = { weather: { document: `${url}/openapi.json` } };
    const sources = await start({ openapi });
    const changes: string[] = [];
    sources.registry.onChange((batch) => changes.push(...batch.map(({ type, id }) => `${type} ${id}`)));
    await sources.reload({ config: { openapi: { ...openapi } } });
    expect([requests, changes]).toEqual([["GET /openapi.json"], []]);
    await sources.reload({
      config: { openapi: { weather: { ...openapi.weather, exclude: ["set*"], scopes: ["w"] } } },
    });
    expect(requests).toEqual(["GET /openapi.json"]);
    expect(changes).toEqual(["unregistered weather.setWeather", "replaced weather.getWeather"]);
    expect(sources.registry.getSpec("weather.getWeather")?.accessControl.requiredScopes).toEqual(["w"]);
  });

  it("applies new rules at once to a source that has to reconnect, however long that takes", async () => {
    const { url } = await startWeather();
    const weather = { document: `${url}/openapi.json` };
    let connected = 0;
    const openapi: BuiltInSources["openapi"] = {
      open: (config, context) =>
        connected++ === 0 ? openAPISource.open(config, context) : new Promise(() => undefined),
    };
    const sources = await start({ openapi: { weather } }, undefined, { builtIn: { openapi } });
    void sources.reload({
      config: { openapi: { weather: { ...weather, timeout: 1000, exclude: ["set*"], scopes: ["w"] } } },
    });
    // Once the hub has looked for a lock, whether there is one or not.
    await expect.poll(() => ids(sources)).toEqual(["weather.getWeather"]);
    expect(sources.registry.getSpec("weather.getWeather")?.accessControl.requiredScopes).toEqual(["w"]);
  });

  it("lets calls of a removed source finish", async () => {
    const { url, release } = await startWeather();
    const sources = await start({ openapi: { weather: { document: `${url}/openapi.json` } } });
    const call = sources.registry.execute("weather.getWeather", { city: "slow" });
    await sources.reload({ config: {} });
    expect(ids(sources)).toEqual([]);
    release();
    expect((await call).data).toEqual({ city: "slow" });
  });

  it("keeps a changed source's operations available at every moment", async () => {
    const { url } = await startWeather();
    const weather = { document: `${url}/openapi.json` };
    const sources = await start({ openapi: { weather } });
    const seen: string[] = [];
    sources.registry.onChange((batch) => seen.push(...batch.map(({ type }) => type)));
    const done = sources.reload({ config: { openapi: { weather: { ...weather, headers: { "x-api-key": "new" } } } } });
    expect(ids(sources)).toHaveLength(2);
    await done;
    expect(seen).toEqual(["replaced", "replaced"]);
    expect((await sources.registry.execute("weather.getWeather", { city: "a" })).data).toEqual({
      city: "a",
      key: "new",
    });
  });

  it("reports that a changed source is ready, and that a removed one is closed", async () => {
    const { url } = await startWeather();
    const weather = { document: `${url}/openapi.json` };
    const sources = await start({ openapi: { weather } });
    const told: string[] = [];
    sources.onChange(({ state }) => told.push(state));
    await sources.reload({ config: { openapi: { weather: { ...weather, timeout: 60_000 } } } });
    await sources.reload({ config: {} });
    await sources.close();
    expect(told).toEqual(["ready", "closed"]);
  });

  it("keeps the process of an MCP server until its calls have ended, then ends it", async () => {
    const sources = await start({ mcpServers: { raw: { ...rawMCPServer, include: ["never", "echo"] } } });
    const abort = new AbortController();
    const call = sources.registry.execute("raw.never", {}, { signal: abort.signal });
    call.catch(() => undefined);
    await sources.reload({ config: {} });
    let isClosed = false;
    const closing = sources.close({ graceMs: 5000 }).then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isClosed).toBe(false);
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    await closing;
  });
});

describe("when a source does not answer", () => {
  async function silent(): Promise<string> {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
  }

  it("can be replaced by another config, and then by a third", async () => {
    const { url } = await startWeather();
    const answering = { document: `${url}/openapi.json` };
    const sources = await start({ openapi: { weather: answering } });
    void sources.reload({ config: { openapi: { weather: { document: await silent() } } } });
    expect(ids(sources)).toHaveLength(2);
    await sources.reload({ config: { openapi: { weather: { ...answering, headers: { "x-api-key": "third" } } } } });
    await until(() => sources.statuses()[0]?.operations === 2);
    const { data } = await sources.registry.execute("weather.getWeather", { city: "a" });
    expect(data).toEqual({ city: "a", key: "third" });
  });

  it("does not keep the others from being closed", async () => {
    const sources = await openSources({ config: { openapi: { silent: { document: await silent() } } } });
    await sources.close();
    expect(sources.statuses()).toMatchObject([{ state: "closed" }]);
  });
});

describe("when sources are closed", () => {
  it("leaves none of their operations and no middleware in the registry", async () => {
    const registry = new OperationRegistry();
    const folder = await folderWith({ "demo.mjs": demoModule });
    const sources = await start({ local: { modules: ["demo.mjs"], approval: true } }, folder, { registry });
    await sources.close();
    expect(registry.list()).toEqual([]);
    expect(sources.statuses().map(({ state }) => state)).toEqual(["closed"]);
  });
});

const greetModule = `
const name: string = "greet";
export default {
  name, namespace: "own", version: "1.0.0", type: "QUERY", description: "Greets",
  inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  outputSchema: { type: "string" }, accessControl: { requiredScopes: [] },
  handler: (input: { name: string }) => \`Hello, \${input.name}\`,
};
`;

function documentWith(operationId: string): string {
  const get = { operationId, responses: { 200: { description: "ok" } } };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/a": { get } } });
}

const emptyDocument = documentWith("empty");
