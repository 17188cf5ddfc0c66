import { dn as messageOf, j as within, k as endsWithin, ln as CallError } from "./client-D7eheyo4.js";
import { t as installCommand } from "./install-command-BiAMW_RF.js";
import { t as loadPackage } from "./load-package-0Z3dVXEz.js";
import { n as CLOSE_GRACE, t as BusStates } from "./bus-states-t_BiQ_7K.js";
// src/transports/nats/nats-connection.ts
async function openNatsConnection(settings) {
	const { servers, user, pass, token, connectTimeoutMs, reconnectDelayMs } = settings;
	const missing = `natsBus needs the package @nats-io/transport-node: ${installCommand("@nats-io/transport-node")}`;
	const client = await loadPackage(() => import("@nats-io/transport-node"), missing);
	try {
		return await client.connect({
			servers: typeof servers === "string" ? servers : [...servers],
			...user !== void 0 && { user },
			...pass !== void 0 && { pass },
			...token !== void 0 && { token },
			timeout: connectTimeoutMs,
			maxReconnectAttempts: -1,
			reconnectTimeWait: reconnectDelayMs,
			reconnectJitter: reconnectDelayMs,
			noAsyncTraces: true
		});
	} catch (cause) {
		const message = `NATS cannot be reached at ${addresses(servers)}: ${messageOf(cause)}`;
		throw new CallError("CONNECTION_LOST", message, void 0, {
			cause,
			phase: "notStarted"
		});
	}
}
function addresses(servers) {
	return [servers].flat().map((server) => server.slice(server.lastIndexOf("@") + 1)).join(", ");
}
async function roundTrip(connection, timeoutMs) {
	const answered = connection.flush().then(() => true);
	const closed = connection.closed().then(() => false);
	if (await within(Promise.race([answered, closed]), timeoutMs, false)) return;
	throw new CallError("CONNECTION_LOST", "NATS does not answer.");
}
// src/transports/nats/unanswered-bytes.ts
const ASK_FROM = 65536;
var UnansweredBytes = class {
	#roundTrip;
	#published = 0;
	#answered = 0;
	#isAsking = false;
	constructor(roundTrip) {
		this.#roundTrip = roundTrip;
	}
	get count() {
		const waiting = this.#published - this.#answered;
		return waiting < ASK_FROM ? 0 : waiting;
	}
	add(bytes) {
		this.#published += bytes;
		if (!this.#isAsking && this.count > 0) this.#ask();
	}
	async #ask() {
		this.#isAsking = true;
		try {
			while (this.count > 0) {
				const upTo = this.#published;
				await this.#roundTrip();
				this.#answered = upTo;
			}
		} catch {
			this.#answered = this.#published;
		} finally {
			this.#isAsking = false;
		}
	}
};
// src/transports/nats/nats-bus.ts
const DEFAULT_MAX_TEXT = 1048576;
async function natsBus(options) {
	const { connectTimeoutMs = 1e4, reconnectDelayMs = 250 } = options;
	const settings = {
		...options,
		connectTimeoutMs,
		reconnectDelayMs
	};
	return new NatsBus(settings, await openNatsConnection(settings));
}
const encoder = new TextEncoder();
var NatsBus = class {
	name = "nats";
	maxTextBytes = DEFAULT_MAX_TEXT;
	#settings;
	#states = new BusStates();
	#subscribed = /* @__PURE__ */ new Set();
	#connection;
	#unanswered;
	#retry;
	constructor(settings, connection) {
		this.#settings = settings;
		this.#use(connection);
		this.#states.set("connected");
	}
	get state() {
		return this.#states.current;
	}
	get bufferedBytes() {
		return this.#unanswered?.count ?? 0;
	}
	publish(topic, text) {
		if (this.state !== "connected" || this.#connection === void 0) return false;
		const bytes = encoder.encode(text);
		try {
			this.#connection.publish(topic, bytes);
		} catch {
			return false;
		}
		this.#unanswered?.add(bytes.length);
		return true;
	}
	async subscribe(topic, receiver) {
		const connection = this.#connection;
		if (connection === void 0) throw new CallError("CONNECTION_LOST", "The connection to nats is lost.");
		const subscribed = {
			topic,
			receiver,
			subscription: listen(connection, topic, receiver)
		};
		this.#subscribed.add(subscribed);
		const stop = async () => {
			this.#subscribed.delete(subscribed);
			if (!subscribed.subscription.isClosed()) subscribed.subscription.unsubscribe();
		};
		try {
			await roundTrip(connection, this.#settings.connectTimeoutMs);
		} catch (thrown) {
			await stop();
			throw thrown;
		}
		return { stop };
	}
	onState(listener) {
		return this.#states.listen(listener);
	}
	reconnect() {
		const broken = this.#connection;
		if (broken === void 0 || this.state === "closed") return;
		this.#connection = void 0;
		this.#unanswered = void 0;
		drop(broken);
		this.#states.set("disconnected");
		this.#connectAnew();
	}
	async close() {
		if (this.state === "closed") return;
		const connection = this.#connection;
		if (connection !== void 0 && this.state === "connected") await endsWithin(connection.flush(), CLOSE_GRACE);
		this.#states.set("closed");
		clearTimeout(this.#retry);
		if (this.#connection !== void 0) await endsWithin(this.#connection.close(), CLOSE_GRACE);
	}
	async #connectAnew() {
		const connection = await openNatsConnection(this.#settings).catch(() => void 0);
		if (this.state === "closed") {
			if (connection !== void 0) drop(connection);
			return;
		}
		if (connection === void 0) {
			const delayMs = this.#settings.reconnectDelayMs * (1 + Math.random());
			this.#retry = setTimeout(() => void this.#connectAnew(), delayMs);
			return;
		}
		this.#use(connection);
		for (const subscribed of this.#subscribed) subscribed.subscription = listen(connection, subscribed.topic, subscribed.receiver);
		await this.#settle(connection);
	}
	#use(connection) {
		this.#connection = connection;
		this.#unanswered = new UnansweredBytes(() => connection.flush());
		this.maxTextBytes = connection.info?.max_payload ?? this.maxTextBytes;
		this.#follow(connection);
	}
	async #follow(connection) {
		for await (const status of connection.status()) {
			if (connection !== this.#connection) return;
			switch (status.type) {
				case "disconnect":
					this.#states.set("disconnected");
					break;
				case "staleConnection": return this.reconnect();
				case "reconnect": this.#settle(connection);
			}
		}
		if (connection === this.#connection) this.reconnect();
	}
	async #settle(connection) {
		try {
			await roundTrip(connection, this.#settings.connectTimeoutMs);
			if (connection === this.#connection) this.#states.set("connected");
		} catch {
			if (connection === this.#connection) this.reconnect();
		}
	}
};
function listen(connection, topic, receiver) {
	return connection.subscribe(topic, { callback: (error, message) => {
		if (error === null) receiver.text(message.string());
	} });
}
function drop(connection) {
	connection.close().catch(() => void 0);
}
export { natsBus as t };
