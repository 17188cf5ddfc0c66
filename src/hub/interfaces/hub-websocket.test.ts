import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OperationContext } from "../../operation/operation-context.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { connectSpoke } from "../../client/connect-spoke.ts";
import type { ConnectSpokeOptions } from "../../protocol/peers/spoke-options.ts";
import type { Spoke } from "../../protocol/peers/spoke.ts";
import type { HubConfig, ServeConfig } from "../config/hub-config.ts";
import type { RunningHub } from "../running-hub.ts";
import { until } from "../../../tests/support/until.ts";
import { demoModule } from "../sources/fixtures.test-support.ts";
import { startHub } from "../start-hub.ts";
import { tempFolders } from "../temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const folderWith = tempFolders();
const OWNER = "the-key-of-the-owner";
const CALLER = "the-key-of-a-caller";
const WORKER = "the-key-of-a-worker";

const keys = [
  { id: "owner", key: OWNER, scopes: ["*"] },
  { id: "caller", key: CALLER },
  { id: "worker", key: WORKER, scopes: ["operations:call", "offer:jobs"] },
];

const hubs: RunningHub[] = [];
const spokes: Spoke[] = [];
afterEach(async () => {
  for (const spoke of spokes.splice(0)) spoke.close();
  await Promise.all(hubs.splice(0).map((hub) => hub.close({ graceMs: 0 })));
});

async function start(serve: ServeConfig = {}, more: HubConfig = {}): Promise<RunningHub> {
  const folder = await folderWith({ "demo.mjs": demoModule });
  const config: HubConfig = { local: { modules: ["demo.mjs"] }, ...more, serve: { keys, ...serve } };
  const logTo = { write: () => undefined };
  const hub = await startHub(
    { config, folder },
    { port: 0, stateFolder: join(folder, "state"), logTo, waitForSources: true },
  );
  hubs.push(hub);
  return hub;
}

async function connect(hub: RunningHub, options: Partial<ConnectSpokeOptions> = {}): Promise<Spoke> {
  const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: OWNER, reconnect: false, ...options });
  spokes.push(spoke);
  return spoke;
}

const base = { version: "1.0.0", description: "", inputSchema: true, outputSchema: true } as const;
const open = { accessControl: { requiredScopes: [] } };

/** A registry with `jobs.double`, `jobs.wait` and `jobs.who`, as a spoke has it. */
function jobsRegistry(): { registry: OperationRegistry; release: () => void } {
  const registry = new OperationRegistry();
  const released = new AbortController();
  const common = { ...base, ...open, namespace: "jobs", type: "QUERY" } as const;
  registry.registerAll([
    { ...common, name: "double", handler: (value: unknown) => Number(value) * 2 },
    {
      ...common,
      name: "who",
      handler: (_: unknown, { identity, trace }: OperationContext) => ({ id: identity?.id, trace }),
    },
    {
      ...common,
      name: "wait",
      handler: () => new Promise((resolve) => released.signal.addEventListener("abort", () => resolve("waited"))),
    },
  ] as Parameters<OperationRegistry["registerAll"]>[0]);
  return { registry, release: () => released.abort() };
}

