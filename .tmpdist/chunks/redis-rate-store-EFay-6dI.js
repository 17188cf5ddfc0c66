import { t as createRedisClient } from "./redis-client-DsUecTLQ.js";
// src/transports/redis/redis-rate-store.ts
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
async function redisRateStore(options) {
	const { url, prefix = "operations:rate:" } = options;
	const client = await createRedisClient(url, {
		usedBy: "redisRateStore",
		connectTimeoutMs: 1e4,
		maxReconnectDelayMs: 2e3,
		commandTimeoutMs: 2e3
	});
	client.on("error", () => void 0);
	await client.connect().catch(() => void 0);
	return {
		async add(key, calls, windowMs) {
			const [counted, endsIn] = await client.eval(ADD, 1, prefix + key, calls, Math.ceil(windowMs));
			return {
				calls: counted,
				endsIn
			};
		},
		close: () => client.disconnect()
	};
}
export { redisRateStore as t };
