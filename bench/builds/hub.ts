/**
 * Runs a hub of one build in its own process: `hub.ts <its dist> <address of the API>`. It has a local operation, an HTTP
 * API and an MCP server on stdio, so that one process shows the cost of each way of a call.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Hub from "../../src/entries/hub.ts";
import type * as Main from "../../src/entries/index.ts";
import { offerDocument } from "../gateway/offer.ts";
import { KEY } from "../hub/hub-talk.ts";
import { stdioCommand } from "../mcp-gateway/stdio-command.ts";
import { handleOrder, orderSchema, receiptSchema } from "../small-operation.ts";

const [dist = "", api = ""] = process.argv.slice(2);
const load = async <TModule>(name: string): Promise<TModule> =>
  (await import(pathToFileURL(join(dist, name)).href)) as TModule;
const { defineOperation, OperationRegistry } = await load<typeof Main>("index.js");
const { startHub } = await load<typeof Hub>("hub.js");

const place = defineOperation({
  name: "place",
  namespace: "orders",
  version: "1.0.0",
  type: "MUTATION",
  description: "Places an order",
  inputSchema: orderSchema,
  outputSchema: receiptSchema,
  accessControl: { requiredScopes: [] },
  handler: (order) => handleOrder(order),
});
const folder = await mkdtemp(join(tmpdir(), "operations-builds-"));
const config: Hub.HubConfig = {
  openapi: { shop: { document: "shop.json", allowPrivateNetwork: true } },
  mcpServers: { upstream: { ...stdioCommand } },
  serve: { keys: [{ id: "bench", key: KEY }] },
  log: { level: "warn" },
};
await writeFile(join(folder, "shop.json"), JSON.stringify(offerDocument(api)));
const registry = new OperationRegistry().register(place);
const hub = await startHub({ config, folder }, { port: 0, registry, stateFolder: folder, waitForSources: true });

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
process.on("disconnect", () => process.exit(1));
process.once("SIGTERM", () => {
  void hub
    .close()
    .then(() => rm(folder, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
process.send?.({ url: hub.endpoints.http, ws: hub.endpoints.ws });
