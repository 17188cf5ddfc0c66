/** A hub with the explorer. Everything that the page talks to is real. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyOperation } from "../../../src/index.ts";
import { startHub } from "../../../src/serve.ts";
import type { HubConfig } from "../../../src/serve.ts";
import { demoOperations } from "./demo-operations.ts";
import type { Witness } from "./demo-operations.ts";

export const adminKey = "admin-key-0123456789";
export const guestKey = "guest-key-0123456789";

export interface ExplorerServer {
  readonly url: string;
  readonly port: number;
  readonly witness: Witness;
  close(): Promise<void>;
}

export interface ExplorerServerOptions {
  /** The folder of the built page. */
  readonly folder: string;
  readonly operations?: readonly AnyOperation[];
  readonly port?: number;
  /** With an API whose document has flaws, and an MCP server that does not start. */
  readonly withSources?: boolean;
}

export async function startExplorerServer(options: ExplorerServerOptions): Promise<ExplorerServer> {
  const { folder: explorerFolder, operations = [], port = 0, withSources = false } = options;
  const folder = await mkdtemp(join(tmpdir(), "explorer-hub-"));
  await writeFile(join(folder, "petstore.json"), JSON.stringify(petstore));
  const config: HubConfig = {
    name: "Demo hub",
    serve: {
      keys: [
        { id: "ada", key: adminKey, scopes: ["operations:call", "operations:admin", "admin"] },
        { id: "guest", key: guestKey, scopes: ["operations:call"] },
      ],
    },
    ...(withSources ? sources : {}),
  };
  const witness: Witness = { aborted: [], created: [] };
  const quiet = { write: () => undefined };
  const hub = await startHub(
    { config, folder },
    { port, explorerFolder, stateFolder: folder, logTo: quiet, waitForSources: true },
  );
  hub.registry.registerAll([...demoOperations(witness), ...operations]);
  const url = hub.endpoints.http;
  return {
    url,
    port: Number(new URL(url).port),
    witness,
    async close() {
      await hub.close({ graceMs: 0 });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const sources: HubConfig = {
  openapi: { petstore: { document: "petstore.json", baseUrl: "http://127.0.0.1:9" } },
  mcpServers: { weather: { command: "false" } },
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
