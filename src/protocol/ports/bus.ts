/** Receives the texts of one topic. */
export interface BusReceiver {
  text(text: string): void;
}

/** Marks texts so that only processes with the same secret can write them. */
export interface TextSeal {
  /** Characters that it adds to a text. */
  readonly length: number;
  /** Seals a text for one topic: on another the seal is not valid. */
  seal(topic: string, text: string): string;
  /** The text without its seal. Undefined if the seal is not valid. */
  open(topic: string, sealed: string): string | undefined;
}

/** Whether a text that is published now reaches the broker. */
export type BusState = "connected" | "disconnected" | "closed";

/** The port that a broker's client implements: a text goes to a topic, and from there to every subscriber. */
export interface Bus {
  /** For messages and logs: `nats`, `redis`; never a credential. */
  readonly name: string;
  readonly state: BusState;
  /** Bytes of the longest text that the broker takes. */
  readonly maxTextBytes: number;
  /** Bytes that were published and have not left yet. */
  readonly bufferedBytes: number;
  /**
   * Publishes at most once: a client must not repeat by itself a text that may have been delivered. While disconnected
   * it does nothing and returns false. `mark` names the text for `onUnheard`: letters, digits and dots.
   */
  publish(topic: string, text: string, mark?: string): boolean;
  /**
   * Calls the listener when the broker says that a marked text had no subscriber. A broker that can't be sure never
   * says it. Returns a function that stops it.
   */
  onUnheard(listener: (mark: string) => void): () => void;
  /** Resolves once the broker has the subscription. The client renews it after every reconnect. */
  subscribe(topic: string, receiver: BusReceiver): Promise<BusSubscription>;
  /**
   * Calls the listener after every change of state: `disconnected` as soon as the client knows, `connected` when all
   * subscriptions are in place again. Returns a function that stops it.
   */
  onState(listener: (state: BusState) => void): () => void;
  /** Drops a connection that turned out to be broken, and makes a new one. */
  reconnect(): void;
  /** Sends what was published, and closes permanently. */
  close(): Promise<void>;
}

/** A running subscription to a topic. */
export interface BusSubscription {
  stop(): Promise<void>;
}
