/** The accepting side of WebSocket: a server for spokes, or a path of a server that is there already. */
import { LONGEST_HELLO } from "../../protocol/peers/handshake.ts";
import { PeerServer } from "../../protocol/peers/peer-server.ts";
import type { PeerServerOptions } from "../../protocol/peers/peer-server.ts";
import { attachWebSockets, listenForWebSockets } from "./accept-websockets.ts";
import type { AttachOptions, WebSocketListener, WebSocketListenOptions } from "./accept-websockets.ts";
import type { UpgradableServer } from "../request/node-http.ts";

/** A hub that spokes reach over WebSocket, or over any channel of your own. */
export class WebSocketService extends PeerServer {
  readonly #servers = new Set<{ close(): unknown }>();

  /** Starts a server for spokes, by default on a free port that only this machine reaches. Rejects once the hub is closed. */
  async listen(options: WebSocketListenOptions = {}): Promise<WebSocketListener> {
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
 * const hub = serveWebSocket({ registry, authenticate: ({ token }) => identities.get(token) });
 * const { url } = await hub.listen({ port: 8080 });
 */
export function serveWebSocket(options: PeerServerOptions): WebSocketService {
  return new WebSocketService(options);
}
