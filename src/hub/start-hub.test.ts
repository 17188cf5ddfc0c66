import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { HubConfig } from "./config/hub-config.ts";
import type { HubInterface } from "./interfaces/hub-interface.ts";
import type { StartHubOptions } from "./running-hub.ts";
import { until } from "../../tests/support/until.ts";
import { rawMCPServer, weatherServices } from "./sources/fixtures.test-support.ts";
import { startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

// Real processes and servers, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folderWith = tempFolders();
const startWeather = weatherServices();

const KEY = "a-key-that-is-hard-to-guess";
const startHubWith = startedHubs();

interface Started extends StartedHub {
  get(path: string, init?: RequestInit): Promise<Response>;
}

const demo: HubConfig = { local: { modules: ["demo.mjs"] }, serve: { keys: [{ id: "ada", key: KEY, scopes: ["*"] }] } };

async function start(config: HubConfig = demo, options: StartHubOptions = {}): Promise<Started> {
  const hub = await startHubWith(config, options);
  const get = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${hub.endpoints.http}${path}`, { headers: { authorization: `Bearer ${KEY}` }, ...init });
  return { ...hub, get };
}

const post = (headers: Record<string, string> = { authorization: `Bearer ${KEY}` }): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: "{}",
});

describe("when a hub is started without keys", () => {
  it("makes one on the first start, readable only by its owner, and requires it everywhere", async () => {
    const stateFolder = join(await folderWith(), "deep", "state");
    const config: HubConfig = { local: { modules: ["demo.mjs"] } };
    const hub = await start(config, { stateFolder });
    const key = hub.key ?? "";
    expect(key).toMatch(/^op_[\w-]{43}$/);
    expect(hub.keyFile).toBe(join(stateFolder, "key"));
    expect((await stat(join(stateFolder, "key"))).mode & 0o777).toBe(0o600);
    for (const path of [
      "/demo/hello",
      "/openapi.json",
      "/~/sources",
      "/~/operations",
      "/metrics",
      "/mcp",
      "/~/calls/x",
    ]) {
      expect([path, (await hub.get(path, { headers: {} })).status]).toEqual([path, 401]);
      expect([path, (await hub.get(path)).status]).toEqual([path, 401]);
    }
    const answer = await hub.get("/demo/secret", post({ authorization: `Bearer ${key}` }));
    expect(await answer.json()).toBe(42);
    const again = await start(config, { stateFolder });
    expect([again.key, again.keyFile]).toEqual([undefined, hub.keyFile]);
    expect((await again.get("/demo/hello", post({ "x-api-key": key }))).status).toBe(200);
    expect(hub.logged.join("")).not.toContain(key);
  });

  it("refuses to start with a key file without a key", async () => {
    const folder = await folderWith({ "state/key": "short" });
    await expect(start({}, { stateFolder: join(folder, "state") })).rejects.toThrow(/it holds no key/);
  });
});

describe("when a hub serves", () => {
  it("answers calls, within the scopes of a key", async () => {
    const other = { id: "bob", key: "another-key-of-bob" };
    const hub = await start({ ...demo, serve: { keys: [...(demo.serve?.keys ?? []), other] } });
    expect(await (await hub.get("/demo/nested", post())).json()).toBe("hello!");
    const bob = post({ authorization: `Bearer ${other.key}` });
    expect((await hub.get("/demo/hello", bob)).status).toBe(200);
    expect((await hub.get("/demo/secret", bob)).status).toBe(403);
  });

  it("lets callers without a key call public operations, and nothing else", async () => {
    const hub = await start({ ...demo, serve: { ...demo.serve, publicOperations: ["demo.hello"] } });
    expect((await hub.get("/demo/hello", post({}))).status).toBe(200);
    expect((await hub.get("/demo/write", post({}))).status).toBe(401);
    expect((await hub.get("/demo/nested", post({}))).status).toBe(401);
    for (const path of ["/~/sources", "/metrics", "/~/calls/x"]) {
      expect((await hub.get(path, { headers: {} })).status).toBe(401);
    }
  });

  it("checks Host and Origin", async () => {
    const hub = await start();
    const { request } = await import("node:http");
    const statusOf = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(hub.endpoints.http);
        const sent = request(
          { hostname, port, path: "/~/sources", headers: { "x-api-key": KEY, ...headers } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        );
        sent.on("error", reject).end();
      });
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ host: "evil.example" })).toBe(403);
    expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
  });

  it("speaks MCP as the identity of the key", async () => {
    const hub = await start();
    const transport = new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), {
      requestInit: { headers: { authorization: `Bearer ${KEY}` } },
    });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["demo_hello", "demo_write", "demo_secret", "demo_count", "demo_nested"]),
    );
    expect((await client.callTool({ name: "demo_nested", arguments: {} })).content).toEqual([
      { type: "text", text: "hello!" },
    ]);
    await client.close();
  });

  it("reports its sources, and counts calls", async () => {
    const hub = await start({ ...demo, mcpServers: { broken: { command: "no-such-program" } } });
    await hub.get("/demo/hello", post());
    await hub.get("/demo/missing", post());
    const { sources } = (await (await hub.get("/~/sources")).json()) as { sources: unknown[] };
    expect(sources).toEqual([
      expect.objectContaining({ name: "local", kind: "local", state: "ready", operations: 5 }),
      expect.objectContaining({ name: "broken", kind: "mcp", state: "failed" }),
    ]);
    const metrics = await hub.get("/metrics");
    expect(metrics.headers.get("content-type")).toContain("text/plain");
    const text = await metrics.text();
    expect(text).toContain('operations_calls_total{operation="demo.hello",code="OK"} 1');
    expect(text).toContain('operations_source_state{source="broken",kind="mcp",state="failed"} 1');
    expect(text).toContain("operations_calls_in_flight 0");
  });

  it("shows the timeline of a call only to its caller", async () => {
    const other = { id: "bob", key: "another-key-of-bob" };
    const hub = await start({ ...demo, serve: { keys: [...(demo.serve?.keys ?? []), other] } });
    const requestId = (await hub.get("/demo/nested", post())).headers.get("operation-request-id") ?? "";
    const { calls } = (await (await hub.get(`/~/calls/${requestId}`)).json()) as { calls: unknown[] };
    expect(calls).toEqual([
      expect.objectContaining({ requestId, operationId: "demo.nested", durationMs: expect.any(Number) as number }),
      expect.objectContaining({ parentRequestId: requestId, operationId: "demo.hello" }),
    ]);
    const bob = await hub.get(`/~/calls/${requestId}`, { headers: { "x-api-key": other.key } });
    expect(bob.status).toBe(404);
  });

  it("is ready once every source was tried", async () => {
    // It answers when the test says so.
    const api = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void api.close());
    await once(api, "listening");
    const asked = once(api, "request") as Promise<[unknown, ServerResponse]>;
    const document = `http://127.0.0.1:${(api.address() as AddressInfo).port}/`;
    const hub = await start({ ...demo, openapi: { slow: { document } } }, { waitForSources: false });
    const [, answer] = await asked;
    expect((await hub.get("/healthz", { headers: {} })).status).toBe(200);
    expect((await hub.get("/readyz", { headers: {} })).status).toBe(503);
    answer.end(JSON.stringify({ openapi: "3.1.0", info: { title: "Slow", version: "1" }, paths: {} }));
    await hub.sources.ready;
    expect((await hub.get("/readyz", { headers: {} })).status).toBe(200);
  });

  it("leaves out parts that the config switches off", async () => {
    const hub = await start({ ...demo, serve: { ...demo.serve, mcp: false, http: false, ws: false } });
    expect(Object.keys(hub.endpoints)).toEqual(["http"]);
    expect((await hub.get("/mcp", post())).status).toBe(404);
    expect((await hub.get("/demo/hello", post())).status).toBe(404);
    expect((await hub.get("/explorer/")).status).toBe(404);
    expect((await hub.get("/~/sources")).status).toBe(200);
  });

  it("explains that its port is taken, and leaves nothing open", async () => {
    const { port } = new URL((await start()).endpoints.http);
    await expect(start({ ...demo, mcpServers: { raw: rawMCPServer } }, { port: Number(port) })).rejects.toThrow(
      /another program listens there/,
    );
  });
});

