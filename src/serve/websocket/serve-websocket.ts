/** The accepting side of WebSocket: a server for spokes, or a path of a server that is there already. */
import { LONGEST_HELLO } from "../../protocol/peers/handshake.ts";
import { PeerServer } from "../../protocol/peers/peer-server.ts";
import type { AdmittedPeer, JoiningPeer, PeerServerOptions } from "../../protocol/peers/peer-server.ts";
import { attachWebSockets, listenForWebSockets } from "./accept-websockets.ts";
import type {
  AcceptedWebSocket,
  AcceptWebSocketsOptions,
  AttachOptions,
  WebSocketListener,
  WebSocketListenOptions,
} from "./accept-websockets.ts";
import { ClientLimits, clientOf } from "../request/client-limits.ts";
import { sentBytes } from "../request/waiting-bytes.ts";
import type { Waiting } from "../request/waiting-bytes.ts";
import type { UpgradableServer } from "../request/node-http.ts";

/** The options of `serveWebSocket`. */
export interface ServeWebSocketOptions extends PeerServerOptions {
  /**
   * What clients may use at once. Give the same instance to `serveHTTP` and `serveMCP`, and a client has one share over
   * all of them. Default: each spoke runs up to `maxCallsInFlight` calls, and waiting bytes are bounded as over HTTP.
   */
  readonly clientLimits?: ClientLimits | undefined;
}

/** A connection whose bytes are watched. */
interface WatchedConnection {
  readonly address: string | undefined;
  readonly waiting: readonly Waiting[];
}

/** Parts of a message that are not counted: they may belong to one that is complete. */
const LEAST_COUNTED = 64 * 1024;

/** A hub that spokes reach over WebSocket, or over any channel of your own. */
export class WebSocketService extends PeerServer {
  readonly #servers = new Set<{ close(): unknown }>();
  readonly #clientLimits: ClientLimits;
  /** By the names of their channels. */
  readonly #watched = new Map<string, WatchedConnection>();

  constructor({ clientLimits, ...options }: ServeWebSocketOptions) {
    super(options);
    this.#clientLimits = clientLimits ?? new ClientLimits({ maxConcurrentCalls: Infinity });
  }

  /** Starts a server for spokes, by default on a free port of this machine only. Rejects once the hub is closed. */
  async listen(options: WebSocketListenOptions = {}): Promise<WebSocketListener> {
    const server = await listenForWebSockets(this.#channels, options);
    if (this.stopping !== undefined) {
      await server.close();
      throw this.stopping;
    }
    this.#servers.add(server);
    return server;
  }

  /** Takes spokes at a path of an existing server. Returns a function that stops it. */
  attach(server: UpgradableServer, options: AttachOptions = {}): () => void {
    const stop = attachWebSockets(server, this.#channels, options);
    this.#servers.add({ close: stop });
    return stop;
  }

  /**
   * A spoke is known by its identity from now on. All of its calls count for its connection, including those for
   * others.
   */
  protected override admit(peer: JoiningPeer): AdmittedPeer {
    const admitted = super.admit(peer);
    const watched = this.#watched.get(peer.address);
    const client = clientOf(peer.identity, watched?.address);
    for (const waiting of watched?.waiting ?? []) if (client !== undefined) waiting.client = client;
    const limits = this.#clientLimits;
    return {
      left: admitted.left,
      enterCall() {
        const leave = admitted.enterCall?.();
        limits.enterCall(client);
        return () => {
          limits.leaveCall(client);
          leave?.();
        };
      },
    };
  }

  /** Counts what waits on a connection: texts that the client has not read, and messages that it has not finished. */
  readonly #watch = ({ name, address, webSocket, socket }: AcceptedWebSocket, cut: () => void): (() => void) => {
    const all = this.#clientLimits.waiting;
    const client = clientOf(undefined, address) ?? name;
    let received = 0;
    let unfinished = 0;
    const outgoing = all.open({
      client,
      cut,
      bytes: () => webSocket.bufferedAmount,
      progress: () => sentBytes(socket),
    });
    const incoming = all.open({
      client,
      cut,
      bytes: () => (unfinished > LEAST_COUNTED ? unfinished : 0),
      progress: () => received,
    });
    socket.prependListener("data", ({ length }) => {
      received += length;
      unfinished += length;
      if (unfinished > LEAST_COUNTED) incoming.look();
    });
    webSocket.on("message", () => (unfinished = 0));
    this.#watched.set(name, { address, waiting: [outgoing, incoming] });
    socket.once("close", () => {
      for (const waiting of [outgoing, incoming]) waiting.close();
      this.#watched.delete(name);
    });
    // The next sweep counts smaller amounts.
    return () => {
      if (webSocket.bufferedAmount > LEAST_COUNTED) outgoing.look();
    };
  };

  protected override stopListening(): void {
    for (const server of this.#servers) server.close();
    this.#servers.clear();
  }

  get #channels(): AcceptWebSocketsOptions {
    return {
      maxTextBytes: this.limits.maxFrameBytes,
      maxFirstBytes: LONGEST_HELLO,
      accept: (channel) => this.accept(channel),
      watch: this.#watch,
    };
  }
}

/**
 * Makes a hub: spokes call what is in its registry, and what they offer appears there.
 *
 * @example
 * const hub = serveWebSocket({ registry, authenticate: ({ token }) => identities.get(token) });
 * const { url } = await hub.listen({ port: 8080 });
 */
export function serveWebSocket(options: ServeWebSocketOptions): WebSocketService {
  return new WebSocketService(options);
}
