import type { Redis } from "ioredis";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Bus, BusReceiver, BusState } from "../../protocol/ports/bus.ts";
import { BusStates } from "../bus-states.ts";
import { withinGrace } from "../within-grace.ts";

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

/**
 * A bus over Redis' publish and subscribe, by `ioredis`. Two connections: one that listens can't do anything else.
 *
 * @example
 * const peer = await connectBus({ transport: await redisBus({ url: "redis://localhost:6379" }), registry });
 */
export async function redisBus(options: RedisBusOptions): Promise<Bus> {
  const { connectTimeoutMs = 10_000, maxTextBytes = DEFAULT_MAX_TEXT, maxReconnectDelayMs = 2000 } = options;
  const publisher = await createClient(options.url, { connectTimeoutMs, maxReconnectDelayMs });
  const listener = publisher.duplicate();
  const states = new BusStates();
  const receivers = new Map<string, Set<BusReceiver>>();
  let lastError: unknown;

  const update = (): void => {
    if (states.current === "closed") return;
    states.set(publisher.status === "ready" && listener.status === "ready" ? "connected" : "disconnected");
  };
  // Both must be there: a publish that nobody's answer can follow is of no use.
  listener.on("ready", () => void subscribeAgain(listener, receivers).then(update, () => listener.disconnect(true)));
  publisher.on("ready", () => void settled(listener, receivers).then(update));
  for (const client of [publisher, listener]) {
    client.on("close", update);
    client.on("end", update);
    // Without a listener it would end the process; later on the state says what there is to say.
    client.on("error", (error) => (lastError = error));
  }
  listener.on("message", (topic: string, text: string) => {
    for (const receiver of receivers.get(topic) ?? []) receiver.text(text);
  });

  const close = async (): Promise<void> => {
    if (states.current === "closed") return;
    // What was published leaves first.
    if (publisher.status === "ready") await withinGrace(publisher.quit());
    states.set("closed");
    publisher.disconnect();
    listener.disconnect();
    receivers.clear();
  };

  try {
    await Promise.all([publisher.connect(), listener.connect()]);
  } catch (thrown) {
    await close();
    // What was thrown says only that there is no connection, and not why.
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
    publish(topic, text) {
      if (states.current !== "connected") return false;
      // Never repeated: a publish that may have been delivered is the caller's to judge.
      publisher.publish(topic, text).catch(() => undefined);
      return true;
    },
    async subscribe(topic, receiver) {
      const known = receivers.get(topic) ?? new Set();
      receivers.set(topic, known.add(receiver));
      await listener.subscribe(topic);
      return {
        async stop() {
          known.delete(receiver);
          if (known.size > 0) return;
          receivers.delete(topic);
          if (listener.status === "ready") await withinGrace(listener.unsubscribe(topic));
        },
      };
    },
    onState: (stateListener) => states.listen(stateListener),
    reconnect() {
      for (const client of [publisher, listener]) {
        client.disconnect(true);
        // Without it, the client would wait for what it holds to leave, and count as ready meanwhile.
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

/** A publisher that is back before the listener must not count as connected, nor one whose listener subscribes yet. */
async function settled(listener: Redis, receivers: ReadonlyMap<string, unknown>): Promise<void> {
  if (listener.status === "ready") await subscribeAgain(listener, receivers).catch(() => undefined);
}

async function createClient(
  url: string,
  { connectTimeoutMs, maxReconnectDelayMs }: { connectTimeoutMs: number; maxReconnectDelayMs: number },
): Promise<Redis> {
  const RedisClient = await loadClient();
  return new RedisClient(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    // The three that keep it from repeating, or holding back, what is ours to judge.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // Subscriptions are taken up again here, so that it is known when they are in place.
    autoResubscribe: false,
    retryStrategy: (attempt) =>
      Math.min(maxReconnectDelayMs, 20 * 2 ** Math.min(attempt, 10) * (0.5 + Math.random() / 2)),
  });
}

async function loadClient(): Promise<typeof Redis> {
  try {
    return (await import("ioredis")).Redis;
  } catch (cause) {
    const message = "redisBus needs the package ioredis: npm install ioredis";
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
}
