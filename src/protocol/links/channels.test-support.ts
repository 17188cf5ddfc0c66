/** Two ends of a channel within this process, for tests: texts arrive in a later task, as from a socket. */
import type { Channel, ChannelReceiver } from "../ports/channel.ts";

export interface TestChannel extends Channel {
  bufferedBytes: number;
  readonly sent: string[];
  /** Delivers a text to this end, as if the other side had sent it. */
  deliver(text: string): void;
  garbage(): void;
}

class OneEnd implements TestChannel {
  readonly name: string;
  bufferedBytes = 0;
  readonly sent: string[] = [];
  other: OneEnd | undefined;
  #receiver: ChannelReceiver | undefined;
  #isClosed = false;

  constructor(name: string) {
    this.name = name;
  }

  send(text: string): void {
    if (this.#isClosed) return;
    this.sent.push(text);
    setImmediate(() => this.other?.deliver(text));
  }

  receive(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
  }

  deliver(text: string): void {
    if (!this.#isClosed) this.#receiver?.text(text);
  }

  garbage(): void {
    this.#receiver?.garbage();
  }

  close(reason: string): void {
    setImmediate(() => this.end(reason));
  }

  destroy(): void {
    setImmediate(() => this.end("destroyed"));
  }

  end(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#receiver?.closed(reason);
    this.other?.end(reason);
  }
}

export function createChannels(): [TestChannel, TestChannel] {
  const first = new OneEnd("first");
  const second = new OneEnd("second");
  first.other = second;
  second.other = first;
  return [first, second];
}
