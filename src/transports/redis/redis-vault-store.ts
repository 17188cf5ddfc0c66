import { CallError, messageOf } from "../../errors/call-error.ts";
import { LOCK_BEAT, LOCK_LEASE } from "../../vault/vault-store.ts";
import type { VaultStore } from "../../vault/vault-store.ts";
import { createRedisClient } from "./redis-client.ts";

/** The options of `redisVaultStore`. */
export interface RedisVaultStoreOptions {
  /** `redis://[user:password@]host:port`, `rediss://` for TLS. */
  readonly url: string;
  /** The beginning of every key. Vaults with different prefixes do not see each other. */
  readonly prefix?: string | undefined;
}

/** Replaces an entry if it is as expected. An empty text stands for no entry. */
const REPLACE = `
local current = redis.call("GET", KEYS[1]) or ""
if current ~= ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2]) end
return 1`;
const RENEW = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`;
const CONNECT_TIMEOUT = 10_000;
const COMMAND_TIMEOUT = 5000;
const MAX_RECONNECT_DELAY = 2000;
const SCAN_COUNT = 500;

/** Keeps the entries of a vault in Redis, for hubs on several machines. A lock ends with its lease. */
export async function redisVaultStore({
  url,
  prefix = "operations:vault",
}: RedisVaultStoreOptions): Promise<VaultStore> {
  const client = await createRedisClient(url, {
    connectTimeoutMs: CONNECT_TIMEOUT,
    maxReconnectDelayMs: MAX_RECONNECT_DELAY,
    usedBy: "A vault in Redis",
    commandTimeoutMs: COMMAND_TIMEOUT,
  });
  let lastError: unknown;
  // Without a listener an error would end the process. The commands that fail report it.
  client.on("error", (error) => (lastError = error));
  try {
    await client.connect();
  } catch (thrown) {
    client.disconnect();
    // The thrown error says only that there is no connection, and not why.
    const cause = lastError ?? thrown;
    const message = `Redis cannot be reached: ${messageOf(cause)}`;
    throw new CallError("CONNECTION_LOST", message, undefined, { cause, phase: "notStarted" });
  }
  const entry = (id: string): string => `${prefix}:entry:${id}`;
  return {
    location: locationOf(url, prefix),
    read: async (id) => (await client.get(entry(id))) ?? undefined,
    async ids() {
      const start = entry("");
      const found = new Set<string>();
      let cursor = "0";
      do {
        const [next, keys] = await client.scan(cursor, "MATCH", `${escapePattern(start)}*`, "COUNT", SCAN_COUNT);
        for (const key of keys) found.add(key.slice(start.length));
        cursor = next;
      } while (cursor !== "0");
      return [...found];
    },
    replace: async (id, expected, next) => (await client.eval(REPLACE, 1, entry(id), expected ?? "", next ?? "")) === 1,
    async tryLock(id) {
      const lock = `${prefix}:lock:${id}`;
      const owner = crypto.randomUUID();
      if ((await client.set(lock, owner, "PX", LOCK_LEASE, "NX")) !== "OK") return undefined;
      const renew = async (): Promise<boolean> => (await client.eval(RENEW, 1, lock, owner, LOCK_LEASE)) === 1;
      const beat = setInterval(() => void renew().catch(() => undefined), LOCK_BEAT);
      beat.unref();
      return {
        renew,
        async release() {
          clearInterval(beat);
          // If this fails, the lease ends by itself.
          await client.eval(RELEASE, 1, lock, owner).catch(() => undefined);
        },
      };
    },
    async close() {
      client.disconnect();
    },
  };
}

/** Without credentials, because messages show it. */
function locationOf(url: string, prefix: string): string {
  return `${url.replace(/^(\w+:\/\/)[^@/]*@/, "$1")} (${prefix})`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[*?[\]\\]/g, "\\$&");
}
