/** The part of a WebSocket that we use. Those of browsers and of `ws` both fit, and the types of neither leak. */

export interface WebSocketLike {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "open" | "error", listener: (event: unknown) => void): void;
}

/** What `ws` has in addition. */
export interface NodeWebSocket extends WebSocketLike {
  /** Ends the connection without the closing handshake. */
  terminate(): void;
  pause(): void;
  resume(): void;
  send(text: string): void;
  send(text: Uint8Array, options: { readonly binary: false }): void;
  on(event: "message", listener: (data: { toString(): string }, isBinary: boolean) => void): unknown;
  on(event: "ping", listener: (data: Uint8Array) => void): unknown;
  once(event: "message", listener: () => void): unknown;
  /** `done` is called when the pong has left this process, or never will. */
  pong(data: Uint8Array, mask: undefined, done: () => void): void;
}
