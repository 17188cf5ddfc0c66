import { messageOf } from "../../errors/call-error.ts";
import type { Channel, ChannelReceiver } from "../../protocol/channel.ts";
import { isNodeWebSocket } from "./websocket-like.ts";
import type { WebSocketLike } from "./websocket-like.ts";

export interface WebSocketChannelOptions {
  readonly name: string;
  /** Bytes of the longest text that is taken. */
  readonly maxTextBytes: number;
}

const NORMAL_CLOSURE = 1000;
const MESSAGE_TOO_BIG = 1009;
/** A reason may take 123 bytes, and a character up to three. */
const LONGEST_REASON = 41;

/** A channel over an open WebSocket: a text message is a text, a binary one is garbage. */
export class WebSocketChannel implements Channel {
  readonly name: string;
  readonly #socket: WebSocketLike;
  readonly #maxTextBytes: number;
  #receiver: ChannelReceiver | undefined;
  #isClosed = false;
  #failure: string | undefined;

  constructor(socket: WebSocketLike, { name, maxTextBytes }: WebSocketChannelOptions) {
    this.name = name;
    this.#socket = socket;
    this.#maxTextBytes = maxTextBytes;
    socket.addEventListener("close", ({ code, reason }) =>
      this.#closed(this.#failure ?? `the connection was closed (${code}${reason === "" ? "" : `, ${reason}`})`),
    );
    socket.addEventListener("error", (event) => this.#failed(event));
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): void {
    if (!this.#isClosed) this.#socket.send(text);
  }

  receive(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    const socket = this.#socket;
    if (isNodeWebSocket(socket)) {
      // Without the event objects that `addEventListener` makes; `ws` itself has looked at the size.
      socket.on("message", (data, isBinary) => (isBinary ? receiver.garbage() : receiver.text(data.toString())));
      return;
    }
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") receiver.garbage();
      else if (data.length > this.#maxTextBytes) this.#refuseText();
      else receiver.text(data);
    });
  }

  close(reason: string): void {
    this.#socket.close(NORMAL_CLOSURE, reason.slice(0, LONGEST_REASON));
  }

  destroy(): void {
    if (isNodeWebSocket(this.#socket)) this.#socket.terminate();
    else this.#socket.close();
    // A browser waits for a peer that no longer answers.
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
    // What `ws` refuses to read: too large, no UTF-8, no WebSocket frame.
    if (String(error?.code).startsWith("WS_ERR_")) this.#receiver?.garbage();
  }

  #closed(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#receiver?.closed(reason);
  }
}
