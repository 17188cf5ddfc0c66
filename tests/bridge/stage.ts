/** One registry with four sources, and the three servers that offer it. */
import { rmSync } from "node:fs";
import type { Authenticate } from "../../src/entries/serve-http.ts";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientConfig, MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { FromOpenAPI, OperationRegistry } from "../../src/entries/index.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import type { BundledProgram } from "../support/bundle-program.ts";
import { startChildPeer } from "../support/child-peer.ts";
import { openRanLog, readRanLog } from "../support/ran-log.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { identityOfKey, SECRET_SCOPE } from "./callers.ts";
import { startOpenAPIService } from "./sources/openapi-service.ts";
import { bridgeOperations } from "./sources/operations.ts";

export const SOURCES = ["local", "openapi", "mcp", "spoke"] as const;
export type SourceName = (typeof SOURCES)[number];

export interface Stage {
  readonly registry: OperationRegistry;
  /** The addresses of HTTP, MCP and WebSocket. */
  readonly urls: { readonly http: string; readonly mcp: string; readonly ws: string };
  readonly folder: string;
  /** Whether a source noted this key: `started`, `ended`. */
  noted(key: string): boolean;
  close(): Promise<void>;
}

const guardedAccess = { accessControl: { requiredScopes: [SECRET_SCOPE] } };

export async function openStage(): Promise<Stage> {
  const folder = makeTempFolder("bridge");
  const logPath = join(folder, "noted");
  const log = openRanLog(logPath, "here");
  const note = (key: string): void => log.note(key);
  const registry = new OperationRegistry({ onWarning: () => {} }).registerAll(bridgeOperations("local", note));
  const service = await startOpenAPIService(note);
  const openapi = { namespace: "openapi", baseUrl: service.url };
  registry.registerAll(FromOpenAPI(service.documents.open, openapi));
  registry.registerAll(FromOpenAPI(service.documents.guarded, { ...openapi, ...guardedAccess }));
  const programs = { spoke: await bundle("spoke"), server: await bundle("mcp-server") };
  const mcpSources = await connectMCPServers(programs.server.path, logPath);
  for (const source of mcpSources) source.attach(registry);

  const authenticate: Authenticate = ({ token }) => identityOfKey(token);
  const http = serveHTTP(registry, { authenticate, anonymous: true });
  const mcp = serveMCP(registry, { authenticate, anonymous: true });
  const hub = serveWebSocket({ registry, authenticate });
  const [httpServer, mcpServer, hubServer] = [await http.listen(), await mcp.listen(), await hub.listen()];
  const spoke = startChildPeer(programs.spoke.path, { args: [hubServer.url, logPath] });
  await spoke.ready;
  // The spoke is ready before this registry has registered its operations.
  await until(() => registry.has("spoke.drip"));
  return {
    registry,
    urls: { http: httpServer.url, mcp: mcpServer.url, ws: hubServer.url },
    folder,
    noted: (key) => readRanLog(logPath).has(key),
    async close() {
      await spoke.end();
      hub.close();
      await Promise.all([http.close({ graceMs: 0 }), mcp.close(), ...mcpSources.map((source) => source.close())]);
      service.close();
      log.close();
      for (const program of Object.values(programs)) program.remove();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Two connections, because an access rule applies to a whole connection. */
async function connectMCPServers(program: string, logPath: string): Promise<MCPClientWrapper[]> {
  const server: MCPClientConfig = { command: process.execPath, args: [program, logPath] };
  return await Promise.all([
    createMCPClient("mcp", { ...server, exclude: ["secret"] }),
    createMCPClient("mcp", { ...server, include: ["secret"], ...guardedAccess }),
  ]);
}

function bundle(name: string): Promise<BundledProgram> {
  return bundleProgram(fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)));
}
