/**
 * Sweeps the public API for promises that no caller can await. Every function and class of every entry is either tried
 * here, in ways that fail, or listed because it makes no promises.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as client from "../../src/entries/client.ts";
import * as code from "../../src/entries/code.ts";
import * as fromMCP from "../../src/entries/from-mcp.ts";
import * as hub from "../../src/entries/hub.ts";
import * as index from "../../src/entries/index.ts";
import type { AnyOperation, OperationContext, RemoteCallOptions } from "../../src/entries/index.ts";
import * as middleware from "../../src/entries/middleware.ts";
import * as search from "../../src/entries/search.ts";
import * as nats from "../../src/entries/nats.ts";
import * as redis from "../../src/entries/redis.ts";
import * as serveHTTP from "../../src/entries/serve-http.ts";
import * as serveMCP from "../../src/entries/serve-mcp.ts";
import * as serveWebSocket from "../../src/entries/serve-websocket.ts";
import * as types from "../../src/entries/types.ts";
import * as websocket from "../../src/entries/websocket.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { ALONG, WITHOUT_PROMISES } from "./swept-exports.ts";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => void process.off("unhandledRejection", note));

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The caller handles the promises that it holds. */
const handled = async (held: unknown): Promise<void> => void (await Promise.resolve(held).catch(() => undefined));

const { OperationRegistry, Type } = index;
const spec = {
  namespace: "demo",
  version: "1.0.0",
  description: "Fails",
  inputSchema: Type.Unknown(),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
} as const;
const lateFailure = async (): Promise<never> => {
  await sleep(30);
  throw new Error("late");
};
async function* failing(): AsyncGenerator<number> {
  try {
    yield 1;
    await lateFailure();
  } finally {
    await lateFailure();
  }
}
const operations: AnyOperation[] = [
  { ...spec, name: "throws", type: "QUERY", handler: () => Promise.reject(new Error("at once")) },
  { ...spec, name: "late", type: "MUTATION", handler: lateFailure },
  { ...spec, name: "stream", type: "SUBSCRIPTION", handler: failing },
  {
    ...spec,
    name: "asks",
    type: "QUERY",
    handler: async (_input: never, { onElicitation, onProgress }: OperationContext) => {
      onProgress?.({ progress: 1 });
      return await onElicitation?.({ mode: "form", message: "?" }, { signal: AbortSignal.timeout(20) });
    },
  },
];
const newRegistry = () => new OperationRegistry({ onWarning: () => undefined }).registerAll(operations);

type Call = (id: string, options: RemoteCallOptions) => Promise<unknown>;
type Stream = (options: RemoteCallOptions) => AsyncIterator<unknown>;

/** Calls and streams that fail in every way, some of them after their caller has left. */
async function failInEveryWay(call: Call, stream: Stream): Promise<void> {
  const options: RemoteCallOptions[] = [
    {},
    { deadline: Date.now() - 1 },
    { deadline: Date.now() + 10 },
    { signal: AbortSignal.abort(new Error("gone")) },
    { signal: AbortSignal.timeout(10) },
    { onElicitation: lateFailure, onProgress: () => void Promise.resolve() },
  ];
  const calls = options.flatMap((given) =>
    ["demo.throws", "demo.late", "demo.asks", "demo.stream", "demo.nothing"].map((id) => handled(call(id, given))),
  );
  for (const given of options) {
    stream(given);
    await handled(stream(given).return?.());
    const stopped = stream(given);
    const next = handled(stopped.next());
    await handled(stopped.return?.());
    await next;
    const read = stream(given);
    for (let item = 0; item < 3; item++) await handled(read.next());
  }
  await Promise.all(calls);
}

const refusing = "127.0.0.1:9";
type Trial = () => Promise<void>;

