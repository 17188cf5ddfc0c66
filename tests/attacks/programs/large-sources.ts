/**
 * A source and a spoke of many operations come, change and go, while clients of every interface watch. Measures how
 * long each step takes, and the longest time that it blocks the event loop.
 *
 *     npx tsx tests/attacks/programs/large-sources.ts [operations]
 *
 * All sides run in this process, so a block of a spoke's own counts too.
 */
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { connectSpoke } from "../../../src/entries/websocket.ts";
import { OperationRegistry } from "../../../src/entries/index.ts";
import type { AnyOperation, OperationSource } from "../../../src/entries/index.ts";
import { startHub } from "../../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../../src/entries/hub.ts";
import { usedMs } from "../used-ms.ts";
import { makeTempFolder } from "../../support/temp-folder.ts";
import { until } from "../../support/until.ts";

export const KEY = "the-key-of-large-sources";

export interface MeasuredStep {
  readonly step: string;
  readonly ms: number;
  /** The longest turn of the event loop. */
  readonly longestMs: number;
  /** The longest turn in processor time, which other work on the machine does not affect. */
  readonly longestCPUMs: number;
}

/** Runs all steps, and returns the duration of each. */
export async function measureLargeSources(count: number): Promise<MeasuredStep[]> {
  const folder = makeTempFolder("large-sources");
  const source = changingSource();
  const hub = await startHub(
    { config: configOf({ scopes: ["one"] }), folder },
    { port: 0, stateFolder: folder, logTo: { write: () => {} }, waitForSources: true, builtIn: { hub: source } },
  );
  const watching = await watchAll(hub);
  const measured: MeasuredStep[] = [];
  let isClosed = false;
  const run = async (step: string, work: () => unknown, isDone: () => boolean): Promise<void> => {
    const meter = new BlockMeter();
    const begin = performance.now();
    await work();
    await until(() => isDone() && (isClosed || watching.every(({ isSettled }) => isSettled(hub))), {
      intervalMs: 20,
      withinMs: 300_000,
      what: step,
    });
    const ms = performance.now() - begin;
    // Work that follows, such as a full garbage collection, counts too.
    await new Promise((resolve) => setTimeout(resolve, 50));
    meter.stop();
    const { longestMs, longestCPUMs } = meter;
    measured.push({ step, ms, longestMs, longestCPUMs });
    if (!isClosed) for (const { read } of watching) await read?.();
  };
  /** The number of operations. Until the last one is there, it asks only for that one, because counting takes time. */
  const has = (namespace: string, version: string): number => {
    if (hub.registry.getSpec(`${namespace}.operation_${count - 1}`)?.version !== version) return 0;
    return hub.registry.list({ namespace }).filter((spec) => spec.version === version).length;
  };
  const isGone = (namespace: string): boolean => hub.registry.list({ namespace }).length === 0;
  // Made beforehand: making them is not the hub's work.
  const big = ["1", "2", "3"].map((version) => operationsOf("big", count, version));
  const spokes = operationsOf("spoke", count, "2");
  try {
    await run(
      "a source adds its operations",
      () => source.set(big[0]),
      () => has("big", "1") === count,
    );
    await run(
      "a source replaces them",
      () => source.set(big[1]),
      () => has("big", "2") === count,
    );
    await run(
      "a config gives a source other scopes",
      () => hub.reload({ config: configOf({ scopes: ["two"] }), folder }),
      () => hub.registry.list({ namespace: "big" }).every((spec) => spec.accessControl.requiredScopes.includes("two")),
    );
    const offered = new OperationRegistry().registerAll(operationsOf("spoke", count, "1"));
    let spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: KEY, registry: offered });
    await run(
      "a spoke offers operations",
      () => undefined,
      () => has("spoke", "1") === count,
    );
    await run(
      "a spoke replaces them",
      () => offered.registerAll(spokes, { replace: true }),
      () => has("spoke", "2") === count,
    );
    await run(
      "a spoke leaves",
      () => spoke.close(),
      () => isGone("spoke"),
    );
    await run(
      "a spoke is back",
      async () => (spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: KEY, registry: offered })),
      () => has("spoke", "2") === count,
    );
    await run(
      "a source withdraws its operations",
      () => source.set([]),
      () => isGone("big"),
    );
    await run(
      "a source brings them back",
      () => source.set(big[2]),
      () => has("big", "3") === count,
    );
    await run(
      "a config drops a source",
      () => hub.reload({ config: configOf(undefined), folder }),
      () => isGone("big"),
    );
    await run(
      "a hub closes",
      async () => {
        isClosed = true;
        await hub.close({ graceMs: 0 });
        spoke.close();
      },
      () => true,
    );
  } finally {
    for (const client of watching) client.close();
    await hub.close({ graceMs: 0 });
    await rm(folder, { recursive: true, force: true });
  }
  return measured;
}

