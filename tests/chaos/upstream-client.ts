/** The calling side: a registry with the operations of an upstream, imported here or by a hub on the way. */
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { HubConfig } from "../../src/entries/hub.ts";
import { FromOpenAPI, OperationRegistry, subscribe, unwrap } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { SeededRandom } from "../support/seeded-random.ts";
import { startServerProgram } from "../support/server-program.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import type { CallPlan } from "./call-report.ts";
import { dataOf, type ChaosAnswer, type ChaosClient } from "./make-call.ts";
import { connectionFaults, programOf, type UpstreamFault } from "./upstream-process.ts";

export interface UpstreamClient extends ChaosClient {
  /** What can break between the caller and the upstream, apart from the upstream itself. */
  readonly faults: readonly UpstreamFault[];
  close(): Promise<void>;
}

/** Imports the operations into this process. */
export async function importUpstream({ openapi, mcpServers }: HubConfig): Promise<UpstreamClient> {
  const registry = new OperationRegistry();
  const { document, baseUrl } = openapi?.["up"] ?? {};
  if (document !== undefined) {
    const read = (await (await fetch(document)).json()) as Parameters<typeof FromOpenAPI>[0];
    registry.registerAll(FromOpenAPI(read, { namespace: "up", ...(baseUrl !== undefined && { baseUrl }) }));
    return { ...toClient(registry), faults: [], close: () => Promise.resolve() };
  }
  const { url, command, args = [] } = mcpServers?.["up"] ?? {};
  const client = await createMCPClient(
    "up",
    command === undefined ? { url: url ?? "" } : { command, args, respawn: { maxDelay: 500 } },
  );
  registry.registerAll(client.operations);
  return { ...toClient(registry), faults: [], close: () => client.close() };
}

/** Imports the operations into a hub in its own process, and calls them there over a WebSocket. */
export async function importThroughHub(config: HubConfig, random: SeededRandom): Promise<UpstreamClient> {
  const key = "the key of the caller of chaos";
  const hub = await startServerProgram(programOf("gateway-program.ts"), { config, key });
  const proxy = await startTcpProxy(hub.port);
  const registry = new OperationRegistry();
  const url = `ws://127.0.0.1:${proxy.port}/ws`;
  const spoke = await connectSpoke({ url, token: key, imports: registry, reconnect: { maxDelayMs: 200 } });
  await until(() => registry.list().some(({ name }) => name.includes("change")));
  return {
    ...toClient(registry),
    faults: [...connectionFaults(proxy, random), () => hub.restart()],
    async close() {
      spoke.close();
      await proxy.close();
      await hub.stop();
    },
  };
}

function toClient(registry: OperationRegistry): ChaosClient {
  const find = (word: string): string =>
    registry
      .list()
      .map(({ namespace, name }) => `${namespace}.${name}`)
      .find((id) => id.includes(word)) ?? word;
  const ids = { QUERY: find("look"), MUTATION: find("change"), SUBSCRIPTION: find("count") };
  const toInput = ({ key, handlerMs, items }: CallPlan): object => ({ key, handlerMs, items });
  return {
    async call(plan, context) {
      const envelope = await registry.execute<unknown, ChaosAnswer>(ids[plan.kind], toInput(plan), context);
      // These tools never fail, so a result with this flag does not come from them.
      if ("isError" in envelope.meta && envelope.meta.isError) throw new Error(JSON.stringify(envelope.data));
      return unwrap(envelope);
    },
    stream(plan, context) {
      return dataOf(subscribe<ChaosAnswer>(registry, ids[plan.kind], toInput(plan), context));
    },
  };
}
