/** The call protocol at `/ws` of a running hub. */
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import type { WebSocketService } from "../../src/entries/serve-websocket.ts";
import type { HubInterface } from "../../src/entries/hub.ts";

export function websocketPart(
  limits: { readonly maxFrameBytes?: number } = {},
): HubInterface & { hub(): WebSocketService } {
  let hub: WebSocketService | undefined;
  const path = "/ws";
  return {
    name: "ws",
    path,
    hub: () => hub as WebSocketService,
    attach({ registry, server, authenticate }) {
      hub = serveWebSocket({ registry, authenticate, limits });
      hub.attach(server, { path });
    },
    async drain(graceMs) {
      await hub?.drain({ graceMs });
    },
    close: async () => hub?.close(),
  };
}
