// src/protocol/links/memory-bus.ts
function createMemoryBroker() {
	const topics = /* @__PURE__ */ new Map();
	return { connect: () => createMemoryBus(topics) };
}
function createMemoryBus(topics) {
	const listeners = /* @__PURE__ */ new Set();
	const own = /* @__PURE__ */ new Map();
	let state = "connected";
	return {
		name: "memory",
		maxTextBytes: 67108864,
		bufferedBytes: 0,
		get state() {
			return state;
		},
		publish(topic, text) {
			if (state !== "connected") return false;
			queueMicrotask(() => topics.get(topic)?.forEach((receiver) => receiver.text(text)));
			return true;
		},
		async subscribe(topic, receiver) {
			add(topics, topic, receiver);
			add(own, topic, receiver);
			return { async stop() {
				remove(topics, topic, receiver);
				remove(own, topic, receiver);
			} };
		},
		onState(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		reconnect() {},
		async close() {
			if (state === "closed") return;
			state = "closed";
			for (const [topic, receivers] of own) for (const receiver of receivers) remove(topics, topic, receiver);
			for (const listener of listeners) listener(state);
		}
	};
}
function add(sets, key, value) {
	sets.set(key, (sets.get(key) ?? /* @__PURE__ */ new Set()).add(value));
}
function remove(sets, key, value) {
	const set = sets.get(key);
	set?.delete(value);
	if (set?.size === 0) sets.delete(key);
}
export { createMemoryBroker as t };
