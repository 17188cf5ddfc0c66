import { signedIdentity } from "../../protocol/identity/signed-identity.ts";
import { connectSpoke } from "../../client/connect-spoke.ts";
import type { RemoteConfig } from "../config/hub-config.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import { ImportedOperations } from "./imported-operations.ts";
import { offeredBy } from "./offered-operations.ts";

type HubRemote = Extract<RemoteConfig, { type: "hub" }>;

/** Connects to another hub as a spoke: what it may call there appears here, and what is offered can be called there. */
export async function connectHub(config: HubRemote, context: ConnectContext): Promise<OpenedSource> {
  const { name, registry, log, signal } = context;
  const { identitySecret: secret } = config;
  const imported = new ImportedOperations();
  const spoke = await connectSpoke({
    url: toWebSocketURL(config.url),
    token: config.token,
    identity: secret === undefined ? undefined : signedIdentity({ secret }),
    registry,
    offer: offeredBy(config.offer),
    imports: imported.registry,
    signal,
    onError: (error, about) => log("debug", error.message, { source: name, about }),
  });
  return {
    get operations() {
      return imported.operations;
    },
    onChange: (listener) => imported.onChange(listener),
    onConnection: (listener) =>
      spoke.onState(({ state, reason }) => {
        if (state === "connected") listener(undefined);
        else if (state === "disconnected") listener(reason ?? new Error("The connection is lost."));
      }),
    onLost: (listener) =>
      spoke.onState(({ state, reason }) => {
        if (state === "closed") listener(reason ?? new Error("The connection is closed."));
      }),
    stopAnswering: () => spoke.stopAnswering(),
    close: ({ graceMs } = { graceMs: 0 }) => spoke.drain({ graceMs }),
  };
}

/** The address of a hub serves as well as that of its WebSocket. */
function toWebSocketURL(address: string): string {
  const url = new URL(address.replace(/^http/i, "ws"));
  if (url.pathname === "/") url.pathname = "/ws";
  return url.href;
}
