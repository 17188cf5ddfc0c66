import { Bt as Cancellation, C as toProtocolLimits, E as backoff, O as delay, T as randomId, Zt as settled, dn as messageOf, fn as notStarted, mn as withPhase, nn as toSteady, pn as toCallError, sn as tellListener } from "./client-D7eheyo4.js";
import { r as assertHello, t as WebSocketChannel } from "./websocket-channel-BEhUCT0R.js";
// src/protocol/peers/connection.ts
const STABLE_AFTER = 5e3;
var Connection = class {
	peerId;
	limits;
	session;
	state = "connecting";
	#options;
	#listeners = /* @__PURE__ */ new Set();
	#sessions = /* @__PURE__ */ new Set();
	#closing = new AbortController();
	#connectedAt = 0;
	#attempt = 0;
	#lostBy;
	#endedBy;
	constructor(options) {
		this.#options = options;
		this.limits = toProtocolLimits(options.limits);
		this.peerId = options.peerId ?? randomId();
		assertHello({
			peerId: this.peerId,
			token: typeof options.token === "function" ? void 0 : options.token
		});
		if (options.onState !== void 0) this.#listeners.add(options.onState);
	}
	async connect() {
		const { signal, reconnect } = this.#options;
		const close = () => this.close();
		if (signal?.aborted === true) close();
		signal?.addEventListener("abort", close, { signal: this.#closing.signal });
		await this.#try(void 0, reconnect !== false && reconnect?.initially === true);
	}
	onState(listener) {
		const own = (change) => listener(change);
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}
	async connected({ deadline = Infinity, signal, withinMs }) {
		if (this.session !== void 0) return this.session;
		if (withinMs <= 0 || this.state === "closed") throw settled(this.#notConnected());
		const cancellation = new Cancellation();
		if (signal !== void 0) cancellation.followSignal(signal);
		cancellation.followDeadline(Math.min(toSteady(deadline), performance.now() + withinMs));
		let stopListening;
		const next = new Promise((resolve, reject) => {
			stopListening = this.onState(({ state }) => {
				if (this.session !== void 0) resolve(this.session);
				else if (state === "closed") reject(this.#notConnected());
			});
		});
		try {
			return await cancellation.race(next);
		} catch (thrown) {
			throw settled(signal?.aborted === true ? withPhase(toCallError(thrown), "notStarted") : this.#notConnected());
		} finally {
			stopListening?.();
			cancellation.release();
		}
	}
	close() {
		this.end(closedError());
	}
	end(reason) {
		if (this.state === "closed") return;
		this.#endedBy = reason;
		this.#enter("closed", reason);
		this.#listeners.clear();
		this.#closing.abort(reason);
		for (const session of this.#sessions) session.close(reason);
		this.#options.onEnd?.();
	}
	async #connect() {
		this.#enter("connecting");
		const token = await this.#token();
		assertHello({
			peerId: this.peerId,
			token
		});
		const channel = await this.#open();
		if (this.#closing.signal.aborted) {
			channel.destroy();
			throw closedError();
		}
		await this.#greet(channel, token);
	}
	async #token() {
		const { token } = this.#options;
		if (typeof token !== "function") return token;
		const attempt = new Cancellation();
		attempt.followSignal(this.#closing.signal);
		try {
			return await attempt.race(Promise.resolve(token()));
		} finally {
			attempt.release();
		}
	}
	async #open() {
		const { url, open } = this.#options;
		const { handshakeMs, maxFrameBytes } = this.limits;
		const attempt = new Cancellation();
		attempt.followSignal(this.#closing.signal);
		const late = lost(`The server could not be reached within ${handshakeMs} ms (handshakeMs).`);
		const timer = setTimeout(() => attempt.cancel(late), handshakeMs);
		try {
			return await open({
				url,
				maxTextBytes: maxFrameBytes,
				signal: attempt.signal
			});
		} catch (thrown) {
			throw attempt.reason === late ? late : thrown;
		} finally {
			clearTimeout(timer);
			attempt.release();
		}
	}
	#greet(channel, token) {
		const { signal } = this.#closing;
		const giveUp = () => channel.destroy();
		signal.addEventListener("abort", giveUp, { once: true });
		return new Promise((resolve, reject) => {
			this.#options.join(channel, {
				token,
				onReady: (session) => {
					this.session = session;
					this.#sessions.add(session);
					this.#connectedAt = performance.now();
					session.start();
					if (this.session === session) this.#enter("connected");
					resolve();
				},
				onRefused: (reason) => reject(signal.aborted ? closedError() : reason),
				onClosed: (...lost) => this.#lost(...lost)
			});
		}).finally(() => signal.removeEventListener("abort", giveUp));
	}
	#lost(session, reason, isDraining = false) {
		if (isDraining && this.#options.reconnect === false) return;
		if (!isDraining) this.#sessions.delete(session);
		if (this.session !== session) return;
		this.session = void 0;
		if (this.state === "closed") return;
		if (this.#options.reconnect === false) return this.end(reason);
		if (performance.now() - this.#connectedAt > STABLE_AFTER) this.#attempt = 0;
		this.#try(reason, true).catch(() => void 0);
	}
	async #try(lostBy, isPatient) {
		const { reconnect, url, token, report } = this.#options;
		let reason = lostBy;
		while (reason === void 0 || this.state !== "closed") {
			if (reason !== void 0) {
				this.#lostBy = reason;
				this.#enter("disconnected", reason);
				await delay(backoff(this.#attempt++, reconnect || {}), this.#closing.signal).catch(() => void 0);
				if (this.#closing.signal.aborted) break;
			}
			try {
				return await this.#connect();
			} catch (thrown) {
				reason = toCallError(thrown);
				const isRefused = reason.code === "UNAUTHENTICATED" && (typeof token !== "function" || this.#connectedAt === 0);
				if (isPatient) report?.(reason, url);
				if (isRefused || !isPatient) this.end(reason);
			}
		}
		throw reason;
	}
	#notConnected() {
		if (this.#endedBy?.code === "UNAUTHENTICATED") return withPhase(this.#endedBy, "notStarted");
		if (this.state === "closed") return closedError();
		return lost(`There is no connection to the server: ${this.#lostBy?.message ?? this.state}`);
	}
	#enter(state, reason) {
		if (this.state === "closed") return;
		this.state = state;
		for (const listener of Array.from(this.#listeners)) tellListener(listener, {
			state,
			reason
		}, (thrown) => this.#options.report?.(toCallError(thrown), "onState"));
	}
};
function closedError() {
	return lost("The connection is closed.");
}
function lost(message) {
	return notStarted("CONNECTION_LOST", message);
}
// src/transports/websocket/open-websocket.ts
async function openWebSocket(options, createChannel = (socket, own) => new WebSocketChannel(socket, own), createSocket = createAnySocket) {
	const { url, maxTextBytes, signal } = options;
	const name = nameOf(url);
	const socket = await createSocket(options);
	await opened(socket, name, signal);
	return createChannel(socket, {
		name,
		maxTextBytes
	});
}
function nameOf(url) {
	try {
		const { protocol, host, pathname } = new URL(url);
		return `${protocol}//${host}${pathname}`;
	} catch (cause) {
		throw notStarted("VALIDATION_ERROR", "The url of a hub is like wss://hub.example/operations.", cause);
	}
}
async function createAnySocket({ url, maxTextBytes }) {
	const { WebSocket: Native } = globalThis;
	if (Native !== void 0) return new Native(url);
	const { createNodeWebSocket } = await import("./node-websocket-DsvlzWuP.js");
	return await createNodeWebSocket(url, maxTextBytes);
}
async function opened(socket, name, signal) {
	const settled = new AbortController();
	try {
		await new Promise((resolve, reject) => {
			const fail = (why) => reject(notStarted("CONNECTION_LOST", `${name} is not reachable: ${why}`));
			const giveUp = () => {
				fail("the attempt was given up");
				socket.close();
			};
			socket.addEventListener("open", () => resolve());
			socket.addEventListener("error", (event) => {
				const { error, message } = event;
				fail(messageOf(error ?? (message || "the connection failed")));
			});
			socket.addEventListener("close", ({ code }) => fail(`it was closed (${code})`));
			if (signal.aborted) giveUp();
			signal.addEventListener("abort", giveUp, { signal: settled.signal });
		});
	} finally {
		settled.abort();
	}
}
export { Connection as n, openWebSocket as t };