describe("when the explorer is requested", () => {
  const files = {
    "index.html": "<!doctype html><title>explorer</title>",
    "assets/index-B4x_9aZ1.js": "export {};",
    "robots.txt": "none",
  };

  it("serves its files without credentials, under a policy that lets nothing out", async () => {
    const explorerFolder = await folderWith(files);
    const hub = await start(demo, { explorerFolder });
    const page = await hub.get("/explorer/", { headers: {} });
    expect(await page.text()).toBe(files["index.html"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("content-security-policy")).not.toMatch(/https?:|\*|unsafe/);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const script = await hub.get("/explorer/assets/index-B4x_9aZ1.js", { headers: {} });
    expect(script.headers.get("content-type")).toContain("javascript");
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect((await hub.get("/explorer/robots.txt")).headers.get("cache-control")).toBe("no-cache");
    expect(await (await hub.get("/explorer/operations/demo")).text()).toBe(files["index.html"]);
    expect((await hub.get("/explorer/assets/none.js")).status).toBe(404);
    expect((await hub.get("/explorer/", { method: "POST" })).status).toBe(405);
    expect((await hub.get("/explorer", { redirect: "manual" })).headers.get("location")).toBe("/explorer/");
  });

  it.each(["..%2f..%2fdemo.mjs", "%2e%2e/demo.mjs", "..%5cdemo.mjs", "%00.js", "%E0%A4%A"])(
    "serves nothing from outside its folder: %s",
    async (path) => {
      const folder = await folderWith({ "page/index.html": "", "demo.mjs": "secret" });
      const hub = await start(demo, { explorerFolder: join(folder, "page") });
      const answer = await hub.get(`/explorer/${path}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.text()).not.toContain("secret");
    },
  );
});

describe("when a hub is reloaded", () => {
  it("applies new keys and sources, and says what needs a restart", async () => {
    const { url } = await startWeather();
    const hub = await start();
    const next: HubConfig = {
      openapi: { weather: { document: `${url}/openapi.json` } },
      serve: { port: 1, keys: [{ id: "new", key: "the-key-that-comes-after" }] },
    };
    await hub.reload({ config: next, folder: hub.folder });
    expect((await hub.get("/weather/getWeather?city=Oslo")).status).toBe(401);
    const headers = { "x-api-key": "the-key-that-comes-after" };
    const answer = await hub.get("/weather/getWeather?city=Oslo", { headers });
    expect(await answer.json()).toEqual({ city: "Oslo" });
    expect((await hub.get("/demo/hello", { headers })).status).toBe(404);
    expect(hub.logged.join("")).toContain("serve.port");
  });
});

describe("when a hub is closed", () => {
  it("lets calls in flight finish, and is not ready meanwhile", async () => {
    const weather = await startWeather();
    const hub = await start({ ...demo, openapi: { weather: { document: `${weather.url}/openapi.json` } } });
    const call = hub.get("/weather/getWeather?city=slow");
    await until(() => weather.requests.some((line) => line.endsWith("/slow")));
    const closed = hub.close({ graceMs: 5000 });
    weather.release();
    expect(await (await call).json()).toEqual({ city: "slow" });
    await closed;
    await expect(hub.get("/healthz")).rejects.toThrow();
  });

  it("ends MCP streams that carry no call, long before the grace period ends", async () => {
    const hub = await start();
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    await client.listTools();
    const began = performance.now();
    await hub.close({ graceMs: 3_600_000 });
    // This does not measure speed: the difference is an hour.
    expect(performance.now() - began).toBeLessThan(3_600_000);
    await client.close().catch(() => undefined);
  });

  it("aborts calls that do not end within the grace period", async () => {
    const weather = await startWeather();
    const hub = await start({ ...demo, openapi: { weather: { document: `${weather.url}/openapi.json` } } });
    const call = hub.get("/weather/getWeather?city=slow").then(
      ({ status }) => status,
      () => "cut",
    );
    await until(() => weather.requests.some((line) => line.endsWith("/slow")));
    await hub.close({ graceMs: 20 });
    expect(await call).not.toBe(200);
  });

  it("attaches, drains and closes its parts", async () => {
    const events: string[] = [];
    const part: HubInterface = {
      name: "ws",
      path: "/ws",
      attach: ({ server, allowedHosts }) => {
        events.push(`attach ${String(server.listening)} ${String(allowedHosts.includes("localhost"))}`);
      },
      drain: (graceMs) => Promise.resolve(void events.push(`drain ${graceMs}`)),
      close: () => Promise.resolve(void events.push("close")),
    };
    const hub = await start(demo, { interfaces: [part] });
    expect(hub.endpoints.ws).toBe(`${hub.endpoints.http.replace("http", "ws")}/ws`);
    await Promise.all([hub.close({ graceMs: 7 }), hub.close()]);
    expect(events).toEqual(["attach true true", "drain 7", "close"]);
  });
});

describe("when a hub writes", () => {
  it("records callers and operations in its audit, and reopens it on SIGHUP", async () => {
    const hub = await start({ ...demo, audit: { file: "audit.jsonl" } });
    const file = join(hub.folder, "audit.jsonl");
    await hub.get("/demo/hello", post());
    await hub.get("/demo/secret", post({ "x-api-key": KEY }));
    const { rename } = await import("node:fs/promises");
    await rename(file, `${file}.1`);
    process.emit("SIGHUP");
    await until(() => process.listenerCount("SIGHUP") === 1);
    let isThere = false;
    while (!isThere)
      isThere = await stat(file).then(
        () => true,
        () => false,
      );
    // The file exists a moment before the hub writes to it.
    await until(async () => (await hub.get("/demo/write", post())).ok && (await stat(file)).size > 0);
    await hub.close();
    const lines = async (name: string) =>
      (await readFile(name, "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown);
    expect((await lines(`${file}.1`)).slice(0, 2)).toEqual([
      expect.objectContaining({ identity: "ada", operation: "demo.hello", outcome: "OK" }),
      expect.objectContaining({ identity: "ada", operation: "demo.secret", outcome: "OK" }),
    ]);
    const written = await lines(file);
    expect(written.length).toBeGreaterThan(0);
    // A MUTATION has a line when it begins, too.
    const isOfWrite = [{ event: "begin" }, { outcome: "OK" }].map((kind) =>
      expect.objectContaining({ operation: "demo.write", ...kind }),
    );
    for (const line of written) expect(isOfWrite).toContainEqual(line);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(process.listenerCount("SIGHUP")).toBe(0);
  });

  it("never logs a secret of its config, whatever fails", async () => {
    const secret = "s3cret-v4lue-of-the-config";
    const { url } = await startWeather();
    const hub = await start({
      ...demo,
      log: { level: "trace" },
      mcpServers: {
        child: {
          command: process.execPath,
          args: ["-e", "console.error(process.env.TOKEN); process.exit(1)"],
          env: { TOKEN: secret },
        },
        http: { url: `${url}/none?key=${secret}`, headers: { authorization: `Bearer ${secret}` } },
      },
      openapi: {
        api: { document: `http://user:${secret}@127.0.0.1:1/openapi.json`, auth: { type: "bearer", token: secret } },
      },
    });
    await hub.get("/demo/hello", post({ authorization: `Bearer ${secret}` }));
    const statuses = await (await hub.get("/~/sources")).text();
    await hub.close();
    const text = hub.logged.join("") + statuses;
    expect(text).toContain("source failed");
    expect(text).not.toContain(secret);
    expect(text).not.toContain(KEY);
  });
});
