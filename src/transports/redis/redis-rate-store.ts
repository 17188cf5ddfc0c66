import type { RateStore, RateWindow } from "../../middleware/rate-store.ts";
import { createRedisClient } from "./redis-client.ts";

/** The options of `redisRateStore`. */
export interface RedisRateStoreOptions {
  /** `redis://[user:password@]host:port`, `rediss://` for TLS. */
  readonly url: string;
  /** The beginning of every key. Stores with the same prefix share their counts. Default: `operations:rate:`. */
  readonly prefix?: string | undefined;
}

/** A store of counts on Redis. Close it, or its connection keeps the process alive. */
export interface RedisRateStore extends RateStore {
  close(): void;
}

/** Adds, and begins a window if none runs. The counts never fall below zero. */
const ADD = `
local calls = redis.call("incrby", KEYS[1], ARGV[1])
if calls < 0 then calls = redis.call("incrby", KEYS[1], -calls) end
local left = redis.call("pttl", KEYS[1])
if left < 0 then
  redis.call("pexpire", KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return { calls, left }
`;

/**
 * Keeps the counts of rate limits in Redis, with `ioredis`, so that several processes share them. It connects by
 * itself, and again after a loss. While Redis does not answer, `add` fails, and `rateLimit` counts in memory.
 *
 * @example
 * const store = await redisRateStore({ url: "redis://localhost:6379" });
 * registry.use(rateLimit({ rules: [{ name: "all", calls: 1000, windowMs: 60_000 }], store }));
 */
export async function redisRateStore(options: RedisRateStoreOptions): Promise<RedisRateStore> {
  const { url, prefix = "operations:rate:" } = options;
  const client = await createRedisClient(url, {
    usedBy: "redisRateStore",
    connectTimeoutMs: 10_000,
    maxReconnectDelayMs: 2000,
    commandTimeoutMs: 2000,
  });
  // Without a listener an error would end the process. Each call of `add` reports its own.
  client.on("error", () => undefined);
  await client.connect().catch(() => undefined);
  return {
    async add(key, calls, windowMs): Promise<RateWindow> {
      const answer = await client.eval(ADD, 1, prefix + key, calls, Math.ceil(windowMs));
      const [counted, endsIn] = answer as [number, number];
      return { calls: counted, endsIn };
    },
    close: () => client.disconnect(),
  };
}
