/** The MCP SDK is an optional peer: it is loaded when something is served, and never before. */

import type * as node from "@modelcontextprotocol/node";
import type * as server from "@modelcontextprotocol/server";
import type * as stdio from "@modelcontextprotocol/server/stdio";

export type ServerSDK = typeof server;

export function loadServerSDK(): Promise<ServerSDK> {
  return orExplain("@modelcontextprotocol/server", () => import("@modelcontextprotocol/server"));
}

export function loadStdioSDK(): Promise<typeof stdio> {
  return orExplain("@modelcontextprotocol/server", () => import("@modelcontextprotocol/server/stdio"));
}

export function loadNodeSDK(): Promise<typeof node> {
  return orExplain("@modelcontextprotocol/node", () => import("@modelcontextprotocol/node"));
}

async function orExplain<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(`serveMCP needs the package ${name}, version 2: npm install ${name}@2`, { cause });
  }
}
