import { t as installCommand } from "./install-command-BiAMW_RF.js";
import { t as loadPackage } from "./load-package-0Z3dVXEz.js";
// src/transports/redis/redis-client.ts
async function createRedisClient(url, options) {
	const { usedBy, connectTimeoutMs, maxReconnectDelayMs, commandTimeoutMs } = options;
	const missing = `${usedBy} needs the package ioredis: ${installCommand("ioredis")}`;
	const { Redis: RedisClient } = await loadPackage(() => import("ioredis"), missing);
	return new RedisClient(url, {
		lazyConnect: true,
		connectTimeout: connectTimeoutMs,
		...commandTimeoutMs === void 0 ? {} : { commandTimeout: commandTimeoutMs },
		autoResendUnfulfilledCommands: false,
		maxRetriesPerRequest: 0,
		enableOfflineQueue: false,
		autoResubscribe: false,
		retryStrategy: (attempt) => Math.min(maxReconnectDelayMs, 20 * 2 ** Math.min(attempt, 10) * (.5 + Math.random() / 2))
	});
}
export { createRedisClient as t };
