/** A real hub that serves the explorer. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyOperation } from "../../../src/entries/index.ts";
import { loadPersonCode, openSources, startHub } from "../../../src/entries/hub.ts";
import type { HubConfig, LoadedConfig } from "../../../src/entries/hub.ts";
import { demoOperations } from "./demo-operations.ts";
import type { HandlerLog } from "./demo-operations.ts";

export const adminKey = "admin-key-0123456789";
export const guestKey = "guest-key-0123456789";
export const approverKey = "approver-key-0123456";
/** May see what goes over the wire. */
export const operatorKey = "operator-key-0123456";
/** What the hub sends to the API of `withAPI`. */
export const apiToken = "token-of-the-api-0123";

export interface ExplorerServer {
  readonly url: string;
  readonly port: number;
  readonly log: HandlerLog;
  /** The code of a person at this hub. */
  personCode(): Promise<string>;
  /** An address that logs in by itself. */
  logInLink(): string;
  close(): Promise<void>;
}

export interface ExplorerServerOptions {
  /** The folder of the built page. */
  readonly folder: string;
  readonly operations?: readonly AnyOperation[];
  readonly port?: number;
  /** The folder for everything that outlives the hub. Default: a new folder. */
  readonly stateFolder?: string;
  /** Makes a new key, instead of using those of the tests. */
  readonly withOwnKey?: boolean;
  /** Adds an API whose document has errors, and an MCP server that does not start. */
  readonly withSources?: boolean;
  /** Adds the operations of an API at this address, as `shop`. */
  readonly withAPI?: string;
  /** Adds an MCP server that changes a tool after it was locked. */
  readonly withChangedTool?: boolean;
  /** Adds `guarded.write`, whose calls wait for an approval. */
  readonly withApprovals?: boolean | HubConfig["approvals"];
  /** As in the config. Default: off. */
  readonly codeMode?: HubConfig["codeMode"];
}

export async function startExplorerServer(options: ExplorerServerOptions): Promise<ExplorerServer> {
  const { folder: explorerFolder, operations = [], port = 0, withSources = false, withChangedTool = false } = options;
  const { withApprovals = false, withOwnKey = false, codeMode = false, withAPI } = options;
  const folder = await mkdtemp(join(tmpdir(), "explorer-hub-"));
  const { stateFolder = folder } = options;
  await writeFile(join(folder, "petstore.json"), JSON.stringify(petstore));
  const config: HubConfig = {
    name: "Demo hub",
    codeMode,
    ...(withOwnKey ? {} : { serve: { keys } }),
    ...(withApprovals === false ? {} : { local: { modules: ["guarded.mjs"], approval: true } }),
    ...(typeof withApprovals === "object" ? { approvals: withApprovals } : {}),
    ...(withSources ? sources : {}),
    ...(withAPI === undefined ? {} : { openapi: { shop: apiAt(withAPI) } }),
    ...(withChangedTool ? { mcpServers: { sums: { command: process.execPath, args: [changingServer] } } } : {}),
  };
  if (withAPI !== undefined) await writeFile(join(folder, "shop.json"), JSON.stringify(shop));
  if (withApprovals !== false) await writeFile(join(folder, "guarded.mjs"), guardedModule);
  if (withChangedTool) await writeFile(join(folder, "operations.lock"), await lockOf({ config, folder }));
  const log: HandlerLog = { aborted: [], created: [] };
  const quiet = { write: () => undefined };
  const hub = await startHub(
    { config, folder },
    { port, explorerFolder, stateFolder, logTo: quiet, waitForSources: true },
  );
  if (withChangedTool) await hub.registry.execute("sums.change", { how: "text" });
  hub.registry.registerAll([...demoOperations(log), ...operations]);
  const url = hub.endpoints.http;
  return {
    url,
    port: Number(new URL(url).port),
    log,
    personCode: () => loadPersonCode(stateFolder),
    logInLink: () => hub.makeLogInLink?.() ?? "",
    async close() {
      await hub.close({ graceMs: 0 });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const keys = [
  { id: "ada", key: adminKey, scopes: ["operations:call", "operations:admin", "admin"] },
  { id: "guest", key: guestKey, scopes: ["operations:call"] },
  { id: "eve", key: approverKey, scopes: ["operations:call", "operations:approve"] },
  { id: "olga", key: operatorKey, scopes: ["operations:call", "operations:wire"] },
];

const guardedModule = `
export const write = {
  namespace: "guarded", name: "write", version: "1.0.0", type: "MUTATION", description: "Writes a note",
  accessControl: { requiredScopes: [] }, outputSchema: true, handler: () => "written",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
};
`;

const sources: HubConfig = {
  openapi: { petstore: { document: "petstore.json", baseUrl: "http://127.0.0.1:9" } },
  mcpServers: { weather: { command: "false" } },
};

function apiAt(baseUrl: string): NonNullable<HubConfig["openapi"]>[string] {
  return { document: "shop.json", baseUrl, allowPrivateNetwork: true, credentials: { token: apiToken } };
}

const order = {
  type: "object",
  properties: { id: { type: "integer" }, note: { type: "string" }, paid: { type: "boolean" } },
  required: ["id", "note", "paid"],
};

const shop = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/orders": {
      post: {
        operationId: "order",
        requestBody: { content: { "application/json": { schema: order } } },
        responses: {
          201: {
            description: "ok",
            content: { "application/json": { schema: order, example: { id: 7, note: "two pears", paid: true } } },
          },
        },
      },
      get: {
        operationId: "orders",
        responses: {
          200: { description: "ok", content: { "application/json": { schema: { type: "array", items: order } } } },
        },
      },
    },
  },
};

const petstore = {
  openapi: "3.1.0",
  info: { title: "Petstore", version: "1" },
  paths: {
    "/pets": {
      get: { operationId: "listPets", responses: { 200: { description: "ok" } } },
      post: { operationId: "listPets", parameters: [{ in: "nowhere" }, 5], responses: { 200: { description: "ok" } } },
    },
    "/broken": {
      get: { operationId: "broken", parameters: [{ $ref: "#/components/parameters/missing" }], responses: {} },
    },
  },
};

const changingServer = join(import.meta.dirname, "../../lock/rug-pull-server.js");

async function lockOf(config: LoadedConfig): Promise<string> {
  const sources = await openSources(config, { forLock: true });
  await sources.ready;
  const text = await sources.lock.write();
  await sources.close({ graceMs: 0 });
  return text;
}
