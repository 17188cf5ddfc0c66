import { ft as identityKey, h as roomInTurn, k as endsWithin, ln as CallError, tn as onExpiry } from "./client-D7eheyo4.js";
import { I as builtinModule } from "./core-CcxVOvtt.js";
import { s as TrustedProxies } from "./hub-shared-evUMSPIC.js";
import { t as LOOPBACK_NAMES } from "./loopback-names-DN0nuCOL.js";
import { a as nodeHTTP, d as sentBytes, f as HTTPRefusal, i as listenOn, l as clientOf, n as hostToConnectTo, p as problemReply, t as hostInURL } from "./node-http-BpqrIn2X.js";
// src/serve/identity/credential-watch.ts
function expiryOf(identity) {
	const expiresAt = identity?.expiresAt;
	if (expiresAt === void 0) return void 0;
	return (listener) => onExpiry(expiresAt, () => listener(new CallError("UNAUTHENTICATED", "The credential has expired.")));
}
var CredentialWatch = class {
	#authenticate;
	#held = /* @__PURE__ */ new Map();
	rechecks = 0;
	constructor(authenticate) {
		this.#authenticate = authenticate;
	}
	get size() {
		return this.#held.size;
	}
	hold(held, rechecks = this.rechecks) {
		const { endsAtExpiry = true, identity, credential } = held;
		this.#held.set(held, endsAtExpiry ? expiryOf(identity)?.((reason) => this.#end(held, reason)) : void 0);
		if (rechecks !== this.rechecks) this.#check(held, this.#ask(credential));
		return () => void this.#release(held);
	}
	async recheck() {
		this.rechecks++;
		const asked = /* @__PURE__ */ new Map();
		const ask = (credential) => {
			const key = JSON.stringify(credential);
			let answer = asked.get(key);
			if (answer === void 0) asked.set(key, answer = this.#ask(credential));
			return answer;
		};
		await Promise.all(Array.from(this.#held.keys(), (held) => this.#check(held, ask(held.credential))));
	}
	async #check(held, answer) {
		const now = await answer;
		if (now !== void 0 && rightsOf(now) === rightsOf(held.identity)) return this.#setExpiry(held, now);
		this.#end(held, new CallError("UNAUTHENTICATED", "The credential was withdrawn, or its rights changed."));
	}
	#setExpiry(held, now) {
		if (!this.#held.has(held) || now.expiresAt === held.identity.expiresAt) return;
		this.#held.get(held)?.();
		this.#held.set(held, expiryOf(now)?.((reason) => this.#end(held, reason)));
	}
	async #ask(credential) {
		try {
			return await this.#authenticate(credential);
		} catch {
			return;
		}
	}
	#end(held, reason) {
		if (this.#release(held)) held.onEnd(reason);
	}
	#release(held) {
		this.#held.get(held)?.();
		return this.#held.delete(held);
	}
};
function rightsOf(identity) {
	return JSON.stringify({
		...identity,
		expiresAt: void 0
	});
}
// src/serve/request/incoming.ts
function jsonReply(status, value, headers = []) {
	return {
		status,
		headers: [
			"content-type",
			"application/json",
			...headers
		],
		body: JSON.stringify(value)
	};
}
function clientLeft() {
	return new CallError("ABORTED", "The client has left.");
}
function bodyTooLarge(limit, what = "bytes") {
	const message = what === "bytes" ? `A request body may have at most ${limit} bytes; this one has more.` : `The body holds more objects, lists and members than one of ${limit} bytes may.`;
	return new CallError("PAYLOAD_TOO_LARGE", message, void 0, { phase: "notStarted" });
}
function bodyUnreadable(cause) {
	const message = cause instanceof TypeError && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "The body is not UTF-8." : "The body cannot be read as UTF-8 text.";
	return new CallError("VALIDATION_ERROR", message, void 0, { cause });
}
// src/serve/request/node-incoming.ts
var NodeIncoming = class {
	method;
	path;
	query;
	headers;
	client;
	readsAhead;
	arrivedAt;
	clock;
	#request;
	#response;
	#deps;
	#isRead = false;
	#body;
	#left;
	#onLeave;
	constructor(request, response, deps) {
		this.#request = request;
		this.#response = response;
		this.#deps = deps;
		this.method = request.method ?? "GET";
		this.headers = request.headers;
		const url = request.url ?? "/";
		const target = url.startsWith("/") ? url : originForm(url);
		const mark = target.indexOf("?");
		this.path = mark === -1 ? target : target.slice(0, mark);
		this.query = mark === -1 ? "" : target.slice(mark + 1);
	}
	get address() {
		return this.#deps.proxies.clientOf(this.#request);
	}
	get isEncrypted() {
		return this.socket.encrypted === true;
	}
	get socket() {
		return this.#request.socket;
	}
	watchReply(isWhole) {
		const response = this.#response;
		const waiting = this.#watch(() => response.writableLength, () => sentBytes(this.socket), isWhole);
		response.once("close", () => waiting.close());
		return waiting;
	}
	#watch(bytes, progress, isWhole) {
		const client = this.client ?? clientOf(void 0, this.address) ?? "";
		const cut = () => {
			this.leave(clientLeft());
			this.socket.destroy();
		};
		return this.#deps.waiting.open({
			client,
			bytes,
			progress,
			isWhole,
			cut
		});
	}
	onLeave(listener) {
		if (this.#left !== void 0) listener(this.#left);
		else if (this.#onLeave !== void 0) this.#onLeave.push(listener);
		else this.#onLeave = [listener];
	}
	onClosed(listener) {
		if (this.#response.destroyed) listener();
		else this.#response.once("close", listener);
	}
	leave(reason) {
		if (this.#left !== void 0) return;
		this.#left = reason;
		for (const listener of this.#onLeave ?? []) listener(reason);
	}
	async readText(limit) {
		const request = this.#request;
		this.#isRead = true;
		const length = request.headers["content-length"];
		if (length === void 0 && request.headers["transfer-encoding"] === void 0) return void 0;
		if (Number(length) > limit) throw bodyTooLarge(limit);
		return new Promise((resolve, reject) => {
			const chunks = [];
			let size = 0;
			let waiting;
			const take = (chunk) => {
				size += chunk.byteLength;
				if (size > limit) {
					request.off("data", take);
					waiting?.close();
					return reject(bodyTooLarge(limit));
				}
				chunks.push(chunk);
				if (size < Number(length ?? Infinity)) (waiting ??= this.#watchUpload(() => size)).look();
			};
			request.on("data", take);
			request.on("end", () => {
				waiting?.close();
				let text;
				try {
					text = chunks.length === 1 ? wholeText.decode(chunks[0]) : decodeAll(chunks);
				} catch (error) {
					return reject(bodyUnreadable(error));
				}
				resolve(text);
			});
			request.on("error", ignore);
			this.onLeave(reject);
		});
	}
	#watchUpload(size) {
		const waiting = this.#watch(size, size, false);
		this.#response.once("close", () => waiting.close());
		return waiting;
	}
	toRequest() {
		const url = `${`${this.isEncrypted ? "https" : "http"}://${this.headers["host"] ?? "localhost"}`}${this.path}${this.query === "" ? "" : `?${this.query}`}`;
		if (!URL.canParse(url)) throw new HTTPRefusal(400, "The host and path of the request make no URL.");
		const headers = new Headers();
		const { rawHeaders } = this.#request;
		for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index], rawHeaders[index + 1]);
		const controller = new AbortController();
		this.onLeave((reason) => controller.abort(reason));
		if (!this.#isRead && this.method !== "GET" && this.method !== "HEAD") this.#body = this.#toReadable();
		try {
			const init = {
				method: this.method,
				headers,
				duplex: "half",
				signal: controller.signal
			};
			return new Request(url, this.#body === void 0 ? init : {
				...init,
				body: this.#body
			});
		} catch {
			throw new HTTPRefusal(405, "This server does not know the method.");
		}
	}
	discardRest(limit) {
		const request = this.#request;
		if (request.complete || this.#response.destroyed) return;
		if (this.#body?.locked === false) this.#body.cancel();
		let left = limit;
		request.on("error", ignore);
		request.on("data", (chunk) => {
			left -= chunk.byteLength;
			if (left < 0) request.socket.destroy();
		});
		request.resume();
	}
	#toReadable() {
		const request = this.#request;
		const { "transfer-encoding": encoding, "content-length": length = 0 } = request.headers;
		if (encoding === void 0 && !(Number(length) > 0)) return void 0;
		let isDone = false;
		return new ReadableStream({
			start(controller) {
				request.pause();
				request.on("data", (chunk) => {
					if (isDone) return;
					controller.enqueue(chunk);
					if ((controller.desiredSize ?? 0) <= 0) request.pause();
				});
				request.on("end", () => {
					if (!isDone) controller.close();
					isDone = true;
				});
				const fail = () => {
					if (!isDone) controller.error(clientLeft());
					isDone = true;
				};
				request.on("error", fail);
				request.on("close", fail);
			},
			pull() {
				request.resume();
			},
			cancel() {
				isDone = true;
			}
		});
	}
};
function ignore() {}
function originForm(target) {
	if (!URL.canParse(target)) return target;
	const { pathname, search } = new URL(target);
	return pathname + search;
}
const wholeText = new TextDecoder("utf-8", { fatal: true });
function decodeAll(chunks) {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}
async function writeStream(response, reply, options) {
	const pieces = piecesOf(reply);
	if (response.destroyed) return void await pieces?.return();
	const headers = reply instanceof Response ? pairsOf(reply.headers) : reply.headers;
	if (options.isLast) headers.push("connection", "close");
	response.writeHead(reply.status, headers);
	if (pieces === void 0 || options.isHead) {
		response.end();
		await pieces?.return();
		return;
	}
	if (!(reply instanceof Response) || reply.headers.get("content-type")?.startsWith("text/event-stream") === true) response.flushHeaders();
	await pump(response, pieces, options);
}
function pairsOf(headers) {
	const pairs = [];
	for (const [name, value] of headers) if (name !== "transfer-encoding" && name !== "connection") pairs.push(name, value);
	return pairs;
}
function piecesOf(reply) {
	if (!(reply instanceof Response)) return reply.stream;
	const reader = reply.body?.getReader();
	return reader && {
		next: () => reader.read(),
		return: () => reader.cancel()
	};
}
async function pump(response, pieces, { readsAhead, watch }) {
	let isOpen = true;
	let waiting;
	const write = ({ done, value }) => {
		if (done === true || !isOpen) return "over";
		if (value === void 0) return "taken";
		const isLong = typeof value === "string" && value.length > 65536;
		return response.write(isLong ? nodeHTTP().Buffer.from(value) : value) ? "taken" : "waits";
	};
	response.once("close", () => {
		if (!isOpen) return;
		isOpen = false;
		pieces.return().catch(() => void 0);
	});
	try {
		for (;;) {
			const state = await pieces.next().then(write);
			if (state === "over") break;
			if (state === "taken") continue;
			(waiting ??= watch()).look();
			if (!readsAhead) await drained(response);
		}
	} finally {
		isOpen = false;
		if (!response.destroyed) response.end();
	}
}
function drained(response) {
	if (response.destroyed) return Promise.resolve();
	return new Promise((resolve) => {
		const go = () => {
			response.off("drain", go);
			response.off("close", go);
			resolve();
		};
		response.once("drain", go);
		response.once("close", go);
	});
}
// src/serve/request/node-server.ts
const DEFAULT_GRACE = 1e4;
const ABORT_GRACE = 500;
const KEEP_ALIVE = 65e3;
const LONGEST_HEADERS = 3e4;
const CHECK_INTERVAL = 1e4;
const MOST_DISCARDED = 16777216;
const MOST_AHEAD = 100;
async function startNodeServer(handler, rules, { port = 0, host = "127.0.0.1", tls }) {
	const { trustedProxies, requestTimeout, maxBodySize, onError, onCallTimes } = handler.settings;
	const entry = {
		rules,
		isClosing: false
	};
	const proxies = new TrustedProxies(trustedProxies);
	const open = /* @__PURE__ */ new Set();
	const { http, Buffer } = nodeHTTP(tls !== void 0);
	const { waiting } = handler.limits.clients;
	const respond = async (incoming, request, response) => {
		try {
			const reply = await handler.answer(incoming, entry);
			const isHead = incoming.method === "HEAD";
			let written;
			if (reply instanceof Response || reply.stream !== void 0) {
				const readsAhead = incoming.readsAhead === true;
				const watch = () => incoming.watchReply(isOneBody(reply));
				written = writeStream(response, reply, {
					isHead,
					isLast: entry.isClosing,
					readsAhead,
					watch
				});
				if (reply instanceof Response) await written;
			} else if (!response.destroyed) {
				const { headers, body: text } = reply;
				const body = typeof text === "string" && text.length > 65536 ? Buffer.from(text) : text;
				if (body !== void 0) {
					const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
					headers.push("content-length", String(length));
				}
				if (entry.isClosing) headers.push("connection", "close");
				response.writeHead(reply.status, headers);
				response.end(isHead ? void 0 : body);
				if (incoming.clock !== void 0) onCallTimes?.(incoming.clock.times());
				if (response.writableLength > 0) incoming.watchReply(true).look();
			}
			if (!request.complete) incoming.discardRest(MOST_DISCARDED);
			if (written !== void 0) await written;
		} catch (error) {
			onError?.(error);
			request.socket.destroy();
		}
	};
	const ahead = /* @__PURE__ */ new Map();
	const serve = (request, response) => {
		if (response.socket === null) return keepAhead(ahead, {
			request,
			response,
			waiting
		});
		const incoming = new NodeIncoming(request, response, {
			proxies,
			waiting
		});
		if (onCallTimes !== void 0) incoming.arrivedAt = performance.now();
		open.add(incoming);
		response.once("close", () => {
			open.delete(incoming);
			if (!response.writableFinished) incoming.leave(clientLeft());
			if (ahead.size > 0) serveNext(ahead, request.socket, serve);
		});
		const room = roomInTurn(open.size);
		if (room === void 0) respond(incoming, request, response);
		else room.then(() => respond(incoming, request, response));
	};
	const server = http.createServer({
		requestTimeout,
		headersTimeout: Math.min(requestTimeout, LONGEST_HEADERS),
		keepAliveTimeout: KEEP_ALIVE,
		connectionsCheckingInterval: Math.min(requestTimeout, CHECK_INTERVAL),
		...tls === void 0 ? {} : secureOptions(tls)
	}, serve);
	server.on("checkContinue", (request, response) => {
		if (!(Number(request.headers["content-length"]) > maxBodySize)) response.writeContinue();
		serve(request, response);
	});
	const bound = await listenOn(server, port, host);
	let closing;
	return {
		url: `${tls === void 0 ? "http" : "https"}://${hostToConnectTo(host)}:${bound}`,
		port: bound,
		server,
		clientAddress: (request) => proxies.clientOf(request),
		setCertificate(next) {
			if (tls === void 0) throw new CallError("PROTOCOL_ERROR", "This server has no TLS: start it with `tls`.");
			server.setSecureContext?.(secureContext(next));
		},
		close(options = {}) {
			entry.isClosing = true;
			return closing ??= closeServer(server, open, options);
		}
	};
}
function secureContext({ cert, key, clientCa }) {
	return {
		cert,
		key,
		...clientCa !== void 0 && { ca: clientCa }
	};
}
function secureOptions(tls) {
	const needsCertificate = tls.clientCa !== void 0;
	return {
		...secureContext(tls),
		requestCert: needsCertificate,
		rejectUnauthorized: needsCertificate,
		handshakeTimeout: LONGEST_HEADERS
	};
}
function keepAhead(ahead, one) {
	const { socket } = one.request;
	if (socket.destroyed === true) return;
	const queue = ahead.get(socket);
	if (queue === void 0) return void ahead.set(socket, [one]);
	if (queue.push(one) <= MOST_AHEAD) return;
	ahead.delete(socket);
	one.waiting.cutOff.overflow++;
	socket.destroy();
}
function serveNext(ahead, socket, serve) {
	const queue = ahead.get(socket);
	const next = queue?.shift();
	if (queue === void 0 || next === void 0) return;
	const isOver = socket.destroyed === true || next.response.socket === null;
	if (isOver || queue.length === 0) ahead.delete(socket);
	if (!isOver) serve(next.request, next.response);
}
function isOneBody(reply) {
	return reply instanceof Response && reply.headers.get("content-type")?.startsWith("text/event-stream") !== true;
}
async function closeServer(server, open, { graceMs = DEFAULT_GRACE }) {
	const closed = new Promise((resolve) => {
		server.close(resolve);
	});
	const sweep = setInterval(() => server.closeIdleConnections(), 50);
	server.closeIdleConnections();
	if (!await endsWithin(closed, open.size === 0 ? 0 : graceMs)) {
		for (const incoming of open) incoming.leave(new CallError("CONNECTION_LOST", "The server is shutting down."));
		await endsWithin(closed, open.size === 0 ? 0 : ABORT_GRACE);
	}
	clearInterval(sweep);
	server.closeAllConnections();
	await closed;
}
// src/serve/request/origin-rules.ts
const DENIED = { code: "ACCESS_DENIED" };
const EXPOSED = "operation-request-id, operation-is-error, operation-stripped, retry-after, ratelimit, ratelimit-policy, etag, deprecation, sunset, link";
const ALLOWED_HEADERS = "authorization, x-api-key, content-type, operation-answer, operation-questions, operation-log, operation-wire, operation-request-id, operation-timeout-ms, traceparent, tracestate, last-event-id";
var OriginRules = class {
	#hosts;
	#origins;
	#cors;
	#lastHost;
	constructor({ allowedHosts, allowedOrigins, cors }) {
		this.#hosts = nameSet(allowedHosts);
		this.#origins = nameSet(allowedOrigins);
		this.#cors = cors;
	}
	check({ host: header, origin }) {
		if (origin === void 0 && header !== void 0 && header === this.#lastHost) return;
		const host = hostName(header);
		if (this.#hosts !== void 0 && (host === void 0 || !this.#hosts.has(host))) throw new HTTPRefusal(403, "This server does not answer for the host of the request: see `allowedHosts`.", DENIED);
		this.#lastHost = header;
		if (origin === void 0) return;
		const page = URL.canParse(origin) ? new URL(origin).hostname : void 0;
		const isAllowed = this.#origins === void 0 ? page === host : page !== void 0 && this.#origins.has(page);
		if (page !== void 0 && isAllowed) return;
		if (this.#cors !== void 0 && isCORSOrigin(this.#cors, origin)) return;
		throw new HTTPRefusal(403, "Pages of this origin may not use this server: see `cors` and `allowedOrigins`.", DENIED);
	}
	headersFor(origin) {
		const cors = this.#cors;
		if (cors === void 0) return [];
		if (cors.origins === "*") return origin === void 0 ? [] : [
			"access-control-allow-origin",
			"*",
			"access-control-expose-headers",
			EXPOSED
		];
		const headers = ["vary", "origin"];
		if (origin === void 0 || !isCORSOrigin(cors, origin)) return headers;
		headers.push("access-control-allow-origin", origin, "access-control-expose-headers", EXPOSED);
		if (cors.credentials === true) headers.push("access-control-allow-credentials", "true");
		return headers;
	}
	preflightHeaders(allow, headers = ALLOWED_HEADERS) {
		const cors = this.#cors;
		if (cors === void 0) return [];
		return [
			...[
				"access-control-allow-methods",
				allow,
				"access-control-allow-headers",
				headers
			],
			"access-control-max-age",
			String(cors.maxAge ?? 600)
		];
	}
};
function nameSet(names) {
	return names && new Set(names.map((name) => name.toLowerCase()));
}
function hostName(header) {
	return /^(\[[0-9a-f:.]+\]|[^:/?#@[\]\s]+)(?::\d*)?$/i.exec(header ?? "")?.[1]?.toLowerCase();
}
function isCORSOrigin({ origins }, origin) {
	return origins === "*" || origins.includes(origin);
}
// src/serve/request/accept.ts
const LONGEST_HEADER = 1e3;
function weightsOf(header) {
	const weights = /* @__PURE__ */ new Map();
	for (const part of header.slice(0, LONGEST_HEADER).split(",")) {
		const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
		const weight = parameters.find((parameter) => parameter.startsWith("q="));
		weights.set(name, weight === void 0 ? 1 : Number(weight.slice(2)) || 0);
	}
	return weights;
}
function prefersEvents(accepted) {
	const weights = weightsOf(accepted);
	return (weights.get("text/event-stream") ?? 0) > weightOfJSON(weights);
}
function takesEvents(accepted) {
	const weights = weightsOf(accepted);
	return (weights.get("text/event-stream") ?? weights.get("text/*") ?? weights.get("*/*") ?? 0) > 0;
}
function takesJSON(accepted) {
	return accepted === void 0 || weightOfJSON(weightsOf(accepted)) > 0;
}
function weightOfJSON(weights) {
	return weights.get("application/json") ?? weights.get("application/*") ?? weights.get("*/*") ?? 0;
}
// src/serve/request/compress.ts
const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 4;
async function compress(reply, accepted) {
	const headers = [
		...reply.headers,
		"vary",
		"accept-encoding"
	];
	const zlib = builtinModule("node:zlib");
	const coding = chooseCoding(accepted, zlib === void 0 ? ["gzip"] : ["br", "gzip"]);
	if (coding === void 0 || typeof reply.body !== "string") return {
		...reply,
		headers
	};
	const body = zlib === void 0 ? await webGzip(reply.body) : await nodeCompress(zlib, coding, reply.body);
	return {
		status: reply.status,
		headers: [
			...headers,
			"content-encoding",
			coding
		],
		body
	};
}
function chooseCoding(accepted, offered) {
	if (accepted === void 0) return void 0;
	const weights = weightsOf(accepted);
	return offered.find((coding) => (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get("*") ?? 0) > 0);
}
function nodeCompress(zlib, coding, text) {
	return new Promise((resolve, reject) => {
		const done = (error, bytes) => error === null ? resolve(bytes) : reject(error);
		if (coding === "gzip") zlib.gzip(text, { level: GZIP_LEVEL }, done);
		else zlib.brotliCompress(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done);
	});
}
async function webGzip(text) {
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}
// src/serve/request/protected-resource.ts
const METADATA = "/.well-known/oauth-protected-resource";
const ALLOW = "GET, HEAD, OPTIONS";
function metadataTargets(options) {
	checkOptions(options);
	const paths = ["", ...options.paths ?? []];
	return new Map(paths.map((path) => [METADATA + path, metadataTarget(options, path)]));
}
function metadataTarget(options, path) {
	const { authorizationServers, scopes } = options;
	return {
		access: "public",
		allow: ALLOW,
		answer({ incoming }) {
			if (incoming.method !== "GET" && incoming.method !== "HEAD") throw new HTTPRefusal(405, `This path takes only ${ALLOW}.`, { headers: ["allow", ALLOW] });
			return jsonReply(200, {
				resource: baseOf(options, incoming) + path,
				authorization_servers: authorizationServers,
				...scopes === void 0 ? {} : { scopes_supported: scopes },
				bearer_methods_supported: ["header"]
			}, ["cache-control", "no-store"]);
		}
	};
}
function scopeChallenge({ requiredScopes, requiredScopesAny = [] }, identity) {
	if (identity?.issuer === void 0) return void 0;
	const { scopes } = identity;
	const isAnyHeld = requiredScopesAny.length === 0 || requiredScopesAny.some((scope) => scopes.includes(scope));
	const needed = [...requiredScopes, ...isAnyHeld ? [] : requiredScopesAny.slice(0, 1)];
	if (needed.every((scope) => scopes.includes(scope)) || !needed.every(isScope)) return void 0;
	return ["www-authenticate", `Bearer error="insufficient_scope", scope="${[.../* @__PURE__ */ new Set([...scopes.filter(isScope), ...needed])].join(" ")}"`];
}
function isScope(text) {
	return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
}
function needsChallenge(reply) {
	if (reply.status === 401) return true;
	return reply.status === 403 && !(reply instanceof Response) && reply.headers.includes("www-authenticate");
}
function withChallenge(reply, incoming, options) {
	const path = options.paths?.find((each) => incoming.path === each || incoming.path.startsWith(`${each}/`)) ?? "";
	const scope = options.scopes === void 0 || reply.status === 403 ? "" : `, scope="${options.scopes.join(" ")}"`;
	const added = `resource_metadata="${baseOf(options, incoming)}${METADATA}${path}"${scope}`;
	if (reply instanceof Response) {
		const headers = new Headers(reply.headers);
		headers.set("www-authenticate", extended(headers.get("www-authenticate"), added));
		return new Response(reply.body, {
			status: reply.status,
			statusText: reply.statusText,
			headers
		});
	}
	const at = reply.headers.indexOf("www-authenticate");
	if (at === -1) reply.headers.push("www-authenticate", extended(null, added));
	else reply.headers[at + 1] = extended(reply.headers[at + 1] ?? null, added);
	return reply;
}
function extended(challenge, added) {
	return challenge === null || challenge === "Bearer" ? `Bearer ${added}` : `${challenge}, ${added}`;
}
function baseOf({ publicUrl }, { headers, isEncrypted }) {
	const scheme = isEncrypted ? "https" : "http";
	return publicUrl?.replace(/\/$/, "") ?? `${scheme}://${headers["host"] ?? "localhost"}`;
}
function checkOptions({ authorizationServers, publicUrl, scopes = [] }) {
	for (const url of [...authorizationServers, ...publicUrl === void 0 ? [] : [publicUrl]]) {
		if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) continue;
		throw new CallError("VALIDATION_ERROR", `protectedResource: ${JSON.stringify(url)} is no address of the web.`);
	}
	for (const scope of scopes) {
		if (isScope(scope)) continue;
		throw new CallError("VALIDATION_ERROR", `protectedResource: ${JSON.stringify(scope)} is no scope.`);
	}
}
// src/serve/request/request-handler.ts
var CheckedRequest = class {
	incoming;
	entry;
	identity;
	client;
	onCredentialEnd;
	canStepUp;
	requestShare;
	constructor(incoming, entry, { identity, client, onCredentialEnd, canStepUp = false }) {
		this.incoming = incoming;
		this.entry = entry;
		this.identity = identity;
		this.client = client;
		this.onCredentialEnd = onCredentialEnd;
		this.canStepUp = canStepUp;
	}
};
var RequestHandler = class {
	settings;
	limits;
	#router;
	#watch;
	constructor(router, { settings, limits, credentialWatch }) {
		this.settings = settings;
		const { protectedResource } = settings;
		const metadata = protectedResource && metadataTargets(protectedResource);
		this.#router = metadata ? { find: (incoming) => metadata.get(incoming.path) ?? router.find(incoming) } : router;
		this.limits = limits;
		this.#watch = credentialWatch;
	}
	async answer(incoming, entry, info) {
		const { settings } = this;
		const { rules } = entry;
		let reply;
		try {
			const target = this.#router.find(incoming);
			if (target.access === "probe") return await target.answer(new CheckedRequest(incoming, entry, {}));
			rules.check(incoming.headers);
			const options = incoming.method === "OPTIONS" ? optionsReply(target, incoming.headers, rules) : void 0;
			if (options !== void 0) reply = options;
			else if (target.access === "public") reply = await target.answer(new CheckedRequest(incoming, entry, {}));
			else {
				const checked = this.#check(incoming, entry, info);
				const request = checked instanceof Promise ? await checked : checked;
				incoming.client = request.client;
				incoming.readsAhead = target.readsAhead;
				if (target.countsRequests === true) incoming.onClosed?.(this.limits.enterRequest(request));
				reply = await target.answer(request);
			}
		} catch (thrown) {
			reply = problemReply(thrown, { settings });
		}
		const { protectedResource } = settings;
		if (protectedResource !== void 0 && needsChallenge(reply)) reply = withChallenge(reply, incoming, protectedResource);
		if (settings.cors !== void 0) reply = withCORS(reply, rules.headersFor(incoming.headers["origin"]));
		if (reply instanceof Response || typeof reply.body !== "string") return reply;
		return reply.body.length <= settings.compressAbove ? reply : compress(reply, incoming.headers["accept-encoding"]);
	}
	#check(incoming, entry, info, session) {
		const { authenticate, identity: shared, protectedResource, sessionCredential } = this.settings;
		const watch = this.#watch;
		const rechecks = watch?.rechecks ?? 0;
		const isKnown = info?.identity !== void 0;
		const needsNone = isKnown || authenticate === void 0;
		const credential = session ?? (needsNone ? void 0 : credentialIn(incoming));
		if (credential === void 0 && session === void 0 && !needsNone && sessionCredential !== void 0) {
			const shown = sessionCredential(incoming);
			if (shown !== void 0) return this.#checkSession(shown, {
				incoming,
				entry,
				info
			});
		}
		const found = isKnown ? info.identity : authenticate === void 0 ? shared : this.#identify(credential);
		const toChecked = (identity) => new CheckedRequest(incoming, entry, {
			identity,
			canStepUp: identity?.issuer !== void 0 && protectedResource !== void 0,
			client: identity === void 0 || identity === shared ? clientOf(void 0, incoming.address) : identityKey(identity),
			onCredentialEnd: credential === void 0 || identity === void 0 || watch === void 0 ? info?.onCredentialEnd ?? expiryOf(identity) : (onEnd) => watch.hold({
				credential,
				identity,
				onEnd
			}, rechecks)
		});
		return found instanceof Promise ? found.then(toChecked) : toChecked(found);
	}
	async #checkSession(shown, { incoming, entry, info }) {
		return await this.#check(incoming, entry, info, await shown ?? null);
	}
	#identify(credential) {
		const { authenticate, anonymous } = this.settings;
		if (credential === void 0) {
			if (anonymous === true) return void 0;
			throw unauthorised("The request has no credential: send `Authorization: Bearer <key>` or `x-api-key`.");
		}
		try {
			const found = authenticate?.(credential);
			if (found instanceof Promise) return found.then(known, (error) => this.#refuse(error));
			if (found !== void 0) return found;
		} catch (error) {
			this.#refuse(error);
		}
		throw notValid();
	}
	#refuse(error) {
		if (error instanceof CallError && error.code === "RATE_LIMITED") throw error;
		this.settings.onError?.(error);
		throw notValid();
	}
};
function known(identity) {
	if (identity === void 0) throw notValid();
	return identity;
}
const BEARER = /^Bearer +(\S+) *$/i;
function credentialIn(incoming) {
	const { authorization, "x-api-key": key } = incoming.headers;
	const token = authorization === void 0 ? key : BEARER.exec(authorization)?.[1];
	if (token === void 0 || token === "") {
		if (authorization === void 0) return void 0;
		throw unauthorised("`Authorization` must be `Bearer <key>`.", "invalid_request");
	}
	return {
		token,
		kind: authorization === void 0 ? "api-key" : "bearer",
		get address() {
			return incoming.address;
		}
	};
}
function notValid() {
	return unauthorised("The credential is not valid.", "invalid_token");
}
function unauthorised(message, error) {
	const challenge = error === void 0 ? "Bearer" : `Bearer error="${error}"`;
	return new HTTPRefusal(401, message, {
		code: "UNAUTHENTICATED",
		headers: ["www-authenticate", challenge]
	});
}
function optionsReply({ allow }, headers, rules) {
	if (allow !== void 0) return {
		status: 204,
		headers: [
			"allow",
			allow,
			...rules.preflightHeaders(allow)
		]
	};
	const asked = headers["access-control-request-method"];
	if (asked === void 0) return void 0;
	const methods = /^[A-Z]{1,20}$/.test(asked) ? asked : "GET, POST";
	const names = headers["access-control-request-headers"] ?? "";
	const allowed = /^[\w-]+(?: ?, ?[\w-]+)*$/.test(names) ? names : void 0;
	return {
		status: 204,
		headers: rules.preflightHeaders(methods, allowed)
	};
}
const EXPOSE = "access-control-expose-headers";
function withCORS(reply, pairs) {
	if (pairs.length === 0) return reply;
	if (!(reply instanceof Response)) {
		reply.headers.push(...pairs);
		return reply;
	}
	const headers = new Headers(reply.headers);
	for (let index = 0; index < pairs.length; index += 2) {
		const name = pairs[index];
		if (name === "vary") headers.append(name, pairs[index + 1]);
		else headers.set(name, pairs[index + 1]);
	}
	const names = [...reply.headers.keys()].join(", ");
	if (names !== "" && headers.has(EXPOSE)) headers.set(EXPOSE, names);
	const { status, statusText } = reply;
	return new Response(reply.body, {
		status,
		statusText,
		headers
	});
}
// src/serve/request/web-incoming.ts
function fromRequest(request, address) {
	const { pathname, search, host, protocol } = new URL(request.url);
	return {
		method: request.method,
		path: pathname,
		query: search.slice(1),
		address,
		isEncrypted: protocol === "https:",
		headers: {
			host,
			...Object.fromEntries(request.headers)
		},
		readText: (limit) => readText(request, limit),
		onLeave: (listener) => {
			const leave = () => listener(clientLeft());
			if (request.signal.aborted) leave();
			else request.signal.addEventListener("abort", leave, { once: true });
		},
		toRequest: () => request
	};
}
async function readText(request, limit) {
	if (request.body === null) return void 0;
	if (Number(request.headers.get("content-length")) > limit) throw bodyTooLarge(limit);
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let text = "";
	let size = 0;
	try {
		for await (const chunk of request.body) {
			size += chunk.byteLength;
			if (size > limit) throw bodyTooLarge(limit);
			text += decoder.decode(chunk, { stream: true });
		}
		return text + decoder.decode();
	} catch (thrown) {
		throw thrown instanceof CallError ? thrown : bodyUnreadable(thrown);
	}
}
function toResponse({ status, headers: pairs, body, stream }, method) {
	const headers = new Headers();
	for (let index = 0; index < pairs.length; index += 2) headers.append(pairs[index], pairs[index + 1]);
	const init = {
		status,
		headers
	};
	if (method === "HEAD") return new Response(null, init);
	return new Response(stream === void 0 ? body : toReadable(stream), init);
}
function toReadable(stream) {
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await stream.next();
			if (done === true) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		async cancel() {
			await stream.return();
		}
	}, { highWaterMark: 0 });
}
// src/serve/request/serve-requests.ts
function serveRequests(router, settings, limits) {
	const { authenticate, credentialWatch = authenticate && new CredentialWatch(authenticate) } = settings;
	const handler = new RequestHandler(router, {
		settings,
		limits,
		credentialWatch
	});
	const entry = {
		rules: new OriginRules(settings),
		isClosing: false
	};
	const servers = /* @__PURE__ */ new Set();
	return {
		async fetch(request, info) {
			const reply = await handler.answer(fromRequest(request, info?.address), entry, info);
			return reply instanceof Response ? reply : toResponse(reply, request.method);
		},
		async listen({ host = "127.0.0.1", port, tls } = {}) {
			const { allowedHosts = [...LOOPBACK_NAMES, hostInURL(host)] } = settings;
			const assertOpen = () => {
				if (entry.isClosing) throw new CallError("PROTOCOL_ERROR", "This service has been closed.");
			};
			assertOpen();
			const server = await startNodeServer(handler, new OriginRules({
				...settings,
				allowedHosts
			}), {
				host,
				port,
				tls
			});
			servers.add(server);
			if (entry.isClosing) await server.close({ graceMs: 0 });
			assertOpen();
			return {
				...server,
				async close(options) {
					await server.close(options);
					servers.delete(server);
				}
			};
		},
		async close(options) {
			entry.isClosing = true;
			await Promise.all(Array.from(servers, (server) => server.close(options)));
			servers.clear();
		}
	};
}
// src/serve/request/trace-context.ts
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;
function readTrace(sent) {
	const { traceparent, tracestate } = sent;
	if (typeof traceparent !== "string" || !TRACEPARENT.test(traceparent)) return void 0;
	return typeof tracestate === "string" && TRACESTATE.test(tracestate) ? {
		traceparent,
		tracestate
	} : { traceparent };
}
export { prefersEvents as a, OriginRules as c, jsonReply as d, CredentialWatch as f, scopeChallenge as i, bodyTooLarge as l, serveRequests as n, takesEvents as o, credentialIn as r, takesJSON as s, readTrace as t, clientLeft as u };
