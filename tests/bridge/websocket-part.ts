/** The call protocol at `/ws` of a running hub. */
import { createHub } from "../../src/hub.ts";
import type { WebSocketHub } from "../../src/hub.ts";
import type { HubPart } from "../../src/serve.ts";

export function websocketPart(limits: { readonly maxFrameBytes?: number } = {}): HubPart & { hub(): WebSocketHub } {
  let hub: WebSocketHub | undefined;
  const path = "/ws";
  return {
    name: "ws",
    path,
    hub: () => hub as WebSocketHub,
    attach({ registry, server, verify }) {
      const authenticate = async (token: string | undefined) =>
        token === undefined ? undefined : await verify({ token, kind: "bearer" });
      hub = createHub({ registry, authenticate, limits });
      hub.attach(server, { path });
    },
    async drain(graceMs) {
      await hub?.drain({ graceMs });
    },
    close: async () => hub?.close(),
  };
}
