/** Runs a hub in front of an HTTP API, in its own process: `hop-server.ts <guards> <address of the API>`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Serve from "../../src/entries/hub.ts";
import { orderSchema, receiptSchema } from "../small-operation.ts";
import type { HopStart } from "./guarded-hop.ts";
import { KEY } from "./hub-talk.ts";

const built: string = "../../dist/hub.js";
const { openKeys, startHub } = (await import(built)) as typeof Serve;
const [guards = "", api = ""] = process.argv.slice(2);
const has = (guard: string): boolean => guards.split(",").includes(guard);

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: api }],
  paths: {
    "/place": {
      post: {
        operationId: "place",
        requestBody: { required: true, ...json(orderSchema) },
        responses: { 200: { description: "The receipt", ...json(receiptSchema) } },
      },
    },
  },
};

const folder = await mkdtemp(join(tmpdir(), "operations-hop-"));
process.once("exit", () => void rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, "api.json"), JSON.stringify(document));
const orders = { document: "api.json", allowPrivateNetwork: true };
const rateLimits = { rules: { "each caller": { calls: 1_000_000_000, per: "day" as const, each: "caller" as const } } };
const oauth = {
  grant: "client_credentials" as const,
  clientId: "bench",
  clientSecret: "secret",
  tokenUrl: `${api}/token`,
};
const config: Serve.HubConfig = {
  serve: has("key") ? { keysFile: "keys.json" } : { keys: [{ id: "bench", key: KEY }] },
  openapi: { orders: { ...orders, ...(has("login") && { oauth }) } },
  ...(has("limit") && { rateLimits }),
  ...(has("audit") && { audit: { file: join(folder, "audit.jsonl") } }),
  log: { level: "warn" },
};
const key = has("key") ? (await openKeys({ config, folder }).add({ holder: "bench" })).key : KEY;
const hub = await startHub({ config, folder }, { port: 0, stateFolder: folder, waitForSources: true });

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
const start: HopStart = { url: hub.endpoints.http, key };
process.send?.(start);
