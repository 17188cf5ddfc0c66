import type { Server } from "@modelcontextprotocol/server";
import type { ToolServerDeps } from "./tool-server.ts";

/** What clients list, and whose changes they receive. */
export type ListedKind = "tools" | "prompts" | "resources";

/** Calls the listener with the lists that have changed. Returns a function that stops it. */
export function onListChange(deps: ToolServerDeps, listener: (kind: ListedKind) => void): () => void {
  const stops = [
    deps.catalog.onChange(() => listener("tools")),
    deps.prompts.onChange(() => listener("prompts")),
    deps.resources.onChange(() => listener("resources")),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Fails before the handshake and after the connection, when there is no client to tell. */
export function sendListChanged(server: Server, kind: ListedKind): void {
  const sent =
    kind === "tools"
      ? server.sendToolListChanged()
      : kind === "prompts"
        ? server.sendPromptListChanged()
        : server.sendResourceListChanged();
  sent.catch(() => {});
}
