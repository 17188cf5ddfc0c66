/** A folder with a config, its sources and its own home, as users of the built command have it. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtCLI } from "./build-cli.ts";

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));

export interface Workspace {
  readonly folder: string;
  readonly cli: string;
  readonly env: Record<string, string>;
  readonly config: Record<string, unknown>;
  path(name: string): string;
  /** Writes the config, and marks it as one that its user has run before. */
  writeConfig(config: object): Promise<void>;
  close(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const cli = await builtCLI();
  // Inside the built package, so that its own name resolves to it.
  const cache = join(dirname(dirname(cli)), ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "cli-"));
  await cp(fixtures, folder, { recursive: true });
  const api = await startAPI();
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  await writeFile(join(folder, "api.json"), JSON.stringify(apiDocument(url)));
  const config = {
    local: { folders: ["operations"] },
    openapi: { shop: { document: "api.json", allowPrivateNetwork: true } },
    mcpServers: { talk: { command: process.execPath, args: ["mcp-server.js"], approval: ["refuse"] } },
    serve: { port: 0 },
    log: { level: "warn" },
  };
  const writeConfig = async (value: object): Promise<void> => {
    const [file, text] = [join(folder, "operations.config.json"), JSON.stringify(value, undefined, 2)];
    await writeFile(file, text);
    const known = { [file]: createHash("sha256").update(text).digest("hex") };
    await mkdir(join(folder, "state", "operations"), { recursive: true });
    await writeFile(join(folder, "state", "operations", "configs.json"), JSON.stringify(known));
  };
  await writeConfig(config);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
    LANG: "C.UTF-8",
  };
  return {
    folder,
    cli,
    env,
    config,
    path: (name) => join(folder, name),
    writeConfig,
    async close() {
      api.closeAllConnections();
      api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startAPI(): Promise<Server> {
  const server = createServer((request, response) => {
    const id = /^\/items\/(\d+)$/.exec(request.url ?? "")?.[1];
    response.writeHead(id === "404" ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: Number(id), name: `Item ${id}` }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function apiDocument(url: string): object {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url }],
    paths: {
      "/items/{id}": {
        get: {
          operationId: "getItem",
          summary: "One item.",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: {
            200: {
              description: "ok",
              content: {
                "application/json": {
                  schema: { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } },
                },
              },
            },
          },
        },
      },
    },
  };
}
