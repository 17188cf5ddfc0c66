import type { AcceptChannelsOptions } from "../../protocol/ports/channel.ts";
import { isLoopback } from "../../shared/connections/loopback-names.ts";
import { isOfSameHost, isOfThisMachine } from "./check-upgrade.ts";
import type { AllowUpgrade, UpgradeRefusal } from "./check-upgrade.ts";
import { ignoreUpgrade, isToWebSocket } from "./ignore-upgrade.ts";
import { answerPings, createWebSocketServer } from "../../transports/websocket/node-websocket.ts";
import type { WSServer } from "../../transports/websocket/node-websocket.ts";
import { hostToConnectTo, listenOn, nodeHTTP } from "../request/node-http.ts";
import type { UpgradableServer, UpgradeRequest, UpgradeSocket } from "../request/node-http.ts";
import type { NodeWebSocket } from "../../transports/websocket/websocket-like.ts";
import { NodeWebSocketChannel } from "../../transports/websocket/node-websocket-channel.ts";

/** A WebSocket that was accepted, before it has said who it is. */
export interface AcceptedWebSocket {
  readonly name: string;
  /** Where it comes from. */
  readonly address: string | undefined;
  readonly webSocket: NodeWebSocket;
  readonly socket: UpgradeSocket;
}

export interface AcceptWebSocketsOptions extends AcceptChannelsOptions {
  /** Watches a connection. The function that it returns is called after each text that was sent. */
  readonly watch?: ((accepted: AcceptedWebSocket, cut: () => void) => () => void) | undefined;
}

/** How a server of Node accepts WebSockets. */
export interface AttachOptions {
  /** Default: `/operations`. Requests for other paths are left to other listeners, and refused if there are none. */
  readonly path?: string | undefined;
  /**
   * Decides by its headers whether a request may connect; if it throws, the request is refused. Default: refuses web
   * pages of other hosts.
   */
  readonly allow?: AllowUpgrade | undefined;
  /** The name of an allowed connection: the `address` of the peer that joins. Default: its address and port. */
  readonly nameOf?: ((request: UpgradeRequest) => string) | undefined;
  /** Where a request comes from. Default: the address at the other end of the connection. */
  readonly addressOf?: ((request: UpgradeRequest) => string | undefined) | undefined;
}

/** Where `listen` accepts WebSockets. */
export interface WebSocketListenOptions extends AttachOptions {
  /** Default: `127.0.0.1`, which only this machine reaches. */
  readonly host?: string | undefined;
  /** Default: a free one. */
  readonly port?: number | undefined;
}

/** A server that listens for spokes. */
export interface WebSocketListener {
  /** What spokes connect to. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; those that are there stay. */
  close(): Promise<void>;
}

const DEFAULT_PATH = "/operations";
const REASONS = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  503: "Service Unavailable",
};

/** Takes WebSockets at a path of an existing server. Returns a function that stops it. */
export function attachWebSockets(
  server: UpgradableServer,
  channels: AcceptWebSocketsOptions,
  options: AttachOptions = {},
): () => void {
  const { path = DEFAULT_PATH, allow = isOfSameHost, nameOf = byAddress, addressOf = remoteAddress } = options;
  const upgrades = new Upgrades(channels, (request) => ({
    name: orElse(() => nameOf(request), byAddress(request)),
    address: orElse(() => addressOf(request), undefined),
  }));
  const listener = (request: UpgradeRequest, socket: UpgradeSocket, head: Uint8Array): void => {
    if (isToWebSocket(request) && pathOf(request) === path) {
      // Two fields, joined. Then neither says which host the client means.
      if (request.headers["host"]?.includes(", ") === true) return refuse(socket, { status: 400 });
      const allowed = orElse(() => allow(request), false);
      if (!allowed) refuse(socket, { status: 403 });
      else if (typeof allowed === "object") refuse(socket, allowed);
      else upgrades.take(request, socket, head);
      return;
    }
    // If this is the only listener, no other one would answer.
    if (server.listenerCount("upgrade") > 1) return;
    if (isToWebSocket(request)) return refuse(socket, { status: 404 });
    socket.unshift(head);
    ignoreUpgrade(server, request, socket);
  };
  server.on("upgrade", listener);
  return () => void server.off("upgrade", listener);
}

