/** Shared by the MCP suites. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientConfig, MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import type { OperationWarning } from "../../src/entries/index.ts";

import { startRawHttp } from "./servers/raw-http-server.ts";
import type { RawHttpOptions, RawHttpServer } from "./servers/raw-http-server.ts";

const here = dirname(fileURLToPath(import.meta.url));

export const rawServer = join(here, "servers", "raw-stdio-server.js");

/** The program of a server in the sub-package. */
export function installedServer(name: string): string {
  return join(here, "node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");
}

const opened: MCPClientWrapper[] = [];
const servers: RawHttpServer[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((wrapper) => wrapper.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server without an SDK over HTTP, closed after the test. */
export async function startServer(options: RawHttpOptions): Promise<RawHttpServer> {
  const server = await startRawHttp(options);
  servers.push(server);
  return server;
}

export interface Connected {
  readonly wrapper: MCPClientWrapper;
  readonly registry: OperationRegistry;
  readonly warnings: OperationWarning[];
}

/** A client that is closed after the test, attached to its own registry. */
export async function connect(name: string, config: MCPClientConfig): Promise<Connected> {
  const wrapper = await createMCPClient(name, config);
  opened.push(wrapper);
  const warnings: OperationWarning[] = [];
  const registry = new OperationRegistry({ onWarning: (warning) => warnings.push(warning) });
  wrapper.attach(registry);
  return { wrapper, registry, warnings };
}

/** The raw server as a child process. */
export function rawConfig(mode?: string, more: MCPClientConfig = {}): MCPClientConfig {
  return { command: process.execPath, args: [rawServer, ...(mode === undefined ? [] : [mode])], ...more };
}

export function textOf(envelope: { data: unknown }): string {
  return (envelope.data as Array<{ text: string }>)[0]?.text ?? "";
}
