import { installCommand } from "../../../shared/install-command.ts";
import type * as Client from "@modelcontextprotocol/client";
import type * as Stdio from "@modelcontextprotocol/client/stdio";
import { CallError } from "../../../errors/call-error.ts";

export type ClientModule = typeof Client;
export type StdioModule = typeof Stdio;

/** The optional peer dependency, loaded by the first client. */
export async function loadClientModule(): Promise<ClientModule> {
  return await import("@modelcontextprotocol/client").catch(refuse);
}

export async function loadStdioModule(): Promise<StdioModule> {
  return await import("@modelcontextprotocol/client/stdio").catch(refuse);
}

function refuse(cause: unknown): never {
  const needed = "The MCP client needs the package @modelcontextprotocol/client, 2.4 or newer";
  const message = `${needed}, and it cannot be loaded: ${installCommand("@modelcontextprotocol/client")}`;
  throw new CallError("EXECUTION_ERROR", message, undefined, { cause, phase: "notStarted" });
}
