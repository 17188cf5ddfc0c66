/**
 * WebSockets of the package `ws`, with our own types. Browsers never load this, so it imports nothing that their bundles
 * would have to share with it.
 */
import { installCommand } from "../../shared/install-command.ts";
import type { NodeWebSocket, WebSocketLike } from "./websocket-like.ts";

interface WSOptions {
  readonly maxPayload: number;
  readonly perMessageDeflate: false;
  /** The channel answers pings itself: `ws` would queue a pong for each. */
  readonly autoPong: false;
  /** Milliseconds that a closing handshake may take. */
  readonly closeTimeout: number;
  /** Certificate authorities, instead of the runtime's own. */
  readonly ca?: string[];
}

export interface WSServer {
  handleUpgrade(request: unknown, socket: unknown, head: unknown, done: (socket: NodeWebSocket) => void): void;
}

interface WS {
  readonly WebSocket: new (url: string, options: WSOptions) => NodeWebSocket;
  readonly WebSocketServer: new (
    options: WSOptions & { readonly noServer: true; readonly clientTracking: false },
  ) => WSServer;
}

const loadWS = (): Promise<WS> =>
  import("ws").catch((cause: unknown) => {
    throw new Error(`WebSockets on this runtime need the package ws: ${installCommand("ws@8")}`, { cause });
  });

const optionsFor = (maxTextBytes: number): WSOptions => ({
  maxPayload: maxTextBytes,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: 2000,
});

/** A WebSocket that connects. It also trusts the certificate authorities in `ca`. */
export async function createNodeWebSocket(url: string, maxTextBytes: number, ca?: string): Promise<WebSocketLike> {
  const { WebSocket: Native } = globalThis as { WebSocket?: new (url: string) => WebSocketLike };
  const ws = await loadWS().catch((missing: unknown) => {
    // Node's own is better than none, but can't be told whom to trust.
    if (Native === undefined || ca !== undefined) throw missing;
  });
  if (ws === undefined) return new (Native as NonNullable<typeof Native>)(url);
  const trusted = ca === undefined ? {} : { ca: [...process.getBuiltinModule("node:tls").rootCertificates, ca] };
  const socket = new ws.WebSocket(url, { ...optionsFor(maxTextBytes), ...trusted });
  answerPings(socket);
  return socket;
}

/** A server for the WebSockets that clients open. */
export async function createWebSocketServer(maxTextBytes: number): Promise<WSServer> {
  const { WebSocketServer } = await loadWS();
  return new WebSocketServer({ noServer: true, clientTracking: false, ...optionsFor(maxTextBytes) });
}

/**
 * Answers pings, with one pong at a time on its way: while it waits for a peer that does not read, only the latest ping
 * is kept, which is all that RFC 6455 asks for. A pong for each would let the peer fill the memory.
 */
export function answerPings(socket: NodeWebSocket): void {
  let latest: Uint8Array | undefined;
  let isSending = false;
  const answer = (): void => {
    isSending = latest !== undefined;
    if (latest === undefined) return;
    const data = latest;
    latest = undefined;
    socket.pong(data, undefined, answer);
  };
  socket.on("ping", (data) => {
    latest = data;
    if (!isSending) answer();
  });
}
