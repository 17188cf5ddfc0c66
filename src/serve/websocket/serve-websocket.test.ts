import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { serveWebSocket } from "../../entries/serve-websocket.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import {
  authenticateByName,
  failure,
  operation,
  startHub,
  startProxy,
  startSpoke,
} from "./serve-websocket.test-support.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { add, count } from "../../registry/fixtures.test-support.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { subscribe } from "../../registry/subscribe.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";

describe("when a spoke is connected", () => {
  it("calls the hub, and is called by it, over one connection", async () => {
    const { hub, registry, url } = await startHub({ registry: new OperationRegistry().register(add) });
    const spoke = await startSpoke(url, { registry: new OperationRegistry().register(count) });
    expect((await spoke.call("math.add", { a: 1, b: 2 })).data).toEqual({ sum: 3 });
    await expect.poll(() => registry.has("math.count")).toBe(true);
    const items: unknown[] = [];
    for await (const { data } of subscribe(registry, "math.count", { to: 3 })) items.push(data);
    expect(items).toEqual([1, 2, 3]);
    expect(hub.peers()).toMatchObject([{ id: spoke.peerId, identity: { id: "ada" }, operationIds: ["math.count"] }]);
  });

  it("shows its operations with their schemas, follows their changes, and removes them when it leaves", async () => {
    const { registry, url } = await startHub();
    const offered = new OperationRegistry().register(add);
    const spoke = await startSpoke(url, { registry: offered });
    await expect.poll(() => registry.has("math.add")).toBe(true);
    expect(registry.getSpec("math.add")).toMatchObject({
      type: "QUERY",
      inputSchema: { type: "object", required: ["a", "b"] },
      origin: { source: "remote", location: spoke.peerId },
    });
    const invalid = await failure(registry.execute("math.add", { a: "1" }));
    expect(invalid).toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
    offered.register(count);
    await expect.poll(() => registry.has("math.count")).toBe(true);
    offered.unregister("math.add");
    await expect.poll(() => registry.has("math.add")).toBe(false);
    spoke.close();
    await expect.poll(() => registry.list()).toEqual([]);
  });

  it("offers what its filter allows, or nothing", async () => {
    const { hub, registry, url } = await startHub();
    const offered = new OperationRegistry().registerAll([add, count]);
    await startSpoke(url, { registry: offered, offer: ({ name }) => name === "count" });
    await startSpoke(url, { registry: offered, offer: false });
    await expect.poll(() => registry.has("math.count")).toBe(true);
    expect(hub.peers().map(({ operationIds }) => operationIds)).toEqual([["math.count"], []]);
  });

  it("reaches another spoke through the hub: with its own identity, deadline and trace", async () => {
    const { registry, url } = await startHub();
    let seen: OperationContext | undefined;
    const run = (_input: unknown, context: OperationContext): void => void (seen = context);
    const offered = new OperationRegistry().register(operation("task.run", run, ["task:run"]));
    await startSpoke(url, { registry: offered });
    await expect.poll(() => registry.has("task.run")).toBe(true);
    const bob = await startSpoke(url, { token: "bob:task:run" });
    const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const deadline = Date.now() + 60_000;
    await bob.call("task.run", 1, { deadline, trace });
    expect(seen).toMatchObject({ identity: { id: "bob", scopes: ["task:run"] }, trace });
    expect(Math.abs((seen?.deadline ?? 0) - deadline)).toBeLessThan(5000);
    const eve = await startSpoke(url, { token: "eve:task:walk" });
    expect(await failure(eve.call("task.run", 1))).toMatchObject({ code: "ACCESS_DENIED", phase: "notStarted" });
  });

  it("passes an abort all the way to the spoke that runs the call", async () => {
    const { registry, url } = await startHub();
    let signal: AbortSignal | undefined;
    const wait = (_input: unknown, context: OperationContext): Promise<void> => {
      signal = context.signal;
      return new Promise(() => undefined);
    };
    await startSpoke(url, { registry: new OperationRegistry().register(operation("task.wait", wait)) });
    await expect.poll(() => registry.has("task.wait")).toBe(true);
    const bob = await startSpoke(url, { token: "bob" });
    const controller = new AbortController();
    const call = failure(bob.call("task.wait", 1, { signal: controller.signal }));
    await expect.poll(() => signal).toBeDefined();
    controller.abort();
    expect((await call).code).toBe("ABORTED");
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it("does not reveal the identity it calls for to its hub, not even from a handler", async () => {
    const whoami = operation("hub.whoami", (_input, { identity }) => identity?.id);
    const { registry, url } = await startHub({ registry: new OperationRegistry().register(whoami) });
    const offered = new OperationRegistry();
    const spoke = await startSpoke(url, { registry: offered });
    offered.register(
      operation("task.ask", async (_input, context) => (await spoke.call("hub.whoami", 1, context)).data),
    );
    await expect.poll(() => registry.has("task.ask")).toBe(true);
    const bob = await startSpoke(url, { token: "bob" });
    expect((await bob.call("task.ask")).data).toBe("ada");
  });

  it("shares calls with others that offer the same, and hands over when it drains", async () => {
    const { registry, url } = await startHub();
    const spokes = await Promise.all(
      ["first", "second"].map((name) =>
        startSpoke(url, { registry: new OperationRegistry().register(operation("task.name", () => name)) }),
      ),
    );
    await expect.poll(() => registry.has("task.name")).toBe(true);
    const names = async (): Promise<Set<unknown>> => {
      const calls = Array.from({ length: 40 }, () => registry.execute("task.name", 1));
      return new Set((await Promise.all(calls)).map(({ data }) => data));
    };
    await expect.poll(() => names()).toEqual(new Set(["first", "second"]));
    const states: string[] = [];
    spokes[0]?.onState(({ state }) => states.push(state));
    await spokes[0]?.drain();
    expect(states).toEqual(["closed"]);
    expect(await names()).toEqual(new Set(["second"]));
  });

  it("is replaced by its own reconnection before its silence is noticed, and by no other spoke", async () => {
    const { hub, registry, url } = await startHub();
    const offered = new OperationRegistry().register(operation("task.name", () => "old"));
    const old = await startSpoke(url, { registry: offered, peerId: "worker", reconnect: false });
    await startSpoke(url, { token: "eve", peerId: "worker" });
    expect(hub.peers()).toHaveLength(2);
    await startSpoke(url, { peerId: "worker" });
    await expect.poll(() => old.state).toBe("closed");
    expect(registry.has("task.name")).toBe(false);
    expect(hub.peers().map(({ identity }) => identity?.id)).toEqual(["eve", "ada"]);
  });
});

describe("when the connection is lost", () => {
  it("reconnects, offers again, and reports its state", async () => {
    const { registry, url, port } = await startHub();
    const proxy = await startProxy(port);
    const states: string[] = [];
    const spoke = await startSpoke(url.replace(String(port), String(proxy.port)), {
      registry: new OperationRegistry().register(add),
      reconnect: { minDelayMs: 20 },
      onState: ({ state }) => states.push(state),
    });
    await expect.poll(() => registry.has("math.add")).toBe(true);
    const changes: string[] = [];
    registry.onChange((batch) => changes.push(...batch.map(({ type }) => type)));
    proxy.cut();
    await expect.poll(() => changes).toEqual(["unregistered", "registered"]);
    expect(states).toEqual(["connecting", "connected", "disconnected", "connecting", "connected"]);
    expect(spoke.state).toBe("connected");
  });

  it("keeps its operations for a while if the hub's options say so, and resumes them", async () => {
    const { hub, registry, url } = await startHub({ keepOperationsMs: 600_000 });
    const first = await startSpoke(url, { registry: new OperationRegistry().register(add) });
    await expect.poll(() => registry.has("math.add")).toBe(true);
    first.close();
    await expect.poll(() => hub.peers()).toEqual([]);
    const error = await failure(registry.execute("math.add", { a: 1, b: 2 }));
    expect(error).toMatchObject({ code: "NO_RESPONDER", phase: "notStarted", retryable: true });
    const second = await startSpoke(url, { registry: new OperationRegistry().register(add) });
    await expect.poll(() => hub.peers()[0]?.operationIds).toEqual(["math.add"]);
    expect((await registry.execute("math.add", { a: 1, b: 2 })).data).toEqual({ sum: 3 });
    second.close();
    await expect.poll(() => hub.peers()).toEqual([]);
    hub.close();
    expect(registry.has("math.add")).toBe(false);
  });

  it("fails calls at once as not started, unless they may wait", async () => {
    const { hub, url, port } = await startHub({ registry: new OperationRegistry().registerAll([add, count]) });
    const spoke = await startSpoke(url, { reconnect: { minDelayMs: 50, maxDelayMs: 100 } });
    hub.close();
    await expect.poll(() => spoke.state).not.toBe("connected");
    expect(await failure(spoke.call("math.add", { a: 1, b: 2 }))).toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
    });
    expect((await failure(spoke.subscribe("math.count", { to: 1 }).next())).phase).toBe("notStarted");
    const hasty = await failure(spoke.call("math.add", { a: 1, b: 2 }, { waitForConnection: 20 }));
    expect(hasty).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
    const waiting = spoke.call("math.add", { a: 1, b: 2 }, { waitForConnection: 20_000 });
    const stream = spoke.subscribe("math.count", { to: 1 }, { waitForConnection: 20_000 });
    const item = stream.next();
    await startHub({ registry: new OperationRegistry().registerAll([add, count]), port });
    expect((await waiting).data).toEqual({ sum: 3 });
    expect((await item).value).toMatchObject({ data: 1 });
    expect((await stream.next()).done).toBe(true);
  });

  it("informs callers on both sides, even if the connection only falls silent", async () => {
    const wait = operation("hub.wait", () => new Promise(() => undefined));
    const limits = { heartbeatMs: 100 };
    const { hub, registry, url, port } = await startHub({ registry: new OperationRegistry().register(wait), limits });
    const proxy = await startProxy(port);
    const offered = new OperationRegistry().register(operation("task.wait", () => new Promise(() => undefined)));
    const far = url.replace(String(port), String(proxy.port));
    const spoke = await startSpoke(far, { registry: offered, reconnect: false });
    await expect.poll(() => registry.has("task.wait")).toBe(true);
    const calls = [failure(spoke.call("hub.wait")), failure(registry.execute("task.wait", 1))];
    await sleep(400);
    expect(spoke.state).toBe("connected");
    proxy.freeze();
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    }
    await expect.poll(() => hub.peers()).toEqual([]);
    expect(spoke.state).toBe("closed");
  });

  it("does not mistake its own pause for the other side's silence", async () => {
    const { url } = await startHub({ registry: new OperationRegistry().register(add), limits: { heartbeatMs: 50 } });
    const spoke = await startSpoke(url, { reconnect: false });
    const until = Date.now() + 400;
    while (Date.now() < until);
    await sleep(20);
    expect((await spoke.call("math.add", { a: 1, b: 2 })).data).toEqual({ sum: 3 });
  });
});