const trials: Readonly<Record<string, Trial>> = {
  async OperationRegistry() {
    const registry = newRegistry();
    await failInEveryWay(
      (id, options) => registry.execute(id, {}, options),
      (options) => index.subscribe(registry, "demo.stream", {}, options),
    );
  },
  async dispatch() {
    const registry = newRegistry();
    await failInEveryWay(
      (id, context) => index.dispatch(registry, { id, context }),
      (context) => index.dispatchSubscription(registry, { id: "demo.stream", context }),
    );
  },
  async buildEnv() {
    const env = index.buildEnv({ registry: newRegistry() });
    for (const { name } of operations) await handled(env["demo"]?.[name]?.({}));
    void env["demo"]?.["stream"]?.({});
  },
  async PendingRequestMap() {
    for (const end of ["nothing", "caller", "responder"]) {
      const [near, far] = index.createMemoryLinks();
      const callMap = new index.PendingRequestMap(near);
      const handler = index.buildCallHandler({ registry: newRegistry(), callMap: new index.PendingRequestMap(far) });
      const failures = failInEveryWay(
        (id, options) => callMap.call(id, {}, options),
        (options) => callMap.subscribe("demo.stream", {}, options),
      );
      await sleep(15);
      if (end === "caller") callMap.close();
      if (end === "responder") handler.close();
      await failures;
      callMap.close();
    }
  },
  async createClient() {
    const [near, far] = index.createMemoryLinks();
    const callMap = new index.PendingRequestMap(near);
    index.buildCallHandler({ registry: newRegistry(), callMap: new index.PendingRequestMap(far) });
    const calls = client.createClient(callMap, undefined, { timeoutMs: 20 });
    // Neither awaited nor iterated: their results are dropped.
    for (const { name } of operations) void calls["demo"]?.[name]?.({});
    await sleep(60);
    callMap.close();
  },
  async overHTTP() {
    const caller = client.overHTTP({ url: `http://${refusing}` });
    await failInEveryWay(
      (id, options) => caller.call(id, {}, options),
      (options) => caller.subscribe("demo.stream", {}, options),
    );
  },
  async overWebSocket() {
    const caller = client.overWebSocket({ url: `ws://${refusing}`, waitForConnection: 30 });
    await failInEveryWay(
      (id, options) => caller.call(id, {}, options),
      (options) => caller.subscribe("demo.stream", {}, options),
    );
    // Without this, the stream would retry until it is closed.
    caller.close();
  },
  async openSource() {
    const registry = newRegistry();
    const source = { open: lateFailure };
    const closing = { open: () => ({ operations: [], close: lateFailure }) };
    await handled(index.openSource(source, {} as never, { registry, name: "late" }));
    const signal = AbortSignal.timeout(5);
    await handled(index.openSource(source, {} as never, { registry, name: "gone", signal }));
    const opened = await index.openSource(closing, {} as never, { registry, name: "closing" });
    await handled(opened.close());
  },
  async FromOpenAPIUrl() {
    await handled(index.FromOpenAPIUrl(`http://${refusing}/`, { namespace: "a", baseUrl: `http://${refusing}` }));
    await handled(index.importOpenAPIUrl(`http://${refusing}/`, { namespace: "a", baseUrl: `http://${refusing}` }));
    await handled(index.FromOpenAPIFile("/nowhere.json", { namespace: "a", baseUrl: `http://${refusing}` }));
    await handled(index.importOpenAPIFile("/nowhere.json", { namespace: "a", baseUrl: `http://${refusing}` }));
  },
  async scanOperations() {
    await handled(index.scanOperations("/nowhere", index.nodeScannerFS()));
    await handled(index.scanManifest("/nowhere", index.nodeScannerFS()));
  },
  async middleware() {
    const registry = newRegistry();
    registry.use(middleware.retry({ attempts: 3, initialDelay: 5 }));
    registry.use(middleware.circuitBreaker({ consecutive: 2, halfOpenAfter: 5 }));
    registry.use(middleware.concurrencyLimit({ limit: 1, queue: 2 }));
    registry.use(
      middleware.rateLimit({ rules: [{ name: "all", calls: 3, windowMs: 1000 }], store: { add: lateFailure } }),
    );
    registry.use(middleware.approval({ ask: lateFailure }));
    await failInEveryWay(
      (id, options) => registry.execute(id, {}, options),
      (options) => index.subscribe(registry, "demo.stream", {}, options),
    );
  },
  async runCode() {
    const executor = code.createCodeExecutor({ maxRuns: 1 });
    const registry = new OperationRegistry().registerAll(operations);
    const programs = [
      "env.demo.late({}); env.demo.throws({}); env.demo.stream({});",
      "env.demo.late({}); throw 1",
      "(",
    ];
    const running = programs.map((program) => code.runCode(program, { registry, executor }));
    const context = { signal: AbortSignal.timeout(5) };
    await Promise.all([...running, code.runCode("for (;;);", { registry, executor, context })].map(handled));
    await executor.close();
    await handled(code.runCode("return 1", { registry, executor }));
  },
  async createMCPClient() {
    const configs = [
      { command: "/nowhere/server" },
      { command: process.execPath, args: ["-e", ""] },
      { url: `http://${refusing}/` },
    ];
    for (const config of configs) {
      await handled(fromMCP.createMCPClient("gone", config).then((made) => fromMCP.closeMCPClient(made)));
    }
    const loader = new fromMCP.MCPClientLoader();
    await handled(loader.load({ gone: { command: "/nowhere/server" } }));
    await handled(loader.closeAll());
  },
  async connectSpoke() {
    await handled(websocket.connectSpoke({ url: `ws://${refusing}/` }));
    const signal = AbortSignal.timeout(5);
    await handled(websocket.connectSpoke({ url: `ws://${refusing}/`, signal, reconnect: { initially: true } }));
  },
  async serveWebSocket() {
    const authenticate = async () => ({ id: "ada", scopes: [] });
    for (const end of ["spoke", "hub"]) {
      const service = serveWebSocket.serveWebSocket({ registry: newRegistry(), authenticate });
      const { url } = await service.listen();
      const spoke = await websocket.connectSpoke({ url, token: "t", registry: newRegistry(), offer: false });
      const failures = failInEveryWay(
        (id, options) => spoke.call(id, {}, options),
        (options) => spoke.subscribe("demo.stream", {}, options),
      );
      await sleep(15);
      if (end === "hub") service.close();
      else spoke.close();
      await failures;
      spoke.close();
      service.close();
    }
    const refused = serveWebSocket.serveWebSocket({ registry: newRegistry(), authenticate: lateFailure });
    const { url } = await refused.listen();
    await handled(websocket.connectSpoke({ url, token: "t" }));
    refused.close();
  },
  async connectBus() {
    const broker = nats.createMemoryBroker();
    const caller = await nats.connectBus({ transport: broker.connect() });
    const answering = await nats.connectBus({ transport: broker.connect(), registry: newRegistry() });
    await caller.waitFor("demo.late");
    const failures = failInEveryWay(
      (id, options) => caller.call(id, {}, options),
      (options) => caller.subscribe("demo.stream", {}, options),
    );
    await sleep(15);
    await answering.close({ graceMs: 0 });
    await failures;
    caller.waitFor("demo.never", 5).catch(() => undefined);
    await caller.close({ graceMs: 0 });
  },
  async natsBus() {
    await handled(nats.natsBus({ servers: refusing }));
    await handled(redis.redisBus({ url: `redis://${refusing}` }));
    const store = await redis.redisRateStore({ url: `redis://${refusing}` });
    await handled(Promise.resolve(store.add("key", 1, 1000)));
    store.close();
  },
  async serveHTTP() {
    const service = serveHTTP.serveHTTP(newRegistry(), { authenticate: lateFailure, anonymous: true });
    const ask = (path: string, init: RequestInit = {}) => service.fetch(new Request(`http://localhost${path}`, init));
    const accept = { accept: "text/event-stream" };
    for (const { name } of operations) {
      await handled(ask(`/demo/${name}`, { method: "POST", body: "{}" }).then((answer) => answer.text()));
      await handled(ask(`/demo/${name}`, { method: "POST", body: "{" }));
      await handled(ask(`/demo/${name}`, { method: "POST", headers: { authorization: "Bearer t" } }));
      const streamed = await ask(`/demo/${name}`, { method: "POST", body: "{}", headers: accept });
      await handled(streamed.body?.cancel());
    }
    await service.close();
  },
  async serveMCP() {
    const service = serveMCP.serveMCP(newRegistry(), { sessions: false });
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    };
    for (const name of ["demo_throws", "demo_late", "demo_stream", "demo_asks", "nothing"]) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } });
      const answer = await service.fetch(new Request("http://localhost/mcp", { method: "POST", headers, body }));
      await handled(name === "demo_late" ? answer.body?.cancel() : answer.text());
    }
    await service.close();
  },
  async startHub() {
    const folder = makeTempFolder("unawaited");
    const config = { remotes: { gone: { type: "hub" as const, url: `ws://${refusing}/` } } };
    const running = await hub.startHub(
      { config, folder },
      { port: 0, stateFolder: folder, logTo: { write: () => {} } },
    );
    await sleep(30);
    await Promise.all([running.close({ graceMs: 0 }), running.close({ graceMs: 0 })]);
    const sources = await hub.openSources({ config, folder });
    await sources.close({ graceMs: 0 });
    await handled(hub.loadConfig("nowhere.json", { cwd: folder }));
  },
};

describe("when calls, sources and connections fail and are not awaited", () => {
  it.each(Object.entries(trials))("%s leaves no rejection unhandled", async (_name, trial) => {
    await trial();
    await sleep(50);
    expect(unhandled.splice(0)).toEqual([]);
  });

  it("tries every function that is published", () => {
    const entries = [
      index,
      client,
      websocket,
      middleware,
      code,
      search,
      fromMCP,
      serveHTTP,
      serveMCP,
      serveWebSocket,
      types,
      hub,
      nats,
      redis,
    ];
    const published = entries.flatMap((entry) =>
      Object.entries(entry).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
    );
    const known = new Set([...Object.keys(trials), ...ALONG, ...WITHOUT_PROMISES]);
    expect(published.filter((name) => !known.has(name))).toEqual([]);
  });
});
