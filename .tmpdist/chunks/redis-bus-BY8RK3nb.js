import { dn as messageOf, k as endsWithin, ln as CallError } from "./client-D7eheyo4.js";
import { t as createRedisClient } from "./redis-client-DsUecTLQ.js";
import { n as CLOSE_GRACE, t as BusStates } from "./bus-states-t_BiQ_7K.js";
// src/transports/redis/redis-bus.ts
const DEFAULT_MAX_TEXT = 4194304;
async function redisBus(options) {
	const { connectTimeoutMs = 1e4, maxTextBytes = DEFAULT_MAX_TEXT, maxReconnectDelayMs = 2e3 } = options;
	const publisher = await createRedisClient(options.url, {
		usedBy: "redisBus",
		connectTimeoutMs,
		maxReconnectDelayMs
	});
	const listener = publisher.duplicate();
	const states = new BusStates();
	const receivers = /* @__PURE__ */ new Map();
	let lastError;
	const update = () => {
		if (states.current === "closed") return;
		states.set(publisher.status === "ready" && listener.status === "ready" ? "connected" : "disconnected");
	};
	listener.on("ready", () => void subscribeAgain(listener, receivers).then(update, () => listener.disconnect(true)));
	publisher.on("ready", () => void settled(listener, receivers).then(update));
	for (const client of [publisher, listener]) {
		client.on("close", update);
		client.on("end", update);
		client.on("error", (error) => lastError = error);
	}
	listener.on("message", (topic, text) => {
		for (const receiver of receivers.get(topic) ?? []) receiver.text(text);
	});
	const close = async () => {
		if (states.current === "closed") return;
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
		const cause = lastError ?? thrown;
		throw new CallError("CONNECTION_LOST", `Redis cannot be reached: ${messageOf(cause)}`, void 0, {
			cause,
			phase: "notStarted"
		});
	}
	update();
	return {
		name: "redis",
		maxTextBytes,
		get state() {
			return states.current;
		},
		get bufferedBytes() {
			return publisher.stream?.writableLength ?? 0;
		},
		publish(topic, text) {
			if (states.current !== "connected") return false;
			publisher.publish(topic, text).catch(() => void 0);
			return true;
		},
		async subscribe(topic, receiver) {
			const known = receivers.get(topic) ?? /* @__PURE__ */ new Set();
			receivers.set(topic, known.add(receiver));
			await listener.subscribe(topic);
			return { async stop() {
				known.delete(receiver);
				if (known.size > 0) return;
				receivers.delete(topic);
				if (listener.status === "ready") await endsWithin(listener.unsubscribe(topic), CLOSE_GRACE);
			} };
		},
		onState: (stateListener) => states.listen(stateListener),
		reconnect() {
			for (const client of [publisher, listener]) {
				client.disconnect(true);
				client.stream?.destroy();
			}
		},
		close
	};
}
async function subscribeAgain(listener, receivers) {
	const topics = [...receivers.keys()];
	if (topics.length > 0) await listener.subscribe(...topics);
}
async function settled(listener, receivers) {
	if (listener.status === "ready") await subscribeAgain(listener, receivers).catch(() => void 0);
}
export { redisBus as t };
