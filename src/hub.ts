/** `@alkdev/operations/hub`: where spokes meet. Needs Node, Bun or Deno, and the package `ws`. */
import { LONGEST_HELLO } from "./protocol/handshake.ts";
import { Hub } from "./protocol/hub.ts";
import type { HubOptions } from "./protocol/hub.ts";
import { attachWebSockets, listenForWebSockets } from "./transports/websocket/accept-websockets.ts";
import type { AttachOptions, HubServer, ListenOptions } from "./transports/websocket/accept-websockets.ts";
import type { UpgradableServer } from "./transports/websocket/node-upgrade.ts";

/** A hub that spokes reach over WebSocket, or over any channel of your own. */
export class WebSocketHub extends Hub {
  readonly #servers = new Set<{ close(): unknown }>();

  /** Starts a server for spokes, by default on a free port that only this machine reaches. Rejects once the hub is closed. */
  async listen(options: ListenOptions = {}): Promise<HubServer> {
    const server = await listenForWebSockets(this.#channels, options);
    if (this.stopping !== undefined) {
      await server.close();
      throw this.stopping;
    }
    this.#servers.add(server);
    return server;
  }

  /** Takes spokes at a path of a server that is there already. Returns a way to stop. */
  attach(server: UpgradableServer, options: AttachOptions = {}): () => void {
    const stop = attachWebSockets(server, this.#channels, options);
    this.#servers.add({ close: stop });
    return stop;
  }

  protected override stopListening(): void {
    for (const server of this.#servers) server.close();
    this.#servers.clear();
  }

  get #channels(): Parameters<typeof listenForWebSockets>[0] {
    const { maxFrameBytes } = this.limits;
    return { maxTextBytes: maxFrameBytes, maxFirstBytes: LONGEST_HELLO, accept: (channel) => this.accept(channel) };
  }
}

/**
 * Makes a hub: spokes call what is in its registry, and what they offer appears there.
 *
 * @example
 * const hub = createHub({ registry, authenticate: (token) => identities.get(token) });
 * const { url } = await hub.listen({ port: 8080 });
 */
export function createHub(options: HubOptions): WebSocketHub {
  return new WebSocketHub(options);
}

export { signedIdentity } from "./protocol/signed-identity.ts";
export type { SignedIdentity, SignedIdentityOptions, SignedToken, VerifiedToken } from "./protocol/signed-identity.ts";
export type { ConnectedPeer, DrainOptions, HubOptions, JoiningPeer } from "./protocol/hub.ts";
export type { Channel, ChannelReceiver } from "./protocol/channel.ts";
export type { Authenticate, ConnectingPeer } from "./protocol/handshake.ts";
export type { ReportError } from "./protocol/peer-session.ts";
export type { ProtocolCounters } from "./protocol/protocol-counters.ts";
export type { ProtocolLimits } from "./protocol/protocol-limits.ts";
export type { AttachOptions, HubServer, ListenOptions } from "./transports/websocket/accept-websockets.ts";
export type { AllowUpgrade, UpgradeRefusal } from "./transports/websocket/check-upgrade.ts";
export type { UpgradableServer, UpgradeRequest } from "./transports/websocket/node-upgrade.ts";
