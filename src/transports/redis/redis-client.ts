import { installCommand } from "../../shared/install-command.ts";
import type { Redis } from "ioredis";
import { loadPackage } from "../load-package.ts";

export interface RedisClientOptions {
  /** The function that needs the client, for the error if the package is missing. */
  readonly usedBy: string;
  readonly connectTimeoutMs: number;
  /** The longest pause between two attempts to connect again. */
  readonly maxReconnectDelayMs: number;
  /** How long a command may take. Default: no limit. */
  readonly commandTimeoutMs?: number;
}

/** A client that is not connected yet, and that never repeats a command or holds one back. */
export async function createRedisClient(url: string, options: RedisClientOptions): Promise<Redis> {
  const { usedBy, connectTimeoutMs, maxReconnectDelayMs, commandTimeoutMs } = options;
  const missing = `${usedBy} needs the package ioredis: ${installCommand("ioredis")}`;
  const { Redis: RedisClient } = await loadPackage(() => import("ioredis"), missing);
  return new RedisClient(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    ...(commandTimeoutMs === undefined ? {} : { commandTimeout: commandTimeoutMs }),
    // These three keep the client from repeating or holding back what was published.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // The bus renews subscriptions itself, so that it knows when they are in place.
    autoResubscribe: false,
    retryStrategy: (attempt) =>
      Math.min(maxReconnectDelayMs, 20 * 2 ** Math.min(attempt, 10) * (0.5 + Math.random() / 2)),
  });
}
