import { afterEach, describe, expect, it } from "vitest";
import { defineOperation, OperationRegistry, subscribe, Type } from "../../src/entries/index.ts";
import type { OperationContext } from "../../src/entries/index.ts";
import { connectBus, createMemoryBroker } from "../../src/entries/nats.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import { until } from "../support/until.ts";

const HOURS = 2 * 60 * 60 * 1000;
const wallClock = Date.now;
const ends: Array<() => unknown> = [];

afterEach(async () => {
  Date.now = wallClock;
  for (const end of ends.splice(0).reverse()) await end();
});

/** Sets the wall clock of this process. The steady clock continues unchanged. */
const step = (ms: number): void => void (Date.now = () => wallClock() + ms);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const common = { version: "1.0.0", description: "For the test", accessControl: { requiredScopes: [] } };
const schemas = { inputSchema: Type.Unknown(), outputSchema: Type.Unknown() };

/** `left`: how much time a handler has left, after a while. `stuck`: waits for its end. */
function newRegistry(): OperationRegistry {
  const left = async (_input: unknown, { deadline = Infinity, env }: OperationContext): Promise<unknown> => {
    await sleep(50);
    return [deadline - Date.now(), (await env["clock"]?.["now"]?.())?.data];
  };
  return new OperationRegistry().registerAll([
    defineOperation({ ...common, ...schemas, namespace: "clock", name: "left", type: "QUERY", handler: left }),
    defineOperation({
      ...common,
      ...schemas,
      namespace: "clock",
      name: "now",
      type: "QUERY",
      handler: (_input, context) => (context.deadline ?? Infinity) - Date.now(),
    }),
    defineOperation({
      ...common,
      ...schemas,
      namespace: "clock",
      name: "stuck",
      type: "QUERY",
      handler: (_input, { signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
    }),
    defineOperation({
      ...common,
      ...schemas,
      namespace: "clock",
      name: "ticks",
      type: "SUBSCRIPTION",
      async *handler(_input, { signal }) {
        for (let tick = 0; !signal.aborted; tick++) {
          yield tick;
          await sleep(20);
        }
      },
    }),
  ]);
}

interface Caller {
  call(id: string, input: unknown, options: { deadline: number }): Promise<{ readonly data: unknown }>;
}

/** What must hold for calls, however they are made. */
async function expectSteadyDeadlines(caller: Caller, by: number): Promise<void> {
  const begun = performance.now();
  const long = caller.call("clock.left", {}, { deadline: Date.now() + 60_000 });
  const short = caller.call("clock.stuck", {}, { deadline: Date.now() + 400 });
  const ended = short.catch((error: unknown) => error);
  await sleep(10);
  step(by);
  // Handlers see the time that is left, by the clock as it is now or as it was when they began.
  const [, nested] = (await long).data as [number, number];
  expect(nested).toBeGreaterThan(20_000);
  expect(nested).toBeLessThanOrEqual(60_200);
  expect(await ended).toMatchObject({ code: "TIMEOUT" });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(390);
  expect(performance.now() - begun).toBeLessThan(HOURS / 4);
  // A deadline that is set by the current clock counts from now.
  const late = caller.call("clock.stuck", {}, { deadline: Date.now() + 100 });
  await expect(late).rejects.toMatchObject({ code: "TIMEOUT" });
  const later = caller.call("clock.left", {}, { deadline: Date.now() + 60_000 });
  expect(((await later).data as number[])[1]).toBeGreaterThan(20_000);
}

describe.each([
  ["ahead", HOURS],
  ["back", -HOURS],
])("when the wall clock is set %s by hours", (_direction, by) => {
  it("does not change the deadline of a call in this process", async () => {
    const registry = newRegistry();
    await expectSteadyDeadlines({ call: (...given) => registry.execute(...given) }, by);
    expect(registry.has("clock.left")).toBe(true);
  });

  it("does not change the deadline of a stream that begins later", async () => {
    const stream = subscribe(newRegistry(), "clock.ticks", {}, { deadline: Date.now() + 500 });
    step(by);
    const begun = performance.now();
    let items = 0;
    const reading = (async () => {
      for await (const _item of stream) items++;
    })();
    await expect(reading).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(items).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeLessThan(HOURS / 4);
  });

  it("changes neither deadlines nor heartbeats on a bus", async () => {
    const broker = createMemoryBroker();
    const limits = { heartbeatMs: 200 };
    const connect = (registry?: OperationRegistry) => connectBus({ transport: broker.connect(), limits, registry });
    const [caller, answering] = await Promise.all([connect(), connect(newRegistry())]);
    ends.push(() => Promise.all([caller.close({ graceMs: 0 }), answering.close({ graceMs: 0 })]));
    await caller.waitFor("clock.left");
    await expectSteadyDeadlines(caller, by);
    await sleep(limits.heartbeatMs * 4);
    expect(caller.peers()).toEqual([answering.id]);
  });

  it("changes neither deadlines nor heartbeats over WebSocket", async () => {
    const limits = { heartbeatMs: 200 };
    const hub = serveWebSocket({
      registry: newRegistry(),
      authenticate: () => ({ id: "ada", scopes: [] }),
      limits,
    });
    ends.push(() => hub.close());
    const { url } = await hub.listen();
    const states: string[] = [];
    const onState = ({ state }: { state: string }): void => void states.push(state);
    const spoke = await connectSpoke({ url, token: "t", limits, onState });
    ends.push(() => spoke.close());
    await expectSteadyDeadlines(spoke, by);
    await sleep(limits.heartbeatMs * 4);
    expect(states).not.toContain("disconnected");
  });

  it("ends a connection whose credential has expired by either clock", async () => {
    // Ahead: by the wall clock, it has expired at once. Back: it ends at its original time.
    const expiresAt = Date.now() + (by > 0 ? HOURS / 2 : 1500);
    const hub = serveWebSocket({
      registry: newRegistry(),
      authenticate: () => ({ id: "ada", scopes: [], expiresAt }),
    });
    ends.push(() => hub.close());
    const { url } = await hub.listen();
    const spoke = await connectSpoke({ url, token: "t", reconnect: false });
    ends.push(() => spoke.close());
    expect(spoke.state).toBe("connected");
    step(by);
    await until(() => spoke.state === "closed");
  });
});
