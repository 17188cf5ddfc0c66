import { Spoke } from "../protocol/peers/spoke.ts";
import type { ConnectSpokeOptions } from "../protocol/peers/spoke-options.ts";
import { createNodeWebSocket } from "../transports/websocket/node-websocket.ts";
import { createPeerChannel } from "../transports/websocket/node-websocket-channel.ts";
import { openWebSocket } from "../transports/websocket/open-websocket.ts";

/** As `connectSpoke`, on Node, to a hub whose certificate may also come from the authorities in `ca` (PEM). */
export function connectTrustedSpoke(options: ConnectSpokeOptions, ca: string): Promise<Spoke> {
  return Spoke.connect({
    ...options,
    open: (opening) =>
      openWebSocket(opening, createPeerChannel, ({ url, maxTextBytes }) => createNodeWebSocket(url, maxTextBytes, ca)),
  });
}
