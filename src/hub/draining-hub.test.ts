/** What clients notice of a hub that closes and starts again. */
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../tests/support/until.ts";
import { createClient } from "../client/create-client.ts";
import { overWebSocket } from "../client/over-websocket.ts";
import type { WebSocketCaller, WebSocketCallerOptions } from "../client/over-websocket.ts";
import { CallError } from "../errors/call-error.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { defineResource } from "../operation/mcp/define-resource.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { Type } from "typebox";
import type { Client } from "@modelcontextprotocol/client";
import { askedClient, nameQuestion } from "../serve/mcp/asking-client.test-support.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import { Readiness } from "./readiness.ts";
import { ADA, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

const spec = {
  namespace: "demo",
  version: "1.0.0",
  description: "For tests.",
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  accessControl: { requiredScopes: [] },
} as const;

/** A hub with an operation that answers at once, and one that answers on command. */
async function startHubOf(name: string, port = 0) {
  let finish: ((answer: string) => void) | undefined;
  const answer = new Promise<string>((resolve) => (finish = resolve));
  let running = 0;
  const operations = [
    defineOperation({ ...spec, name: "who", type: "QUERY", handler: () => name }),
    defineOperation({
      ...spec,
      name: "slow",
      type: "MUTATION",
      handler: () => {
        running++;
        return answer;
      },
    }),
    defineOperation({
      ...spec,
      name: "ask",
      type: "MUTATION",
      handler: async (_input, { onElicitation, signal }) => {
        await onElicitation?.(nameQuestion, { signal });
        return "answered";
      },
    }),
  ] as const;
  const watched = { ...spec, description: "Never changes.", outputSchema: Type.Unknown() };
  const registry = new OperationRegistry().registerAll(operations).registerAll([
    defineResource({
      ...watched,
      name: "watched",
      uri: "demo://watched",
      watchedBy: "demo.changes",
      handler: () => "the same",
    }),
    defineOperation({
      ...watched,
      name: "changes",
      type: "SUBSCRIPTION",
      handler: async function* (_input, { signal }) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        yield "over";
      },
    }),
  ]);
  const hub: StartedHub = await start({ serve: { keys } }, { registry, port });
  return { hub, running: () => running, finish: () => finish?.(name), operations };
}

type Operations = Awaited<ReturnType<typeof startHubOf>>["operations"];

function connect(hub: StartedHub, options: Partial<WebSocketCallerOptions> = {}) {
  const { ws = "" } = hub.endpoints;
  const caller: WebSocketCaller = overWebSocket({
    url: ws,
    token: ADA,
    reconnect: { minDelayMs: 10, maxDelayMs: 50 },
    ...options,
  });
  onTestFinished(() => caller.close());
  return { caller, client: createClient<Operations>(caller) };
}

/** Over MCP. A call that asks for progress gets a stream of events. */
describe.each(["legacy", "modern"] as const)("when a hub closes while an MCP client uses it, era %s", (era) => {
  it.each([{}, { onprogress: () => undefined }])(
    "answers running calls, ends listening streams, and waits for nothing else, with %j",
    async (options) => {
      const { hub, running, finish } = await startHubOf("first");
      const client = clientOf(era);
      const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
      onTestFinished(() => client.close());
      if (era === "modern") await client.listen({ toolsListChanged: true });
      const called = client.callTool({ name: "demo_slow", arguments: {} }, options).catch((error: unknown) => error);
      await until(() => running() === 1);
      const began = performance.now();
      const closed = hub.close({ graceMs: 50_000 });
      onTestFinished(() => closed);
      finish();
      expect(await called).toMatchObject({ content: [{ type: "text", text: "first" }] });
      await closed;
      expect(performance.now() - began).toBeLessThan(40_000);
    },
  );
});

describe.each(["legacy", "modern"] as const)(
  "when a hub closes while an MCP client watches a resource, era %s",
  (era) => {
    it("waits for calls only", async () => {
      const { hub, running, finish } = await startHubOf("first");
      const client = clientOf(era);
      const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
      onTestFinished(() => client.close());
      if (era === "legacy") await client.subscribeResource({ uri: "demo://watched" });
      else await client.listen({ resourceSubscriptions: ["demo://watched"] });
      const called = client.callTool({ name: "demo_slow", arguments: {} });
      await until(() => running() === 1);
      const began = performance.now();
      const closed = hub.close({ graceMs: 50_000 });
      onTestFinished(() => closed);
      finish();
      expect(await called).toMatchObject({ content: [{ type: "text", text: "first" }] });
      await closed;
      expect(performance.now() - began).toBeLessThan(40_000);
    });
  },
);

