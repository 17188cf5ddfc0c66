import { describe, expect, it } from "vitest";
import { failure, operation, startHub, startProxy, startSpoke } from "./serve-websocket.test-support.ts";
import { serveWebSocket } from "../../entries/serve-websocket.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";

const offering = (run: () => unknown): OperationRegistry => new OperationRegistry().register(operation("job.run", run));

describe("when a hub or a spoke shuts down", () => {
  it("finishes the hub's running calls, and accepts no more", async () => {
    let finish: ((value: string) => void) | undefined;
    const work = operation("task.work", () => new Promise((resolve) => (finish = resolve)));
    const { hub, url } = await startHub({ registry: new OperationRegistry().register(work) });
    const spoke = await startSpoke(url, { reconnect: false });
    const call = spoke.call("task.work");
    await expect.poll(() => finish).toBeDefined();
    const drained = hub.drain();
    expect((await failure(spoke.call("task.work"))).code).toBe("NO_RESPONDER");
    finish?.("done");
    expect((await call).data).toBe("done");
    await drained;
    await expect.poll(() => spoke.state).toBe("closed");
  });

  it("ends calls that take longer than the grace period", async () => {
    const { registry, url } = await startHub();
    let runs = 0;
    const wait = operation("task.wait", () => new Promise(() => runs++));
    const spoke = await startSpoke(url, { registry: new OperationRegistry().register(wait) });
    await expect.poll(() => registry.has("task.wait")).toBe(true);
    const call = failure(registry.execute("task.wait", 1));
    await expect.poll(() => runs).toBe(1);
    await spoke.drain({ graceMs: 50 });
    expect(await call).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
    expect(spoke.state).toBe("closed");
  });

  it("leaves no server behind that was about to listen when the hub was closed", async () => {
    const hub = serveWebSocket({ registry: new OperationRegistry(), authenticate: () => undefined });
    const listening = hub.listen();
    hub.close();
    await expect(listening).rejects.toMatchObject({ code: "CONNECTION_LOST", message: "The server is shutting down." });
  });

  it("accepts no calls over a new connection of a spoke while it drains", async () => {
    const { hub, registry, port } = await startHub();
    const proxy = await startProxy(port);
    let runs = 0;
    const spoke = await startSpoke(`ws://127.0.0.1:${proxy.port}/operations`, {
      registry: offering(() => ++runs),
      reconnect: { minDelayMs: 1, maxDelayMs: 1 },
    });
    await expect.poll(() => registry.has("job.run")).toBe(true);
    const states: string[] = [];
    spoke.onState(({ state }) => void states.push(state));
    let settle = (): void => undefined;
    const drained = spoke.drain({ until: new Promise<void>((resolve) => (settle = resolve)) });
    proxy.cut();
    await expect.poll(() => states).toContain("connected");
    await expect.poll(() => hub.peers().map(({ isDraining }) => isDraining)).toEqual([true]);
    await expect(registry.execute("job.run", {})).rejects.toMatchObject({ phase: "notStarted" });
    settle();
    await drained;
    expect([spoke.state, runs]).toEqual(["closed", 0]);
  });

  it("closes even if something that it waits for fails", async () => {
    const { hub, url } = await startHub();
    const spoke = await startSpoke(url);
    await hub.drain({ until: Promise.reject(new Error("Not so.")) });
    expect(hub.peers()).toEqual([]);
    await spoke.drain({ until: Promise.reject(new Error("Not so.")) });
    expect(spoke.state).toBe("closed");
  });
});
