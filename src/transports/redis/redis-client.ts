import type { Redis } from "ioredis";
import { CallError, messageOf } from "../../errors/call-error.ts";
import { loadPackage } from "../load-package.ts";

interface RedisClientOptions {
  readonly connectTimeoutMs: number;
  readonly maxReconnectDelayMs: number;
  /** Who needs the client, for the message where the package is missing. */
  readonly user: string;
}

/** A client that is not connected yet. It never repeats a command, and never holds one back. */
export async function createRedisClient(url: string, options: RedisClientOptions): Promise<Redis> {
  const { connectTimeoutMs, maxReconnectDelayMs, user } = options;
  const missing = `${user} needs the package ioredis: npm install ioredis`;
  const { Redis: RedisClient } = await loadPackage(() => import("ioredis"), missing);
  return new RedisClient(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    // These three keep the client from repeating or holding back what was sent.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // The bus renews subscriptions itself, so that it knows when they are in place.
    autoResubscribe: false,
    retryStrategy: (attempt) =>
      Math.min(maxReconnectDelayMs, 20 * 2 ** Math.min(attempt, 10) * (0.5 + Math.random() / 2)),
  });
}

/** Give it the error event: what `connect` throws says only that there is no connection, and not why. */
export function unreachable(cause: unknown): CallError {
  const message = `Redis cannot be reached: ${messageOf(cause)}`;
  return new CallError("CONNECTION_LOST", message, undefined, { cause, phase: "notStarted" });
}