/** What each of these clients can do decides how its calls are answered. */
describe.each(["legacy", "modern"] as const)("when calls over MCP outlive the grace, era %s", (era) => {
  const connectTo = async (hub: StartedHub, client = clientOf(era)): Promise<Client> => {
    const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    onTestFinished(() => client.close());
    return client;
  };
  const lost = { isError: true, content: [{ type: "text", text: expect.stringMatching(/^CONNECTION_LOST/) }] };

  it.each([{}, { onprogress: () => undefined }])("each gets its error, with %j", async (options) => {
    const { hub, running } = await startHubOf("first");
    const client = await connectTo(hub);
    const called = client.callTool({ name: "demo_slow", arguments: {} }, options);
    await until(() => running() === 1);
    const closed = hub.close({ graceMs: 100 });
    expect(await called).toMatchObject(lost);
    await closed;
  });

  it("gets an error while its client is asked something, or could be", async () => {
    const { hub, running } = await startHubOf("first");
    let asked = 0;
    const answer = (): Promise<never> => {
      asked++;
      return new Promise<never>(() => undefined);
    };
    const client = await connectTo(hub, askedClient({ era, answer }));
    const waiting = client.callTool({ name: "demo_slow", arguments: {} });
    const asking = client.callTool({ name: "demo_ask", arguments: {} });
    asking.catch(() => undefined);
    await until(() => running() === 1 && asked === 1);
    const closed = hub.close({ graceMs: 100 });
    expect(await waiting).toMatchObject(lost);
    // From 2026-07-28 on, no request is open while a person thinks: there is nobody to tell.
    const told = era === "legacy" ? asking : lost;
    expect(await told).toMatchObject(lost);
    await closed;
  });
});

describe("when a hub closes behind a balancer", () => {
  const statusOf = async (hub: StartedHub, path: string): Promise<number> =>
    (await fetch(`${hub.endpoints.http}${path}`, { headers: { connection: "close" } })).status;

  it("says 503 at /readyz while it still takes connections and calls", async () => {
    const { hub } = await startHubOf("first");
    expect(await statusOf(hub, "/readyz")).toBe(200);
    let isClosed = false;
    const closed = hub.close({ delayMs: 3000 }).then(() => (isClosed = true));
    expect(await statusOf(hub, "/readyz")).toBe(503);
    const headers = { authorization: `Bearer ${ADA}`, "content-type": "application/json", connection: "close" };
    const answer = await fetch(`${hub.endpoints.http}/demo/who`, { method: "POST", headers, body: "{}" });
    expect([answer.status, isClosed]).toEqual([200, false]);
    await closed;
    await expect(statusOf(hub, "/readyz")).rejects.toThrow("fetch failed");
  });

  it("waits only if something watches /readyz, or the config says so", async () => {
    const watch = new Readiness();
    watch.isReady = true;
    watch.answer();
    expect(watch.isWatched).toBe(false);
    watch.answer();
    expect(watch.isWatched).toBe(true);
    const asked = new Readiness();
    for (let attempt = 0; attempt < 9; attempt++) asked.answer();
    asked.isReady = true;
    asked.answer();
    expect(asked.isWatched).toBe(false);
  });
});

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** A hub that is closing, and still has a call to finish. */
async function startDraining(options: Partial<WebSocketCallerOptions> = {}) {
  const first = await startHubOf("first");
  const { caller, client } = connect(first.hub, options);
  const slow = failureOf(client.demo.slow({}));
  await until(() => first.running() === 1);
  const closed = first.hub.close({ graceMs: 30_000 });
  onTestFinished(() => closed);
  onTestFinished(first.finish);
  await until(() => options.reconnect === false || caller.state !== "connected");
  return { ...first, caller, client, slow, closed };
}

describe("when a hub closes while a client uses it", () => {
  it("finishes running calls, and later calls wait for the hub that takes its place", async () => {
    const { hub, client, slow, closed, finish } = await startDraining();
    const { port } = new URL(hub.endpoints.http ?? "");
    const waiting = client.demo.who({}, { timeoutMs: 50_000 });
    finish();
    expect(await slow).toMatchObject({ data: "first" });
    await closed;
    await startHubOf("second", Number(port));
    expect((await waiting).data).toBe("second");
  });

  it("fails later calls at their deadline, as retryable and not started", async () => {
    const { client } = await startDraining();
    const failure = await failureOf(client.demo.who({}, { timeoutMs: 200 }));
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted", retryable: true });
    expect((failure as CallError).message).toMatch(/^There is no connection to the server: /);
  });

  it("also informs a client that does not reconnect", async () => {
    const { client, slow, finish } = await startDraining({ reconnect: false });
    await until(async () => (await failureOf(client.demo.who({}))) instanceof CallError);
    expect(await failureOf(client.demo.who({}))).toMatchObject({
      code: "NO_RESPONDER",
      phase: "notStarted",
      retryable: true,
    });
    finish();
    expect(await slow).toMatchObject({ data: "first" });
  });

  it("says why the client is not connected", async () => {
    const reasons: Array<string | undefined> = [];
    await startDraining({
      onState: ({ state, reason }) => void (state === "disconnected" && reasons.push(reason?.message)),
    });
    expect(reasons[0]).toBe("The server is closing, and takes no more calls.");
  });
});
