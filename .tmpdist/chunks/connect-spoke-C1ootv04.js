import { en as keepDeadline, sn as tellListener } from "./client-D7eheyo4.js";
import { i as greet } from "./websocket-channel-BEhUCT0R.js";
import { n as Connection, t as openWebSocket } from "./open-websocket-DRCVE7yM.js";
import { o as newCounters } from "./main-B19mhTeA.js";
import { g as withoutIdentity, h as signedForServer, i as OpeningSubscription, l as createChannelLink, n as toReporter, r as RemoteOperations, t as PeerSession, u as TokenCache } from "./peer-session-COcsWiYG.js";
import { n as createPeerChannel } from "./node-websocket-channel-l5TZBruh.js";
// src/protocol/peers/spoke.ts
const DEFAULT_GRACE = 1e4;
var Spoke = class Spoke {
	counters = newCounters();
	#options;
	#report;
	#remoteOperations;
	#connection;
	#tokens;
	#hasStopped = false;
	constructor(options) {
		this.#options = options;
		this.#report = toReporter(options.onError);
		this.#connection = new Connection({
			...options,
			join: this.#join,
			report: this.#report,
			onEnd: () => this.#remoteOperations?.close()
		});
		this.#remoteOperations = this.#importsTo(options.imports);
		this.#tokens = options.identity && new TokenCache(options.identity, this.peerId);
	}
	static async connect(options) {
		const spoke = new Spoke(options);
		await spoke.#connection.connect();
		return spoke;
	}
	get peerId() {
		return this.#connection.peerId;
	}
	get state() {
		return this.#connection.state;
	}
	onState(listener) {
		return this.#connection.onState(listener);
	}
	call(id, input, options) {
		const { session } = this.#connection;
		if (session !== void 0) return session.callMap.call(id, input, options);
		const kept = keepDeadline(options);
		return this.#connected(kept).then(({ callMap }) => callMap.call(id, input, kept));
	}
	subscribe(id, input, options) {
		const { session } = this.#connection;
		if (session !== void 0) return session.callMap.subscribe(id, input, options);
		const kept = keepDeadline(options);
		const open = async () => (await this.#connected(kept)).callMap.subscribe(id, input, kept);
		return new OpeningSubscription({ open });
	}
	settled() {
		return this.#remoteOperations?.settled();
	}
	stopAnswering() {
		this.#hasStopped = true;
		this.#connection.session?.drain(0);
	}
	async drain({ graceMs = DEFAULT_GRACE, until } = {}) {
		this.#hasStopped = true;
		await Promise.allSettled([this.#connection.session?.drain(graceMs), until]);
		this.close();
	}
	close() {
		this.#connection.close();
	}
	#join = (channel, joining) => {
		const { counters, peerId } = this;
		const { limits } = this.#connection;
		const link = createChannelLink(channel, {
			limits,
			counters
		});
		const { token, onReady, onRefused, onClosed } = joining;
		greet({
			link,
			limits,
			peerId,
			wantsOperations: this.#options.imports === void 0 ? void 0 : true,
			wantsLog: this.#options.onServerLog === void 0 ? void 0 : true,
			onReady: ({ heartbeatMs }) => {
				const session = this.#sessionOver(link, heartbeatMs, (reason) => onClosed(session, reason));
				onReady(session);
			},
			onRefused
		}, token);
	};
	#sessionOver(link, heartbeatMs, onClosed) {
		const { registry, offer, onServerLog } = this.#options;
		return new PeerSession({
			link,
			limits: this.#connection.limits,
			counters: this.counters,
			heartbeatMs,
			selfId: this.peerId,
			registry,
			mayCall: "offered",
			offer: offer === false ? offersNothing : offer ?? "all",
			remoteOperations: this.#remoteOperations,
			prepare: this.#tokens === void 0 ? withoutIdentity : signedForServer(link.peer.id, this.#tokens),
			onError: this.#report,
			onEvent: (event) => {
				if (event.type === "peer.logged") tellListener(onServerLog, messageIn(event));
			},
			isDraining: () => this.#hasStopped,
			onClosed
		});
	}
	#connected(options) {
		const { deadline, signal } = options ?? {};
		const withinMs = options !== void 0 && "waitForConnection" in options ? options.waitForConnection ?? 0 : 0;
		return this.#connection.connected({
			deadline,
			signal,
			withinMs
		});
	}
	#importsTo(registry) {
		if (registry === void 0) return void 0;
		const { maxOfferedOperations, heartbeatMs } = this.#connection.limits;
		return new RemoteOperations({
			registry,
			maxOperations: maxOfferedOperations,
			keepMs: heartbeatMs * 4,
			counters: this.counters,
			onRefused: this.#report
		});
	}
};
function messageIn({ level, data, logger }) {
	return {
		level,
		data,
		logger
	};
}
function offersNothing() {
	return false;
}
// src/client/connect-spoke.ts
function connectSpoke(options) {
	return Spoke.connect({
		...options,
		open: (opening) => openWebSocket(opening, createPeerChannel)
	});
}
export { Spoke as n, connectSpoke as t };
