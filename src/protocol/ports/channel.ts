/** Carries texts to one other peer. */
export interface TextCarrier {
  /** For messages and logs: an address, never a credential. */
  readonly name: string;
  /** Bytes that were sent and have not left yet. */
  readonly bufferedBytes: number;
  /** Whether everything that has arrived here was delivered in this tick. Absent where that is not known. */
  readonly hasDeliveredAll?: boolean;
  /** Takes a text. Returns false if the connection is known to be lost. After the end it does nothing. */
  send(text: string): boolean | void;
  /** Closes after everything that was sent has left. */
  close(reason: string): void;
  /** Ends at once: the peer no longer answers. */
  destroy(): void;
}

/** What a channel delivers to. */
export interface ChannelReceiver {
  text(text: string): void;
  /** Something arrived that is not a text. */
  garbage(): void;
  /** Called once, after the last text. */
  closed(reason: string): void;
}

/** The port that a transport between two processes implements: texts in order, until it closes. */
export interface Channel extends TextCarrier {
  /** Called once, before anything can arrive. `closed` follows every `close` and `destroy`. */
  receive(receiver: ChannelReceiver): void;
  /** Delivers no further texts until `resume`, apart from a few on their way. Absent if the transport cannot do it. */
  pause?(): void;
  resume?(): void;
}

export interface OpenChannelOptions {
  readonly url: string;
  /** Bytes of the longest text that the channel takes. */
  readonly maxTextBytes: number;
  /** Gives up the attempt. */
  readonly signal: AbortSignal;
}

/** Reaches another process. Rejects with `CONNECTION_LOST` if it cannot. */
export type OpenChannel = (options: OpenChannelOptions) => Promise<Channel>;

export interface AcceptChannelsOptions {
  /** Bytes of the longest text that the channels take. */
  readonly maxTextBytes: number;
  /** Bytes that may arrive until the first text is complete, because its sender is not known yet. Default: no limit. */
  readonly maxFirstBytes?: number | undefined;
  /** Gets every channel that another process opens. */
  readonly accept: (channel: Channel) => void;
}