async function post(hub: RunningHub, path: string, key = OWNER, body: unknown = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return await fetch(`${hub.endpoints.http}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function spokesOf(hub: RunningHub): Promise<unknown[]> {
  const answer = await fetch(`${hub.endpoints.http}/~/sources`, { headers: { "x-api-key": OWNER } });
  const { sources } = (await answer.json()) as { sources: Array<{ kind: string }> };
  return sources.filter(({ kind }) => kind === "spoke");
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

describe("when a spoke calls a hub", () => {
  it("reaches what its key may call, both calls and streams", async () => {
    const hub = await start();
    expect(hub.endpoints.ws).toMatch(/^ws:.*\/ws$/);
    const caller = await connect(hub, { token: CALLER });
    expect((await caller.call("demo.hello")).data).toBe("hello");
    const items: unknown[] = [];
    for await (const { data } of caller.subscribe("demo.count")) items.push(data);
    expect(items).toEqual([1, 2]);
    expect(codeOf(await caller.call("demo.secret").catch((error: unknown) => error))).toBe("ACCESS_DENIED");
    expect((await (await connect(hub)).call("demo.secret")).data).toBe(42);
  });

  it("is refused without a key, and with a wrong one", async () => {
    const hub = await start();
    for (const token of [undefined, "no-such-key-anywhere"]) {
      const error = await connect(hub, { token }).catch((thrown: unknown) => thrown);
      expect(codeOf(error)).toBe("UNAUTHENTICATED");
    }
  });

  it("connects without a key if there are public operations, and calls only those", async () => {
    const hub = await start({ publicOperations: ["demo.hello"] });
    const { registry } = jobsRegistry();
    const anonymous = await connect(hub, { token: undefined, registry });
    expect((await anonymous.call("demo.hello")).data).toBe("hello");
    expect(codeOf(await anonymous.call("demo.write").catch((error: unknown) => error))).toBe("UNAUTHENTICATED");
    expect(hub.registry.has("jobs.double")).toBe(false);
    const wrong = await connect(hub, { token: "no-such-key-anywhere" }).catch((thrown: unknown) => thrown);
    expect(codeOf(wrong)).toBe("UNAUTHENTICATED");
  });

  it("cannot take longer than the config allows", async () => {
    const hub = await start({ limits: { callTimeout: 50 } });
    const { registry } = jobsRegistry();
    await connect(hub, { token: WORKER, registry });
    await until(() => hub.registry.has("jobs.wait"));
    const caller = await connect(hub);
    expect(codeOf(await caller.call("jobs.wait").catch((error: unknown) => error))).toBe("TIMEOUT");
  });

  it("receives the operations that it may call, and every change, on request", async () => {
    const hub = await start();
    const imports = new OperationRegistry();
    await connect(hub, { token: CALLER, imports });
    const ids = (): string[] => imports.list().map(({ name }) => name);
    expect(ids().sort()).toEqual(["count", "hello", "nested", "write"]);
    expect((await imports.execute("demo.hello")).data).toBe("hello");
    const worker = await connect(hub, { token: WORKER, registry: jobsRegistry().registry });
    await until(() => imports.has("jobs.double"));
    expect((await imports.execute("jobs.double", 4)).data).toBe(8);
    worker.close();
    await until(() => !hub.registry.has("jobs.double"));
    await expect(imports.execute("jobs.double", 4)).rejects.toThrow();
  });
});

describe("when the keys of a hub change", () => {
  it("ends the connections of removed keys, and no others", async () => {
    const hub = await start();
    const [owner, caller] = [await connect(hub), await connect(hub, { token: CALLER })];
    await hub.reload({ config: { serve: { keys: keys.filter(({ id }) => id !== "caller") } } });
    await until(() => caller.state === "closed");
    expect(owner.state).toBe("connected");
    expect(codeOf(await connect(hub, { token: CALLER }).catch((thrown: unknown) => thrown))).toBe("UNAUTHENTICATED");
  });
});

describe("when a call is refused", () => {
  it("is still counted and logged", async () => {
    const folder = await folderWith();
    const file = join(folder, "audit.jsonl");
    const hub = await start({}, { audit: { file } });
    expect((await post(hub, "/demo/secret", CALLER)).status).toBe(403);
    const caller = await connect(hub, { token: CALLER });
    expect(codeOf(await caller.call("demo.secret").catch((error: unknown) => error))).toBe("ACCESS_DENIED");
    const metrics = await fetch(`${hub.endpoints.http}/metrics`, { headers: { "x-api-key": OWNER } });
    expect(await metrics.text()).toContain('operations_calls_total{operation="demo.secret",code="ACCESS_DENIED"} 2');
    await hub.close();
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ identity: "caller", operation: "demo.secret", outcome: "ACCESS_DENIED" }),
      expect.objectContaining({ identity: "caller", operation: "demo.secret", outcome: "ACCESS_DENIED" }),
    ]);
  });
});

describe("when a spoke offers operations", () => {
  it("has them in the hub under the hub's rules, while it is connected", async () => {
    const hub = await start();
    const worker = await connect(hub, { token: WORKER, registry: jobsRegistry().registry });
    await until(() => hub.registry.has("jobs.double"));
    expect(hub.registry.getSpec("jobs.double")?.accessControl.requiredScopes).toEqual(["operations:call"]);
    expect(await (await post(hub, "/jobs/double", CALLER, 21)).json()).toBe(42);
    expect(await (await post(hub, "/jobs/who", CALLER)).json()).toMatchObject({ id: "caller" });
    expect(await spokesOf(hub)).toEqual([
      expect.objectContaining({ name: "worker", kind: "spoke", state: "ready", operations: 3 }),
    ]);
    worker.close();
    await until(() => !hub.registry.has("jobs.double"));
    expect((await post(hub, "/jobs/double", CALLER, 21)).status).toBe(503);
    expect(await spokesOf(hub)).toEqual([]);
  });

  it("needs the scope of their namespace, which the owner has", async () => {
    const hub = await start();
    await connect(hub, { token: CALLER, registry: jobsRegistry().registry });
    expect(await spokesOf(hub)).toEqual([]);
    await connect(hub, { token: OWNER, registry: jobsRegistry().registry });
    await until(() => hub.registry.has("jobs.double"));
    expect(await spokesOf(hub)).toEqual([expect.objectContaining({ name: "owner" })]);
  });

  it("never takes an id that is in use, and gets it once it is free", async () => {
    const hub = await start();
    const registry = new OperationRegistry();
    registry.register({ ...base, ...open, namespace: "demo", name: "hello", type: "QUERY", handler: () => "mine" });
    await connect(hub, { registry });
    await until(() => hub.sources.statuses().length > 0);
    let found: unknown[] = [];
    await until(async () => (found = await spokesOf(hub)).length > 0);
    expect(found).toEqual([
      expect.objectContaining({
        operations: 0,
        report: expect.objectContaining({
          quarantined: [{ id: "demo.hello", reason: expect.any(String) as string }],
        }) as unknown,
      }),
    ]);
    expect(await (await post(hub, "/demo/hello")).json()).toBe("hello");
    await hub.reload({ config: { serve: { keys } } });
    expect(await (await post(hub, "/demo/hello")).json()).toBe("mine");
    await hub.reload({ config: { serve: { keys, publicOperations: ["demo.*"] } } });
    expect(hub.registry.getSpec("demo.hello")?.accessControl.requiredScopes).toEqual([]);
  });

  it("carries the trace of an HTTP call to the handler", async () => {
    const hub = await start();
    await connect(hub, { token: WORKER, registry: jobsRegistry().registry });
    await until(() => hub.registry.has("jobs.who"));
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const headers = { authorization: `Bearer ${CALLER}`, "content-type": "application/json", traceparent };
    const answer = await fetch(`${hub.endpoints.http}/jobs/who`, { method: "POST", headers, body: "{}" });
    expect(await answer.json()).toMatchObject({ trace: { traceparent } });
  });
});

describe("when a hub with spokes stops", () => {
  it("lets a call that needs a spoke finish first", async () => {
    const hub = await start();
    const { registry, release } = jobsRegistry();
    const worker = await connect(hub, { token: WORKER, registry });
    await until(() => hub.registry.has("jobs.wait"));
    const waiting = post(hub, "/jobs/wait", CALLER);
    const metrics = async (): Promise<string> =>
      await (await fetch(`${hub.endpoints.http}/metrics`, { headers: { "x-api-key": OWNER } })).text();
    await until(async () => (await metrics()).includes("operations_calls_in_flight 1"));
    const closed = hub.close({ graceMs: 20_000 });
    release();
    expect(await (await waiting).json()).toBe("waited");
    await closed;
    await until(() => worker.state === "closed");
  });
});

describe("when a client requests a WebSocket from a hub", () => {
  const statusOf = (hub: RunningHub, path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(hub.endpoints.http);
      const upgrade = {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      };
      const asked = request({ hostname, port, path, headers: { ...upgrade, ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on("upgrade", (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode);
      });
      asked.on("error", reject);
      asked.end();
    });

  it("checks Host and Origin, and refuses other paths", async () => {
    const hub = await start({ cors: { origins: ["https://app.example"] } });
    const { host } = new URL(hub.endpoints.http);
    expect(await statusOf(hub, "/ws")).toBe(101);
    expect(await statusOf(hub, "/ws", { origin: `http://${host}` })).toBe(101);
    expect(await statusOf(hub, "/ws", { origin: "https://app.example" })).toBe(101);
    expect(await statusOf(hub, "/ws", { origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(hub, "/ws", { host: "rebound.example" })).toBe(403);
    expect(await statusOf(hub, "/elsewhere")).toBe(404);
  });

  /** Requests an upgrade, and never closes its own side. Returns what the hub says first. */
  const ask = async (hub: RunningHub, path: string, headers: Record<string, string>) => {
    const { hostname, port } = new URL(hub.endpoints.http);
    const socket = connectSocket({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.push(socket);
    socket.on("error", () => undefined);
    const lines = Object.entries({ host: hostname, connection: "Upgrade", upgrade: "websocket", ...headers });
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map((pair) => `${pair.join(": ")}\r\n`).join("")}\r\n`);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    return { socket, status: bytes.toString("latin1").split(" ", 2)[1] };
  };
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  it("can stop although refused clients stay connected", async () => {
    const hub = await start();
    const refused = await ask(hub, "/ws", { origin: "https://evil.example" });
    const lost = await ask(hub, "/elsewhere", {});
    expect([refused.status, lost.status]).toEqual(["403", "404"]);
    await hub.close({ graceMs: 0 });
  });

  it("survives a refused client that breaks the connection", async () => {
    const hub = await start();
    const failures: unknown[] = [];
    const note = (error: unknown): void => void failures.push(error);
    process.on("uncaughtExceptionMonitor", note);
    for (let times = 0; times < 20; times++) {
      const { socket } = await ask(hub, "/ws", { origin: "https://evil.example" });
      socket.resetAndDestroy();
    }
    expect(await statusOf(hub, "/ws")).toBe(101);
    process.off("uncaughtExceptionMonitor", note);
    expect(failures).toEqual([]);
  });

  it("answers a request normally if it also offers HTTP/2", async () => {
    const hub = await start();
    const asksForMore = { upgrade: "h2c", connection: "Upgrade, HTTP2-Settings", "http2-settings": "AAMAAABk" };
    expect(await statusOf(hub, "/~/session", { ...asksForMore, "x-api-key": CALLER })).toBe(200);
    expect(await statusOf(hub, "/~/session", asksForMore)).toBe(401);
    expect(await statusOf(hub, "/ws", { ...asksForMore, "x-api-key": CALLER })).toBe(404);
  });
});
