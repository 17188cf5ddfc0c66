/** The package `ws`, in types of our own. It is loaded when it is first needed, which browsers never do. */
import { loadPackage } from "../load-package.ts";
import type { NodeWebSocket } from "./websocket-like.ts";

export interface WSOptions {
  readonly maxPayload: number;
  readonly perMessageDeflate: false;
  /** Milliseconds that a closing handshake may take. */
  readonly closeTimeout: number;
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

export function loadWS(): Promise<WS> {
  return loadPackage<WS>(() => import("ws"), "WebSockets on this runtime need the package ws: npm install ws@8");
}
