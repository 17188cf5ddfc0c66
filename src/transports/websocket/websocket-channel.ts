import { messageOf } from "../../errors/call-error.ts";
import type { Channel, ChannelReceiver } from "../../protocol/ports/channel.ts";
import type { WebSocketLike } from "./websocket-like.ts";

export interface WebSocketChannelOptions {
  readonly name: string;
  /** Bytes of the longest text that the channel takes. */
  readonly maxTextBytes: number;
}

const NORMAL_CLOSURE = 1000;
const MESSAGE_TOO_BIG = 1009;
/** A reason may take 123 bytes, and a character takes up to three. */
const LONGEST_REASON = 41;

/** A channel over an open WebSocket like those of browsers. A text message is a text, a binary one is garbage. */
export class WebSocketChannel<TSocket extends WebSocketLike = WebSocketLike> implements Channel {
  readonly name: string;
  protected readonly socket: TSocket;
  protected receiver: ChannelReceiver | undefined;
  protected isClosed = false;
  readonly #maxTextBytes: number;
  #failure: string | undefined;

  constructor(socket: TSocket, { name, maxTextBytes }: WebSocketChannelOptions) {
    this.name = name;
    this.socket = socket;
    this.#maxTextBytes = maxTextBytes;
    socket.addEventListener("close", ({ code, reason }) =>
      this.end(this.#failure ?? `the connection was closed (${code}${reason === "" ? "" : `, ${reason}`})`),
    );
    socket.addEventListener("error", (event) => this.failed((event as { error?: unknown }).error ?? event));
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  send(text: string): void {
    if (!this.isClosed) this.socket.send(text);
  }

  receive(receiver: ChannelReceiver): void {
    this.receiver = receiver;
    const most = this.#maxTextBytes;
    this.socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") receiver.garbage();
      // No character takes more than three bytes, so most texts need not be measured.
      else if (data.length * 3 <= most || new TextEncoder().encode(data).length <= most) receiver.text(data);
      else {
        receiver.garbage();
        this.socket.close(MESSAGE_TOO_BIG);
        this.end(`a message is longer than ${most} bytes`);
      }
    });
  }

  close(reason: string): void {
    this.socket.close(NORMAL_CLOSURE, reason.slice(0, LONGEST_REASON));
  }

  destroy(): void {
    this.socket.close();
    // A browser would wait for a peer that no longer answers.
    this.end("the connection was given up");
  }

  protected failed(error: unknown): void {
    this.#failure ??= messageOf(error);
  }

  protected end(reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.receiver?.closed(reason);
  }
}
