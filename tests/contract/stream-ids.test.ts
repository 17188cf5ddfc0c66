/** Ids of a stream's items: from the handler to every caller, and back to the handler. */
import { describe, expect, it, onTestFinished } from "vitest";
import {
  buildCallHandler,
  createMemoryLinks,
  defineOperation,
  FromOpenAPI,
  OperationRegistry,
  OperationType,
  PendingRequestMap,
  subscribe,
  tracked,
  Type,
} from "../../src/entries/index.ts";
import type { OpenAPISpec, ResponseEnvelope } from "../../src/entries/index.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";

/** Items from the one after the caller's last up to `to`, each with its number as its id. */
const log = defineOperation({
  name: "log",
  namespace: "demo",
  version: "1.0.0",
  description: "For tests.",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({ to: Type.Number() }),
  outputSchema: Type.Object({ n: Type.Number() }),
  accessControl: { requiredScopes: [] },
  async *handler({ to }, { lastEventId = "né0" }) {
    for (let n = Number(lastEventId.slice(2)) + 1; n <= to; n++) yield tracked(`né${n}`, { n });
  },
});

function registryWith(): OperationRegistry {
  const registry = new OperationRegistry();
  registry.register(log);
  return registry;
}

async function idsOf(stream: AsyncIterable<ResponseEnvelope>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { meta } of stream) ids.push(meta.lastEventId);
  return ids;
}

async function served(registry = registryWith()) {
  const service = serveHTTP(registry);
  const server = await service.listen();
  onTestFinished(() => service.close());
  return server;
}

describe("when a handler tags the items of its stream", () => {
  it("reports the ids in process, with the id of the operation", async () => {
    const stream = subscribe(registryWith(), log, { to: 2 });
    expect((await stream.next()).value).toMatchObject({
      data: { n: 1 },
      meta: { source: "local", operationId: "demo.log", lastEventId: "né1" },
    });
    await stream.return();
    expect(await idsOf(subscribe(registryWith(), log, { to: 4 }, { lastEventId: "né2" }))).toEqual(["né3", "né4"]);
  });

  it("reports them over a link, and gets the last one back", async () => {
    const [here, there] = createMemoryLinks();
    const responder = new PendingRequestMap(there);
    const caller = new PendingRequestMap(here);
    buildCallHandler({ registry: registryWith(), callMap: responder });
    onTestFinished(() => caller.close());
    expect(await idsOf(caller.subscribe("demo.log", { to: 2 }))).toEqual(["né1", "né2"]);
    expect(await idsOf(caller.subscribe("demo.log", { to: 4 }, { lastEventId: "né3" }))).toEqual(["né4"]);
  });

  it("sends them as ids of server-sent events, and accepts Last-Event-ID", async () => {
    const { url } = await served();
    expect(await (await fetch(`${url}/demo/log?to=1`)).text()).toBe(
      'id: né1\ndata: {"n":1}\n\nid: ~end\nevent: complete\ndata: {}\n\n',
    );
    const headers = { "last-event-id": Buffer.from("né1").toString("latin1") };
    expect(await (await fetch(`${url}/demo/log?to=2`, { headers })).text()).toMatch(/^id: né2\ndata: {"n":2}/);
  });

  it("passes them through a hub from a spoke, and back", async () => {
    const registry = new OperationRegistry();
    const hub = serveWebSocket({ registry, authenticate: () => ({ id: "spoke", scopes: ["offer:demo"] }) });
    const service = serveHTTP(registry);
    const { url, server } = await service.listen();
    hub.attach(server, { path: "/ws" });
    onTestFinished(async () => {
      hub.close();
      await service.close();
    });
    const spoke = await connectSpoke({
      url: `${url.replace("http", "ws")}/ws`,
      token: "any",
      registry: registryWith(),
    });
    onTestFinished(() => spoke.close());
    await expect.poll(() => registry.getSpec("demo.log")).toBeDefined();
    expect(await idsOf(subscribe(registry, "demo.log", { to: 2 }))).toEqual(["né1", "né2"]);
    const headers = { "last-event-id": Buffer.from("né2").toString("latin1") };
    expect(await (await fetch(`${url}/demo/log?to=3`, { headers })).text()).toMatch(/^id: né3\n/);
  });

  it("passes them through an imported HTTP API, and back", async () => {
    const { url } = await served();
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenAPISpec;
    const registry = new OperationRegistry();
    registry.registerAll(FromOpenAPI(document, { namespace: "api", baseUrl: url }));
    const [id] = registry.list().map(({ namespace, name }) => `${namespace}.${name}`);
    expect(await idsOf(subscribe(registry, id as string, { to: 2 }))).toEqual(["né1", "né2"]);
    expect(await idsOf(subscribe(registry, id as string, { to: 3 }, { lastEventId: "né2" }))).toEqual(["né3"]);
  });

  it.each(["", " 1", "1 ", "1\n2", "\u0000", "~end", "x".repeat(1025)])("refuses %j as an id", (id) => {
    expect(() => tracked(id, 1)).toThrow("tracked() takes an id");
  });
});

describe("when a stream has ended", () => {
  it("does not restart for an EventSource that reconnects", async () => {
    const { url } = await served();
    const again = await fetch(`${url}/demo/log?to=2`, { headers: { "last-event-id": "~end" } });
    expect(again.status).toBe(204);
  });
});