function configOf(policy: { scopes: string[] } | undefined): HubConfig {
  return {
    serve: { keys: [{ id: "owner", key: KEY, scopes: ["*"] }] },
    remotes: policy === undefined ? {} : { big: { type: "hub", url: "ws://127.0.0.1:9/", ...policy } },
  };
}

/** Operations with schemas as large as those of real documents. */
function operationsOf(namespace: string, count: number, version: string): AnyOperation[] {
  const properties = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `property${index}`,
      { type: "string", description: "One of the properties of a thing", maxLength: 100 + index },
    ]),
  );
  const schema = { type: "object", properties, required: ["property1"] };
  return Array.from({ length: count }, (_, index): AnyOperation => ({
    namespace,
    name: `operation_${index}`,
    version,
    type: index % 2 === 0 ? "QUERY" : "MUTATION",
    description: `Does the thing number ${index} with the properties that it is given`,
    inputSchema: schema,
    outputSchema: schema,
    accessControl: { requiredScopes: [`${namespace}:${index % 50}`] },
    handler: () => ({ property1: "done" }),
  }));
}

function changingSource(): OperationSource<never> & { set(operations: AnyOperation[] | undefined): void } {
  let current: AnyOperation[] = [];
  let tell = (): void => undefined;
  return {
    open(_config, { changed }) {
      tell = changed;
      return {
        get operations() {
          return current;
        },
        close: () => undefined,
      };
    },
    set(operations = []) {
      current = operations;
      tell();
    },
  };
}

interface Watching {
  /** Whether it knows what the hub offers. */
  readonly isSettled: (hub: RunningHub) => boolean;
  /** What it asks again after every step. */
  readonly read?: () => Promise<unknown>;
  close(): void;
}

/** Clients that keep their view of the hub up to date. */
async function watchAll(hub: RunningHub): Promise<Watching[]> {
  const { endpoints } = hub;
  const headers = { authorization: `Bearer ${KEY}` };
  const imports = new OperationRegistry();
  const spoke = await connectSpoke({
    url: endpoints.ws ?? "",
    token: KEY,
    imports,
    limits: { maxOfferedOperations: 100_000 },
  });
  const search = (): Promise<unknown> => callMCP(endpoints.mcp ?? "", headers);
  const session = await openMCPSession(endpoints.mcp ?? "", headers);
  return [
    {
      isSettled: ({ registry }) => imports.list().length >= registry.list().filter(isTold).length,
      close: () => spoke.close(),
    },
    {
      isSettled: () => true,
      async read() {
        await search();
        await (await fetch(`${endpoints.http}/~/operations`, { headers })).text();
        await (await fetch(`${endpoints.http}/big/operation_1`, { method: "POST", headers, body: "{}" })).text();
      },
      close: () => session.abort(),
    },
  ];
}

/** A hub does not pass on what it has from other hubs, but does pass on what spokes offer. */
function isTold({ namespace }: { readonly namespace: string }): boolean {
  return namespace === "spoke" || namespace === "big";
}

const rpc = { accept: "application/json, text/event-stream", "content-type": "application/json" };

async function callMCP(url: string, headers: Record<string, string>): Promise<unknown> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_operations", arguments: { query: "thing number 77" } },
  });
  const session = await initialise(url, headers);
  return await (await fetch(url, { method: "POST", headers: { ...headers, ...rpc, ...session }, body })).text();
}

async function initialise(url: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  });
  const response = await fetch(url, { method: "POST", headers: { ...headers, ...rpc }, body });
  await response.text();
  const id = response.headers.get("mcp-session-id");
  return { "mcp-protocol-version": "2025-06-18", ...(id === null ? {} : { "mcp-session-id": id }) };
}

/** A session that receives changes of the lists. */
async function openMCPSession(url: string, headers: Record<string, string>): Promise<AbortController> {
  const stopping = new AbortController();
  const session = await initialise(url, headers);
  const response = await fetch(url, {
    headers: { ...headers, ...session, accept: "text/event-stream" },
    signal: stopping.signal,
  });
  void response.text().catch(() => undefined);
  return stopping;
}

/** Measures the longest turn of the event loop: its time, and the processor time in it. */
class BlockMeter {
  #last = performance.now();
  #lastUsed = usedMs();
  longestMs = 0;
  longestCPUMs = 0;
  #isOver = false;

  constructor() {
    this.#tick();
  }

  stop(): void {
    this.#isOver = true;
  }

  #tick(): void {
    const now = performance.now();
    const used = usedMs();
    this.longestMs = Math.max(this.longestMs, now - this.#last);
    this.longestCPUMs = Math.max(this.longestCPUMs, Math.min(used - this.#lastUsed, now - this.#last));
    this.#last = now;
    this.#lastUsed = used;
    if (!this.#isOver) setImmediate(() => this.#tick());
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const steps = await measureLargeSources(Number(process.argv[2] ?? 10_000));
  const rounded = ({ step, ...times }: MeasuredStep): unknown[] => [step, ...Object.values(times).map(Math.round)];
  console.table(steps.map(rounded));
}
