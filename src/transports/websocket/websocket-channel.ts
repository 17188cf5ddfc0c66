import { messageOf } from "../../errors/call-error.ts";
import type { Channel, ChannelReceiver } from "../../protocol/ports/channel.ts";
import { isNodeWebSocket } from "./websocket-like.ts";
import type { NodeWebSocket, WebSocketLike } from "./websocket-like.ts";

export interface WebSocketChannelOptions {
  readonly name: string;
  /** Bytes of the longest text that the channel takes. */
  readonly maxTextBytes: number;
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
const NORMAL_CLOSURE = 1000;
const MESSAGE_TOO_BIG = 1009;
/** A reason may take 123 bytes, and a character takes up to three. */
const LONGEST_REASON = 41;

/** A channel over an open WebSocket. A text message is a text, a binary one is garbage. */
export class WebSocketChannel implements Channel {
  readonly name: string;
  readonly send: (text: string) => void;
  hasDeliveredAll = false;
  readonly #socket: WebSocketLike;
  readonly #maxTextBytes: number;
  #receiver: ChannelReceiver | undefined;
  #isClosed = false;
  #failure: string | undefined;

  constructor(socket: WebSocketLike, { name, maxTextBytes, source, onSent }: WebSocketChannelOptions) {
    this.name = name;
    this.#socket = socket;
    this.#maxTextBytes = maxTextBytes;
    const { Buffer: NodeBuffer } = globalThis as { Buffer?: { from(text: string): Uint8Array } };
    // As bytes, if they can be sent as text: `ws` writes bytes in one piece, and a string in two.
    this.send =
      NodeBuffer !== undefined && isNodeWebSocket(socket)
        ? (text) => {
            if (this.#isClosed) return;
            socket.send(NodeBuffer.from(text), AS_TEXT);
            onSent?.();
          }
        : (text) => {
            if (!this.#isClosed) socket.send(text);
          };
    if (isNodeWebSocket(socket)) answerPings(socket);
    // Encrypted data comes in pieces of its own.
    if (source?.encrypted !== true)
      source?.prependListener("data", ({ length }) => void (this.hasDeliveredAll = length < READ_BYTES));
    socket.addEventListener("close", ({ code, reason }) =>
      this.#closed(this.#failure ?? `the connection was closed (${code}${reason === "" ? "" : `, ${reason}`})`),
    );
    socket.addEventListener("error", (event) => this.#failed(event));
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  receive(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    const socket = this.#socket;
    if (isNodeWebSocket(socket)) {
      // `addEventListener` would make an event object each time. `ws` itself has checked the size.
      socket.on("message", (data, isBinary) => (isBinary ? receiver.garbage() : receiver.text(data.toString())));
      return;
    }
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") receiver.garbage();
      else if (data.length > this.#maxTextBytes) this.#refuseText();
      else receiver.text(data);
    });
  }

  pause(): void {
    if (isNodeWebSocket(this.#socket)) this.#socket.pause();
  }

  resume(): void {
    if (isNodeWebSocket(this.#socket)) this.#socket.resume();
  }

  close(reason: string): void {
    this.#socket.close(NORMAL_CLOSURE, reason.slice(0, LONGEST_REASON));
  }

  destroy(): void {
    if (isNodeWebSocket(this.#socket)) this.#socket.terminate();
    else this.#socket.close();
    // A browser would wait for a peer that no longer answers.
    this.#closed("the connection was given up");
  }

  #refuseText(): void {
    this.#receiver?.garbage();
    this.#socket.close(MESSAGE_TOO_BIG);
    this.#closed(`a message is longer than ${this.#maxTextBytes} bytes`);
  }

  #failed(event: unknown): void {
    const { error } = event as { error?: { code?: unknown } };
    this.#failure ??= messageOf(error ?? event);
    // `ws` refuses to read it: too large, no UTF-8, no WebSocket frame.
    if (String(error?.code).startsWith("WS_ERR_")) this.#receiver?.garbage();
  }

  #closed(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#receiver?.closed(reason);
  }
}

/**
 * Answers pings, with one pong at a time on its way: while it waits for a peer that does not read, only the latest ping
 * is kept, which is all that RFC 6455 asks for. A pong for each would let the peer fill the memory.
 */
function answerPings(socket: NodeWebSocket): void {
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
