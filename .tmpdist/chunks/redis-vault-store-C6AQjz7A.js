import { dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { t as createRedisClient } from "./redis-client-DsUecTLQ.js";
import { n as LOCK_LEASE, t as LOCK_BEAT } from "./vault-store-CFVFQpvu.js";
// src/transports/redis/redis-vault-store.ts
const REPLACE = `
local current = redis.call("GET", KEYS[1]) or ""
if current ~= ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2]) end
return 1`;
const RENEW = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`;
const CONNECT_TIMEOUT = 1e4;
const COMMAND_TIMEOUT = 5e3;
const MAX_RECONNECT_DELAY = 2e3;
const SCAN_COUNT = 500;
async function redisVaultStore({ url, prefix = "operations:vault" }) {
	const client = await createRedisClient(url, {
		connectTimeoutMs: CONNECT_TIMEOUT,
		maxReconnectDelayMs: MAX_RECONNECT_DELAY,
		usedBy: "A vault in Redis",
		commandTimeoutMs: COMMAND_TIMEOUT
	});
	let lastError;
	client.on("error", (error) => lastError = error);
	try {
		await client.connect();
	} catch (thrown) {
		client.disconnect();
		const cause = lastError ?? thrown;
		const message = `Redis cannot be reached: ${messageOf(cause)}`;
		throw new CallError("CONNECTION_LOST", message, void 0, {
			cause,
			phase: "notStarted"
		});
	}
	const entry = (id) => `${prefix}:entry:${id}`;
	return {
		location: locationOf(url, prefix),
		read: async (id) => await client.get(entry(id)) ?? void 0,
		async ids() {
			const start = entry("");
			const found = /* @__PURE__ */ new Set();
			let cursor = "0";
			do {
				const [next, keys] = await client.scan(cursor, "MATCH", `${escapePattern(start)}*`, "COUNT", SCAN_COUNT);
				for (const key of keys) found.add(key.slice(start.length));
				cursor = next;
			} while (cursor !== "0");
			return [...found];
		},
		replace: async (id, expected, next) => await client.eval(REPLACE, 1, entry(id), expected ?? "", next ?? "") === 1,
		async tryLock(id) {
			const lock = `${prefix}:lock:${id}`;
			const owner = crypto.randomUUID();
			if (await client.set(lock, owner, "PX", 5e3, "NX") !== "OK") return void 0;
			const beat = setInterval(() => {
				client.eval(RENEW, 1, lock, owner, LOCK_LEASE).catch(() => void 0);
			}, LOCK_BEAT);
			beat.unref();
			return { async release() {
				clearInterval(beat);
				await client.eval(RELEASE, 1, lock, owner).catch(() => void 0);
			} };
		},
		async close() {
			client.disconnect();
		}
	};
}
function locationOf(url, prefix) {
	return `${url.replace(/^(\w+:\/\/)[^@/]*@/, "$1")} (${prefix})`;
}
function escapePattern(text) {
	return text.replaceAll(/[*?[\]\\]/g, "\\$&");
}
export { redisVaultStore };
