/** The MCP SDK is an optional peer: it is loaded when something is served, and not before. */
import { installCommand } from "../../../shared/install-command.ts";
import type * as server from "@modelcontextprotocol/server";
import type * as stdio from "@modelcontextprotocol/server/stdio";

export type ServerSDK = typeof server;

export function loadServerSDK(): Promise<ServerSDK> {
  return orExplain(() => import("@modelcontextprotocol/server"));
}

export function loadStdioSDK(): Promise<typeof stdio> {
  return orExplain(() => import("@modelcontextprotocol/server/stdio"));
}

async function orExplain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const name = "@modelcontextprotocol/server";
    throw new Error(`serveMCP needs the package ${name}, version 2: ${installCommand(`${name}@2`)}`, { cause });
  }
}
