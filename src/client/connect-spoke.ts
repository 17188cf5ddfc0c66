import { Spoke } from "../protocol/peers/spoke.ts";
import type { ConnectSpokeOptions } from "../protocol/peers/spoke-options.ts";
import { createPeerChannel } from "../transports/websocket/node-websocket-channel.ts";
import { openWebSocket } from "../transports/websocket/open-websocket.ts";

/**
 * Connects to a hub, to call its operations and to offer those of a registry to it. Resolves with the first connection.
 * Rejects with `UNAUTHENTICATED` if the hub refuses the token, and with `CONNECTION_LOST` if it cannot be reached.
 *
 * @example
 * const spoke = await connectSpoke({ url: "wss://hub.example/operations", token });
 * const { data } = await spoke.call("demo.greet", { name: "Ada" });
 */
export function connectSpoke(options: ConnectSpokeOptions): Promise<Spoke> {
  return Spoke.connect({ ...options, open: (opening) => openWebSocket(opening, createPeerChannel) });
}
