/** What the audit of a hub says of calls and streams that did not end by themselves, at every interface. */
import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { CallError } from "../errors/call-error.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import { defineResource } from "../operation/mcp/define-resource.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

const start = startedHubs();

/** What no JSON can express. */
const circular: Record<string, unknown> = {};
circular["self"] = circular;

async function audited(): Promise<{ hub: StartedHub; lines: () => Promise<readonly Record<string, unknown>[]> }> {
  const hub = await start({ audit: { file: "audit.jsonl" }, serve: { keys: keysOfTwo } });
  hub.registry.registerAll([
    operation("slow", () => new Promise(() => undefined), "MUTATION"),
    operation("few", () => [1, 2], "SUBSCRIPTION"),
    operation("unsendable", () => [1, circular, 3], "SUBSCRIPTION"),
    {
      ...operation("absent", () => [], "SUBSCRIPTION"),
      async *handler() {
        yield 1;
        throw new CallError("NO_RESPONDER", "nobody");
      },
    },
    defineResource({
      namespace: "demo",
      name: "shown",
      version: "1.0.0",
      description: "For the tests",
      accessControl: { requiredScopes: [] },
      uri: "demo://shown",
      watchedBy: "demo.ticks",
      handler: () => "one",
    }),
    {
      ...operation("ticks", () => [], "SUBSCRIPTION"),
      async *handler(_input: unknown, { signal }: OperationContext) {
        for (let tick = 0; !signal.aborted; tick++) yield await new Promise((resolve) => setTimeout(resolve, 5, tick));
      },
    },
  ]);
  const lines = async (): Promise<readonly Record<string, unknown>[]> =>
    (await readFile(join(hub.folder, "audit.jsonl"), "utf8"))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { hub, lines };
}

/** What the audit says of the call's end, once it says something. */
async function endOf(lines: () => Promise<readonly Record<string, unknown>[]>): Promise<Record<string, unknown>> {
  let end: Record<string, unknown> | undefined;
  await until(async () => (end = (await lines()).find(({ event }) => event === undefined)) !== undefined);
  return end as Record<string, unknown>;
}

async function openOverHTTP(hub: StartedHub, path: string): Promise<AbortController> {
  const leaving = new AbortController();
  const answer = await hub.ask(path, ADA, {
    method: "POST",
    body: "{}",
    signal: leaving.signal,
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(200);
  await answer.body?.getReader().read();
  return leaving;
}

describe("when a stream over HTTP ends", () => {
  it("is CONNECTION_LOST if the hub cut it", async () => {
    const { hub, lines } = await audited();
    await openOverHTTP(hub, "/demo/ticks");
    await hub.close({ graceMs: 0 });
    expect(await endOf(lines)).toMatchObject({ outcome: "CONNECTION_LOST", phase: "started" });
  });

  it("is ABORTED if its client left", async () => {
    const { hub, lines } = await audited();
    (await openOverHTTP(hub, "/demo/ticks")).abort();
    expect(await endOf(lines)).toMatchObject({ outcome: "ABORTED", phase: "started" });
  });

  it("has the code that its client got if an item can't be sent", async () => {
    const { hub, lines } = await audited();
    const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const text = await (await hub.ask("/demo/unsendable", ADA, init)).text();
    expect(text).toContain('"code":"OUTPUT_INVALID","phase":"started"');
    expect(await endOf(lines)).toMatchObject({ outcome: "OUTPUT_INVALID", phase: "started" });
  });

  it("had started if it gave items before the error of a call that did not", async () => {
    const { hub, lines } = await audited();
    const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect(await (await hub.ask("/demo/absent", ADA, init)).text()).toContain('"phase":"started"');
    expect(await endOf(lines)).toMatchObject({ outcome: "NO_RESPONDER", phase: "started" });
  });

  it("is OK if it completed", async () => {
    const { hub, lines } = await audited();
    await openOverHTTP(hub, "/demo/few");
    expect(await endOf(lines)).toMatchObject({ outcome: "OK" });
  });
});

describe("when a call or stream over WebSocket ends", () => {
  const connect = async (hub: StartedHub) =>
    connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, reconnect: false });

  it("is CONNECTION_LOST if the hub cut it, as for its caller", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const call = spoke.call("demo.slow", {}).catch((error: unknown) => error);
    await until(async () => (await lines()).length === 1);
    await hub.close({ graceMs: 0 });
    expect(await call).toMatchObject({ code: "CONNECTION_LOST" });
    expect(await endOf(lines)).toMatchObject({ outcome: "CONNECTION_LOST", phase: "started" });
    spoke.close();
  });

  it("is CONNECTION_LOST if the connection ended", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const stream = spoke.subscribe("demo.ticks", {});
    await stream.next();
    spoke.close();
    expect(await endOf(lines)).toMatchObject({ outcome: "CONNECTION_LOST", phase: "started" });
  });

  it("has the code that its caller got if an item can't be sent", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const stream = spoke.subscribe("demo.unsendable", {});
    await stream.next();
    await expect(stream.next()).rejects.toMatchObject({ code: "OUTPUT_INVALID", phase: "started" });
    expect(await endOf(lines)).toMatchObject({ outcome: "OUTPUT_INVALID", phase: "started" });
    spoke.close();
  });

  it("is ABORTED if its caller gave it up", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const stream = spoke.subscribe("demo.ticks", {});
    await stream.next();
    await stream.return();
    expect(await endOf(lines)).toMatchObject({ outcome: "ABORTED", phase: "started" });
    spoke.close();
  });
});