/** Starts an HTTP server that does nothing else. */
export async function listenForWebSockets(
  channels: AcceptWebSocketsOptions,
  options: WebSocketListenOptions = {},
): Promise<WebSocketListener> {
  const { host = "127.0.0.1", port = 0, path = DEFAULT_PATH } = options;
  const { allow = isLoopback(host) ? isOfThisMachine : isOfSameHost } = options;
  const server = nodeHTTP().http.createServer({}, (_request, response) => {
    response.writeHead(426, ["content-type", "text/plain", "upgrade", "websocket"]);
    response.end("This is a WebSocket\n");
  });
  attachWebSockets(server, channels, { ...options, path, allow });
  const bound = await listenOn(server, port, host);
  return {
    url: `ws://${hostToConnectTo(host)}:${bound}${path}`,
    port: bound,
    // Does not wait for the server to close: that waits for the connections that became WebSockets, which may stay.
    async close() {
      server.close(() => undefined);
      server.closeAllConnections();
    },
  };
}

type Describe = (request: UpgradeRequest) => Pick<AcceptedWebSocket, "name" | "address">;

/** Turns requests into channels. */
class Upgrades {
  readonly #channels: AcceptWebSocketsOptions;
  readonly #describe: Describe;
  #server: WSServer | undefined;

  constructor(channels: AcceptWebSocketsOptions, describe: Describe) {
    this.#channels = channels;
    this.#describe = describe;
  }

  take(request: UpgradeRequest, socket: UpgradeSocket, head: unknown): void {
    if (this.#server !== undefined) return this.#upgrade(this.#server, request, [socket, head]);
    // Until `ws` takes over, nothing else listens to its errors.
    socket.on("error", ignoreError);
    this.#load().then(
      (server) => {
        socket.off("error", ignoreError);
        this.#upgrade(server, request, [socket, head]);
      },
      () => refuse(socket, { status: 503 }),
    );
  }

  async #load(): Promise<WSServer> {
    const server = await createWebSocketServer(this.#channels.maxTextBytes);
    return (this.#server ??= server);
  }

  #upgrade(server: WSServer, request: UpgradeRequest, [socket, head]: [UpgradeSocket, unknown]): void {
    const { accept, maxTextBytes, maxFirstBytes = Infinity, watch } = this.#channels;
    const described = this.#describe(request);
    server.handleUpgrade(request, socket, head, (webSocket) => {
      if (maxFirstBytes !== Infinity) limitFirstMessage(webSocket, socket, maxFirstBytes);
      const onSent = watch?.({ ...described, webSocket, socket }, () => channel.destroy());
      const options = { name: described.name, maxTextBytes, source: socket, onSent };
      answerPings(webSocket);
      const channel: NodeWebSocketChannel = new NodeWebSocketChannel(webSocket, options);
      accept(channel);
    });
  }
}

function limitFirstMessage(webSocket: NodeWebSocket, socket: UpgradeSocket, maxBytes: number): void {
  let bytes = 0;
  let isThere = false;
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    if (!isThere && bytes > maxBytes) webSocket.terminate();
  };
  // After the listener of `ws`: the chunk that completes the message may hold more.
  socket.on("data", count);
  webSocket.once("message", () => {
    isThere = true;
    socket.off("data", count);
  });
}

/** The program's own functions may throw at an unexpected header: that must not end the process. */
function orElse<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

function ignoreError(): void {
  // The socket closes by itself.
}

function remoteAddress({ socket }: UpgradeRequest): string | undefined {
  return socket.remoteAddress;
}

function byAddress({ socket }: UpgradeRequest): string {
  const { remoteAddress = "unknown", remotePort = 0 } = socket;
  return `websocket from ${remoteAddress}:${remotePort}`;
}

type Refusal = UpgradeRefusal | { readonly status: 400 | 403 | 404 | 503; readonly message?: undefined };

/**
 * Nothing else listens to the socket any more: its errors are ours, and a client may leave its own side open forever.
 */
function refuse(socket: UpgradeSocket, { status, message }: Refusal): void {
  socket.on("error", ignoreError);
  const text = message === undefined ? "" : `${message}\n`;
  const answer = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    "Connection: close",
    ...(message === undefined ? [] : ["Retry-After: 1", "Content-Type: text/plain; charset=utf-8"]),
    `Content-Length: ${new TextEncoder().encode(text).byteLength}`,
    "",
    text,
  ];
  socket.end(answer.join("\r\n"), () => socket.destroy());
}

function pathOf({ url = "/" }: UpgradeRequest): string {
  return url.split("?", 1)[0] ?? "/";
}
