import type { Redis } from "ioredis";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Bus, BusReceiver, BusState } from "../../protocol/ports/bus.ts";
import { Listeners } from "../../shared/listeners.ts";
import { endsWithin } from "../../shared/time/wait.ts";
import { BusStates, CLOSE_GRACE } from "../bus-states.ts";
import { createRedisClient } from "./redis-client.ts";

/** The options of `redisBus`. */
export interface RedisBusOptions {
  /** `redis://[user:password@]host:port`, `rediss://` for TLS. */
  readonly url: string;
  /** Milliseconds to wait for the first connection. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Bytes of the longest message. Default: 4 MiB. */
  readonly maxTextBytes?: number | undefined;
  /** The longest pause between two attempts to connect again, in milliseconds. Default: 2000. */
  readonly maxReconnectDelayMs?: number | undefined;
}

const DEFAULT_MAX_TEXT = 4 * 1024 * 1024;
/** Each peer that comes and goes has a topic of its own. A topic that is forgotten counts as not counted yet. */
const MOST_COUNTED = 10_000;

/**
 * A bus over Redis publish/subscribe, with `ioredis`. It takes two connections: one that listens cannot publish.
 *
 * @example
 * const peer = await connectBus({ transport: await redisBus({ url: "redis://localhost:6379" }), registry });
 */
export async function redisBus(options: RedisBusOptions): Promise<Bus> {
  const { connectTimeoutMs = 10_000, maxTextBytes = DEFAULT_MAX_TEXT, maxReconnectDelayMs = 2000 } = options;
  const publisher = await createRedisClient(options.url, {
    usedBy: "redisBus",
    connectTimeoutMs,
    maxReconnectDelayMs,
  });
  const listener = publisher.duplicate();
  const states = new BusStates();
  const receivers = new Map<string, Set<BusReceiver>>();
  const unheard = new Listeners<string>();
  /** Topics whose subscribers this server has counted. In a cluster, it counts only its own. */
  const counted = new Set<string>();
  const note = (topic: string): void => {
    const [oldest] = counted.add(topic);
    if (oldest !== undefined && counted.size > MOST_COUNTED) counted.delete(oldest);
  };
  let lastError: unknown;

  const update = (): void => {
    if (states.current === "closed") return;
    states.set(publisher.status === "ready" && listener.status === "ready" ? "connected" : "disconnected");
  };
  // Both must be ready: without the listener no answer could arrive.
  listener.on("ready", () => void subscribeAgain(listener, receivers).then(update, () => listener.disconnect(true)));
  // Another server may take the place of this one, and not have the subscribers.
  publisher.on("close", () => counted.clear());
  publisher.on("ready", () => void settled(listener, receivers).then(update));
  for (const client of [publisher, listener]) {
    client.on("close", update);
    client.on("end", update);
    // Without a listener an error would end the process. After the first connection, the state reports the rest.
    client.on("error", (error) => (lastError = error));
  }
  listener.on("message", (topic: string, text: string) => {
    for (const receiver of receivers.get(topic) ?? []) receiver.text(text);
  });

  const close = async (): Promise<void> => {
    if (states.current === "closed") return;
    // What was published has to leave first.
    if (publisher.status === "ready") await endsWithin(publisher.quit(), CLOSE_GRACE);
    states.set("closed");
    publisher.disconnect();
    listener.disconnect();
    receivers.clear();
  };

  try {
    await Promise.all([publisher.connect(), listener.connect()]);
  } catch (thrown) {
    await close();
    // The thrown error says only that there is no connection, and not why.
    const cause = lastError ?? thrown;
    throw new CallError("CONNECTION_LOST", `Redis cannot be reached: ${messageOf(cause)}`, undefined, {
      cause,
      phase: "notStarted",
    });
  }
  update();

  return {
    name: "redis",
    maxTextBytes,
    get state(): BusState {
      return states.current;
    },
    get bufferedBytes() {
      return publisher.stream?.writableLength ?? 0;
    },
    publish(topic, text, mark) {
      if (states.current !== "connected") return false;
      const count = (subscribers: number): void => {
        if (mark === undefined) return;
        if (subscribers > 0) note(topic);
        else if (counted.delete(topic)) unheard.tell(mark);
      };
      // A publish that fails is not repeated: it may have been delivered, and only the caller can judge that.
      publisher.publish(topic, text).then(count, () => undefined);
      return true;
    },
    onUnheard: (heard) => unheard.add(heard),
    async subscribe(topic, receiver) {
      const known = receivers.get(topic) ?? new Set();
      receivers.set(topic, known.add(receiver));
      const stop = async (): Promise<void> => {
        known.delete(receiver);
        // After a second `stop`, the topic may belong to later receivers.
        if (known.size > 0 || receivers.get(topic) !== known) return;
        receivers.delete(topic);
        if (listener.status === "ready") await endsWithin(listener.unsubscribe(topic), CLOSE_GRACE);
      };
      try {
        await listener.subscribe(topic);
      } catch (thrown) {
        // A topic that Redis refuses would make every reconnect fail.
        await stop();
        throw thrown;
      }
      return { stop };
    },
    onState: (stateListener) => states.listen(stateListener),
    reconnect() {
      for (const client of [publisher, listener]) {
        client.disconnect(true);
        // Otherwise the client would wait until what it holds has left, and count as ready meanwhile.
        client.stream?.destroy();
      }
    },
    close,
  };
}

async function subscribeAgain(listener: Redis, receivers: ReadonlyMap<string, unknown>): Promise<void> {
  const topics = [...receivers.keys()];
  if (topics.length > 0) await listener.subscribe(...topics);
}

/** A publisher that is back must not count as connected before its listener is back and has subscribed. */
async function settled(listener: Redis, receivers: ReadonlyMap<string, unknown>): Promise<void> {
  if (listener.status === "ready") await subscribeAgain(listener, receivers).catch(() => undefined);
}
