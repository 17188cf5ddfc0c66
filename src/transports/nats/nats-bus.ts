import type { NatsConnection, Subscription } from "@nats-io/transport-node";
import { CallError } from "../../errors/call-error.ts";
import type { Bus, BusReceiver, BusState, BusSubscription } from "../../protocol/ports/bus.ts";
import { Listeners } from "../../shared/listeners.ts";
import { randomId } from "../../shared/request-id.ts";
import { endsWithin } from "../../shared/time/wait.ts";
import { BusStates, CLOSE_GRACE } from "../bus-states.ts";
import { openNatsConnection, roundTrip } from "./nats-connection.ts";
import type { NatsBusOptions, NatsSettings } from "./nats-connection.ts";
import { UnansweredBytes } from "./unanswered-bytes.ts";

const DEFAULT_MAX_TEXT = 1024 * 1024;

/**
 * A bus over NATS, with its official client. It matches answers to calls itself, which costs a sixth of the client's
 * request/reply.
 *
 * @example
 * const peer = await connectBus({ transport: await natsBus({ servers: "localhost:4222" }), registry });
 */
export async function natsBus(options: NatsBusOptions): Promise<Bus> {
  const { connectTimeoutMs = 10_000, reconnectDelayMs = 250 } = options;
  const settings = { ...options, connectTimeoutMs, reconnectDelayMs };
  return new NatsBus(settings, await openNatsConnection(settings));
}

interface Subscribed {
  readonly topic: string;
  readonly receiver: BusReceiver;
  /** On the current connection. */
  subscription: Subscription;
}

/** The status of a message without subscribers. */
const NO_RESPONDERS = 503;

const encoder = new TextEncoder();

class NatsBus implements Bus {
  readonly name = "nats";
  maxTextBytes = DEFAULT_MAX_TEXT;
  readonly #settings: NatsSettings;
  readonly #states = new BusStates();
  readonly #subscribed = new Set<Subscribed>();
  readonly #unheard = new Listeners<string>();
  /** Where the server says that a text had no subscriber. A random one, so that no other client can say it. */
  readonly #inbox = `_INBOX.${randomId()}`;
  /** Undefined while it is being replaced. */
  #connection: NatsConnection | undefined;
  #unanswered: UnansweredBytes | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: NatsSettings, connection: NatsConnection) {
    this.#settings = settings;
    this.#use(connection);
    this.#states.set("connected");
  }

  get state(): BusState {
    return this.#states.current;
  }

  get bufferedBytes(): number {
    return this.#unanswered?.count ?? 0;
  }

  publish(topic: string, text: string, mark?: string): boolean {
    if (this.state !== "connected" || this.#connection === undefined) return false;
    const bytes = encoder.encode(text);
    try {
      this.#connection.publish(topic, bytes, mark === undefined ? {} : { reply: `${this.#inbox}.${mark}` });
    } catch {
      return false;
    }
    this.#unanswered?.add(bytes.length);
    return true;
  }

  onUnheard(listener: (mark: string) => void): () => void {
    return this.#unheard.add(listener);
  }

  async subscribe(topic: string, receiver: BusReceiver): Promise<BusSubscription> {
    const connection = this.#connection;
    if (connection === undefined) throw new CallError("CONNECTION_LOST", "The connection to nats is lost.");
    const subscribed: Subscribed = { topic, receiver, subscription: listen(connection, topic, receiver) };
    this.#subscribed.add(subscribed);
    const stop = async (): Promise<void> => {
      this.#subscribed.delete(subscribed);
      if (!subscribed.subscription.isClosed()) subscribed.subscription.unsubscribe();
    };
    try {
      // The server has the subscription once it answers what was sent after it.
      await roundTrip(connection, this.#settings.connectTimeoutMs);
    } catch (thrown) {
      await stop();
      throw thrown;
    }
    return { stop };
  }

  onState(listener: (state: BusState) => void): () => void {
    return this.#states.listen(listener);
  }

  /**
   * Makes a new client. The `reconnect()` of the old one waits until everything that was written has left, which never
   * happens on a broken connection.
   */
  reconnect(): void {
    const broken = this.#connection;
    if (broken === undefined || this.state === "closed") return;
    this.#connection = undefined;
    this.#unanswered = undefined;
    drop(broken);
    this.#states.set("disconnected");
    void this.#connectAnew();
  }

  async close(): Promise<void> {
    if (this.state === "closed") return;
    const connection = this.#connection;
    if (connection !== undefined && this.state === "connected") await endsWithin(connection.flush(), CLOSE_GRACE);
    this.#states.set("closed");
    clearTimeout(this.#retry);
    if (this.#connection !== undefined) await endsWithin(this.#connection.close(), CLOSE_GRACE);
  }

  async #connectAnew(): Promise<void> {
    const connection = await openNatsConnection(this.#settings).catch(() => undefined);
    if (this.state === "closed") {
      if (connection !== undefined) drop(connection);
      return;
    }
    if (connection === undefined) {
      const delayMs = this.#settings.reconnectDelayMs * (1 + Math.random());
      this.#retry = setTimeout(() => void this.#connectAnew(), delayMs);
      return;
    }
    this.#use(connection);
    for (const subscribed of this.#subscribed)
      subscribed.subscription = listen(connection, subscribed.topic, subscribed.receiver);
    await this.#settle(connection);
  }

  #use(connection: NatsConnection): void {
    this.#connection = connection;
    this.#unanswered = new UnansweredBytes(() => connection.flush());
    this.maxTextBytes = connection.info?.max_payload ?? this.maxTextBytes;
    // A server may forbid it. Then peers that are gone are noticed by their silence.
    connection.subscribe(`${this.#inbox}.>`, {
      callback: (error, message) => {
        if (error !== null || message.headers?.code !== NO_RESPONDERS) return;
        this.#unheard.tell(message.subject.slice(this.#inbox.length + 1));
      },
    });
    void this.#follow(connection);
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (connection !== this.#connection) return;
      switch (status.type) {
        case "disconnect":
          this.#states.set("disconnected");
          break;
        case "staleConnection":
          // The client is about to drop the connection in its own way, which may never end.
          return this.reconnect();
        case "reconnect":
          void this.#settle(connection);
      }
    }
    // The client has given up, as it does if the server refuses it twice. The reason may be gone soon.
    if (connection === this.#connection) this.reconnect();
  }

  /** The client renews its subscriptions by itself. The server's answer shows that it has them. */
  async #settle(connection: NatsConnection): Promise<void> {
    try {
      await roundTrip(connection, this.#settings.connectTimeoutMs);
      if (connection === this.#connection) this.#states.set("connected");
    } catch {
      if (connection === this.#connection) this.reconnect();
    }
  }
}

function listen(connection: NatsConnection, topic: string, receiver: BusReceiver): Subscription {
  return connection.subscribe(topic, {
    callback: (error, message) => {
      if (error === null) receiver.text(message.string());
    },
  });
}

/** Destroys the socket. What the client still holds is not sent. */
function drop(connection: NatsConnection): void {
  void connection.close().catch(() => undefined);
}
