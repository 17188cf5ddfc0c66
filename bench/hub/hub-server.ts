/** Runs a hub in its own process. It ends on SIGTERM, as `operations serve` does. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Main from "../../src/entries/index.ts";
import type * as Serve from "../../src/entries/hub.ts";
import { handleOrder, orderSchema, receiptSchema } from "../small-operation.ts";
import type { HubAnswer, HubStart } from "./hub-talk.ts";
import { KEY, SLOW_MS } from "./hub-talk.ts";

const load = async <TModule>(specifier: string): Promise<TModule> => (await import(specifier)) as TModule;
const { defineOperation, OperationRegistry } = await load<typeof Main>("../../dist/index.js");
const { startHub } = await load<typeof Serve>("../../dist/hub.js");

const base = {
  namespace: "orders",
  version: "1.0.0",
  type: "MUTATION",
  inputSchema: orderSchema,
  outputSchema: receiptSchema,
  accessControl: { requiredScopes: ["orders"] },
} as const;
let slowCalls = 0;
const registry = new OperationRegistry().registerAll([
  defineOperation({ ...base, name: "place", description: "Places an order", handler: (order) => handleOrder(order) }),
  defineOperation({
    ...base,
    name: "slow",
    description: "Takes its time",
    handler: async (order) => {
      slowCalls++;
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return handleOrder(order);
    },
  }),
]);
const folder = await mkdtemp(join(tmpdir(), "operations-bench-"));
const config: Serve.HubConfig = {
  serve: { keys: [{ id: "bench", key: KEY, scopes: ["orders"] }] },
  log: { level: "warn" },
};
const hub = await startHub({ config, folder }, { port: 0, registry, stateFolder: folder });

const tell = (message: HubStart | HubAnswer): void => void process.send?.(message);
process.on("message", () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  tell({ rss, heapUsed, cpuMicros: user + system, slowCalls });
});
process.on("disconnect", () => process.exit(1));
process.once("SIGTERM", () => {
  void hub.close().then(async () => {
    await rm(folder, { recursive: true });
    process.exit(0);
  });
});
tell({ url: hub.endpoints.http, ws: hub.endpoints.ws ?? "" });
