import type { Channel, ChannelReceiver } from "../../protocol/ports/channel.ts";
import { WebSocketChannel } from "./websocket-channel.ts";
import type { WebSocketChannelOptions } from "./websocket-channel.ts";
import type { NodeWebSocket, WebSocketLike } from "./websocket-like.ts";

export interface NodeWebSocketChannelOptions extends WebSocketChannelOptions {
  /** The socket below the WebSocket, if it is known. */
  readonly source?: ChunkSource | undefined;
  /** Called after each text that was sent. */
  readonly onSent?: (() => void) | undefined;
}

/** A socket of `node:net` or `node:tls`. */
export interface ChunkSource {
  readonly encrypted?: boolean | undefined;
  prependListener(event: "data", listener: (chunk: Uint8Array) => void): unknown;
}

/** Node reads at most this many bytes at once. A smaller chunk was everything that had arrived. */
const READ_BYTES = 65_536;

const AS_TEXT = { binary: false } as const;

/** A channel over an open WebSocket of the package `ws`, which is faster and can do more than that of a browser. */
export class NodeWebSocketChannel extends WebSocketChannel<NodeWebSocket> {
  hasDeliveredAll = false;
  override readonly send: (text: string) => void;

  constructor(socket: NodeWebSocket, options: NodeWebSocketChannelOptions) {
    super(socket, options);
    const { source, onSent } = options;
    const { Buffer: NodeBuffer } = globalThis as { Buffer?: { from(text: string): Uint8Array } };
    // Sent as bytes, marked as text, where there is a `Buffer`: `ws` writes bytes in one piece, and a string in two.
    this.send = (text) => {
      if (this.isClosed) return;
      if (NodeBuffer === undefined) socket.send(text);
      else socket.send(NodeBuffer.from(text), AS_TEXT);
      onSent?.();
    };
    // TLS cuts data into pieces of its own.
    if (source?.encrypted !== true)
      source?.prependListener("data", ({ length }) => void (this.hasDeliveredAll = length < READ_BYTES));
  }

  override get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  override receive(receiver: ChannelReceiver): void {
    this.receiver = receiver;
    // `addEventListener` would make an event object each time. `ws` itself has checked the size.
    this.socket.on("message", (data, isBinary) => (isBinary ? receiver.garbage() : receiver.text(data.toString())));
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  override destroy(): void {
    this.socket.terminate();
    this.end("the connection was given up");
  }

  protected override failed(error: { readonly code?: unknown }): void {
    super.failed(error);
    // `ws` refuses to read what arrived: it is too large, not UTF-8, or not a WebSocket frame.
    if (String(error.code).startsWith("WS_ERR_")) this.receiver?.garbage();
  }
}

/** The channel of a peer that both calls and answers: it has to be fast, and may have to pause the other side. */
export function createPeerChannel(socket: WebSocketLike, options: WebSocketChannelOptions): Channel {
  return isNodeWebSocket(socket) ? new NodeWebSocketChannel(socket, options) : new WebSocketChannel(socket, options);
}

function isNodeWebSocket(socket: WebSocketLike): socket is NodeWebSocket {
  return "terminate" in socket && "on" in socket;
}