describe("when the credential of a spoke expires", () => {
  it("ends its connection, and it reconnects with a valid one", async () => {
    const lives = [1500];
    const { hub, url } = await startHub({
      authenticate: () => ({ id: "ada", scopes: [], expiresAt: Date.now() + (lives.shift() ?? 60_000) }),
    });
    const states: string[] = [];
    const onState: Parameters<typeof startSpoke>[1] = {
      reconnect: { minDelayMs: 10, maxDelayMs: 20 },
      onState: ({ state }) => states.push(state),
    };
    await startSpoke(url, onState);
    await expect.poll(() => states).toEqual(["connecting", "connected", "disconnected", "connecting", "connected"]);
    expect(hub.peers()).toHaveLength(1);
    hub.close();
    expect(waitingDeadlines()).toBe(0);
  });
});

describe("when the expiry of a spoke's credential is unreadable", () => {
  it.each([Number.NaN, "tomorrow"])("refuses the spoke: %s", async (expiresAt) => {
    const authenticate = () => ({ id: "ada", scopes: [], expiresAt: expiresAt as number });
    const { url } = await startHub({ authenticate });
    await expect(startSpoke(url)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

describe("when a spoke cannot connect", () => {
  it("rejects with UNAUTHENTICATED when the hub refuses its token, and does not reconnect", async () => {
    const { hub, url } = await startHub();
    const states: string[] = [];
    const refused = startSpoke(url, { token: "nobody", onState: ({ state }) => states.push(state) });
    expect(await failure(refused)).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
    expect(states).toEqual(["connecting", "closed"]);
    expect(hub.counters.refusedHandshakes).toBe(1);
  });

  it("is refused without a token, and authenticate is not called", async () => {
    const authenticate = vi.fn<Authenticate>(() => ({ id: "ada", scopes: [] }));
    const { url } = await startHub({ authenticate });
    expect(await failure(startSpoke(url, { token: undefined }))).toMatchObject({
      code: "UNAUTHENTICATED",
      message: "The peer sent no token.",
    });
    expect(authenticate).not.toHaveBeenCalled();
  });

  it("passes its token, its id and its address to authenticate", async () => {
    const authenticate = vi.fn<Authenticate>(() => ({ id: "ada", scopes: [] }));
    const { url } = await startHub({ authenticate });
    await startSpoke(url, { token: "ada", peerId: "spoke-1" });
    const peer = { peerId: "spoke-1", address: expect.stringMatching(/^websocket from 127/) as string };
    expect(authenticate).toHaveBeenCalledExactlyOnceWith({ token: "ada", kind: "peer", peer });
  });

  it.each([
    ["true", true],
    ["an object without an id", {}],
    ["an identity without scopes", { id: "ada" }],
    [
      "a promise of another kind that gives nothing",
      { then: (resolve: (value: undefined) => void) => resolve(undefined) },
    ],
  ])("is refused when authenticate answers with %s", async (_, answer) => {
    const { hub, url } = await startHub({ authenticate: () => answer as never });
    expect((await failure(startSpoke(url))).code).toBe("UNAUTHENTICATED");
    expect(hub.peers()).toEqual([]);
  });

  it("rejects when the hub refuses the token, however it was passed", async () => {
    const { hub, url, port } = await startHub();
    hub.close();
    const reconnect = { initially: true, minDelayMs: 20, maxDelayMs: 50 };
    const patient = failure(startSpoke(url, { token: () => "nobody", reconnect }));
    await startHub({ port });
    expect((await patient).code).toBe("UNAUTHENTICATED");
  });

  it.each([
    ["a token", { token: "x".repeat(16_385), reconnect: { initially: true } }],
    ["a token", { token: () => "x".repeat(16_385) }],
    ["an id", { peerId: "x".repeat(129) }],
    ["an id", { peerId: "" }],
  ])("rejects at once with %s that no hub would read", async (_, options) => {
    const { hub, url } = await startHub();
    await expect(startSpoke(url, options)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(hub.counters.malformedEvents).toBe(0);
    expect(() =>
      serveWebSocket({ registry: new OperationRegistry(), authenticate: () => undefined, peerId: "" }),
    ).toThrow("a peerId has 1 to 128 characters");
  });

  it("rejects if there is no hub, unless it should keep trying", async () => {
    const { hub, url, port } = await startHub();
    hub.close();
    expect(await failure(startSpoke(url))).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
    const patient = startSpoke(url, { reconnect: { initially: true, minDelayMs: 20, maxDelayMs: 100 } });
    await sleep(50);
    await startHub({ port });
    expect((await patient).state).toBe("connected");
  });

  it("gives up when its signal fires, while it connects and later", async () => {
    const { hub, url } = await startHub();
    const connected = new AbortController();
    const spoke = await startSpoke(url, { signal: connected.signal });
    connected.abort();
    expect(spoke.state).toBe("closed");
    hub.close();
    const trying = new AbortController();
    const patient = failure(startSpoke(url, { reconnect: { initially: true }, signal: trying.signal }));
    await sleep(30);
    trying.abort();
    expect((await patient).code).toBe("CONNECTION_LOST");
  });

  it("asks for a new token each time, and stops when one is refused", async () => {
    let isValid = true;
    const authenticate: typeof authenticateByName = (credential) =>
      isValid ? authenticateByName(credential) : undefined;
    const { url, port } = await startHub({ authenticate });
    const proxy = await startProxy(port);
    const far = url.replace(String(port), String(proxy.port));
    let asked = 0;
    const reconnect = { minDelayMs: 10, maxDelayMs: 50 };
    const fresh = await startSpoke(far, { token: () => `ada${++asked}`, reconnect });
    const fixed = await startSpoke(far, { reconnect });
    isValid = false;
    proxy.cut();
    await expect.poll(() => fixed.state).toBe("closed");
    await expect.poll(() => asked).toBeGreaterThan(2);
    isValid = true;
    await expect.poll(() => fresh.state).toBe("connected");
  });
});

describe("when a hub is attached to a server", () => {
  it("serves its own path, and leaves everything else alone", async () => {
    const server = createServer((_request, response) => response.end("a page"));
    server.on("upgrade", (request, socket) => {
      if (request.url === "/other") socket.end("HTTP/1.1 418 I'm a teapot\r\n\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const hub = serveWebSocket({ registry: new OperationRegistry().register(add), authenticate: authenticateByName });
    hub.attach(server, { path: "/spokes" });
    const spoke = await startSpoke(`ws://127.0.0.1:${port}/spokes?x=1`);
    expect((await spoke.call("math.add", { a: 1, b: 2 })).data).toEqual({ sum: 3 });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("a page");
    expect((await failure(startSpoke(`ws://127.0.0.1:${port}/other`))).message).toContain("418");
    hub.close();
    server.close();
    server.closeAllConnections();
  });

  it.each([
    ["a page of another host", { origin: "https://evil.example" }],
    ["a page without a host", { origin: "null" }],
    ["a name that was made to point here", { host: "evil.example", origin: "http://evil.example" }],
  ])("refuses %s", async (_, headers) => {
    const { url, hub } = await startHub();
    const refused = new WebSocket(url, { headers });
    const error = await new Promise<Error>((resolve) => refused.on("error", resolve));
    expect(error.message).toContain("403");
    const allowed = new WebSocket(url, { headers: { origin: new URL(url).origin.replace("ws:", "http:") } });
    await new Promise<void>((resolve) => allowed.on("open", resolve));
    allowed.terminate();
    expect(hub.peers()).toEqual([]);
  });
});
