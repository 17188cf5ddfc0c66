/** The port that a transport between two processes implements: texts in order, until it closes. */

export interface ChannelReceiver {
  text(text: string): void;
  /** Something arrived that is no text. */
  garbage(): void;
  /** Once, after the last text. */
  closed(reason: string): void;
}

export interface Channel {
  /** For messages and logs: an address, never a credential. */
  readonly name: string;
  /** Bytes that were sent and have not left yet. */
  readonly bufferedBytes: number;
  /** Whether everything that has arrived here was delivered in this tick; absent where that is not known. */
  readonly hasDeliveredAll?: boolean;
  /** Hands a text over. After the end it does nothing. */
  send(text: string): void;
  /** Called once, before anything can arrive. */
  receive(receiver: ChannelReceiver): void;
  /** Lets what was sent leave, and closes; `closed` follows. */
  close(reason: string): void;
  /** Ends at once, for a peer that no longer answers; `closed` follows. */
  destroy(): void;
}

export interface OpenChannelOptions {
  readonly url: string;
  /** Bytes of the longest text that is taken. */
  readonly maxTextBytes: number;
  /** Gives the attempt up. */
  readonly signal: AbortSignal;
}

/** Reaches another process. Rejects with `CONNECTION_LOST` when that is not possible. */
export type OpenChannel = (options: OpenChannelOptions) => Promise<Channel>;

export interface AcceptChannelsOptions {
  /** Bytes of the longest text that is taken. */
  readonly maxTextBytes: number;
  /** Bytes that may come until the first text is complete: it is of somebody who is not known. Default: no limit. */
  readonly maxFirstBytes?: number | undefined;
  /** Gets every channel that another process opens. */
  readonly accept: (channel: Channel) => void;
}
