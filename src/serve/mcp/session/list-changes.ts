import type { Server } from "@modelcontextprotocol/server";
import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { ToolServerDeps } from "./tool-server.ts";

/** What clients list, and whose changes they receive. */
export type ListedKind = "tools" | "prompts" | "resources";

/** A list that has changed, for all callers or for one. */
export interface ListChange {
  readonly kind: ListedKind;
  /** The key of the one caller, which is empty for callers without an identity; undefined for all. */
  readonly caller: string | undefined;
}

/** Calls the listener with the lists that have changed. Returns a function that stops it. */
export function onListChange(deps: ToolServerDeps, listener: (change: ListChange) => void): () => void {
  const stops = [
    deps.catalog.onChange((caller) => listener({ kind: "tools", caller })),
    deps.prompts.onChange((caller) => listener({ kind: "prompts", caller })),
    deps.resources.onChange((caller) => listener({ kind: "resources", caller })),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Whether a client of this identity must be notified. */
export function concerns({ caller }: ListChange, identity: Identity | undefined): boolean {
  return caller === undefined || caller === (identity === undefined ? "" : identityKey(identity));
}

/** Ignores failures: before the handshake, and after the connection, there is no client to notify. */
export function sendListChanged(server: Server, kind: ListedKind): void {
  const sent =
    kind === "tools"
      ? server.sendToolListChanged()
      : kind === "prompts"
        ? server.sendPromptListChanged()
        : server.sendResourceListChanged();
  sent.catch(() => {});
}
