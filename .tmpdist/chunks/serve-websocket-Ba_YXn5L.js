import { C as toProtocolLimits, T as randomId, dt as checkAccess, ft as identityKey, ln as CallError, pn as toCallError, tn as onExpiry, vt as operationId } from "./client-D7eheyo4.js";
import { a as welcome, n as LONGEST_HELLO, r as assertHello } from "./websocket-channel-BEhUCT0R.js";
import { f as identifyCaller, o as newCounters } from "./main-B19mhTeA.js";
import { n as isLoopback, t as LOOPBACK_NAMES } from "./loopback-names-DN0nuCOL.js";
import { l as createChannelLink, n as toReporter, r as RemoteOperations, t as PeerSession, u as TokenCache } from "./peer-session-COcsWiYG.js";
import { a as nodeHTTP, d as sentBytes, i as listenOn, l as clientOf, n as hostToConnectTo, s as ClientLimits } from "./node-http-BpqrIn2X.js";
import { r as createWebSocketServer, t as answerPings } from "./node-websocket-pCFlDxRg.js";
import { t as NodeWebSocketChannel } from "./node-websocket-channel-l5TZBruh.js";
// src/protocol/peers/peer-server.ts
const DEFAULT_GRACE = 1e4;
var PeerServer = class {
	counters = newCounters();
	limits;
	peerId;
	#options;
	#report;
	#remoteOperations;
	#tokens;
	#greeting = /* @__PURE__ */ new Set();
	#sessions = /* @__PURE__ */ new Set();
	#stopping;
	constructor(options) {
		const { registry, imports = registry, limits, peerId } = options;
		this.#options = options;
		this.#report = toReporter(options.onError);
		this.limits = toProtocolLimits(limits);
		this.peerId = peerId ?? randomId();
		assertHello(this);
		this.setIdentity(options.identity);
		this.#remoteOperations = new RemoteOperations({
			registry: imports,
			maxOperations: this.limits.maxOfferedOperations,
			keepMs: options.keepOperationsMs,
			mayOffer: (peer, spec) => this.#assertMayOffer(peer.link.peer.identity, spec),
			counters: this.counters,
			onRefused: this.#report
		});
	}
	accept(channel) {
		const { limits, counters, peerId } = this;
		const link = createChannelLink(channel, {
			limits,
			counters
		});
		if (this.#stopping !== void 0) return this.#refuse(link, this.#stopping);
		this.#greeting.add(link);
		const { authenticate, anonymous = false } = this.#options;
		welcome({
			link,
			limits,
			peerId,
			authenticate,
			anonymous,
			onReady: (terms) => this.#join(link, terms, channel.name),
			onRefused: (error) => {
				this.#greeting.delete(link);
				counters.refusedHandshakes++;
				this.#report(error, channel.name);
			}
		});
	}
	setIdentity(identity) {
		this.#tokens = identity && new TokenCache(identity, this.peerId);
	}
	peers() {
		return Array.from(this.#sessions, (session) => ({
			id: session.id,
			identity: session.link.peer.identity,
			since: session.since,
			operationIds: [...this.#remoteOperations.idsOf(session)],
			isDraining: session.isDraining,
			disconnect: () => session.close(new CallError("CONNECTION_LOST", "The server has ended the connection."))
		}));
	}
	async drain({ graceMs = DEFAULT_GRACE, until } = {}) {
		const reason = this.#stop();
		await Promise.allSettled([...Array.from(this.#sessions, (session) => session.drain(graceMs)), until]);
		this.#end(reason);
	}
	close() {
		this.#end(this.#stop());
	}
	#end(reason) {
		for (const session of this.#sessions) session.close(reason);
		this.#remoteOperations.close();
	}
	get stopping() {
		return this.#stopping;
	}
	stopListening() {}
	admit(peer) {
		return this.#options.admit?.(peer) ?? {};
	}
	#stop() {
		this.stopListening();
		this.#stopping ??= new CallError("CONNECTION_LOST", "The server is shutting down.");
		for (const link of this.#greeting) link.close(this.#stopping);
		return this.#stopping;
	}
	#refuse(link, reason) {
		this.counters.refusedHandshakes++;
		link.close(reason);
	}
	#join(link, { heartbeatMs, wantsOperations, wantsLog }, address) {
		this.#greeting.delete(link);
		this.#replaceEarlier(link);
		let admitted;
		let stopWaiting;
		let stopLog;
		try {
			const disconnect = (reason) => session.close(reason);
			admitted = this.admit({
				identity: link.peer.identity,
				address,
				disconnect
			});
		} catch (thrown) {
			const refusal = toCallError(thrown);
			this.#report(refusal, address);
			return this.#refuse(link, refusal);
		}
		const { limits, counters, peerId } = this;
		const session = new PeerSession({
			link,
			limits,
			counters,
			heartbeatMs,
			selfId: peerId,
			registry: this.#options.registry,
			callTimeoutMs: this.#options.callTimeoutMs,
			offer: wantsOperations ? (spec) => this.#isTold(link, spec) : void 0,
			remoteOperations: this.#remoteOperations,
			identify: (event) => identifyCaller(event, link.peer, this.#tokens),
			enterCall: admitted.enterCall,
			onError: this.#report,
			onClosed: () => {
				this.#sessions.delete(session);
				stopWaiting?.();
				stopLog?.();
				admitted.left?.();
			}
		});
		this.#sessions.add(session);
		stopWaiting = this.#endAtExpiry(session);
		if (wantsLog) stopLog = this.#options.serverLog?.((entry) => session.sendLog(entry));
		session.start();
	}
	#endAtExpiry(session) {
		const expiresAt = session.link.peer.identity?.expiresAt;
		if (expiresAt === void 0) return void 0;
		const reason = new CallError("CONNECTION_LOST", "The server has ended the connection: the credential has expired.");
		return onExpiry(expiresAt, () => session.close(reason));
	}
	#replaceEarlier({ peer }) {
		if (peer.identity === void 0) return;
		const key = identityKey(peer.identity);
		for (const { link } of this.#sessions) {
			const { id, identity } = link.peer;
			if (id !== peer.id || identity === void 0 || identityKey(identity) !== key) continue;
			link.destroy(new CallError("CONNECTION_LOST", `${peer.id} has connected anew.`));
		}
	}
	#isTold({ peer }, spec) {
		const { registry, tells } = this.#options;
		if (!checkAccess(spec.accessControl, peer.identity) || registry.getHandler(operationId(spec)) === void 0) return false;
		const { source, location } = spec.origin ?? {};
		return !(source === "remote" && location === peer.id) && (tells === void 0 || tells(spec));
	}
	#assertMayOffer(identity, spec) {
		const { mayOffer } = this.#options;
		if (identity === void 0) throw new CallError("UNAUTHENTICATED", "A peer without an identity may not offer operations.");
		if (mayOffer === void 0 ? mayOfferNamespace(identity, spec.namespace) : mayOffer(identity, spec)) return;
		throw new CallError("ACCESS_DENIED", `${identity.id} may not offer operations of ${spec.namespace}: it needs the scope offer:${spec.namespace}.`);
	}
};
function mayOfferNamespace(identity, namespace) {
	const scopes = identity.scopes;
	if (!Array.isArray(scopes)) return false;
	const segments = namespace.split(".");
	return [
		"*",
		...segments.slice(1).map((_, index) => `${segments.slice(0, index + 1).join(".")}.*`),
		namespace
	].some((allowed) => scopes.includes(`offer:${allowed}`));
}
// src/serve/websocket/check-upgrade.ts
function isOfSameHost({ headers }) {
	const { origin, host } = headers;
	if (origin === void 0) return true;
	return typeof origin === "string" && typeof host === "string" && hostOf(origin) === host.toLowerCase();
}
function isOfThisMachine(request) {
	const { host } = request.headers;
	const name = typeof host === "string" ? host.replace(/:\d+$/, "").toLowerCase() : "";
	return LOOPBACK_NAMES.includes(name) && isOfSameHost(request);
}
function hostOf(origin) {
	return URL.canParse(origin) ? new URL(origin).host : void 0;
}
// src/serve/websocket/ignore-upgrade.ts
function isToWebSocket({ headers }) {
	return /(?:^|,)\s*websocket\s*(?:,|$)/i.test(String(headers["upgrade"]));
}
const NOT_KEPT = /* @__PURE__ */ new Set([
	"upgrade",
	"http2-settings",
	"connection"
]);
function ignoreUpgrade(server, request, socket) {
	const { method = "GET", url = "/", httpVersion = "1.1", rawHeaders, headers } = request;
	const lines = [`${method} ${url} HTTP/${httpVersion}`];
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index];
		if (!NOT_KEPT.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
	}
	if (/\bclose\b/i.test(String(headers["connection"]))) lines.push("connection: close");
	socket.unshift(Uint8Array.from(`${lines.join("\r\n")}\r\n\r\n`, (character) => character.charCodeAt(0)));
	server.emit("encrypted" in socket ? "secureConnection" : "connection", socket);
}
// src/serve/websocket/accept-websockets.ts
const DEFAULT_PATH = "/operations";
const REASONS = {
	403: "Forbidden",
	404: "Not Found",
	429: "Too Many Requests",
	503: "Service Unavailable"
};
function attachWebSockets(server, channels, options = {}) {
	const { path = DEFAULT_PATH, allow = isOfSameHost, nameOf = byAddress, addressOf = remoteAddress } = options;
	const upgrades = new Upgrades(channels, (request) => ({
		name: orElse(() => nameOf(request), byAddress(request)),
		address: orElse(() => addressOf(request), void 0)
	}));
	const listener = (request, socket, head) => {
		if (isToWebSocket(request) && pathOf(request) === path) {
			const allowed = orElse(() => allow(request), false);
			if (!allowed) refuse(socket, { status: 403 });
			else if (typeof allowed === "object") refuse(socket, allowed);
			else upgrades.take(request, socket, head);
			return;
		}
		if (server.listenerCount("upgrade") > 1) return;
		if (isToWebSocket(request)) return refuse(socket, { status: 404 });
		socket.unshift(head);
		ignoreUpgrade(server, request, socket);
	};
	server.on("upgrade", listener);
	return () => void server.off("upgrade", listener);
}
async function listenForWebSockets(channels, options = {}) {
	const { host = "127.0.0.1", port = 0, path = DEFAULT_PATH } = options;
	const { allow = isLoopback(host) ? isOfThisMachine : isOfSameHost } = options;
	const server = nodeHTTP().http.createServer({}, (_request, response) => {
		response.writeHead(426, [
			"content-type",
			"text/plain",
			"upgrade",
			"websocket"
		]);
		response.end("This is a WebSocket\n");
	});
	attachWebSockets(server, channels, {
		...options,
		path,
		allow
	});
	const bound = await listenOn(server, port, host);
	return {
		url: `ws://${hostToConnectTo(host)}:${bound}${path}`,
		port: bound,
		async close() {
			server.close(() => void 0);
			server.closeAllConnections();
		}
	};
}
var Upgrades = class {
	#channels;
	#describe;
	#server;
	constructor(channels, describe) {
		this.#channels = channels;
		this.#describe = describe;
	}
	take(request, socket, head) {
		if (this.#server !== void 0) return this.#upgrade(this.#server, request, [socket, head]);
		socket.on("error", ignoreError);
		this.#load().then((server) => {
			socket.off("error", ignoreError);
			this.#upgrade(server, request, [socket, head]);
		}, () => refuse(socket, { status: 503 }));
	}
	async #load() {
		const server = await createWebSocketServer(this.#channels.maxTextBytes);
		return this.#server ??= server;
	}
	#upgrade(server, request, [socket, head]) {
		const { accept, maxTextBytes, maxFirstBytes = Infinity, watch } = this.#channels;
		const described = this.#describe(request);
		server.handleUpgrade(request, socket, head, (webSocket) => {
			if (maxFirstBytes !== Infinity) limitFirstMessage(webSocket, socket, maxFirstBytes);
			const onSent = watch?.({
				...described,
				webSocket,
				socket
			}, () => channel.destroy());
			const options = {
				name: described.name,
				maxTextBytes,
				source: socket,
				onSent
			};
			answerPings(webSocket);
			const channel = new NodeWebSocketChannel(webSocket, options);
			accept(channel);
		});
	}
};
function limitFirstMessage(webSocket, socket, maxBytes) {
	let bytes = 0;
	let isThere = false;
	const count = (chunk) => {
		bytes += chunk.length;
		if (!isThere && bytes > maxBytes) webSocket.terminate();
	};
	socket.on("data", count);
	webSocket.once("message", () => {
		isThere = true;
		socket.off("data", count);
	});
}
function orElse(ask, otherwise) {
	try {
		return ask();
	} catch {
		return otherwise;
	}
}
function ignoreError() {}
function remoteAddress({ socket }) {
	return socket.remoteAddress;
}
function byAddress({ socket }) {
	const { remoteAddress = "unknown", remotePort = 0 } = socket;
	return `websocket from ${remoteAddress}:${remotePort}`;
}
function refuse(socket, { status, message }) {
	socket.on("error", ignoreError);
	const text = message === void 0 ? "" : `${message}\n`;
	const answer = [
		`HTTP/1.1 ${status} ${REASONS[status]}`,
		"Connection: close",
		...message === void 0 ? [] : ["Retry-After: 1", "Content-Type: text/plain; charset=utf-8"],
		`Content-Length: ${new TextEncoder().encode(text).byteLength}`,
		"",
		text
	];
	socket.end(answer.join("\r\n"), () => socket.destroy());
}
function pathOf({ url = "/" }) {
	return url.split("?", 1)[0] ?? "/";
}
// src/serve/websocket/serve-websocket.ts
const LEAST_COUNTED = 65536;
var WebSocketService = class extends PeerServer {
	#servers = /* @__PURE__ */ new Set();
	#clientLimits;
	#watched = /* @__PURE__ */ new Map();
	constructor({ clientLimits, ...options }) {
		super(options);
		this.#clientLimits = clientLimits ?? new ClientLimits({ maxConcurrentCalls: Infinity });
	}
	async listen(options = {}) {
		const server = await listenForWebSockets(this.#channels, options);
		if (this.stopping !== void 0) {
			await server.close();
			throw this.stopping;
		}
		this.#servers.add(server);
		return server;
	}
	attach(server, options = {}) {
		const stop = attachWebSockets(server, this.#channels, options);
		this.#servers.add({ close: stop });
		return stop;
	}
	admit(peer) {
		const admitted = super.admit(peer);
		const watched = this.#watched.get(peer.address);
		const client = clientOf(peer.identity, watched?.address);
		for (const waiting of watched?.waiting ?? []) if (client !== void 0) waiting.client = client;
		const limits = this.#clientLimits;
		return {
			left: admitted.left,
			enterCall() {
				const leave = admitted.enterCall?.();
				limits.enterCall(client);
				return () => {
					limits.leaveCall(client);
					leave?.();
				};
			}
		};
	}
	#watch = ({ name, address, webSocket, socket }, cut) => {
		const all = this.#clientLimits.waiting;
		const client = clientOf(void 0, address) ?? name;
		let received = 0;
		let unfinished = 0;
		const outgoing = all.open({
			client,
			cut,
			bytes: () => webSocket.bufferedAmount,
			progress: () => sentBytes(socket)
		});
		const incoming = all.open({
			client,
			cut,
			bytes: () => unfinished > LEAST_COUNTED ? unfinished : 0,
			progress: () => received
		});
		socket.prependListener("data", ({ length }) => {
			received += length;
			unfinished += length;
			if (unfinished > LEAST_COUNTED) incoming.look();
		});
		webSocket.on("message", () => unfinished = 0);
		this.#watched.set(name, {
			address,
			waiting: [outgoing, incoming]
		});
		socket.once("close", () => {
			for (const waiting of [outgoing, incoming]) waiting.close();
			this.#watched.delete(name);
		});
		return () => {
			if (webSocket.bufferedAmount > LEAST_COUNTED) outgoing.look();
		};
	};
	stopListening() {
		for (const server of this.#servers) server.close();
		this.#servers.clear();
	}
	get #channels() {
		return {
			maxTextBytes: this.limits.maxFrameBytes,
			maxFirstBytes: LONGEST_HELLO,
			accept: (channel) => this.accept(channel),
			watch: this.#watch
		};
	}
};
function serveWebSocket(options) {
	return new WebSocketService(options);
}
export { serveWebSocket as n, WebSocketService as t };
