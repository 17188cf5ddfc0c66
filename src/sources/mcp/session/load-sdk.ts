import type * as Client from "@modelcontextprotocol/client";
import type * as Stdio from "@modelcontextprotocol/client/stdio";
import { CallError } from "../../../errors/call-error.ts";

export type ClientModule = typeof Client;
export type StdioModule = typeof Stdio;

/** The optional peer dependency, loaded by the first client. */
export async function loadClientModule(): Promise<ClientModule> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    throw notInstalled(cause);
  }
}

export async function loadStdioModule(): Promise<StdioModule> {
  try {
    return await import("@modelcontextprotocol/client/stdio");
  } catch (cause) {
    throw notInstalled(cause);
  }
}

function notInstalled(cause: unknown): CallError {
  return new CallError(
    "EXECUTION_ERROR",
    "The MCP client needs the package @modelcontextprotocol/client, 2.4 or newer, and it cannot be loaded: " +
      "npm install @modelcontextprotocol/client",
    undefined,
    { cause, phase: "notStarted" },
  );
}