async function connectMCP(hub: StartedHub, mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "watcher", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  return client;
}

describe.each(["auto", "legacy"] as const)("when a client of MCP (%s) calls a stream as a tool", (mode) => {
  it("has the code that its client got if an item can't be sent", async () => {
    const { hub, lines } = await audited();
    const client = await connectMCP(hub, mode);
    const result = await client.callTool({ name: "demo_unsendable", arguments: {} });
    expect(result._meta?.["alkdev.operations/error"]).toMatchObject({ code: "OUTPUT_INVALID", phase: "started" });
    expect(await endOf(lines)).toMatchObject({ outcome: "OUTPUT_INVALID", phase: "started" });
    await client.close();
  });

  it("is ABORTED if its client gave it up", async () => {
    const { hub, lines } = await audited();
    const client = await connectMCP(hub, mode);
    const leaving = new AbortController();
    const params = { name: "demo_ticks", arguments: {} };
    const call = client.callTool(params, { signal: leaving.signal, onprogress: () => leaving.abort() });
    await expect(call).rejects.toThrow();
    expect(await endOf(lines)).toMatchObject({ outcome: "ABORTED", phase: "started" });
    await client.close();
  });
});

describe.each(["auto", "legacy"] as const)("when a client of MCP (%s) watches a resource", (mode) => {
  async function watching() {
    const { hub, lines } = await audited();
    const client = await connectMCP(hub, mode);
    const uri = "demo://shown";
    if (mode === "legacy") {
      await client.subscribeResource({ uri });
      return { hub, lines, stop: () => client.unsubscribeResource({ uri }) };
    }
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    return { hub, lines, stop: () => subscription.close() };
  }

  it("is ABORTED if the client no longer wants it", async () => {
    const { lines, stop } = await watching();
    await stop();
    expect(await endOf(lines)).toMatchObject({ operation: "demo.ticks", outcome: "ABORTED" });
  });

  it("is CONNECTION_LOST if the hub stops", async () => {
    const { hub, lines } = await watching();
    await hub.close({ graceMs: 0 });
    expect(await endOf(lines)).toMatchObject({ operation: "demo.ticks", outcome: "CONNECTION_LOST" });
  });
});

describe("when the reader of a stream is in the hub", () => {
  it("is OK if the reader has all it wants", async () => {
    const { hub, lines } = await audited();
    for await (const _ of hub.registry.stream({ id: "demo.ticks", input: {}, context: undefined, checked: false }))
      break;
    expect(await endOf(lines)).toMatchObject({ outcome: "OK" });
  });
});
