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

/** Whether the server itself said that a text had no subscriber. */
interface Check {
  readonly link: string;
  readonly mark: string;
  isTrue: boolean;
}

/** The status of a message without subscribers. */
const NO_RESPONDERS = 503;
/** Links whose topics are remembered: about as many as a peer has. */
const MOST_LINKS = 10_000;

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

class NatsBus implements Bus {
  readonly name = "nats";
  maxTextBytes = DEFAULT_MAX_TEXT;
  readonly #settings: NatsSettings;
  readonly #states = new BusStates();
  readonly #subscribed = new Set<Subscribed>();
  readonly #unheard = new Listeners<string>();
  /** Where the server says that a text had no subscriber. Whoever reads a text knows it, and could say so, too. */
  readonly #inbox = `_INBOX.${randomId()}`;
  /** Where the marked texts of each link go. */
  readonly #topicOf = new Map<string, string>();
  /** What is being checked, by a name that nobody can guess. */
  readonly #checks = new Map<string, Check>();
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
    if (mark !== undefined) this.#remember(linkOf(mark), topic);
    this.#unanswered?.add(bytes.length);
    return true;
  }

  onUnheard(listener: (mark: string) => void): () => void {
    return this.#unheard.add(listener);
  }

  async subscribe(topic: string, receiver: BusReceiver): Promise<BusSubscription> {
    const connection = this.#connection;
    if (connection === undefined) throw new CallError("CONNECTION_LOST", "The connection to nats is lost.");
    const subscribed: Subscribed = { topic, receiver, subscription: this.#listen(connection, topic, receiver) };
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
      subscribed.subscription = this.#listen(connection, subscribed.topic, subscribed.receiver);
    await this.#settle(connection);
  }

  #use(connection: NatsConnection): void {
    this.#connection = connection;
    this.#unanswered = new UnansweredBytes(() => connection.flush());
    this.maxTextBytes = connection.info?.max_payload ?? this.maxTextBytes;
    this.#checks.clear();
    // A server may forbid it. Then peers that are gone are noticed by their silence.
    connection.subscribe(`${this.#inbox}.>`, {
      callback: (error, message) => {
        if (error !== null || message.headers?.code !== NO_RESPONDERS) return;
        this.#hearUnheard(connection, message.subject.slice(this.#inbox.length + 1));
      },
    });
    void this.#follow(connection);
  }

  /**
   * A member that reads the texts of others could say this in the server's name, and a call that has run would run
   * again at another peer. So the server is asked once more, together with a text to this process itself. Its own word
   * comes before that text; a member has nothing to answer until later.
   */
  #hearUnheard(connection: NatsConnection, name: string): void {
    const checked = this.#checks.get(name);
    if (checked?.isTrue === true) return;
    if (checked !== undefined) {
      checked.isTrue = true;
      return this.#unheard.tell(checked.mark);
    }
    const link = linkOf(name);
    const topic = this.#topicOf.get(link);
    const [own] = this.#subscribed;
    // The first mark of several is the one that counts.
    const isChecking = Array.from(this.#checks.values()).some((check) => check.link === link);
    if (topic === undefined || isChecking || connection !== this.#connection) return;
    const check = randomId();
    const end = (): void => void this.#checks.delete(check);
    this.#checks.set(check, { link, mark: name, isTrue: false });
    try {
      connection.publish(topic, NOTHING, { reply: `${this.#inbox}.${check}` });
      if (own !== undefined) connection.publish(own.topic, encoder.encode(check));
      // If there is no such text, or it may not be published.
      connection.flush().then(end, end);
    } catch {
      // The connection is lost, and every link with it.
      end();
    }
  }

  #remember(link: string, topic: string): void {
    if (this.#topicOf.has(link)) return;
    this.#topicOf.set(link, topic);
    const [oldest] = this.#topicOf.keys();
    if (oldest !== undefined && this.#topicOf.size > MOST_LINKS) this.#topicOf.delete(oldest);
  }

  #listen(connection: NatsConnection, topic: string, receiver: BusReceiver): Subscription {
    return connection.subscribe(topic, {
      callback: (error, message) => {
        if (error !== null) return;
        const text = message.string();
        // The end of a check: what is said from now on is not the server's.
        if (this.#checks.size === 0 || !this.#checks.delete(text)) receiver.text(text);
      },
    });
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

/** A mark names a link, and the number of a text on it. */
function linkOf(mark: string): string {
  return mark.slice(0, mark.lastIndexOf("."));
}

/** Destroys the socket. What the client still holds is not sent. */
function drop(connection: NatsConnection): void {
  void connection.close().catch(() => undefined);
}
