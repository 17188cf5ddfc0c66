import { Bt as Cancellation, Mt as encodeData, R as toRemoteError, ft as identityKey, j as within, ln as CallError, pn as toCallError, vt as operationId } from "./client-D7eheyo4.js";
import { C as describeError, I as builtinModule, T as withoutStack } from "./core-CcxVOvtt.js";
import { o as isFieldString } from "./hub-shared-evUMSPIC.js";
import { n as upstreamStatus, t as passedOnStatus } from "./upstream-status-CNAcOKiS.js";
import { t as retryAfterOf } from "./retry-after-SzGSZ4Li.js";
// src/serve/request/rate-limit-fields.ts
function rateLimitFields(states) {
	let policies = "";
	let limits = "";
	for (const state of Array.isArray(states) ? states : []) {
		if (!isState(state)) continue;
		const { name, limit, windowMs, remaining, endsInMs } = state;
		const comma = policies === "" ? "" : ", ";
		policies += `${comma}"${name}";q=${limit};w=${toSeconds(windowMs)}`;
		limits += `${comma}"${name}";r=${remaining};t=${toSeconds(endsInMs)}`;
	}
	return policies === "" ? [] : [
		"ratelimit-policy",
		policies,
		"ratelimit",
		limits
	];
}
function refusedLimitFields(details) {
	const wait = Math.max(1, toSeconds(retryAfterOf(details) ?? 0));
	return [
		"retry-after",
		String(wait),
		...rateLimitFields([details])
	];
}
function retryAfterFields(details) {
	const wait = retryAfterOf(details);
	return wait === void 0 ? [] : ["retry-after", String(toSeconds(wait))];
}
function toSeconds(milliseconds) {
	return Math.ceil(milliseconds / 1e3);
}
function isState(value) {
	if (typeof value !== "object" || value === null) return false;
	const { name, limit, windowMs, remaining, endsInMs } = value;
	return isFieldString(name) && isCount(limit) && isCount(windowMs) && isCount(remaining) && isCount(endsInMs);
}
function isCount(value) {
	return Number.isSafeInteger(value) && value >= 0 && value < 0x38d7ea4c68000;
}
// src/serve/request/problem.ts
var HTTPRefusal = class extends CallError {
	status;
	headers;
	constructor(status, message, { code = "PROTOCOL_ERROR", headers = [] } = {}) {
		super(code, message);
		this.status = status;
		this.headers = headers;
	}
};
const TITLES = {
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	405: "Method Not Allowed",
	406: "Not Acceptable",
	408: "Request Timeout",
	409: "Conflict",
	410: "Gone",
	412: "Precondition Failed",
	413: "Content Too Large",
	415: "Unsupported Media Type",
	422: "Unprocessable Content",
	429: "Too Many Requests",
	499: "Client Closed Request",
	500: "Internal Server Error",
	501: "Not Implemented",
	502: "Bad Gateway",
	503: "Service Unavailable",
	504: "Gateway Timeout"
};
function toProblem(thrown, { settings, spec, requestId }) {
	const error = toCallError(thrown);
	if (error.unexpected) settings.onError?.(error.cause, {
		operation: spec && operationId(spec),
		requestId
	});
	const declared = declarationsOf(spec);
	const { code, message, details, phase, retryable, declaredBy } = toRemoteError(error, {
		declared,
		expose: settings.exposeErrors
	});
	const status = error instanceof HTTPRefusal ? error.status : declaredStatus(declared, error) ?? describeError(code).httpStatus;
	return {
		type: "about:blank",
		title: TITLES[status] ?? (status < 500 ? "Client Error" : "Server Error"),
		status,
		detail: message,
		code,
		phase,
		retryable,
		...details === void 0 ? {} : { details: encodeData(details) },
		...declaredBy === void 0 ? {} : { declaredBy },
		...requestId === void 0 ? {} : { requestId }
	};
}
function problemReply(thrown, context) {
	const problem = toProblem(thrown, context);
	const headers = [
		"content-type",
		"application/problem+json",
		"cache-control",
		"no-store"
	];
	if (context.requestId !== void 0) headers.push("operation-request-id", context.requestId);
	if (thrown instanceof HTTPRefusal) headers.push(...thrown.headers);
	else if (problem.code === "UNAUTHENTICATED") headers.push("www-authenticate", "Bearer");
	else if (problem.code === "OVERLOADED") headers.push("retry-after", "1");
	else if (problem.code === "RATE_LIMITED") headers.push(...refusedLimitFields(problem.details));
	else if (problem.code === "EXECUTION_ERROR" && (problem.status === 429 || problem.status === 503)) headers.push(...retryAfterFields(problem.details));
	return {
		status: problem.status,
		headers,
		body: problemText(problem)
	};
}
function problemText(problem) {
	try {
		return JSON.stringify(problem);
	} catch {
		const { details: _details, ...rest } = problem;
		return JSON.stringify(rest);
	}
}
function declarationsOf(spec) {
	try {
		return spec?.errorSchemas;
	} catch {
		return;
	}
}
function declaredStatus(declared, { code, details }) {
	if (declared === void 0 || !Object.hasOwn(declared, code)) return void 0;
	const answered = code === "EXECUTION_ERROR" ? upstreamStatus(details) : void 0;
	return declared[code]?.httpStatus ?? (answered && passedOnStatus(answered));
}
// src/serve/request/waiting-bytes.ts
const LONGEST_PAUSE = 5e3;
var WaitingBytes = class {
	cutOff = {
		overflow: 0,
		stalled: 0
	};
	#options;
	#open = /* @__PURE__ */ new Set();
	#byClient = /* @__PURE__ */ new Map();
	#total = 0;
	#sweeper;
	constructor(options) {
		this.#options = options;
	}
	get total() {
		return this.#total;
	}
	open(options) {
		const waiting = new Waiting(this, options);
		this.#open.add(waiting);
		const { stallTimeout } = this.#options;
		this.#sweeper ??= setInterval(() => this.#sweep(), Math.min(stallTimeout / 4, LONGEST_PAUSE));
		this.#sweeper.unref?.();
		return waiting;
	}
	count(client, change) {
		this.#total += change;
		const bytes = (this.#byClient.get(client) ?? 0) + change;
		if (bytes > 0) this.#byClient.set(client, bytes);
		else this.#byClient.delete(client);
	}
	check(added) {
		const { maxWaitingBytes, maxWaitingBytesPerClient } = this.#options;
		if (this.#isOver(added.client, maxWaitingBytesPerClient) || this.#total > maxWaitingBytes) for (const waiting of this.#open) waiting.measure();
		if (this.#isOver(added.client, maxWaitingBytesPerClient) && !this.#isAlone(added, added.client)) this.cut(added, "overflow");
		while (this.#total > maxWaitingBytes) {
			const largest = this.#largest();
			if (largest === void 0 || this.#isAlone(largest)) return;
			this.cut(largest, "overflow");
		}
	}
	cut(waiting, reason) {
		if (!this.#open.has(waiting)) return;
		waiting.close();
		this.cutOff[reason]++;
		waiting.end(reason);
	}
	remove(waiting) {
		this.#open.delete(waiting);
		if (this.#open.size > 0) return;
		clearInterval(this.#sweeper);
		this.#sweeper = void 0;
	}
	#isOver(client, limit) {
		return (this.#byClient.get(client) ?? 0) > limit;
	}
	#isAlone(waiting, client) {
		const all = client === void 0 ? this.#total : this.#byClient.get(client) ?? 0;
		return waiting.isWhole && waiting.size === all;
	}
	#largest() {
		let [client, most] = ["", 0];
		for (const [each, bytes] of this.#byClient) if (bytes > most) [client, most] = [each, bytes];
		let largest;
		for (const waiting of this.#open) if (waiting.client === client && waiting.size > (largest?.size ?? 0)) largest = waiting;
		return largest;
	}
	#sweep() {
		const { stallTimeout } = this.#options;
		const now = performance.now();
		for (const waiting of this.#open) {
			waiting.look();
			if (waiting.stalledFor(now) >= stallTimeout) this.cut(waiting, "stalled");
		}
	}
};
var Waiting = class {
	isWhole;
	#all;
	#options;
	#client;
	#size = 0;
	#progress = 0;
	#movedAt = 0;
	#isClosed = false;
	constructor(all, options) {
		this.#all = all;
		this.#options = options;
		this.#client = options.client;
		this.isWhole = options.isWhole === true;
	}
	get client() {
		return this.#client;
	}
	set client(client) {
		this.#all.count(this.#client, -this.#size);
		this.#client = client;
		this.#all.count(client, this.#size);
	}
	get size() {
		return this.#size;
	}
	look() {
		if (this.measure() > 0) this.#all.check(this);
	}
	measure() {
		if (this.#isClosed) return 0;
		const { bytes, progress } = this.#options;
		const size = bytes();
		const change = size - this.#size;
		const moved = progress();
		if (this.#size === 0 || moved !== this.#progress) this.#movedAt = performance.now();
		this.#progress = moved;
		if (change !== 0) this.#all.count(this.#client, change);
		this.#size = size;
		return change;
	}
	stalledFor(now) {
		return this.#size === 0 ? 0 : now - this.#movedAt;
	}
	close() {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#all.count(this.#client, -this.#size);
		this.#size = 0;
		this.#all.remove(this);
	}
	end(reason) {
		this.#options.cut(reason);
	}
};
function sentBytes({ bytesWritten = 0, writableLength = 0, _handle: handle }) {
	const sent = (handle?.bytesWritten ?? NaN) - (handle?.writeQueueSize ?? NaN);
	return Number.isNaN(sent) ? bytesWritten - writableLength : sent;
}
// src/serve/request/client-limits.ts
var ClientShares = class {
	limit;
	#taken = /* @__PURE__ */ new Map();
	constructor(limit) {
		this.limit = limit;
	}
	get size() {
		return this.#taken.size;
	}
	take(client) {
		const taken = this.#taken.get(client) ?? 0;
		if (taken >= this.limit) return false;
		this.#taken.set(client, taken + 1);
		return true;
	}
	give(client) {
		const taken = this.#taken.get(client) ?? 0;
		if (taken > 1) this.#taken.set(client, taken - 1);
		else this.#taken.delete(client);
	}
};
function clientOf(identity, address) {
	if (identity !== void 0) return identityKey(identity);
	return address === void 0 ? void 0 : `address ${address}`;
}
function defaultShare(all) {
	return Math.ceil(all / 2);
}
const MOST_CALLS = 1e3;
const MOST_WAITING_BYTES = 33554432;
const STALL_TIMEOUT = 3e4;
var ClientLimits = class {
	#maxCalls;
	shares;
	#calls = 0;
	waiting;
	constructor(options = {}) {
		const { maxConcurrentCalls = MOST_CALLS, maxWaitingBytes = MOST_WAITING_BYTES } = options;
		this.#maxCalls = maxConcurrentCalls;
		this.shares = new ClientShares(options.maxCallsPerClient ?? defaultShare(maxConcurrentCalls));
		this.waiting = new WaitingBytes({
			maxWaitingBytes,
			maxWaitingBytesPerClient: options.maxWaitingBytesPerClient ?? defaultShare(maxWaitingBytes),
			stallTimeout: options.stallTimeout ?? STALL_TIMEOUT
		});
	}
	get calls() {
		return this.#calls;
	}
	enterCall(client) {
		if (this.#calls >= this.#maxCalls) {
			const message = `The server already runs ${this.#maxCalls} calls, its limit.`;
			throw withoutStack(() => new CallError("OVERLOADED", message));
		}
		if (client !== void 0 && !this.shares.take(client)) throw this.shareTaken();
		this.#calls++;
		return this.#calls;
	}
	leaveCall(client) {
		this.#calls--;
		if (client !== void 0) this.shares.give(client);
	}
	shareTaken() {
		const message = `You already have ${this.shares.limit} calls and requests open, your limit.`;
		return withoutStack(() => new HTTPRefusal(429, message, {
			code: "OVERLOADED",
			headers: ["retry-after", "1"]
		}));
	}
};
var LimitedCall = class extends Cancellation {
	caller;
	atOnce;
	usesRequestShare;
	constructor(caller, atOnce, usesRequestShare) {
		super();
		this.caller = caller;
		this.atOnce = atOnce;
		this.usesRequestShare = usesRequestShare;
	}
};
const ABORT_GRACE = 500;
var CallLimits = class {
	clients;
	#running = /* @__PURE__ */ new Set();
	#onIdle;
	#closed;
	constructor(clients) {
		this.clients = clients;
	}
	enter(caller) {
		if (this.#closed !== void 0) throw this.#closed;
		const usesRequestShare = caller.requestShare === "free";
		const atOnce = this.clients.enterCall(usesRequestShare ? void 0 : caller.client);
		if (usesRequestShare) caller.requestShare = "used";
		const call = new LimitedCall(caller, atOnce, usesRequestShare);
		this.#running.add(call);
		return call;
	}
	leave(call) {
		if (!this.#running.delete(call)) return;
		call.release();
		const { caller, usesRequestShare } = call;
		const givesBack = usesRequestShare && caller.requestShare === "used";
		if (givesBack) caller.requestShare = "free";
		this.clients.leaveCall(givesBack ? void 0 : caller.client);
		if (this.#running.size === 0) this.#onIdle?.();
	}
	enterRequest(caller) {
		const { client } = caller;
		if (client === void 0) return () => void 0;
		const { clients } = this;
		if (!clients.shares.take(client)) throw clients.shareTaken();
		caller.requestShare = "free";
		return () => {
			if (caller.requestShare === "free") clients.shares.give(client);
			caller.requestShare = void 0;
		};
	}
	async drain(graceMs) {
		this.#closed ??= new CallError("OVERLOADED", "The server is shutting down.");
		if (await this.#idleWithin(graceMs)) return;
		for (const call of this.#running) call.cancel(new CallError("CONNECTION_LOST", "The server is shutting down."));
		await this.#idleWithin(ABORT_GRACE);
	}
	#idleWithin(ms) {
		if (this.#running.size === 0) return Promise.resolve(true);
		const idle = new Promise((resolve) => {
			this.#onIdle = () => resolve(true);
		});
		return within(idle, ms, false);
	}
};
// src/serve/request/node-http.ts
function nodeHTTP(isSecure = false) {
	const http = builtinModule(isSecure ? "node:https" : "node:http");
	const buffer = builtinModule("node:buffer");
	if (http === void 0 || buffer === void 0) throw new Error("listen() needs Node 20.19 or newer, Bun or Deno; elsewhere, use fetch().");
	return {
		http,
		Buffer: buffer.Buffer
	};
}
function listenOn(server, port, host) {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.once("listening", () => {
			server.off("error", reject);
			const address = server.address();
			resolve(typeof address === "object" && address !== null ? address.port : port);
		});
		server.listen(port, host);
	});
}
function hostInURL(host) {
	return host.includes(":") ? `[${host}]` : host;
}
function isEveryAddress(host) {
	return host === "0.0.0.0" || host === "::";
}
function hostToConnectTo(host) {
	if (!isEveryAddress(host)) return hostInURL(host);
	return host === "::" ? "[::1]" : "127.0.0.1";
}
export { nodeHTTP as a, ClientShares as c, sentBytes as d, HTTPRefusal as f, rateLimitFields as g, toProblem as h, listenOn as i, clientOf as l, problemText as m, hostToConnectTo as n, CallLimits as o, problemReply as p, isEveryAddress as r, ClientLimits as s, hostInURL as t, defaultShare as u };
