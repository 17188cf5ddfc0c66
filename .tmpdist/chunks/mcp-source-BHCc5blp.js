import { Bt as Cancellation, It as parseExactly, Kt as mcpEnvelope, Lt as quoteLongIntegers, N as connectionProblem, O as delay, P as failedToConnect, Pt as LONG_INTEGER, _t as NAME_PATTERN, an as onDeadline, ct as isLogLevel, d as OperationType, dn as messageOf, ft as identityKey, jt as encodeBytes, k as endsWithin, ln as CallError, lt as isLogged, mn as withPhase, on as Listeners, p as afterArrivals, sn as tellListener, vt as operationId, yt as toNamespace } from "./client-D7eheyo4.js";
import { F as shortHash, Ht as isRecord, N as toAbsolutePath, Ut as CallScope, Vt as shorten$1, ht as fromForeignSchema, mt as lowerSchema, pt as getValidator } from "./core-CcxVOvtt.js";
import { h as loginRequired, m as isLoginRequired, p as watchLogin, v as toNameTest, y as sha256 } from "./hub-shared-evUMSPIC.js";
import { _ as Optional, a as Union, b as _Array_, d as Boolean, g as _Object_, h as Unknown, l as Literal, o as String$1, r as Record, s as Number$1 } from "./typebox-CNAKntqg.js";
import { t as installCommand } from "./install-command-BiAMW_RF.js";
import { c as RELATED_TASK_KEY, o as REASON_KEY, s as RELATED_REQUEST_KEY } from "./mcp-meta-6QK7fgiN.js";
import { i as createNodeAgent } from "./guarded-connection-Dz1tBV87.js";
import { t as readHeaderArguments } from "./mcp-header-arguments-BebjJ2CV.js";
import { P as SyncedOperations } from "./main-B19mhTeA.js";
import { i as createLoginFetch, n as logInByDevice, o as loginOf, r as revokeTokens, s as StoredLogin, t as DEVICE_GRANT } from "./device-login-y9eqlOdx.js";
import { V as isUnattended } from "./sources-shared-BInmFICZ.js";
// src/sources/mcp/tools/content-blocks.ts
const TEXT_FIELDS = {
	text: ["text"],
	image: ["data", "mimeType"],
	audio: ["data", "mimeType"],
	resource_link: ["uri", "name"]
};
function mapMCPContentBlocks(blocks) {
	if (!Array.isArray(blocks)) return [];
	return blocks.map((block) => isKnownBlock(block) ? block : asText(block));
}
function isKnownBlock(block) {
	if (!isRecord(block)) return false;
	const { type } = block;
	if (type === "resource") return isRecord(block["resource"]) && typeof block["resource"]["uri"] === "string";
	if (typeof type !== "string" || !Object.hasOwn(TEXT_FIELDS, type)) return false;
	return TEXT_FIELDS[type].every((field) => typeof block[field] === "string");
}
function asText(block) {
	return {
		type: "text",
		text: JSON.stringify(block) ?? "null"
	};
}
// src/sources/mcp/config/elicitation.ts
function readElicitation(params) {
	const { message, requestedSchema, url, elicitationId } = params;
	return {
		mode: params["mode"] === "url" ? "url" : "form",
		message: typeof message === "string" ? message : "",
		...typeof requestedSchema === "object" && requestedSchema !== null ? { requestedSchema } : {},
		...typeof url === "string" ? { url } : {},
		...typeof elicitationId === "string" ? { elicitationId } : {}
	};
}
function takesQuestions({ elicitation, onElicitation }) {
	return elicitation ?? onElicitation !== void 0;
}
async function answerElicitation(params, context, { onElicitation }) {
	const request = readElicitation(params);
	const ofCaller = context.call?.onElicitation;
	if (ofCaller !== void 0) return ofCaller(request, { signal: context.signal });
	return onElicitation?.(request, context);
}
// src/sources/mcp/config/mcp-client-config.ts
const DEFAULT_IDLE_MS = 3e5;
const DEFAULT_HEALTH_INTERVAL = 15e3;
function endpointOf(name, config) {
	const { command, url, type, isolation = "shared" } = config;
	if (config.authProviderFor !== void 0 && isolation === "shared") throw misconfigured(name, "\"authProviderFor\" gives callers sessions of their own: set \"isolation\".");
	if (command !== void 0 && url !== void 0) throw misconfigured(name, "has both \"command\" and \"url\": keep one.");
	if (type === "stdio" || type === void 0 && command !== void 0) {
		if (typeof command !== "string" || command === "") throw misconfigured(name, "needs a \"command\" to run.");
		if (config.credentials !== void 0) throw misconfigured(name, "\"credentials\" are header fields: they need a \"url\".");
		return {
			kind: "stdio",
			command
		};
	}
	if (typeof url !== "string") throw misconfigured(name, "needs a \"command\" (stdio) or a \"url\" (HTTP).");
	const parsed = URL.canParse(url) ? new URL(url) : void 0;
	if (parsed === void 0 || !/^https?:$/.test(parsed.protocol)) throw misconfigured(name, `"url" is no http(s) address: ${url}`);
	if (parsed.username !== "" || parsed.password !== "") throw misconfigured(name, "has credentials in its \"url\": put them into \"headers\" or \"token\".");
	return {
		kind: type === "sse" ? "sse" : "http",
		url: parsed
	};
}
function misconfigured(name, problem) {
	return new CallError("VALIDATION_ERROR", `The MCP server ${JSON.stringify(name)} ${problem}`);
}
// src/sources/mcp/config/named-config.ts
const DISCOVERY = {
	caller: "discovery",
	session: "discovery"
};
function namesOf({ identity, session }) {
	const caller = callerName(identity);
	return {
		caller,
		session: session?.id ?? caller
	};
}
function namedConfig(config, names) {
	const { args = [], env = {} } = config;
	const fill = (text) => text.replaceAll("{caller}", names.caller).replaceAll("{session}", names.session);
	return {
		...config,
		args: args.map(fill),
		env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]))
	};
}
function callerName(identity) {
	return `${(identity?.id ?? "anonymous").replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 32)}-${sha256(identity === void 0 ? "" : identityKey(identity)).slice(7, 29)}`;
}
// src/sources/mcp/session/call-errors.ts
const REFUSED_CODES = /* @__PURE__ */ new Set([
	-32700,
	-32600,
	-32601
]);
function toMcpCallError(thrown, { what, wasSent }, sdk) {
	if (thrown instanceof CallError) return thrown;
	const fail = (code, phase, details) => new CallError(code, `${what}: ${withCause(thrown)}`, details, {
		phase,
		cause: thrown
	});
	if (sdk.ProtocolError.isInstance(thrown)) return fromProtocolError(thrown, fail);
	if (sdk.UnauthorizedError.isInstance(thrown)) return fromStatus(401, fail);
	if (sdk.SdkHttpError.isInstance(thrown)) return fromStatus(thrown.status, fail);
	if (sdk.SdkError.isInstance(thrown)) {
		const { SdkErrorCode } = sdk;
		if (thrown.code === SdkErrorCode.RequestTimeout) return fail("TIMEOUT", wasSent ? "unknown" : "notStarted");
		if (thrown.code === SdkErrorCode.InvalidResult || thrown.code === SdkErrorCode.UnsupportedResultType) return fail("PROTOCOL_ERROR", "unknown");
		if (thrown.code === SdkErrorCode.ClientHttpUnexpectedContent) return fail("PROTOCOL_ERROR", "unknown");
		if (!(thrown.code === SdkErrorCode.EraNegotiationFailed && thrown.cause instanceof TypeError) && !LOST_CODES.has(thrown.code)) return fail("EXECUTION_ERROR", wasSent ? "unknown" : "notStarted");
	}
	return fail("CONNECTION_LOST", wasSent ? "unknown" : "notStarted");
}
const LOST_CODES = /* @__PURE__ */ new Set([
	"CONNECTION_CLOSED",
	"NOT_CONNECTED",
	"SEND_FAILED"
]);
function fromProtocolError(error, fail) {
	if (error.data instanceof CallError) return error.data;
	const details = {
		code: error.code,
		...error.data === void 0 ? {} : { data: error.data }
	};
	return fail("EXECUTION_ERROR", REFUSED_CODES.has(error.code) ? "notStarted" : "unknown", details);
}
function fromStatus(status, fail) {
	if (status === 413) return fail("PAYLOAD_TOO_LARGE", "notStarted", { status });
	if (status === 429) return fail("OVERLOADED", "notStarted", { status });
	return fail("EXECUTION_ERROR", REFUSED_STATUSES.has(status) ? "notStarted" : "unknown", { status });
}
const REFUSED_STATUSES = /* @__PURE__ */ new Set([
	401,
	403,
	404
]);
function withCause(thrown) {
	const problem = connectionProblem(thrown);
	if (problem !== void 0) return problem;
	const [, type] = /Unexpected content type: ([\w/+.-]+)/.exec(messageOf(thrown)) ?? [];
	if (type !== void 0) return `no MCP server answers at this address: the answer is ${type}. Many servers have the path /mcp.`;
	const { cause } = thrown;
	return cause instanceof Error ? `${messageOf(thrown)} (${messageOf(cause)})` : messageOf(thrown);
}
// src/sources/mcp/session/caller-tracker.ts
const NO_CALL = "No call is running that it could belong to.";
const SEVERAL = "Several callers have calls running, and the server does not say which of them it belongs to.";
var CallerTracker = class {
	#calls = /* @__PURE__ */ new Set();
	#byRequest = /* @__PURE__ */ new Map();
	#storage;
	constructor(byStream) {
		if (byStream) this.#storage = new (process.getBuiltinModule("node:async_hooks")).AsyncLocalStorage();
	}
	async during(context, work) {
		const seen = context.onExchange === void 0 ? void 0 : {};
		const call = {
			context,
			requests: /* @__PURE__ */ new Set(),
			seen
		};
		this.#calls.add(call);
		try {
			return await this.#run(call, () => work(call));
		} finally {
			this.#calls.delete(call);
			for (const id of call.requests) this.#byRequest.delete(id);
		}
	}
	get isIdle() {
		return this.#byRequest.size === 0;
	}
	async apart(work) {
		return await this.#run(void 0, work);
	}
	sent(call, id) {
		if (!this.#calls.has(call)) return;
		call.requests.add(id);
		this.#byRequest.set(id, call);
	}
	progressed(id, progress) {
		const call = this.#byRequest.get(id);
		if (call?.taskId === void 0) return false;
		call.context.onProgress?.(progress);
		return true;
	}
	find(meta) {
		const call = (isRecord(meta) ? this.#named(meta) : void 0) ?? this.#storage?.getStore();
		if (call !== void 0 && this.#calls.has(call)) return { call };
		const running = [...this.#calls].filter(({ requests }) => requests.size > 0);
		const last = running.at(-1);
		if (last === void 0) return { reason: NO_CALL };
		return running.every((other) => other === last || isSameCaller(other, last)) ? { call: last } : { reason: SEVERAL };
	}
	#named(meta) {
		const { [RELATED_REQUEST_KEY]: request, [RELATED_TASK_KEY]: task, traceparent } = meta;
		if (request !== void 0) return this.#byRequest.get(request);
		const running = [...this.#calls];
		if (isRecord(task)) return running.find(({ taskId }) => taskId !== void 0 && taskId === task["taskId"]);
		const trace = traceIdOf(traceparent);
		const [only, ...others] = running.filter((call) => traceIdOf(call.context.trace?.traceparent) === trace);
		return trace === void 0 || others.length > 0 ? void 0 : only;
	}
	#run(call, work) {
		return this.#storage === void 0 ? work() : this.#storage.run(call, work);
	}
};
function isSameCaller({ context: a }, { context: b }) {
	if (a.identity === void 0 || b.identity === void 0) return false;
	return identityKey(a.identity) === identityKey(b.identity);
}
function traceIdOf(traceparent) {
	return typeof traceparent === "string" ? traceparent.split("-")[1] : void 0;
}
// src/sources/mcp/session/health-check.ts
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 3e4;
var HealthCheck = class {
	#options;
	#timer;
	#isRunning = false;
	#isStopped = false;
	#isSuspected = false;
	#failures = 0;
	#lastEnd = -Infinity;
	constructor(options) {
		this.#options = options;
	}
	start() {
		const { interval } = this.#options;
		if (interval > 0) this.#schedule(interval);
	}
	soon() {
		this.#isSuspected = true;
		if (!this.#isRunning) this.#schedule(Math.max(0, this.#lastEnd + FIRST_PAUSE - performance.now()));
	}
	stop() {
		this.#isStopped = true;
		clearTimeout(this.#timer);
	}
	#schedule(delay) {
		if (this.#isStopped) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#run(), delay);
		this.#timer.unref?.();
	}
	async #run() {
		const recent = this.#isSuspected ? 0 : this.#options.interval;
		this.#isRunning = true;
		this.#isSuspected = false;
		const isThere = await this.#options.check(recent);
		this.#isRunning = false;
		this.#lastEnd = performance.now();
		this.#failures = isThere ? 0 : this.#failures + 1;
		if (isThere) return this.start();
		this.#isSuspected = true;
		this.#schedule(Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE));
	}
};
// src/sources/mcp/session/bound-tokens.ts
function withBoundTokens(provider, sdk, send) {
	if (!hasBoundTokens(provider)) return send;
	return sdk.withDpop(() => provider.signer(), () => provider.token())(async (url, init) => {
		const response = await send(url, init);
		if (response.status === 401) {
			const token = new Headers(init?.headers).get("authorization")?.replace(/^\w+ /, "");
			if (token !== void 0) provider.wasRefused(token, response);
		}
		return response;
	});
}
function hasBoundTokens(provider) {
	return provider !== void 0 && "signer" in provider;
}
// src/sources/mcp/session/server-requests.ts
const REJECTED = -1;
function serverAnswers({ name, config, sdk, log, calls }) {
	const declined = (what, reason) => {
		log("warning", `${what} of the server is declined. ${reason}`);
		return reason;
	};
	const elicit = async (params, signal) => {
		const { call, reason } = calls.find(params["_meta"]);
		const answer = await answerElicitation(params, {
			server: name,
			call: call?.context,
			signal
		}, config);
		if (answer !== void 0) return {
			action: answer.action,
			...answer.content === void 0 ? {} : { content: { ...answer.content } }
		};
		const why = declined("A question", reason ?? "The caller takes no questions.");
		return {
			action: "decline",
			_meta: { [REASON_KEY]: why }
		};
	};
	const askedOf = (what, meta, find) => {
		const { call, reason } = calls.find(meta);
		const ask = call === void 0 ? void 0 : find(call);
		if (ask === void 0) throw new sdk.ProtocolError(REJECTED, declined(what, reason ?? "The caller does not answer such requests."));
		return ask;
	};
	const sample = async ({ _meta, ...request }, signal) => {
		return { ...await askedOf("A prompt", _meta, ({ context }) => context.onSampling)(request, { signal }) };
	};
	const listRoots = async ({ _meta }, signal) => {
		return { roots: await askedOf("A request for roots", _meta, ({ context }) => context.onRoots)({ signal }) };
	};
	return {
		...takesQuestions(config) && { "elicitation/create": elicit },
		...config.sampling === true && { "sampling/createMessage": sample },
		...config.roots === true && { "roots/list": listRoots }
	};
}
function answerServerRequests(client, deps) {
	for (const [method, answer] of Object.entries(serverAnswers(deps))) client.setRequestHandler(method, async ({ params }, { mcpReq }) => await answer({
		_meta: mcpReq._meta,
		...params
	}, mcpReq.signal));
}
// src/sources/mcp/session/direct-requests.ts
const FIRST_ID = 1e9;
var DirectRequests = class {
	options;
	#pending = /* @__PURE__ */ new Map();
	#next = FIRST_ID;
	constructor(options) {
		this.options = options;
	}
	get size() {
		return this.#pending.size;
	}
	request(request) {
		return new Promise((resolve, reject) => {
			const { reason } = request.cancellation ?? {};
			if (reason !== void 0) return reject(reason);
			const id = this.#next++;
			const pending = new Pending(this, {
				id,
				request,
				resolve,
				reject
			});
			this.#pending.set(id, pending);
			pending.send();
		});
	}
	take({ id, method, params, result, error }) {
		if (this.#pending.size === 0) return false;
		if (method === "notifications/progress") {
			const pending = this.#pending.get(asNumber(params?.["progressToken"]));
			pending?.progress(params);
			return pending !== void 0;
		}
		if (method !== void 0) return false;
		const pending = this.#pending.get(asNumber(id));
		if (pending === void 0) return false;
		if (error === void 0) pending.resolve(result);
		else pending.reject(this.options.sdk.ProtocolError.fromError(error.code, error.message, error.data));
		return true;
	}
	end() {
		const { SdkError, SdkErrorCode } = this.options.sdk;
		for (const pending of this.#pending.values()) pending.reject(new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed"));
	}
	forget(id) {
		return this.#pending.delete(id);
	}
};
const ALONE = { isAlone: true };
var Pending = class {
	#owner;
	#parts;
	#stream;
	#stopCancel;
	#stopDeadline;
	constructor(owner, parts) {
		this.#owner = owner;
		this.#parts = parts;
		if (owner.options.leavesStreams()) this.#stream = new AbortController();
		this.#stopDeadline = this.#awaitTimeout();
		this.#stopCancel = parts.request.cancellation?.onCancel((reason) => this.#giveUp(String(reason), reason));
	}
	send() {
		const { id, request } = this.#parts;
		const { params, meta, headers, call } = request;
		const { calls, send } = this.#owner.options;
		calls.sent(call, id);
		const _meta = {
			...meta,
			progressToken: id
		};
		const message = {
			jsonrpc: "2.0",
			id,
			method: "tools/call",
			params: {
				...params,
				_meta
			}
		};
		if (call.seen !== void 0) call.seen.message ??= message;
		send(message, this.#sendOptions(headers)).catch((error) => this.reject(error));
	}
	progress({ progress, total, message }) {
		if (!(typeof progress === "number" && (total === void 0 || typeof total === "number") && (message === void 0 || typeof message === "string"))) return;
		this.#stopDeadline();
		this.#stopDeadline = this.#awaitTimeout();
		this.#parts.request.onProgress?.({
			progress,
			...total === void 0 ? {} : { total },
			...message === void 0 ? {} : { message }
		});
	}
	resolve(result) {
		if (this.#end()) this.#parts.resolve(result);
	}
	reject(error) {
		if (this.#end()) this.#parts.reject(error);
	}
	#end() {
		this.#stopDeadline();
		this.#stopCancel?.();
		return this.#owner.forget(this.#parts.id);
	}
	#awaitTimeout() {
		const { timeout } = this.#parts.request;
		return onDeadline(performance.now() + timeout, () => {
			const { SdkError, SdkErrorCode } = this.#owner.options.sdk;
			this.#giveUp("Request timed out", new SdkError(SdkErrorCode.RequestTimeout, "Request timed out", { timeout }));
		});
	}
	#giveUp(reason, error) {
		const { id } = this.#parts;
		const { send, envelope } = this.#owner.options;
		this.reject(error);
		if (this.#stream !== void 0) return this.#stream.abort();
		const _meta = envelope();
		send({
			jsonrpc: "2.0",
			method: "notifications/cancelled",
			params: {
				requestId: id,
				reason,
				..._meta && { _meta }
			}
		}).catch(() => void 0);
	}
	#sendOptions(headers) {
		const requestSignal = this.#stream?.signal;
		if (headers === void 0 && requestSignal === void 0) return this.#owner.size === 1 ? ALONE : void 0;
		return {
			...headers && { headers },
			...requestSignal && { requestSignal }
		};
	}
};
function asNumber(id) {
	return typeof id === "string" ? Number(id) : id;
}
// src/sources/mcp/session/raw-results.ts
const RAW = "io.alkdev.operations/raw";
const METHODS = /* @__PURE__ */ new Set([
	"tools/call",
	"tools/list",
	"resources/list",
	"resources/templates/list",
	"resources/read",
	"prompts/list",
	"prompts/get",
	"completion/complete",
	"tasks/get",
	"tasks/result",
	"tasks/update",
	"tasks/cancel"
]);
const BESIDE_SDK = "alkdev.operations/";
const CALL = "alkdev.operations/call";
const ANSWERED = "alkdev.operations/answered";
var EarlierAnswer = class {
	#result;
	constructor(result) {
		this.#result = result;
	}
	take() {
		const result = this.#result;
		this.#result = void 0;
		return result;
	}
};
const LISTEN = "alkdev.operations/listen";
const STAND_IN = {
	resultType: "complete",
	ttlMs: 0,
	cacheScope: "private",
	content: [],
	tools: [],
	resources: [],
	resourceTemplates: [],
	contents: [],
	prompts: [],
	messages: [],
	completion: { values: [] }
};
const MANY = 256;
function tapResults(transport, options) {
	const { calls, onLate, onLog } = options;
	const pending = /* @__PURE__ */ new Map();
	const others = /* @__PURE__ */ new Set();
	const progressing = /* @__PURE__ */ new Set();
	const forget = (id) => {
		progressing.delete(id);
		others.delete(id);
		return pending.delete(id);
	};
	const isKnown = (id) => pending.has(id) || others.has(id);
	const send = transport.send.bind(transport);
	const direct = new DirectRequests({
		...options,
		send
	});
	transport.send = async (given, options) => {
		const { message: marked, call, answer } = takeMarks(given);
		const message = withoutPrefix(marked);
		const { id, method, params } = message;
		if (call !== void 0) calls.sent(call, id);
		if (call?.seen !== void 0) call.seen.message ??= message;
		if (method === "notifications/cancelled") forget(params?.["requestId"]);
		if (!(id !== void 0 && typeof method === "string" && METHODS.has(method))) {
			if (id !== void 0 && typeof method === "string") others.add(id);
			if (method !== "subscriptions/listen") return await send(message, options);
			const { message: listen, mark } = takeListenMark(message);
			mark?.onSend(id);
			return await send(listen, mark?.headers === void 0 ? options : {
				...options,
				headers: mark.headers
			});
		}
		if (pending.size > MANY) {
			for (const [old, signal] of pending) if (signal?.aborted === true) forget(old);
		}
		pending.set(id, options?.requestSignal);
		if (answer !== void 0) return queueMicrotask(() => transport.onmessage?.({
			jsonrpc: "2.0",
			id,
			result: answer
		}));
		try {
			return await send(message, options);
		} catch (error) {
			forget(id);
			throw error;
		}
	};
	return () => {
		const deliver = transport.onmessage?.bind(transport);
		const close = transport.onclose?.bind(transport);
		const held = /* @__PURE__ */ new Set();
		const hold = (handOver) => {
			held.add(handOver);
			setTimeout(() => {
				if (held.delete(handOver)) handOver();
			});
		};
		transport.onclose = () => {
			for (const handOver of held) handOver();
			held.clear();
			direct.end();
			close?.();
		};
		transport.onmessage = (message, extra) => {
			if (direct.take(message)) return void 0;
			const { id: given, result, error, method, params } = message;
			const id = asNumber(given);
			const token = asNumber(params?.["progressToken"]);
			if (method === "notifications/progress" && pending.has(token)) progressing.add(token);
			const hadProgress = progressing.has(id);
			const isResponse = method === void 0 && (result !== void 0 || error !== void 0);
			const isProgress = method === "notifications/progress";
			if (method === "notifications/message") return onLog(params ?? {});
			const isLate = isResponse ? !isKnown(id) : isProgress && !isKnown(token);
			if (isLate && isProgress && calls.progressed(token, params)) return void 0;
			if (isLate) return error?.data instanceof CallError ? void 0 : onLate();
			if (!(isResponse && forget(id))) return deliver?.(message, extra);
			const answer = isFinal$1(result) ? withStandIn(message, result) : withRelation(message, id, result);
			if (hadProgress) hold(() => deliver?.(answer, extra));
			else deliver?.(answer, extra);
		};
		return direct;
	};
}
function takeMarks(message) {
	const { params } = message;
	const meta = params?.["_meta"];
	if (!isRecord(meta) || meta["alkdev.operations/call"] === void 0) return { message };
	const { [CALL]: call, [ANSWERED]: earlier, ..._meta } = meta;
	const answer = earlier instanceof EarlierAnswer ? earlier.take() : void 0;
	return {
		message: {
			...message,
			params: {
				...params,
				_meta
			}
		},
		call,
		answer
	};
}
function takeListenMark(message) {
	const { params } = message;
	const filter = params?.["notifications"];
	if (!isRecord(filter) || filter["alkdev.operations/listen"] === void 0) return { message };
	const { [LISTEN]: mark, ...notifications } = filter;
	return {
		message: {
			...message,
			params: {
				...params,
				notifications
			}
		},
		mark
	};
}
function withoutPrefix(message) {
	const { method } = message;
	if (typeof method !== "string" || !method.startsWith("alkdev.operations/")) return message;
	return {
		...message,
		method: method.slice(18)
	};
}
function withRelation(message, id, result) {
	const asked = isRecord(result) ? result["inputRequests"] : void 0;
	if (!isRecord(asked)) return message;
	const related = Object.entries(asked).map(([name, input]) => {
		if (!isRecord(input)) return [name, input];
		const params = isRecord(input["params"]) ? input["params"] : {};
		const _meta = {
			...isRecord(params["_meta"]) ? params["_meta"] : {},
			[RELATED_REQUEST_KEY]: id
		};
		return [name, {
			...input,
			params: {
				...params,
				_meta
			}
		}];
	});
	return {
		...message,
		result: {
			...result,
			inputRequests: Object.fromEntries(related)
		}
	};
}
function isFinal$1(result) {
	return result !== void 0 && Object(result)["resultType"] !== "input_required";
}
function withStandIn(message, result) {
	return {
		...message,
		result: {
			...STAND_IN,
			[RAW]: result
		}
	};
}
function rawResult(result) {
	return result[RAW];
}
const ANY_RESULT = { "~standard": {
	version: 1,
	vendor: "operations",
	validate: (value) => ({ value })
} };
// src/sources/mcp/session/create-sdk-client.ts
const TASKS = "io.modelcontextprotocol/tasks";
const LONGEST_WARNING = 500;
const UI_EXTENSION = "io.modelcontextprotocol/ui";
const APP_PAGE = "text/html;profile=mcp-app";
const LONGEST_LOGGER = 256;
const MODERN_REVISION = "2026-07-28";
const STDIO_PROBE_TIMEOUT = 5e3;
function createSDKClient(plan, era) {
	const { config, sdk, log } = plan;
	const mode = era === "modern" ? { pin: MODERN_REVISION } : era;
	const options = {
		capabilities: capabilitiesOf(config),
		versionNegotiation: {
			mode,
			...config.command === void 0 ? {} : { probe: { timeoutMs: STDIO_PROBE_TIMEOUT } }
		}
	};
	const client = new sdk.Client(clientInfoOf(config), options);
	client.onerror = (error) => log("warning", shorten$1(messageOf(error), LONGEST_WARNING));
	answerServerRequests(client, plan);
	return client;
}
function clientInfoOf({ clientInfo }) {
	return clientInfo ?? {
		name: "alkdev-operations",
		version: "0.1.0"
	};
}
function capabilitiesOf(config) {
	return {
		...takesQuestions(config) && { elicitation: {
			form: {},
			url: {}
		} },
		...config.sampling === true && { sampling: {
			tools: {},
			context: {}
		} },
		...config.roots === true && { roots: {} },
		extensions: {
			[TASKS]: {},
			...config.resources === true && { [UI_EXTENSION]: { mimeTypes: [APP_PAGE] } }
		}
	};
}
async function connectTapped(client, transport, plan, launch) {
	const { calls, sdk, config } = plan;
	const { hasPerRequestStream } = transport;
	let envelope;
	const isModern = () => client.getProtocolEra() === "modern";
	const startTapping = tapResults(transport, {
		sdk,
		calls,
		leavesStreams: () => hasPerRequestStream === true && isModern(),
		envelope: () => {
			if (!isModern()) return void 0;
			return envelope ??= {
				[sdk.PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion(),
				[sdk.CLIENT_INFO_META_KEY]: clientInfoOf(config),
				[sdk.CLIENT_CAPABILITIES_META_KEY]: capabilitiesOf(config)
			};
		},
		onLate: onceLate(plan),
		onLog: (message) => passLog(plan, message)
	});
	const timeout = launch?.longest ?? plan.config.connectTimeout ?? 3e4;
	await withinTime(client.connect(transport, {
		timeout,
		signal: plan.signal
	}), timeout, plan, launch);
	return startTapping();
}
function passLog({ name, config: { onLog }, calls, log }, { level, data, logger, _meta }) {
	log("message", typeof data === "string" ? data : JSON.stringify(data) ?? "");
	const callerLog = calls.find(_meta).call?.context.callerLog;
	if (!isLogLevel(level)) return;
	const message = {
		level,
		data,
		logger: (typeof logger === "string" ? `${name}/${logger}` : name).slice(0, LONGEST_LOGGER)
	};
	if (callerLog !== void 0 && isLogged(level, callerLog.level)) tellListener(callerLog.write.bind(callerLog), message);
	else if (calls.isIdle) tellListener(onLog, message);
}
function onceLate({ log }) {
	let isFirst = true;
	return () => {
		if (isFirst) log("debug", "A result of a call that has ended is dropped. Further ones are dropped in silence.");
		isFirst = false;
	};
}
async function withinTime(connecting, timeout, { name, signal }, launch) {
	const attempt = new Cancellation();
	attempt.followSignal(signal);
	if (launch !== void 0) attempt.followSignal(launch.overdue);
	attempt.followDeadline(performance.now() + timeout + 100);
	try {
		await attempt.race(connecting);
	} catch (error) {
		if (attempt.reason === void 0) throw error;
		const message = `The MCP server ${name} was not ready within ${launch?.limit ?? timeout} ms.`;
		throw new CallError("TIMEOUT", message, void 0, { phase: "notStarted" });
	} finally {
		attempt.release();
	}
}
// src/sources/mcp/session/http-exchange.ts
const MARKER = "x-operations-exchange";
var HTTPExchanges = class {
	#open = /* @__PURE__ */ new Map();
	answeredAt = -Infinity;
	#next = 1;
	begin(credentials, seen) {
		const id = String(this.#next++);
		const exchange = {
			marker: { [MARKER]: id },
			credentials,
			wasSent: false,
			seen
		};
		this.#open.set(id, exchange);
		return exchange;
	}
	end(exchange) {
		this.#open.delete(exchange.marker[MARKER]);
	}
	noteAnswer(exchange, status) {
		exchange.status = status;
		this.answeredAt = performance.now();
	}
	claim(headers) {
		const id = headers.get(MARKER);
		if (id === null) return void 0;
		headers.delete(MARKER);
		const exchange = this.#open.get(id);
		for (const [name, value] of Object.entries(exchange?.credentials ?? {})) headers.set(name, value);
		return exchange;
	}
};
// src/sources/mcp/process/json-rpc.ts
function failedResponse(id, error) {
	return {
		jsonrpc: "2.0",
		id,
		error: {
			code: INTERNAL_ERROR,
			message: error.message,
			data: error
		}
	};
}
const INTERNAL_ERROR = -32603;
function parseMessages(line) {
	let parsed;
	try {
		parsed = LONG_INTEGER.test(line) ? parseExactly(line) : JSON.parse(line);
	} catch {
		return;
	}
	const candidates = Array.isArray(parsed) ? parsed : [parsed];
	return candidates.every(isMessage) ? candidates : void 0;
}
function isMessage(value) {
	if (typeof value !== "object" || value === null) return false;
	const { jsonrpc, method, id, error } = value;
	if (jsonrpc !== "2.0") return false;
	if (typeof method === "string") return true;
	if (typeof id !== "number" && typeof id !== "string") return false;
	return "result" in value || isErrorObject(error);
}
function isErrorObject(error) {
	if (typeof error !== "object" || error === null) return false;
	const { code, message } = error;
	return typeof code === "number" && typeof message === "string";
}
const ID_FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/;
const ID_LAST = /[,{]\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;
function tooLargeResponse({ head, tail, bytes }, maxBytes) {
	const id = ID_FIRST.exec(head)?.[1] ?? ID_LAST.exec(tail)?.[1];
	if (id === void 0) return void 0;
	return failedResponse(Number(id), tooLargeError(bytes, maxBytes));
}
function tooLargeError(bytes, maxBytes) {
	const message = `The server sent a message of ${bytes} bytes or more; "maxMessageBytes" allows ${maxBytes}.`;
	return new CallError("PAYLOAD_TOO_LARGE", message);
}
// src/sources/mcp/session/bounded-body.ts
function boundResponse(response, options) {
	const { body, headers, status, statusText } = response;
	if (body === null) {
		options.onEnd();
		return response;
	}
	const isStream = (headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
	const length = Number(headers.get("content-length") ?? NaN);
	if (!isStream && length <= options.maxBytes && !headers.has("content-encoding")) {
		options.onEnd();
		return readExactly(response);
	}
	const init = {
		headers,
		status,
		statusText
	};
	if (!isStream) return readExactly(new Response(body.pipeThrough(boundedWhole(options)), init));
	return new Response(body.pipeThrough(boundedEvents(options)).pipeThrough(exactLines()), init);
}
function readExactly(response) {
	const json = async () => parseExactly(await response.text());
	return Object.defineProperty(response, "json", { value: json });
}
const DATA_LINES = /^data:.*$/gm;
function exactLines() {
	const decoder = new TextDecoder();
	const encoder = new TextEncoder();
	let unfinished = [];
	const exact = (bytes) => {
		const text = decoder.decode(bytes);
		return LONG_INTEGER.test(text) ? encoder.encode(text.replaceAll(DATA_LINES, quoteLongIntegers)) : bytes;
	};
	return new TransformStream({
		transform(chunk, controller) {
			const end = Math.max(chunk.lastIndexOf(NEWLINE$1), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
			if (end > 0) {
				controller.enqueue(exact(joined([...unfinished, chunk.subarray(0, end)])));
				unfinished = [];
			}
			if (end < chunk.length) unfinished.push(chunk.subarray(end));
		},
		flush(controller) {
			if (unfinished.length > 0) controller.enqueue(exact(joined(unfinished)));
		}
	});
}
function joined(parts) {
	const [only] = parts;
	if (parts.length === 1 && only !== void 0) return only;
	const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
function boundedWhole(options) {
	let bytes = 0;
	return new TransformStream({
		transform(chunk, controller) {
			bytes += chunk.length;
			if (bytes > options.maxBytes) controller.error(tooLarge(bytes, options));
			else controller.enqueue(chunk);
		},
		flush: () => options.onEnd()
	});
}
const NEWLINE$1 = 10;
const CARRIAGE_RETURN = 13;
const ID_FIELD = [
	105,
	100,
	58
];
function boundedEvents(options) {
	const events = new EventScan();
	return new TransformStream({
		transform(chunk, controller) {
			const bytes = events.scan(chunk);
			if (bytes > options.maxBytes) controller.error(tooLarge(bytes, options));
			else controller.enqueue(chunk);
		},
		flush: () => {
			options.onEnd();
			options.onStreamEnd(events.haveIds);
		}
	});
}
var EventScan = class {
	haveIds = false;
	#bytes = 0;
	#lineLength = 0;
	#startsLikeId = true;
	scan(chunk) {
		let largest = 0;
		let at = 0;
		while (at < chunk.length) {
			at = this.#readLineStart(chunk, at);
			const end = chunk.indexOf(NEWLINE$1, at);
			this.#bytes += (end === -1 ? chunk.length : end) - at;
			largest = Math.max(largest, this.#bytes);
			if (end === -1) break;
			at = end + 1;
			if (this.#lineLength === 0) this.#bytes = 0;
			this.#lineLength = 0;
			this.#startsLikeId = true;
		}
		return largest;
	}
	#readLineStart(chunk, from) {
		let at = from;
		while (at < chunk.length && this.#lineLength < ID_FIELD.length) {
			const byte = chunk[at];
			if (byte === NEWLINE$1 || byte === CARRIAGE_RETURN) break;
			this.#startsLikeId &&= byte === ID_FIELD[this.#lineLength];
			this.#lineLength++;
			at++;
		}
		this.haveIds ||= this.#startsLikeId && this.#lineLength === ID_FIELD.length;
		return at;
	}
};
function tooLarge(bytes, { maxBytes, onTooLarge, onEnd }) {
	const error = tooLargeError(bytes, maxBytes);
	onEnd();
	onTooLarge(error);
	return error;
}
// src/sources/mcp/session/seen-request.ts
function noteHTTP(seen, { url, headers, response }) {
	seen.http = {
		url: url instanceof Request ? url.url : String(url),
		headers: Object.fromEntries(headers),
		status: response.status,
		answerHeaders: Object.fromEntries(response.headers)
	};
}
// src/sources/mcp/session/guarded-fetch.ts
const SETTLE = 100;
function createGuardedFetch(options) {
	const { fetch: given, exchanges, maxMessageBytes } = options;
	const agent = given === void 0 ? createNodeAgent() : void 0;
	const send = given ?? globalThis.fetch;
	const guarded = async (url, init = {}) => {
		const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
		const exchange = exchanges.claim(headers);
		if (!isAt(options.server, url)) withhold(headers, options.ownHeaders);
		if (exchange !== void 0) exchange.wasSent = true;
		const { signal, release } = ownSignal(init.signal);
		let response;
		try {
			response = await send(url, {
				...init,
				headers,
				...signal === void 0 ? {} : { signal },
				...agent === void 0 ? {} : { dispatcher: agent }
			});
		} catch (error) {
			release();
			if (exchange !== void 0 && failedToConnect(error)) exchange.wasSent = false;
			throw error;
		}
		if (exchange !== void 0) exchanges.noteAnswer(exchange, response.status);
		if (exchange?.seen !== void 0) noteHTTP(exchange.seen, {
			url,
			headers,
			response
		});
		const { body } = init;
		const fail = (error) => {
			if (typeof body === "string") options.onFailed(body, error);
		};
		return boundResponse(response, {
			maxBytes: maxMessageBytes,
			onTooLarge: fail,
			onEnd: release,
			onStreamEnd: (isResumable) => {
				if (!isResumable) setTimeout(() => fail(endedEarly()), SETTLE);
			}
		});
	};
	return {
		fetch: guarded,
		close: async () => await agent?.destroy()
	};
}
function isAt(server, url) {
	const target = url instanceof URL ? url : new URL(url instanceof Request ? url.url : url);
	if (target.origin === server.origin) return true;
	const hasPort = target.port !== "" || server.port !== "";
	return target.protocol === "https:" && target.hostname === server.hostname && !hasPort;
}
function withhold(headers, own) {
	for (const [name, value] of Object.entries(own)) if (headers.get(name) === value.trim()) headers.delete(name);
}
function endedEarly() {
	return new CallError("CONNECTION_LOST", "The server ended its answer before it was complete.");
}
const seenSignals = /* @__PURE__ */ new WeakSet();
function ownSignal(shared) {
	if (!shared) return { release: () => void 0 };
	if (!seenSignals.has(shared)) {
		seenSignals.add(shared);
		return {
			signal: shared,
			release: () => void 0
		};
	}
	const request = new Cancellation();
	request.followSignal(shared);
	return {
		signal: request.signal,
		release: () => request.release()
	};
}
// src/sources/mcp/tasks/follow-task.ts
const SHORTEST_POLL = 50;
const LONGEST_POLL = 3e4;
const USUAL_POLL = 1e3;
const LONGEST_WAIT = 2 ** 31 - 1;
const CANCEL_TIMEOUT = 5e3;
function taskOf(result) {
	if (!isRecord(result)) return void 0;
	const task = result["resultType"] === "task" ? result : result["task"];
	return isTask(task) ? task : void 0;
}
function isTask(value) {
	return isRecord(value) && typeof value["taskId"] === "string" && typeof value["status"] === "string";
}
async function followTask(created, { send, signal, onProgress }) {
	const { taskId } = created;
	const ended = new AbortController();
	const abort = () => ended.abort(signal?.reason);
	signal?.addEventListener("abort", abort);
	let isOver = false;
	try {
		signal?.throwIfAborted();
		const watching = watch(created, {
			send,
			signal: ended.signal,
			onProgress
		});
		await watching.next();
		const lost = watching.next().then(() => new Promise(() => void 0));
		lost.catch(() => void 0);
		const asked = send({
			method: "tasks/result",
			params: { taskId },
			timeout: LONGEST_WAIT,
			signal: ended.signal
		});
		asked.catch(() => void 0);
		const result = await Promise.race([asked, lost]);
		isOver = true;
		return result;
	} finally {
		signal?.removeEventListener("abort", abort);
		ended.abort();
		if (!isOver) send({
			method: "tasks/cancel",
			params: { taskId },
			signal: void 0,
			timeout: CANCEL_TIMEOUT
		}).catch(() => void 0);
	}
}
async function* watch(created, { send, signal, onProgress }) {
	let task = created;
	let told = 0;
	let hasYielded = false;
	for (;;) {
		if (task.statusMessage !== void 0 && task.statusMessage !== "") {
			told++;
			onProgress?.({
				progress: told,
				message: task.statusMessage
			});
		}
		if (task.status !== "working" && !hasYielded) {
			hasYielded = true;
			yield;
		}
		if (task.status !== "working" && task.status !== "input_required") return;
		await delay(pollDelay(task.pollInterval), signal);
		signal?.throwIfAborted();
		const state = await send({
			method: "tasks/get",
			params: { taskId: task.taskId },
			signal
		});
		if (isTask(state)) task = state.statusMessage === task.statusMessage ? {
			...state,
			statusMessage: void 0
		} : state;
	}
}
function pollDelay(wanted) {
	return Math.min(Math.max(typeof wanted === "number" && Number.isFinite(wanted) ? wanted : USUAL_POLL, SHORTEST_POLL), LONGEST_POLL);
}
// src/sources/mcp/tasks/follow-extension-task.ts
async function followExtensionTask(created, options) {
	const { send, signal, onProgress } = options;
	const { taskId } = created;
	const ended = new AbortController();
	const abort = () => ended.abort(signal?.reason);
	signal?.addEventListener("abort", abort);
	const answered = /* @__PURE__ */ new Set();
	let task = created;
	let told;
	let reports = 0;
	try {
		for (;;) {
			signal?.throwIfAborted();
			const { statusMessage } = task;
			if (statusMessage !== void 0 && statusMessage !== told) onProgress?.({
				progress: ++reports,
				message: statusMessage
			});
			told = statusMessage;
			if (isOver(task)) return resultOf(task);
			if (task.status === "input_required") await answerInputs(task, {
				...options,
				signal: ended.signal,
				answered
			});
			await delay(pollDelay(task["pollIntervalMs"]), ended.signal);
			const state = await send({
				method: "tasks/get",
				params: { taskId },
				signal
			});
			if (isTask(state)) task = state;
		}
	} finally {
		signal?.removeEventListener("abort", abort);
		ended.abort();
		if (!isOver(task)) send({
			method: "tasks/cancel",
			params: { taskId },
			signal: void 0,
			timeout: CANCEL_TIMEOUT
		}).catch(() => void 0);
	}
}
function isOver({ status }) {
	return status === "completed" || status === "failed" || status === "cancelled";
}
function resultOf({ status, result, error, statusMessage }) {
	if (status === "completed") return result;
	if (status === "cancelled") throw new CallError("ABORTED", "The server has cancelled the task.", void 0, { phase: "started" });
	const { message = statusMessage ?? "The task has failed.", ...details } = isRecord(error) ? error : {};
	throw new CallError("EXECUTION_ERROR", String(message), details, { phase: "started" });
}
async function answerInputs({ taskId, inputRequests }, { send, answer, signal, answered }) {
	const open = Object.entries(isRecord(inputRequests) ? inputRequests : {}).filter(([name]) => !answered.has(name));
	const given = (await Promise.all(open.map(async ([name, asked]) => {
		answered.add(name);
		const { method, params } = isRecord(asked) ? asked : {};
		return [name, await answer(String(method), isRecord(params) ? params : {}, signal)];
	}))).filter(([, result]) => result !== void 0);
	if (given.length === 0) return;
	await send({
		method: "tasks/update",
		params: {
			taskId,
			inputResponses: Object.fromEntries(given)
		},
		signal
	});
}
// src/sources/mcp/session/session.ts
const NO_SERVER = /* @__PURE__ */ new Set([
	404,
	410,
	502,
	503,
	504
]);
var RequestFailure = class {
	thrown;
	wasSent;
	hasBegun;
	constructor(thrown, wasSent, hasBegun = false) {
		this.thrown = thrown;
		this.wasSent = wasSent;
		this.hasBegun = hasBegun;
	}
};
var Session = class {
	client;
	hasSession;
	close;
	#direct;
	#answers;
	#exchanges;
	#resend;
	#end = new AbortController();
	#inFlight = 0;
	#isRetired = false;
	#logLevel;
	constructor({ client, direct, answers, exchanges, resend = (send) => send(), hasSession, close }) {
		this.client = client;
		this.#direct = direct;
		this.hasSession = hasSession;
		this.#answers = answers;
		this.#exchanges = exchanges;
		this.#resend = resend;
		this.close = async () => {
			this.#isRetired = true;
			await close();
		};
	}
	get ended() {
		return this.#end.signal;
	}
	end() {
		this.#end.abort();
	}
	get isOpen() {
		return this.client.transport !== void 0;
	}
	get isRetired() {
		return this.#isRetired;
	}
	retire() {
		this.#isRetired = true;
		if (this.#inFlight === 0) this.close();
	}
	get isModern() {
		return this.client.getProtocolEra() === "modern";
	}
	get needsHeaders() {
		return this.isModern && this.#exchanges !== void 0;
	}
	async request(request) {
		if (!this.isOpen) throw new RequestFailure(/* @__PURE__ */ new Error("Not connected"), false);
		request.onSend?.();
		this.#inFlight++;
		try {
			const { call, needsTask } = request;
			const least = call?.context.callerLog?.level;
			if (least !== void 0 && !this.isModern) await this.#askForLog(least, request);
			const task = needsTask === true && this.#makesTasks ? { task: {} } : void 0;
			const result = await this.#pass(task === void 0 ? request : {
				...request,
				params: {
					...request.params,
					...task
				}
			});
			const created = call === void 0 ? void 0 : taskOf(result);
			if (created === void 0) return result;
			return await this.#follow(created, {
				...request,
				call
			}).catch((failure) => {
				throw new RequestFailure(failure instanceof RequestFailure ? failure.thrown : failure, true, true);
			});
		} finally {
			this.#inFlight--;
			if (this.#isRetired) this.retire();
		}
	}
	async listen(uri, { signal, credentials }) {
		const exchange = this.#exchanges?.begin(credentials ?? {});
		const end = () => exchange && this.#exchanges?.end(exchange);
		let id;
		const mark = {
			headers: exchange?.marker,
			onSend: (sent) => id = sent
		};
		try {
			const filter = {
				resourceSubscriptions: [uri],
				[LISTEN]: mark
			};
			const subscription = await this.client.listen(filter, { signal });
			const { closed, honoredFilter } = subscription;
			closed.then(end);
			if (honoredFilter.resourceSubscriptions?.includes(uri) !== true) {
				await subscription.close();
				throw new CallError("EXECUTION_ERROR", "The server does not tell this caller of changes of the resource.");
			}
			return {
				id,
				closed,
				close: () => subscription.close()
			};
		} catch (thrown) {
			end();
			throw new RequestFailure(thrown, exchange?.wasSent ?? true);
		}
	}
	async assertAnswers({ timeout, recent }) {
		const exchanges = this.#exchanges;
		if (exchanges === void 0 || performance.now() - exchanges.answeredAt < recent) return;
		const exchange = exchanges.begin({});
		const request = {
			method: this.isModern ? "server/discover" : "ping",
			timeout
		};
		try {
			await this.#send(request, {
				timeout,
				headers: exchange.marker
			});
		} catch (thrown) {
			const { status, wasSent } = exchange;
			if (status === void 0 || NO_SERVER.has(status)) throw new RequestFailure(thrown, wasSent);
		} finally {
			exchanges.end(exchange);
		}
	}
	#pass(request) {
		return this.#exchanges === void 0 ? this.#overPipe(request) : this.#overHttp(request, this.#exchanges);
	}
	get #makesTasks() {
		const { tasks } = this.client.getServerCapabilities() ?? {};
		return tasks?.requests?.tools?.call !== void 0;
	}
	async #follow(task, { call, ...request }) {
		call.taskId = task.taskId;
		const { onProgress, timeout } = request;
		const signal = signalOf(request);
		const { isModern } = this;
		const send = ({ method, ...asked }) => this.#pass({
			...request,
			call,
			cancellation: void 0,
			onProgress: void 0,
			...asked,
			method: isModern ? `${BESIDE_SDK}${method}` : method,
			timeout: asked.timeout ?? timeout
		});
		if (!isModern) return await followTask(task, {
			send,
			signal,
			onProgress
		});
		const answer = async (method, params, until) => await this.#answers[method]?.({
			...params,
			_meta: { [RELATED_TASK_KEY]: { taskId: task.taskId } }
		}, until);
		return await followExtensionTask(task, {
			send,
			answer,
			signal,
			onProgress
		});
	}
	async #askForLog(least, { timeout, credentials }) {
		if (this.#logLevel !== void 0 && isLogged(least, this.#logLevel) || this.client.getServerCapabilities()?.logging === void 0) return;
		this.#logLevel = least;
		await this.#pass({
			method: "logging/setLevel",
			params: { level: least },
			timeout,
			credentials
		}).catch(() => void 0);
	}
	async #overPipe(request) {
		try {
			return await this.#exchange(request);
		} catch (thrown) {
			throw new RequestFailure(thrown, true);
		}
	}
	async #overHttp(request, exchanges) {
		const exchange = exchanges.begin(request.credentials ?? {}, request.call?.seen);
		try {
			return await this.#resend(() => this.#exchange(request, exchange.marker));
		} catch (thrown) {
			throw new RequestFailure(thrown, exchange.wasSent);
		} finally {
			exchanges.end(exchange);
		}
	}
	async #exchange(request, headers) {
		const { params = {}, call, timeout, cancellation, onProgress } = request;
		if (call === void 0 || !this.#isDirect(request)) return await this.#sendBySDK(request, headers);
		const meta = this.#metaOf(call, params);
		const result = await this.#direct.request({
			params,
			meta,
			timeout,
			cancellation,
			onProgress,
			headers,
			call
		});
		if (!isFinal$1(result) && this.isModern) return await this.#sendBySDK({
			...request,
			answer: new EarlierAnswer(result)
		}, headers);
		return result;
	}
	#isDirect({ method, signal, inputSchema }) {
		if (method !== "tools/call" || signal !== void 0) return false;
		return !this.needsHeaders || !hasHeaderArguments(inputSchema);
	}
	async #sendBySDK(request, headers) {
		return rawResult(await this.#send(request, {
			...toOptions(request),
			...headers && { headers }
		}));
	}
	async #send(request, options) {
		const { method, inputSchema } = request;
		const params = this.#withMeta(request);
		if (method === "tools/call" && this.isModern && params !== void 0) {
			const toolDefinition = {
				name: params["name"],
				inputSchema: inputSchema ?? { type: "object" }
			};
			return await this.client.callTool(params, {
				...options,
				toolDefinition
			});
		}
		return await this.client.request({
			method,
			...params === void 0 ? {} : { params }
		}, ANY_RESULT, options);
	}
	#withMeta({ params, call, answer }) {
		if (call === void 0) return params;
		const _meta = {
			...this.#metaOf(call, params),
			[CALL]: call,
			...answer && { ["alkdev.operations/answered"]: answer }
		};
		return {
			...params,
			_meta
		};
	}
	#metaOf({ context }, params) {
		const { callMeta, callerLog } = context;
		const envelope = this.#direct.options.envelope();
		const level = envelope === void 0 ? void 0 : callerLog?.level;
		const meta = params?.["_meta"];
		if (envelope === void 0 && callMeta === void 0) return meta ?? NO_META;
		return {
			...envelope,
			...callMeta,
			...meta,
			...level && { ["io.modelcontextprotocol/logLevel"]: level }
		};
	}
};
const NO_META = {};
function signalOf({ signal, cancellation }) {
	return signal ?? cancellation?.signal;
}
const headed = /* @__PURE__ */ new WeakMap();
function hasHeaderArguments(inputSchema) {
	if (typeof inputSchema !== "object" || inputSchema === null) return false;
	let isHeaded = headed.get(inputSchema);
	if (isHeaded === void 0) {
		const { declared, problem } = readHeaderArguments(inputSchema);
		headed.set(inputSchema, isHeaded = declared.length > 0 || problem !== void 0);
	}
	return isHeaded;
}
function toOptions(request) {
	const { timeout, onProgress } = request;
	const signal = signalOf(request);
	return {
		timeout,
		resetTimeoutOnProgress: true,
		onprogress: (progress) => onProgress?.(progress),
		...signal === void 0 ? {} : { signal }
	};
}
// src/sources/mcp/session/step-up.ts
const MOST_STEPS = 2;
const MOST_RENEWALS = 2;
async function withStepUp(provider, sdk, send) {
	if (!canStepUp(provider)) return await send();
	let renewals = 0;
	for (let steps = 0;;) {
		const { tokens } = provider;
		try {
			return await send();
		} catch (thrown) {
			const refusal = refusalIn(thrown, sdk);
			const hadEnded = provider.mayHaveEnded || provider.tokens - tokens > 1;
			if (refusal !== void 0 && steps++ < MOST_STEPS) await provider.stepUp(refusal);
			else if (!isUnauthorized(thrown, sdk) || !hadEnded || renewals++ >= MOST_RENEWALS) throw thrown;
		}
	}
}
function isUnauthorized(thrown, sdk) {
	for (let error = thrown; error instanceof Error; error = error.cause) if (sdk.SdkHttpError.isInstance(error) && error.status === 401) return true;
	return false;
}
function refusalIn(thrown, sdk) {
	for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof sdk.InsufficientScopeError) return error;
}
function canStepUp(provider) {
	return provider !== void 0 && "stepUp" in provider;
}
// src/sources/mcp/session/http-session.ts
const RECONNECTION = {
	initialReconnectionDelay: 500,
	maxReconnectionDelay: 3e4,
	reconnectionDelayGrowFactor: 2,
	maxRetries: 10
};
const FAREWELL$1 = 1e3;
const OLD_TRANSPORT_STATUS = /* @__PURE__ */ new Set([
	400,
	404,
	405
]);
async function connectHttp(plan, endpoint) {
	return await withStepUp(plan.config.authProvider, plan.sdk, () => connect(plan, endpoint));
}
async function connect(plan, { kind, url }) {
	const { era = "auto", type } = plan.config;
	if (kind === "sse") return await connectOver$1(plan, {
		kind,
		url,
		era: "legacy"
	});
	try {
		return await connectOver$1(plan, {
			kind,
			url,
			era
		});
	} catch (error) {
		const isOld = plan.sdk.SdkHttpError.isInstance(error) && OLD_TRANSPORT_STATUS.has(error.status);
		if (type !== void 0 || era === "modern" || !isOld) throw error;
		return await connectOver$1(plan, {
			kind: "sse",
			url,
			era: "legacy"
		}).catch(() => {
			throw error;
		});
	}
}
async function connectOver$1(plan, target) {
	const { config, sdk } = plan;
	const exchanges = new HTTPExchanges();
	const guarded = createGuardedFetch({
		fetch: config.fetch,
		server: target.url,
		ownHeaders: config.headers ?? {},
		exchanges,
		maxMessageBytes: config.maxMessageBytes ?? 33554432,
		onFailed: (message, error) => {
			const { id } = JSON.parse(message);
			if (id !== void 0) transport.onmessage?.(failedResponse(id, error));
		}
	});
	const authProvider = authProviderOf(config);
	const options = {
		fetch: withBoundTokens(authProvider, sdk, guarded.fetch),
		requestInit: { headers: { ...config.headers } },
		...authProvider === void 0 ? {} : { authProvider }
	};
	const transport = target.kind === "sse" ? new sdk.SSEClientTransport(target.url, options) : new sdk.StreamableHTTPClientTransport(target.url, {
		...options,
		reconnectionOptions: RECONNECTION
	});
	const client = createSDKClient(plan, target.era);
	const close = async () => {
		if ("terminateSession" in transport) await endsWithin(transport.terminateSession(), FAREWELL$1);
		await client.close().catch(() => void 0);
		await transport.close().catch(() => void 0);
		await guarded.close();
	};
	return new Session({
		client,
		direct: await connectTapped(client, transport, plan).catch(async (error) => {
			await close();
			throw error;
		}),
		answers: serverAnswers(plan),
		exchanges,
		resend: (send) => withStepUp(authProvider, sdk, send),
		close,
		hasSession: () => sessionIdOf(client) !== void 0
	});
}
function sessionIdOf(client) {
	return client.transport?.sessionId;
}
function authProviderOf({ token, authProvider }) {
	if (authProvider !== void 0) return authProvider;
	if (token === void 0) return void 0;
	return { token: async () => typeof token === "string" ? token : await token() };
}
// src/sources/mcp/process/line-reader.ts
const NEWLINE = 10;
const END_BYTES = 256;
var LineReader = class {
	#options;
	#decoder = new TextDecoder();
	#parts = [];
	#bytes = 0;
	#head;
	#tail = /* @__PURE__ */ new Uint8Array();
	constructor(options) {
		this.#options = options;
	}
	push(chunk) {
		let from = 0;
		for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
			this.#add(chunk.subarray(from, end));
			this.#finish();
			from = end + 1;
		}
		if (from < chunk.length) this.#add(chunk.subarray(from));
	}
	#add(part) {
		this.#bytes += part.length;
		if (this.#head !== void 0) {
			this.#tail = lastBytes([this.#tail, part]);
			return;
		}
		this.#parts.push(part);
		if (this.#bytes <= this.#options.maxBytes) return;
		this.#head = this.#decoder.decode(Buffer.concat(this.#parts.slice(0, END_BYTES)).subarray(0, END_BYTES));
		this.#tail = lastBytes(this.#parts);
		this.#parts = [];
	}
	#finish() {
		const parts = this.#parts;
		const head = this.#head;
		const bytes = this.#bytes;
		this.#parts = [];
		this.#head = void 0;
		this.#bytes = 0;
		if (head !== void 0) {
			this.#options.onOversized({
				head,
				tail: this.#decoder.decode(this.#tail),
				bytes
			});
			return;
		}
		const line = this.#decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)).trim();
		if (line !== "") this.#options.onLine(line);
	}
};
function lastBytes(parts) {
	return Buffer.from(Buffer.concat(parts.slice(-256)).subarray(-256));
}
// src/sources/mcp/process/launch.ts
const LAUNCHERS = /* @__PURE__ */ new Set([
	"npx",
	"npm",
	"pnpm",
	"pnpx",
	"yarn",
	"bunx",
	"bun",
	"uvx",
	"uv",
	"pipx",
	"docker",
	"podman"
]);
function isLauncher(command) {
	const name = command.split(/[\\/]/).at(-1) ?? "";
	return LAUNCHERS.has(name.replace(/\.(?:cmd|exe|ps1)$/i, ""));
}
const DOWNLOAD = /\bfetch GET 200 \S+\.tgz\b|^\s*(?:Downloading|Downloaded|Installed \d+ packages?|Building|Prepared)\b|Unable to find image|: Pulling (?:from|fs layer)/;
const NPM_HTTP = /^npm http /;
const LONGEST_DOWNLOAD = 3e5;
var Launch = class {
	longest;
	#overdue = new AbortController();
	#options;
	#timer;
	#limit;
	#isDownloading = false;
	constructor(options) {
		this.#options = options;
		this.longest = options.longest ?? 3e5;
		this.#limit = options.timeout;
		this.#timer = this.#startTimer(options.timeout);
	}
	get overdue() {
		return this.#overdue.signal;
	}
	get limit() {
		return this.#limit;
	}
	get isDownloading() {
		return this.#isDownloading;
	}
	read(line) {
		if (!this.#isDownloading && DOWNLOAD.test(line)) {
			this.#isDownloading = true;
			if (this.longest > this.#limit) {
				clearTimeout(this.#timer);
				this.#limit = this.longest;
				this.#timer = this.#startTimer(this.longest);
			}
			this.#options.onDownload();
		}
		return NPM_HTTP.test(line);
	}
	end() {
		clearTimeout(this.#timer);
		this.#isDownloading = false;
	}
	#startTimer(after) {
		const timer = setTimeout(() => this.#overdue.abort(), after);
		timer.unref();
		return timer;
	}
};
// src/sources/mcp/process/telling-line.ts
const NOISE = /^\s*(?:at\s|\^|~+|\||File "|Traceback|During handling|The above exception|Node\.js v|npm (?:error|ERR!) A complete log|node:internal|throw\b|\d+ \||[{}[\]();,]+$|$)|^\S*:\d+$/;
const CAUSE = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:missing|required|not set|unset|must (?:be set|provide|have)|please (?:set|provide)|api[ _-]?key|unauthori[sz]ed|forbidden|permission denied|not found|no such|cannot find|can't find|could not find|EADDRINUSE|ENOENT|E404)\b/i;
const ERROR = /error|exception|fatal|panic|fail/i;
const LONGEST = 500;
function tellingLine(lines) {
	const told = lines.filter((line) => !NOISE.test(line));
	const line = (told.find((line) => CAUSE.test(line)) ?? told.findLast((line) => ERROR.test(line)) ?? told.at(-1) ?? "").trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
// src/sources/mcp/process/server-process.ts
const GRACE = 2e3;
const DRAIN = 200;
const KEPT_LINES = 60;
const LONGEST_LINE = 2e3;
const SUPERVISE = `( trap '' TERM INT HUP; read -r _; sleep 1; kill -KILL 0 ) <&3 >/dev/null 2>&1 & exec "$@" 3<&-`;
const SUPERVISE_LAUNCHER = `( trap '' TERM INT HUP
if read -r _; then read -r _; sleep 1; else n=0; while [ $n -lt 300 ] && kill -0 $$; do sleep 1; n=$((n+1)); done; fi
kill -KILL 0 ) <&3 >/dev/null 2>&1 &
d=$(mktemp -d) && mkfifo "$d/e" || exec "$@" 3<&-
( trap '' PIPE TERM INT HUP; exec 3<&-
while IFS= read -r line || [ -n "$line" ]; do printf '%s\\n' "$line" >&2; done <"$d/e" ) >/dev/null &
exec 2>"$d/e"; rm -rf "$d"; exec "$@" 3<&-`;
var ServerProcess = class {
	#options;
	#errorLines = [];
	#child;
	#isGroup = false;
	#unwritten = "";
	#drained;
	#exited;
	#ending = "The process has not been started";
	constructor(options) {
		this.#options = options;
	}
	get pid() {
		return this.#child?.pid;
	}
	get ending() {
		if (this.#isNotFound) return `There is no program ${this.#options.command}: install it, or give its whole path`;
		const written = tellingLine(this.#errorLines);
		return written === "" ? this.#ending : `${this.#ending}; it wrote: ${written}`;
	}
	get #isNotFound() {
		const [line = ""] = this.#errorLines;
		return this.#ending.endsWith("code 127") && this.#errorLines.length === 1 && /\bexec\b.*not found$/.test(line);
	}
	async start() {
		const { spawn } = process.getBuiltinModule("node:child_process");
		const { existsSync } = process.getBuiltinModule("node:fs");
		const { command, args, env, cwd, launch } = this.#options;
		const isGroup = existsSync("/bin/sh");
		const [program, programArgs] = isGroup ? ["/bin/sh", [
			"-c",
			launch === void 0 ? SUPERVISE : SUPERVISE_LAUNCHER,
			"sh",
			command,
			...args
		]] : [command, args];
		const child = spawn(program, programArgs, {
			env,
			stdio: [
				"pipe",
				"pipe",
				"pipe",
				...isGroup ? ["pipe"] : []
			],
			detached: isGroup,
			...cwd === void 0 ? {} : { cwd }
		});
		this.#child = child;
		this.#isGroup = isGroup;
		this.#ending = "The process ended";
		this.#listen(child);
		await new Promise((resolve, reject) => {
			child.once("spawn", resolve);
			child.once("error", (error) => reject(/* @__PURE__ */ new Error(`${command} cannot be started: ${error.message}`)));
		});
	}
	async write(text, isUrgent = false) {
		const stdin = this.#child?.stdin;
		if (stdin === void 0 || stdin === null || !stdin.writable) throw notSent("CONNECTION_LOST", "Not connected");
		const unread = stdin.writableLength + this.#unwritten.length;
		if (unread > this.#options.maxUnreadBytes) throw notSent("OVERLOADED", `The server does not read its input: ${unread} bytes wait for it.`);
		const isFirst = this.#unwritten === "";
		this.#unwritten += text;
		if (isUrgent) this.#flush(stdin);
		else if (isFirst) afterArrivals(() => this.#flush(stdin));
		if (stdin.writableNeedDrain) await (this.#drained ??= this.#drain(stdin));
	}
	#flush(stdin) {
		const text = this.#unwritten;
		this.#unwritten = "";
		if (text !== "" && stdin.writable) stdin.write(text);
	}
	async #drain(stdin) {
		await new Promise((resolve) => {
			const settle = () => {
				stdin.off("drain", settle);
				stdin.off("close", settle);
				resolve();
			};
			stdin.on("drain", settle);
			stdin.on("close", settle);
		});
		this.#drained = void 0;
	}
	async stop() {
		const child = this.#child;
		if (child === void 0 || child.pid === void 0) return;
		if (child.stdin !== null) this.#flush(child.stdin);
		child.stdin?.end();
		const exited = this.#exited ?? Promise.resolve();
		if (this.#options.launch?.isDownloading === true) return this.#leaveAlone(child, exited);
		if (!await endsWithin(exited, GRACE)) {
			this.#signal("SIGTERM");
			if (!await endsWithin(exited, GRACE)) this.#signal("SIGKILL");
		}
		await exited;
	}
	isUp() {
		this.#options.launch?.end();
		const pipe = this.#child?.stdio[3];
		if (this.#options.launch !== void 0) pipe?.write("up\n");
	}
	#leaveAlone(child, exited) {
		child.unref();
		for (const stream of child.stdio) stream?.unref?.();
		endsWithin(exited, LONGEST_DOWNLOAD).then((hasEnded) => {
			if (!hasEnded) this.#signal("SIGKILL");
		});
	}
	#listen(child) {
		for (const stream of child.stdio) stream?.on("error", () => void 0);
		child.stdout?.on("data", this.#options.onOutput);
		if (child.stderr !== null) this.#readErrorLines(child.stderr);
		const ended = new Promise((resolve) => {
			child.once("exit", (code, signal) => {
				this.#ending = `The process ended with ${signal ?? `code ${code}`}`;
				resolve();
			});
			child.once("error", () => child.pid === void 0 && resolve());
		});
		this.#exited = ended.then(() => this.#afterExit(child));
	}
	async #afterExit(child) {
		if (child.pid !== void 0) {
			await endsWithin(Promise.all([endOf(child.stdout), endOf(child.stderr)]), DRAIN);
			if (this.#isGroup) this.#signal("SIGKILL");
		}
		for (const stream of child.stdio) stream?.destroy();
		this.#options.onExit();
	}
	#readErrorLines(stream) {
		stream.setEncoding("utf8");
		let rest = "";
		stream.on("data", (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop().slice(-2e3);
			for (const line of lines) this.#onErrorLine(line.trimEnd());
		});
		stream.on("end", () => {
			if (rest !== "") this.#onErrorLine(rest);
		});
	}
	#onErrorLine(line) {
		const shown = line.slice(0, LONGEST_LINE);
		if (this.#options.launch?.read(shown) === true) return;
		this.#errorLines.push(shown);
		if (this.#errorLines.length > KEPT_LINES) this.#errorLines.shift();
		this.#options.onErrorLine(shown);
	}
	#signal(signal) {
		const pid = this.#child?.pid;
		if (pid === void 0) return;
		try {
			process.kill(this.#isGroup ? -pid : pid, signal);
		} catch {}
	}
};
function notSent(code, message) {
	return new CallError(code, message, void 0, { phase: "notStarted" });
}
async function endOf(stream) {
	if (stream === null || stream.readableEnded || stream.destroyed) return;
	await new Promise((resolve) => {
		stream.once("close", resolve);
	});
}
// src/sources/mcp/process/child-transport.ts
const SHOWN = 200;
const UNREAD_MESSAGES = 4;
var ChildTransport = class {
	onclose;
	onerror;
	onmessage;
	stderr = null;
	#process;
	#options;
	#started = false;
	#isClosed = false;
	constructor(options) {
		this.#options = options;
		const reader = new LineReader({
			maxBytes: options.maxMessageBytes,
			onLine: (line) => this.#onLine(line),
			onOversized: (line) => {
				const response = tooLargeResponse(line, options.maxMessageBytes);
				if (response !== void 0) return this.#deliver(response);
				this.#fail(tooLargeError(line.bytes, options.maxMessageBytes));
			}
		});
		this.#process = new ServerProcess({
			...options,
			maxUnreadBytes: UNREAD_MESSAGES * options.maxMessageBytes,
			onOutput: (chunk) => reader.push(chunk),
			onExit: () => this.#onEnd()
		});
	}
	get pid() {
		return this.#process.pid ?? null;
	}
	get hasEnded() {
		return this.#isClosed;
	}
	get ending() {
		return this.#process.ending;
	}
	async start() {
		if (this.#started) throw new Error("This transport has been started already.");
		this.#started = true;
		await this.#process.start();
	}
	isUp() {
		this.#process.isUp();
	}
	async send(message, options) {
		await this.#process.write(`${JSON.stringify(message)}\n`, options?.isAlone);
	}
	async close() {
		await this.#process.stop();
		this.#onEnd();
	}
	#onLine(line) {
		const messages = parseMessages(line);
		if (messages === void 0) {
			this.#options.warn(`not a JSON-RPC message on standard output, ignored: ${line.slice(0, SHOWN)}`);
			return;
		}
		for (const message of messages) this.#deliver(message);
	}
	#deliver(message) {
		try {
			this.onmessage?.(message);
		} catch (thrown) {
			this.onerror?.(thrown instanceof Error ? thrown : new Error(messageOf(thrown)));
		}
	}
	#fail(error) {
		this.onerror?.(error);
		this.close();
	}
	#onEnd() {
		if (this.#isClosed || !this.#started) return;
		this.#isClosed = true;
		this.onclose?.();
	}
};
// src/sources/mcp/session/load-sdk.ts
async function loadClientModule() {
	return await import("@modelcontextprotocol/client").catch(refuse);
}
async function loadStdioModule() {
	return await import("@modelcontextprotocol/client/stdio").catch(refuse);
}
function refuse(cause) {
	const message = `The MCP client needs the package @modelcontextprotocol/client, 2.4 or newer, and it cannot be loaded: ${installCommand("@modelcontextprotocol/client")}`;
	throw new CallError("EXECUTION_ERROR", message, void 0, {
		cause,
		phase: "notStarted"
	});
}
// src/sources/mcp/session/stdio-session.ts
async function connectStdio(plan, command) {
	const { era } = plan.config;
	try {
		return await connectChild(plan, command, era ?? "legacy");
	} catch (error) {
		const next = otherEra(plan.sdk, era, error);
		if (next === void 0) throw error;
		return await connectChild(plan, command, next).catch(() => {
			throw error;
		});
	}
}
function otherEra(sdk, era, error) {
	if (era === void 0 && sdk.ProtocolError.isInstance(error)) return "modern";
	const { EraNegotiationFailed } = sdk.SdkErrorCode;
	return era === "auto" && sdk.SdkError.isInstance(error) && error.code === EraNegotiationFailed ? "legacy" : void 0;
}
async function connectChild(plan, command, era) {
	const stdio = await loadStdioModule();
	const env = {
		...stdio.getDefaultEnvironment(),
		...plan.config.env
	};
	const client = createSDKClient(plan, era);
	return new Session({
		client,
		direct: process.platform === "win32" ? await connectTapped(client, windowsTransport(stdio, plan, {
			command,
			env
		}), plan) : await connectOver(client, plan, {
			command,
			env
		}),
		answers: serverAnswers(plan),
		hasSession: () => false,
		close: async () => await client.close()
	});
}
async function connectOver(client, plan, { command, env }) {
	const launch = isLauncher(command) ? launchFor(plan, command) : void 0;
	const transport = childTransport(plan, launch === void 0 ? {
		command,
		env
	} : {
		command,
		env: tellingOfDownloads(env),
		launch
	});
	try {
		const direct = await connectTapped(client, transport, plan, launch);
		transport.isUp();
		return direct;
	} catch (error) {
		const { hasEnded } = transport;
		await transport.close();
		throw hasEnded ? withEnding(error, transport.ending) : error;
	}
}
function launchFor({ config: { connectTimeout }, log }, command) {
	const onDownload = () => log("download", `${command} downloads the server: its first start may take some minutes`);
	return new Launch({
		timeout: connectTimeout ?? 3e4,
		longest: connectTimeout,
		onDownload
	});
}
function tellingOfDownloads(env) {
	return {
		npm_config_loglevel: "http",
		...env
	};
}
function childTransport({ config, log }, { command, env, launch }) {
	return new ChildTransport({
		command,
		launch,
		args: config.args ?? [],
		env,
		cwd: config.cwd,
		maxMessageBytes: config.maxMessageBytes ?? 33554432,
		onErrorLine: (line) => log("stderr", line),
		warn: (text) => log("warning", text)
	});
}
function windowsTransport(stdio, { config, log }, { command, env }) {
	const transport = new stdio.StdioClientTransport({
		command,
		args: [...config.args ?? []],
		env,
		stderr: "pipe",
		maxBufferSize: config.maxMessageBytes ?? 33554432,
		...config.cwd === void 0 ? {} : { cwd: config.cwd }
	});
	transport.stderr?.on("data", (chunk) => log("stderr", String(chunk).trimEnd()));
	return transport;
}
function withEnding(error, ending) {
	if (error instanceof Error) error.message = `${error.message}. ${ending}`;
	return error;
}
// src/sources/mcp/session/server-connection.ts
const HEALTHY = 1e4;
const DEFAULT_INITIAL_DELAY = 250;
const DEFAULT_MAX_DELAY = 3e4;
const LONGEST_CHECK = 1e4;
var ServerConnection = class {
	#options;
	#closing = new AbortController();
	#expired = /* @__PURE__ */ new WeakSet();
	#sessions = /* @__PURE__ */ new Set();
	#session;
	#live;
	#attempt;
	#closed;
	#failures = 0;
	#retryTimer;
	#endWaiting;
	#health;
	#isLost = false;
	constructor(options) {
		const { endpoint, config } = options;
		const { healthInterval: interval = DEFAULT_HEALTH_INTERVAL } = config;
		this.#options = options;
		if (endpoint.kind !== "stdio") this.#health = new HealthCheck({
			interval,
			check: (recent) => this.#check(recent)
		});
	}
	async open() {
		this.#session = this.#connect();
		try {
			await this.#session;
		} catch (error) {
			this.#closing.abort();
			throw error;
		}
		this.#health?.start();
	}
	settled() {
		return this.#live?.isOpen !== true && !this.isClosed ? this.#current().then(() => void 0) : void 0;
	}
	get isClosed() {
		return this.#closing.signal.aborted;
	}
	get closing() {
		return this.#closing.signal;
	}
	async session() {
		return await this.#current();
	}
	async request(asked) {
		const session = await this.#current();
		assertCurrent(asked);
		try {
			return await session.request(asked);
		} catch (failure) {
			this.#suspect(failure, asked);
			if (!this.#isExpired(session, failure)) throw this.#asCallError(failure, asked);
		}
		const renewed = await this.#renew(session);
		assertCurrent(asked);
		try {
			return await renewed.request(asked);
		} catch (failure) {
			throw this.#asCallError(failure, asked);
		}
	}
	async renew() {
		await this.#renew(await this.#current());
	}
	async listen(session, uri, asked) {
		try {
			return await session.listen(uri, asked);
		} catch (failure) {
			throw this.#asCallError(failure, asked);
		}
	}
	async close() {
		await (this.#closed ??= this.#close());
	}
	async #close() {
		if (this.isClosed) return;
		this.#closing.abort();
		this.#health?.stop();
		clearTimeout(this.#retryTimer);
		this.#endWaiting?.(this.#closedError());
		await this.#attempt?.catch(() => void 0);
		await Promise.all(Array.from(this.#sessions, (session) => session.close()));
	}
	async #current() {
		if (this.isClosed) throw this.#closedError();
		return await (this.#session ??= this.#connectAnew());
	}
	#connect() {
		const attempt = this.#connectOnce();
		this.#attempt = attempt;
		return attempt;
	}
	#connectAgain() {
		return this.#connect().catch((cause) => {
			throw this.isClosed ? cause : unreachable(this.#options.name, cause);
		});
	}
	async #connectOnce() {
		const { endpoint, sdk, name, onConnected } = this.#options;
		const plan = {
			...this.#options,
			signal: this.#closing.signal
		};
		const since = performance.now();
		let session;
		try {
			session = await this.#options.calls.apart(() => endpoint.kind === "stdio" ? connectStdio(plan, endpoint.command) : connectHttp(plan, endpoint));
			await onConnected(session);
			if (this.isClosed || !session.isOpen) throw this.#lost("right after it had started");
		} catch (error) {
			await session?.close();
			if (this.isClosed) throw this.#closedError();
			const thrown = error instanceof RequestFailure ? error.thrown : error;
			const what = `The MCP server ${name} cannot be reached`;
			throw withPhase(toMcpCallError(thrown, {
				what,
				wasSent: false
			}, sdk), "notStarted");
		}
		this.#watch(session, since);
		this.#forgetClosed();
		this.#sessions.add(session);
		this.#live = session;
		return session;
	}
	#forgetClosed() {
		for (const session of this.#sessions) if (!session.isOpen) this.#sessions.delete(session);
	}
	#watch(session, since) {
		const { onerror } = session.client;
		session.client.onerror = (error) => {
			onerror?.(error);
			if (!session.isRetired) this.#health?.soon();
		};
		session.client.onclose = () => {
			session.end();
			if (this.isClosed || session.isRetired) return;
			if (performance.now() - since > HEALTHY) this.#failures = 0;
			this.#options.log("warning", "The connection is lost");
			this.#reconnectLater(this.#lost("and is started again"));
		};
	}
	#reconnectLater(reason) {
		const { config, onState } = this.#options;
		const { respawn } = config;
		if (respawn === false) {
			const error = this.#lost("and is not started again");
			this.#session = Promise.reject(error);
			this.#session.catch(() => void 0);
			return onState({
				state: "failed",
				error
			});
		}
		onState({
			state: "connecting",
			error: reason
		});
		const { initialDelay = DEFAULT_INITIAL_DELAY, maxDelay = DEFAULT_MAX_DELAY } = respawn ?? {};
		const delay = Math.min(initialDelay * 2 ** this.#failures, maxDelay);
		this.#failures++;
		this.#session = new Promise((resolve, reject) => {
			this.#endWaiting = reject;
			this.#retryTimer = setTimeout(() => void this.#connectAgain().then(resolve, reject), delay);
		});
		this.#session.then(() => onState({ state: "ready" }), (error) => {
			if (this.isClosed) return;
			this.#options.log("warning", withCause(error));
			this.#reconnectLater(error);
		});
	}
	#isExpired(session, failure) {
		if (!(failure instanceof RequestFailure) || failure.hasBegun || !session.hasSession()) return false;
		const { thrown } = failure;
		return this.#options.sdk.SdkHttpError.isInstance(thrown) && thrown.status === 404;
	}
	async #renew(expired) {
		if (!this.#expired.has(expired)) {
			this.#expired.add(expired);
			this.#session = this.#connectAnew();
			expired.retire();
		}
		return await this.#current();
	}
	#connectAnew() {
		const attempt = this.#connectAgain();
		attempt.then(() => this.#tellBack(), (error) => {
			if (this.#session === attempt) this.#session = void 0;
			this.#tellLost(error);
		});
		return attempt;
	}
	async #check(recent) {
		const known = this.#session;
		try {
			const session = await this.#current();
			const timeout = Math.min(LONGEST_CHECK, this.#options.config.connectTimeout ?? LONGEST_CHECK);
			try {
				await session.assertAnswers({
					timeout,
					recent
				});
			} catch (failure) {
				if (this.#isExpired(session, failure)) await this.#renew(session);
				else {
					if (this.#session === known) this.#session = void 0;
					session.retire();
					throw this.#asCallError(failure, { what: `The MCP server ${this.#options.name} does not answer` });
				}
			}
			return true;
		} catch (error) {
			this.#tellLost(error);
			return this.isClosed;
		}
	}
	#suspect(failure, asked) {
		const isAnswered = failure instanceof RequestFailure && this.#options.sdk.ProtocolError.isInstance(failure.thrown);
		if (reasonOf(asked) === void 0 && !isAnswered) this.#health?.soon();
	}
	#tellLost(error) {
		if (this.isClosed) return;
		this.#isLost = true;
		this.#health?.soon();
		this.#options.onState({
			state: "connecting",
			error
		});
	}
	#tellBack() {
		if (this.#isLost && !this.isClosed) this.#options.onState({ state: "ready" });
		this.#isLost = false;
	}
	#asCallError(failure, asked) {
		const reason = reasonOf(asked);
		if (reason !== void 0) return reason;
		if (!(failure instanceof RequestFailure)) return failure;
		const { what } = asked;
		return toMcpCallError(failure.thrown, {
			what,
			wasSent: failure.wasSent
		}, this.#options.sdk);
	}
	#lost(how) {
		const message = `The MCP server ${this.#options.name} has ended, ${how}.`;
		return new CallError("CONNECTION_LOST", message, void 0, { phase: "notStarted" });
	}
	#closedError() {
		return clientClosed(this.#options.name);
	}
};
function reasonOf({ signal, cancellation }) {
	return cancellation?.reason ?? (signal?.aborted === true ? signal.reason : void 0);
}
function clientClosed(name) {
	const message = `The client of the MCP server ${name} is closed.`;
	return new CallError("CONNECTION_LOST", message, void 0, {
		phase: "notStarted",
		retryable: false
	});
}
function unreachable(name, cause) {
	const { code, phase, retryable } = cause;
	if (code === "LOGIN_REQUIRED") return cause;
	return new CallError(code, `The MCP server ${name} cannot be reached.`, void 0, {
		phase,
		retryable,
		cause
	});
}
function assertCurrent({ isCurrent, what }) {
	if (isCurrent?.() !== false) return;
	const message = `${what} has changed while the call waited for the server.`;
	throw new CallError("CONNECTION_LOST", message, void 0, {
		phase: "notStarted",
		retryable: true
	});
}
// src/sources/mcp/session/isolated-sessions.ts
const NO_IDENTITY = "no identity";
var IsolatedSessions = class {
	#options;
	#sessions = /* @__PURE__ */ new Map();
	#over = /* @__PURE__ */ new Set();
	#ending = /* @__PURE__ */ new Set();
	#started = 0;
	#refused = 0;
	#isClosed = false;
	constructor(options) {
		this.#options = options;
	}
	get counts() {
		const { by: isolation, maxSessions: max } = this.#options;
		return {
			isolation,
			running: this.#running,
			max,
			started: this.#started,
			refused: this.#refused
		};
	}
	get #running() {
		return this.#sessions.size + this.#over.size + this.#ending.size;
	}
	async hold(context) {
		const session = this.#sessions.get(keyOf(this.#options.by, context)) ?? this.#begin(context);
		session.users++;
		clearTimeout(session.idleTimer);
		const release = () => this.#release(session);
		try {
			return {
				lane: await session.lane,
				release
			};
		} catch (error) {
			this.#drop(session);
			release();
			throw error;
		}
	}
	async close() {
		this.#isClosed = true;
		for (const session of [...this.#sessions.values(), ...this.#over]) {
			this.#drop(session);
			this.#end(session);
		}
		await Promise.all(this.#ending);
	}
	#begin(context) {
		const { by, createLane } = this.#options;
		const { identity } = context;
		const client = by === "session" ? context.session : void 0;
		const owner = ownerOf(identity);
		if (this.#isClosed) throw clientClosed(this.#options.name);
		if (this.#sessions.size + this.#over.size >= this.#options.maxSessions) this.#makeRoom(owner);
		const end = () => this.#drop(session);
		const ended = new AbortController();
		const session = {
			key: keyOf(by, context),
			owner,
			client,
			lane: this.#freeSlot().then(() => createLane({
				identity,
				session: client,
				end,
				ended: ended.signal
			})),
			users: 0,
			lastUsed: performance.now(),
			idleTimer: void 0,
			state: "open",
			stopListening: () => client?.ended.removeEventListener("abort", end),
			ended
		};
		this.#sessions.set(session.key, session);
		this.#started++;
		client?.ended.addEventListener("abort", end);
		return session;
	}
	async #freeSlot() {
		if (this.#running >= this.#options.maxSessions) await Promise.all(this.#ending);
	}
	#makeRoom(owner) {
		const counts = /* @__PURE__ */ new Map();
		for (const session of this.#sessions.values()) counts.set(session.owner, (counts.get(session.owner) ?? 0) + 1);
		const own = counts.get(owner) ?? 0;
		let found;
		for (const session of this.#sessions.values()) if ((session.owner === owner || (counts.get(session.owner) ?? 0) >= own + 2) && session.users === 0 && session.lastUsed < (found?.lastUsed ?? Infinity)) found = session;
		if (found === void 0) {
			this.#refused++;
			throw this.#full();
		}
		this.#drop(found);
	}
	#release(session) {
		session.users--;
		session.lastUsed = performance.now();
		if (session.users > 0) return;
		if (session.state !== "open") return this.#end(session);
		if (session.client?.ended.aborted === true) return this.#drop(session);
		session.idleTimer = setTimeout(() => this.#drop(session), this.#options.idleMs);
		session.idleTimer.unref?.();
	}
	#drop(session) {
		if (session.state !== "open") return;
		session.state = "over";
		this.#sessions.delete(session.key);
		this.#over.add(session);
		clearTimeout(session.idleTimer);
		session.stopListening();
		if (session.users === 0) this.#end(session);
	}
	#end(session) {
		if (session.state === "ending") return;
		session.state = "ending";
		session.ended.abort();
		this.#over.delete(session);
		const ending = session.lane.then((lane) => lane.close()).catch(() => void 0).finally(() => this.#ending.delete(ending));
		this.#ending.add(ending);
	}
	#full() {
		const { name, maxSessions } = this.#options;
		const message = `The MCP server ${name} has no room for another caller: all ${maxSessions} sessions are taken (maxSessions). One that is idle ends by itself: try again later.`;
		return new CallError("OVERLOADED", message, { maxSessions }, {
			phase: "notStarted",
			retryable: true
		});
	}
};
function ownerOf(identity) {
	return identity === void 0 ? NO_IDENTITY : identityKey(identity);
}
function keyOf(by, { identity, session }) {
	const owner = ownerOf(identity);
	return by === "session" && session !== void 0 ? `${session.id} ${owner}` : owner;
}
// src/sources/mcp/session/isolate-sessions.ts
function trackCallers({ config, endpoint }) {
	return new CallerTracker(takesQuestions(config) && endpoint.kind !== "stdio");
}
function isolateSessions(plan, createTools) {
	const { name, config } = plan;
	const { isolation = "shared", maxSessions = 32, idleMs = DEFAULT_IDLE_MS } = config;
	if (isolation === "shared") return void 0;
	const createLane = (caller) => laneFor(plan, caller, createTools);
	return new IsolatedSessions({
		name,
		by: isolation,
		maxSessions,
		idleMs,
		createLane
	});
}
async function laneFor(plan, caller, createTools) {
	const { authProvider, authProviderFor, onLog } = plan.config;
	const provider = authProviderFor === void 0 ? authProvider : await authProviderFor(caller);
	const calls = trackCallers(plan);
	const tools = plan.config.sameTools === true ? createTools() : void 0;
	const connection = new ServerConnection({
		...plan,
		config: {
			...namedConfig(plan.config, namesOf(caller)),
			authProvider: provider,
			respawn: false,
			onLog: (message) => onLog?.(message, caller)
		},
		calls,
		onConnected: async (session) => await tools?.read(session),
		onState: (change) => {
			if (change.state === "ready") return;
			plan.log("warning", `A session of one caller is over: ${withCause(change.error)}`);
			caller.end();
		}
	});
	const close = async () => {
		tools?.stop();
		await connection.close();
	};
	return {
		connection,
		calls,
		tools,
		close
	};
}
// src/sources/mcp/tools/operation-names.ts
const VALID_NAME = new RegExp(NAME_PATTERN);
function mapNames(names) {
	const fitting = names.filter(isValidName);
	const taken = new Set(fitting);
	const mapped = new Map(fitting.map((name) => [name, name]));
	const others = [...new Set(names)].filter((name) => !isValidName(name)).sort();
	for (const name of others) {
		const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
		const ours = plain !== "" && plain.length <= 64 && !taken.has(plain) ? plain : withHash(plain, name, taken);
		taken.add(ours);
		mapped.set(name, ours);
	}
	return mapped;
}
function isValidName(name) {
	return name.length <= 64 && VALID_NAME.test(name);
}
function withHash(plain, name, taken) {
	for (let salt = 0;; salt++) {
		const hash = shortHash(`${salt === 0 ? "" : salt}${name}`);
		const ours = `${plain.slice(0, 64 - hash.length - 1)}_${hash}`;
		if (!taken.has(ours)) return ours;
	}
}
// src/sources/mcp/offers/offer-spec.ts
function methodSpec({ namespace, version, requester }, { group, name, description, method }) {
	return {
		name,
		namespace: `${namespace}.${group}`,
		version,
		type: OperationType.QUERY,
		description,
		accessControl: requester.accessControl,
		origin: {
			source: "mcp",
			location: requester.location,
			name: method
		},
		metadata: { mcp: { method } }
	};
}
function whatIs(method, { server }) {
	return `${method} of the MCP server ${server}`;
}
function arrayIn(result, field, requester) {
	const found = result?.[field];
	if (Array.isArray(found)) return found;
	const message = `The MCP server ${requester.server} answered without "${field}".`;
	throw new CallError("PROTOCOL_ERROR", message, void 0, { phase: "started" });
}
function metaIn(result) {
	const meta = result?.["_meta"];
	return typeof meta === "object" && meta !== null ? { _meta: meta } : {};
}
// src/sources/mcp/offers/completion-operation.ts
const Text = String$1();
function completionOperation(options) {
	const { requester } = options;
	const method = "completion/complete";
	return {
		...methodSpec(options, {
			group: "completion",
			name: "complete",
			description: `Completes arguments of prompts and resource templates of the MCP server ${requester.server}`,
			method
		}),
		inputSchema: _Object_({
			ref: Union([_Object_({
				type: Literal("ref/prompt"),
				name: Text
			}), _Object_({
				type: Literal("ref/resource"),
				uri: Text
			})]),
			argument: _Object_({
				name: Text,
				value: Text
			}),
			context: Optional(_Object_({ arguments: Optional(Record(Text, Text)) }))
		}),
		outputSchema: _Object_({
			values: _Array_(Text),
			total: Optional(Number$1()),
			hasMore: Optional(Boolean())
		}),
		handler: async (params, context) => {
			const completion = (await requester.ask({
				method,
				params,
				what: whatIs(method, requester)
			}, context))?.completion;
			if (!isRecord(completion)) {
				const message = `The MCP server ${requester.server} answered without "completion".`;
				throw new CallError("PROTOCOL_ERROR", message, void 0, { phase: "started" });
			}
			return mcpEnvelope(completion, {
				isError: false,
				content: [],
				structuredContent: completion
			});
		}
	};
}
// src/sources/mcp/offers/prompt-operation.ts
const KEPT_FIELDS$1 = ["icons", "_meta"];
function promptOperation({ name: theirs, entry }, { namespace, version, requester }, name) {
	const method = "prompts/get";
	const { title, description, arguments: listed } = entry;
	const given = Array.isArray(listed) ? listed : void 0;
	const kept = KEPT_FIELDS$1.filter((field) => entry[field] !== void 0).map((field) => [field, entry[field]]);
	return {
		name,
		namespace: `${namespace}.prompts`,
		version,
		type: OperationType.QUERY,
		...typeof title === "string" ? { title } : {},
		description: typeof description === "string" ? description : "",
		inputSchema: argumentSchema(given ?? []),
		outputSchema: _Object_({
			description: Optional(String$1()),
			messages: _Array_(Unknown())
		}),
		accessControl: requester.accessControl,
		origin: {
			source: "mcp",
			location: requester.location,
			name: theirs
		},
		metadata: { mcp: {
			prompt: given === void 0 ? {} : { arguments: given },
			...Object.fromEntries(kept)
		} },
		handler: async (input, context) => {
			const params = {
				name: theirs,
				arguments: input
			};
			const result = await requester.ask({
				method,
				params,
				what: whatIs(`The prompt ${theirs}`, requester)
			}, context);
			const messages = arrayIn(result, "messages", requester);
			const told = result["description"];
			const filled = {
				...typeof told === "string" ? { description: told } : {},
				messages
			};
			const content = mapMCPContentBlocks(messages.map((message) => isRecord(message) ? message["content"] : null));
			return mcpEnvelope(filled, {
				isError: false,
				content,
				structuredContent: filled,
				...metaIn(result)
			});
		}
	};
}
function argumentSchema(listed) {
	const properties = {};
	for (const argument of listed) {
		if (!isRecord(argument) || typeof argument["name"] !== "string") continue;
		const { name, title, description, required } = argument;
		const words = {
			...typeof title === "string" ? { title } : {},
			...typeof description === "string" ? { description } : {}
		};
		const schema = String$1(words);
		properties[name] = required === true ? schema : Optional(schema);
	}
	return _Object_(properties);
}
// src/sources/mcp/offers/resource-updates.ts
const MOST_PENDING = 100;
const STREAM_KEY = "io.modelcontextprotocol/subscriptionId";
const FAREWELL = 1e4;
var ResourceUpdates = class {
	#session;
	#watches = /* @__PURE__ */ new Map();
	#byStream = /* @__PURE__ */ new Map();
	#last = Promise.resolve();
	#subscribed = /* @__PURE__ */ new WeakSet();
	constructor(session) {
		this.#session = session;
		session.client.setNotificationHandler("notifications/resources/updated", ({ params }) => this.#tell(params.uri, params._meta?.[STREAM_KEY]));
	}
	async watch(uri, request) {
		const stream = this.#session.isModern ? await request.listen() : void 0;
		const watch = new ResourceWatch(this.#session.ended, () => {
			stream?.close().catch(() => void 0);
			this.#leave(uri, watch, request);
		});
		const watches = this.#watches.get(uri) ?? /* @__PURE__ */ new Set();
		this.#watches.set(uri, watches.add(watch));
		if (stream !== void 0) this.#follow(stream, watch);
		try {
			if (stream === void 0) await this.#inOrder(() => this.#subscribe(watches, request));
		} catch (error) {
			watches.delete(watch);
			if (watches.size === 0) this.#watches.delete(uri);
			throw error;
		}
		return watch;
	}
	#follow(stream, watch) {
		this.#byStream.set(stream.id, watch);
		stream.closed.then((cause) => {
			this.#byStream.delete(stream.id);
			if (cause !== "local") watch.end();
		});
	}
	async #subscribe(watches, { subscribe, credentials }) {
		if (credentials === void 0 && this.#subscribed.has(watches)) return;
		await subscribe();
		this.#subscribed.add(watches);
	}
	#leave(uri, watch, { credentials }) {
		const watches = this.#watches.get(uri);
		watches?.delete(watch);
		if (watches === void 0 || watches.size > 0) return;
		this.#watches.delete(uri);
		const session = this.#session;
		if (session.isModern || !session.isOpen || !this.#subscribed.has(watches)) return;
		const request = {
			method: "resources/unsubscribe",
			params: { uri },
			timeout: FAREWELL,
			credentials
		};
		this.#inOrder(() => session.request(request)).catch(() => void 0);
	}
	async #inOrder(work) {
		const done = this.#last.then(work);
		this.#last = done.catch(() => void 0);
		await done;
	}
	#tell(changed, stream) {
		const watch = this.#byStream.get(stream);
		if (watch !== void 0) return watch.add(changed);
		for (const [uri, watches] of this.#watches) if (isPartOf(uri, changed)) for (const each of watches) each.add(changed);
	}
};
function isPartOf(uri, changed) {
	if (!changed.startsWith(uri)) return false;
	return changed.length === uri.length || uri.endsWith("/") || "/?#".includes(changed.charAt(uri.length));
}
var ResourceWatch = class {
	stop;
	#sessionEnded;
	#pending = /* @__PURE__ */ new Set();
	#isEnded = false;
	#wake;
	constructor(sessionEnded, stop) {
		this.#sessionEnded = sessionEnded;
		this.stop = stop;
	}
	add(uri) {
		if (this.#pending.size < MOST_PENDING) this.#pending.add(uri);
		this.#wake?.();
	}
	end() {
		this.#isEnded = true;
		this.#wake?.();
	}
	async *changes(signal) {
		const wake = () => this.#wake?.();
		signal.addEventListener("abort", wake);
		this.#sessionEnded.addEventListener("abort", wake);
		try {
			while (!signal.aborted && !this.#sessionEnded.aborted && !this.#isEnded) {
				const [next] = this.#pending;
				if (next === void 0) {
					await new Promise((resolve) => this.#wake = resolve);
					continue;
				}
				this.#pending.delete(next);
				yield next;
			}
		} finally {
			signal.removeEventListener("abort", wake);
			this.#sessionEnded.removeEventListener("abort", wake);
		}
	}
};
// src/sources/mcp/offers/watch-resource.ts
const MOST_ATTEMPTS = 10;
const FIRST_DELAY$1 = 500;
const LONGEST_DELAY$1 = 3e4;
const updatesOf = /* @__PURE__ */ new WeakMap();
async function* watchResource(requester, uri, context) {
	const { signal } = context;
	const held = await requester.hold(context);
	const { connection } = held;
	try {
		let failures = 0;
		for (let event = "watching"; !signal.aborted; event = "updated") {
			try {
				const session = await connection.session();
				for await (const changed of follow(session, {
					requester,
					connection,
					uri,
					context
				})) {
					failures = 0;
					yield {
						uri: changed ?? uri,
						event: changed === void 0 ? event : "updated"
					};
				}
			} catch (error) {
				if (signal.aborted || connection.isClosed || ++failures >= MOST_ATTEMPTS || event === "watching") throw error;
			}
			if (!signal.aborted) await delay(Math.min(FIRST_DELAY$1 * 2 ** failures, LONGEST_DELAY$1), signal);
		}
	} finally {
		held.release();
	}
}
async function* follow(session, { requester, connection, uri, context }) {
	const updates = updatesOf.get(session) ?? new ResourceUpdates(session);
	updatesOf.set(session, updates);
	const { signal } = context;
	const credentials = await requester.credentials(context);
	const method = session.isModern ? "subscriptions/listen" : "resources/subscribe";
	const what = whatIs(method, requester);
	const watch = await updates.watch(uri, {
		credentials,
		subscribe: async () => {
			await requester.ask({
				method,
				params: { uri },
				what
			}, context);
		},
		listen: () => connection.listen(session, uri, {
			signal,
			credentials,
			what
		})
	});
	try {
		yield void 0;
		yield* watch.changes(signal);
	} finally {
		watch.stop();
	}
}
// src/sources/mcp/offers/resource-operations.ts
const ByURI = _Object_({ uri: String$1({ description: "As the server lists it" }) });
function resourceLists(options) {
	return [listOperation(options, {
		name: "list",
		what: "resources",
		field: "resources",
		method: "resources/list"
	}), listOperation(options, {
		name: "templates",
		what: "resource templates",
		field: "resourceTemplates",
		method: "resources/templates/list"
	})];
}
function resourceReaders(options, { watches }) {
	return [readOperation(options), ...watches ? [watchOperation(options)] : []];
}
function listOperation(options, { name, what, field, method }) {
	const { requester } = options;
	return {
		...methodSpec(options, {
			group: "resources",
			name,
			description: `Lists the ${what} of the MCP server ${requester.server}, page by page`,
			method
		}),
		inputSchema: _Object_({ cursor: Optional(String$1({ description: "The nextCursor of a page" })) }),
		outputSchema: _Object_({
			[field]: _Array_(Unknown()),
			nextCursor: Optional(String$1())
		}),
		handler: async (params, context) => {
			const result = await requester.ask({
				method,
				params,
				what: whatIs(method, requester)
			}, context);
			const { nextCursor } = result;
			const page = {
				[field]: arrayIn(result, field, requester),
				...typeof nextCursor === "string" ? { nextCursor } : {}
			};
			return mcpEnvelope(page, {
				isError: false,
				content: [],
				structuredContent: page,
				...metaIn(result)
			});
		}
	};
}
function readOperation(options) {
	const { requester } = options;
	const method = "resources/read";
	return {
		...methodSpec(options, {
			group: "resources",
			name: "read",
			description: `Reads a resource of the MCP server ${requester.server}`,
			method
		}),
		inputSchema: ByURI,
		outputSchema: _Array_(Unknown()),
		handler: async (params, context) => {
			const result = await requester.ask({
				method,
				params,
				what: whatIs(method, requester)
			}, context);
			const contents = arrayIn(result, "contents", requester).filter(isRecord);
			const content = mapMCPContentBlocks(contents.map((resource) => ({
				type: "resource",
				resource
			})));
			return mcpEnvelope(contents, {
				isError: false,
				content,
				...metaIn(result)
			});
		}
	};
}
function watchOperation(options) {
	const { requester } = options;
	return {
		...methodSpec(options, {
			group: "resources",
			name: "watch",
			description: `Tells when a resource of the MCP server ${requester.server} changes`,
			method: "resources/subscribe"
		}),
		type: OperationType.SUBSCRIPTION,
		inputSchema: ByURI,
		outputSchema: _Object_({
			uri: String$1(),
			event: Union([Literal("watching"), Literal("updated")])
		}),
		handler: (({ uri }, context) => watchResource(requester, uri, context))
	};
}
// src/sources/mcp/offers/server-offers.ts
var ServerOffers = class {
	problems = [];
	#wanted;
	#prompts = /* @__PURE__ */ new Map();
	#lists = [];
	#others = [];
	#key = "";
	constructor(wanted) {
		this.#wanted = wanted;
	}
	get operations() {
		return [
			...Array.from(this.#prompts.values(), ({ operation }) => operation),
			...this.#lists,
			...this.#others
		];
	}
	adopt(session, options) {
		const capabilities = session.client.getServerCapabilities() ?? {};
		const hasResources = this.#wanted.resources === true && capabilities.resources !== void 0;
		const hasPrompts = this.#wanted.prompts === true && capabilities.prompts !== void 0;
		const watches = capabilities.resources?.subscribe === true;
		const completes = capabilities.completions !== void 0 && (hasResources || hasPrompts);
		const key = JSON.stringify([
			options.version,
			hasResources,
			watches,
			completes
		]);
		if (!hasPrompts) this.#prompts = /* @__PURE__ */ new Map();
		if (key === this.#key) return;
		this.#key = key;
		this.#lists = hasResources ? resourceLists(options) : [];
		this.#others = [...hasResources ? resourceReaders(options, { watches }) : [], ...completes ? [completionOperation(options)] : []];
	}
	renewLists(options) {
		if (this.#lists.length > 0) this.#lists = resourceLists(options);
	}
	async readPrompts(session, options, readPages) {
		if (this.#wanted.prompts !== true || session.client.getServerCapabilities()?.prompts === void 0) return;
		try {
			const { prompts, problems } = readPrompts(await readPages(session, "prompts/list", "prompts"));
			this.#adoptPrompts(prompts, options);
			this.problems = problems;
		} catch (error) {
			this.problems = [{ message: `Its prompts cannot be listed: ${messageOf(error)}` }];
		}
	}
	#adoptPrompts(prompts, options) {
		const names = mapNames(prompts.map(({ name }) => name));
		const made = /* @__PURE__ */ new Map();
		for (const prompt of prompts) {
			const name = names.get(prompt.name);
			const key = `${name} ${options.version} ${JSON.stringify(prompt.entry)}`;
			const known = this.#prompts.get(prompt.name);
			made.set(prompt.name, known?.key === key ? known : {
				key,
				operation: promptOperation(prompt, options, name)
			});
		}
		this.#prompts = made;
	}
};
function readPrompts(entries) {
	const prompts = /* @__PURE__ */ new Map();
	const problems = [];
	for (const entry of entries) {
		const name = isRecord(entry) ? entry["name"] : void 0;
		if (!isRecord(entry) || typeof name !== "string" || name === "") problems.push({ message: "An entry of the prompt list is no prompt" });
		else if (prompts.has(name)) problems.push({ message: `The prompt ${name} is listed twice` });
		else prompts.set(name, {
			name,
			entry
		});
	}
	return {
		prompts: [...prompts.values()],
		problems
	};
}
// src/sources/mcp/tools/list-pages.ts
const MAX_PAGES = 1e3;
const MAX_ITEMS = 1e5;
async function listAllPages(ask, field, server) {
	const items = [];
	const seen = /* @__PURE__ */ new Set();
	let cursor;
	for (;;) {
		const page = await ask(cursor === void 0 ? {} : { cursor });
		const found = page?.[field];
		if (!Array.isArray(found)) throw broken(server, `answered a list without "${field}"`);
		for (const item of found) items.push(item);
		cursor = nextCursor(page, server);
		if (cursor === void 0) return items;
		if (seen.has(cursor)) throw broken(server, `gave the same cursor twice while listing its ${field}: ${cursor}`);
		seen.add(cursor);
		if (seen.size >= MAX_PAGES || items.length > MAX_ITEMS) throw broken(server, `has more than ${MAX_PAGES} pages or ${MAX_ITEMS} of ${field}`);
	}
}
function nextCursor(page, server) {
	const cursor = page?.["nextCursor"];
	if (cursor === void 0 || cursor === null) return void 0;
	if (typeof cursor !== "string") throw broken(server, "gave a cursor that is no text");
	return cursor;
}
function broken(server, how) {
	return new CallError("PROTOCOL_ERROR", `The MCP server ${server} ${how}.`);
}
// src/sources/mcp/catalogue/listen-for-changes.ts
const FIRST_DELAY = 1e3;
const LONGEST_DELAY = 6e4;
function listenForChanges(session, onMissed) {
	const stopped = new AbortController();
	const filter = filterFor(session);
	if (session.isModern && Object.keys(filter).length > 0) keepListening(session, {
		filter,
		onMissed,
		signal: stopped.signal
	});
	return () => stopped.abort();
}
function filterFor({ client }) {
	const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
	return {
		...tools?.listChanged === true && { toolsListChanged: true },
		...prompts?.listChanged === true && { promptsListChanged: true },
		...resources?.listChanged === true && { resourcesListChanged: true }
	};
}
async function keepListening(session, { filter, onMissed, signal }) {
	let wait = FIRST_DELAY;
	while (!signal.aborted && session.isOpen) {
		try {
			const subscription = await session.client.listen(filter, { signal });
			if (wait !== FIRST_DELAY) onMissed();
			wait = FIRST_DELAY;
			if (await subscription.closed === "local") return;
		} catch (error) {
			if (typeof error.code === "number") return;
		}
		if (signal.aborted || !session.isOpen) return;
		await delay(wait, signal).catch(() => void 0);
		wait = Math.min(wait * 2, LONGEST_DELAY);
	}
}
// src/sources/mcp/session/record-request.ts
async function recordRequest(server, asked, connection) {
	const { call, method, params, credentials = {} } = asked;
	const [at, since] = [Date.now(), performance.now()];
	const end = (outcome) => {
		const { message, http } = call?.seen ?? {};
		const head = http === void 0 ? {} : {
			status: http.status,
			headers: http.answerHeaders
		};
		const sent = message ?? {
			method,
			params
		};
		call?.context.onExchange?.({
			protocol: "mcp",
			requestId: call.context.requestId,
			at,
			durationMs: performance.now() - since,
			request: {
				method,
				to: http?.url ?? server,
				headers: http?.headers,
				body: textOf$1(sent)
			},
			..."error" in outcome ? {
				error: outcome.error,
				...http === void 0 ? {} : { answer: head }
			} : { answer: {
				...head,
				body: textOf$1({
					jsonrpc: "2.0",
					id: message?.id,
					result: outcome.result
				})
			} },
			secrets: Object.values(credentials)
		});
	};
	try {
		const result = await connection.request(asked);
		end({ result });
		return result;
	} catch (thrown) {
		end({ error: messageOf(thrown) });
		throw thrown;
	}
}
function textOf$1(message) {
	try {
		return JSON.stringify(message);
	} catch {
		return;
	}
}
// src/sources/mcp/session/requester.ts
function createRequester(server) {
	const { name, location, config, connection, calls, isolated, log } = server;
	const timeout = config.timeout ?? 6e4;
	const credentialsOf = async ({ identity }) => await config.credentials?.(identity);
	const requester = {
		server: name,
		location,
		cutsAnswers: false,
		warn: (text) => log("warning", text),
		accessControl: config.accessControl ?? { requiredScopes: [] },
		async ask(request, context) {
			const work = context instanceof CallScope ? context.passOn() : { phase: "notStarted" };
			const credentials = config.credentials === void 0 ? void 0 : await credentialsOf(context);
			const params = withMeta(request.params, context.trace, requester.cutsAnswers);
			const onSend = () => {
				if (work.phase === "notStarted") work.phase = "unknown";
			};
			const toAsked = (call, isCurrent = request.isCurrent) => ({
				method: request.method,
				params,
				inputSchema: request.inputSchema,
				needsTask: request.needsTask,
				what: request.what,
				isCurrent,
				timeout,
				cancellation: context instanceof CallScope ? context.cancellation : void 0,
				signal: context instanceof CallScope ? void 0 : context.signal,
				onProgress: context.onProgress,
				credentials,
				onSend,
				call
			});
			if (isolated === void 0) return await calls.during(context, (call) => call.seen === void 0 ? connection.request(toAsked(call)) : recordRequest(name, toAsked(call), connection));
			const { lane, release } = await isolated.hold(context);
			try {
				await lane.tools?.settled();
				const isCurrent = currentIn(lane, request);
				return await lane.calls.during(context, (call) => {
					const asked = toAsked(call, isCurrent);
					return call.seen === void 0 ? lane.connection.request(asked) : recordRequest(name, asked, lane.connection);
				});
			} finally {
				release();
			}
		},
		credentials: credentialsOf,
		hold: async (context) => {
			if (isolated === void 0) return {
				connection,
				release: () => {}
			};
			const { lane, release } = await isolated.hold(context);
			return {
				connection: lane.connection,
				release
			};
		}
	};
	return requester;
}
function currentIn({ tools }, { tool, isCurrent }) {
	if (tools === void 0 || tool === void 0) return isCurrent;
	return () => {
		tools.assertSame(tool);
		return isCurrent?.() !== false;
	};
}
function withMeta(params, trace, cutsAnswers) {
	if (trace === void 0 && !cutsAnswers) return params;
	const { traceparent, tracestate } = trace ?? {};
	const _meta = {
		...params?.["_meta"],
		...traceparent && { traceparent },
		...tracestate && { tracestate },
		...cutsAnswers && { ["alkdev.operations/answerTokens"]: "all" }
	};
	return {
		...params,
		_meta
	};
}
// src/sources/mcp/tools/listed-tool.ts
const KEPT_FIELDS = [
	"annotations",
	"icons",
	"execution",
	"_meta"
];
function readTools(entries) {
	const tools = /* @__PURE__ */ new Map();
	const problems = [];
	for (const entry of entries) {
		const tool = readTool(entry);
		if (tool === void 0) problems.push({ message: `An entry of the tool list is no tool: ${shorten(entry)}` });
		else if ("unreadable" in tool) problems.push({
			tool: tool.name,
			message: "The tool cannot be read"
		});
		else if (tools.has(tool.name)) problems.push({
			tool: tool.name,
			message: "The tool is listed twice"
		});
		else tools.set(tool.name, tool);
	}
	return {
		tools: [...tools.values()],
		problems
	};
}
function readTool(entry) {
	if (!isRecord(entry)) return void 0;
	const { name, description, inputSchema, outputSchema } = entry;
	if (typeof name !== "string" || name === "") return void 0;
	const annotations = isRecord(entry["annotations"]) ? entry["annotations"] : void 0;
	const kept = KEPT_FIELDS.filter((field) => entry[field] !== void 0);
	const text = jsonOf$1(entry);
	if (text === void 0) return {
		name,
		unreadable: true
	};
	return {
		name,
		title: textOf(entry["title"]),
		description: textOf(description) ?? "",
		inputSchema: inputSchema ?? { type: "object" },
		outputSchema: outputSchema ?? void 0,
		annotations,
		kept: Object.fromEntries(kept.map((field) => [field, entry[field]])),
		text
	};
}
function textOf(value) {
	return typeof value === "string" ? value : void 0;
}
function shorten(value) {
	return (jsonOf$1(value) ?? "something that cannot be shown").slice(0, 100);
}
function jsonOf$1(value) {
	try {
		return JSON.stringify(value);
	} catch {
		return;
	}
}
// src/sources/mcp/config/tool-filter.ts
function createToolFilter(include = "*", exclude = []) {
	const [included, excluded] = [toTests(include), toTests(exclude)];
	return (name) => included.some((matches) => matches(name)) && !excluded.some((matches) => matches(name));
}
function toTests(patterns) {
	return [patterns].flat().map((pattern) => {
		return typeof pattern === "string" ? toNameTest(pattern) : (name) => name.search(pattern) !== -1;
	});
}
// src/sources/mcp/tools/tool-result.ts
function toToolEnvelope(result, options) {
	if (!isRecord(result)) {
		const message = `The MCP server ${options.server} answered ${options.what} with something that is no result.`;
		throw new CallError("PROTOCOL_ERROR", message, void 0, { phase: "started" });
	}
	const { structuredContent, isError, _meta, content } = result;
	const blocks = mapMCPContentBlocks(content);
	const meta = {
		isError: isError === true,
		content: blocks,
		...structuredContent === void 0 ? {} : { structuredContent },
		...typeof _meta === "object" && _meta !== null ? { _meta } : {}
	};
	if (structuredContent !== void 0) return mcpEnvelope(structuredContent, meta);
	const json = options.hasOutputSchema && !meta.isError ? jsonOf(blocks) : void 0;
	return mcpEnvelope(json === void 0 ? blocks : json.value, meta);
}
function jsonOf(blocks) {
	const texts = blocks.filter((block) => block.type === "text");
	const [only] = texts;
	if (only === void 0 || texts.length > 1) return void 0;
	try {
		return { value: parseExactly(only.text) };
	} catch {
		return;
	}
}
// src/sources/mcp/tools/tool-schema.ts
const LARGE = 5e4;
var ToolSchema = class {
	#options;
	#converted;
	constructor(options) {
		this.#options = options;
	}
	get schema() {
		return (this.#converted ??= this.#convert()).schema;
	}
	get problem() {
		return (this.#converted ??= this.#convert()).problem;
	}
	#convert() {
		const { source, open, onWidened } = this.#options;
		try {
			const schema = fromForeignSchema(source, onWidened);
			assertUsable(schema, source);
			return { schema };
		} catch (thrown) {
			return {
				schema: open(),
				problem: messageOf(thrown)
			};
		}
	}
};
function assertUsable(schema, source) {
	if (typeof source === "boolean") return;
	if (typeof source !== "object" || source === null) throw new Error("a schema is an object or a boolean.");
	const validator = getValidator(schema);
	if (JSON.stringify(source).length > LARGE) validator.check;
	else lowerSchema(validator.scope, validator.schema);
}
// src/sources/mcp/tools/tool-operation.ts
const UNCHECKED = "The server's schema of this tool cannot be used: nothing is checked against it.";
function toToolOperation(tool, options) {
	const { requester, trustHints, isCurrent, name, namespace, version } = options;
	const hints = trustHints ? tool.annotations : void 0;
	const hasOutputSchema = tool.outputSchema !== void 0;
	const { execution } = tool.kept;
	const needsTask = isRecord(execution) && execution["taskSupport"] === "required";
	const onWidened = (pattern) => requester.warn(`${tool.name}: a pattern could take very long to match and is not used: ${pattern.slice(0, 100)}`);
	const input = new ToolSchema({
		source: tool.inputSchema,
		open: anyInput,
		onWidened
	});
	const output = new ToolSchema({
		source: tool.outputSchema ?? true,
		open: () => Unknown(),
		onWidened
	});
	const operation = {
		name,
		namespace,
		version,
		type: hints?.["readOnlyHint"] === true ? OperationType.QUERY : OperationType.MUTATION,
		...tool.title === void 0 ? {} : { title: tool.title },
		description: tool.description,
		get inputSchema() {
			return input.schema;
		},
		get outputSchema() {
			return hasOutputSchema ? output.schema : Unknown();
		},
		accessControl: requester.accessControl,
		...hints?.["idempotentHint"] === true ? { idempotent: true } : {},
		origin: {
			source: "mcp",
			location: requester.location,
			name: tool.name
		},
		...Object.keys(tool.kept).length === 0 ? {} : { metadata: { mcp: tool.kept } },
		handler: async (input, context) => {
			return toToolEnvelope(await requester.ask({
				method: "tools/call",
				params: {
					name: tool.name,
					arguments: encodeBytes(input)
				},
				inputSchema: tool.inputSchema,
				tool,
				needsTask,
				isCurrent: () => isCurrent(operation),
				what: `The tool ${tool.name} of the MCP server ${requester.server}`
			}, context), {
				what: tool.name,
				server: requester.server,
				hasOutputSchema
			});
		}
	};
	const problems = () => Object.entries({
		input,
		output
	}).flatMap(([unchecked, { problem }]) => {
		if (problem === void 0) return [];
		return [{
			tool: tool.name,
			unchecked,
			message: uncheckedText(unchecked, problem)
		}];
	});
	return {
		operation,
		problems
	};
}
function anyInput() {
	return _Object_({}, { description: UNCHECKED });
}
function uncheckedText(part, problem) {
	return `Its ${part} is not checked, because the server's schema for it cannot be used: ${problem}`;
}
// src/sources/mcp/catalogue/watch-list.ts
const QUIET = 50;
function watchList(session, { kind, refresh, onError }) {
	const stopped = new AbortController();
	let timer;
	let isReading = false;
	let isOutdated = false;
	let announced = 0;
	let read = 0;
	const waiting = /* @__PURE__ */ new Set();
	const endWaiting = (error) => {
		for (const waiter of waiting) {
			if (error === void 0 && waiter.until > read) continue;
			waiting.delete(waiter);
			waiter.end(error);
		}
	};
	const onChanged = () => {
		announced++;
		readSoon();
	};
	const readSoon = () => {
		if (stopped.signal.aborted) return;
		if (isReading) isOutdated = true;
		else timer ??= setTimeout(() => void readNow(), QUIET);
	};
	const readNow = async () => {
		timer = void 0;
		isReading = true;
		const covered = announced;
		try {
			await refresh();
			read = covered;
			endWaiting();
		} catch (error) {
			if (!stopped.signal.aborted) onError(error);
			endWaiting(error);
		}
		isReading = false;
		if (!isOutdated) return;
		isOutdated = false;
		readSoon();
	};
	session.client.setNotificationHandler(`notifications/${kind}/list_changed`, onChanged);
	return {
		announce: onChanged,
		settled() {
			if (read >= announced || stopped.signal.aborted) return void 0;
			if (!isReading) readSoon();
			return new Promise((resolve, reject) => {
				waiting.add({
					until: announced,
					end: (error) => error === void 0 ? resolve() : reject(error)
				});
			});
		},
		stop() {
			clearTimeout(timer);
			stopped.abort();
			endWaiting(/* @__PURE__ */ new Error("The session has ended."));
		}
	};
}
// src/sources/mcp/catalogue/session-tools.ts
var SessionTools = class {
	#options;
	#listed = /* @__PURE__ */ new Map();
	#watch;
	#stopListening;
	constructor(options) {
		this.#options = options;
	}
	async read(session) {
		const { list, warn } = this.#options;
		const refresh = async () => {
			this.#listed = await list(session);
		};
		this.stop();
		const onError = (error) => warn(`The tools of a caller's session cannot be read: ${messageOf(error)}`);
		const watch = watchList(session, {
			kind: "tools",
			refresh,
			onError
		});
		this.#watch = watch;
		this.#stopListening = listenForChanges(session, () => watch.announce());
		await refresh();
	}
	settled() {
		return this.#watch?.settled()?.catch((cause) => {
			throw new CallError("CONNECTION_LOST", "The tools of the caller's session cannot be read.", void 0, {
				phase: "notStarted",
				cause
			});
		});
	}
	assertSame({ name, text }) {
		const own = this.#listed.get(name);
		if (own === void 0 || own === text) return;
		const message = `The tool ${name} is not the same in the session of this caller as the one that the hub knows.`;
		this.#options.warn(message);
		throw new CallError("OPERATION_QUARANTINED", message);
	}
	stop() {
		this.#stopListening?.();
		this.#watch?.stop();
	}
};
// src/sources/mcp/catalogue/server-catalogue.ts
const LONGEST_TURN = 10;
var ServerCatalogue = class {
	server = {};
	tools = [];
	operations = [];
	problems = [];
	connection;
	#options;
	#requester;
	#isWanted;
	#listeners = new Listeners();
	#made = /* @__PURE__ */ new Map();
	#toolProblems = [];
	#offers;
	#watches = [];
	#stopListening;
	#session;
	constructor(options) {
		const { config, connection } = options;
		this.#options = options;
		this.connection = connection;
		this.#requester = createRequester(options);
		this.#isWanted = createToolFilter(config.include, config.exclude);
		this.#offers = new ServerOffers(config);
	}
	async read(session) {
		const { client } = session;
		this.#session = session;
		const info = client.getServerVersion();
		this.server = {
			name: info?.name,
			version: info?.version,
			protocolVersion: client.getNegotiatedProtocolVersion(),
			instructions: client.getInstructions()
		};
		this.#stopWatching();
		this.#offers.adopt(session, this.#offerOptions);
		this.#watches = this.#watchLists(session);
		this.#stopListening = listenForChanges(session, () => this.#watches.forEach((watch) => watch.announce()));
		await Promise.all([this.#readTools(session), this.#readPrompts(session)]);
		this.#tell(session);
	}
	sessionTools() {
		const list = async (session) => {
			const { tools } = readTools(await this.#listTools(session));
			return new Map(tools.map(({ name, text }) => [name, text]));
		};
		return new SessionTools({
			list,
			warn: (text) => this.#options.log("warning", text)
		});
	}
	renewLists() {
		this.#offers.renewLists(this.#offerOptions);
		if (this.#session !== void 0) this.#tell(this.#session);
	}
	onChange(listener) {
		return this.#listeners.add(listener);
	}
	settled() {
		const waiting = this.connection.settled();
		if (waiting !== void 0) return waiting;
		const reading = this.#watches.map((watch) => watch.settled()).filter((settled) => settled !== void 0);
		return reading.length === 0 ? void 0 : Promise.all(reading).then(() => void 0);
	}
	async close() {
		this.#stopWatching();
		this.#listeners.clear();
		await this.connection.close();
	}
	#stopWatching() {
		this.#stopListening?.();
		for (const watch of this.#watches) watch.stop();
		this.#watches = [];
	}
	#watchLists(session) {
		const capabilities = session.client.getServerCapabilities() ?? {};
		const refresh = {
			tools: () => this.#readTools(session),
			prompts: () => this.#readPrompts(session),
			resources: async () => this.#offers.renewLists(this.#offerOptions)
		};
		return [
			"tools",
			"prompts",
			"resources"
		].filter((kind) => capabilities[kind] !== void 0).map((kind) => watchList(session, {
			kind,
			refresh: async () => {
				await refresh[kind]();
				this.#tell(session);
			},
			onError: (error) => this.#options.log("warning", `The list of ${kind} cannot be read: ${messageOf(error)}`)
		}));
	}
	get #offerOptions() {
		const { name } = this.#options;
		return {
			namespace: toNamespace(name),
			version: this.server.version || "1.0.0",
			requester: this.#requester
		};
	}
	async #readPrompts(session) {
		await this.#offers.readPrompts(session, this.#offerOptions, this.#readPages);
		if (session !== this.#session) return;
		this.#logProblems(this.#offers.problems);
	}
	#tell(session) {
		if (session !== this.#session) return;
		this.operations = [...this.tools, ...this.#offers.operations];
		this.problems = [...this.#toolProblems, ...this.#offers.problems];
		this.#listeners.tell(void 0, (error) => this.#options.log("warning", `A change listener failed: ${messageOf(error)}`));
	}
	#logProblems(problems) {
		for (const { message, tool } of problems) this.#options.log("warning", tool === void 0 ? message : `${tool}: ${message}`);
	}
	async #readTools(session) {
		const entries = await this.#listTools(session);
		if (session !== this.#session) return;
		const { tools: listed, problems } = readTools(entries);
		const tools = listed.filter((tool) => !readsAnswers(tool));
		this.#requester.cutsAnswers = tools.length < listed.length;
		const usable = session.needsHeaders ? withoutBadHeaders(tools, problems) : tools;
		this.#adopt(usable.filter((tool) => this.#isWanted(tool.name)));
		problems.push(...await this.#schemaProblems());
		if (session !== this.#session) return;
		this.#toolProblems = problems;
		this.#logProblems(problems);
	}
	async #schemaProblems() {
		const problems = [];
		let since = performance.now();
		for (const { tool } of this.#made.values()) {
			problems.push(...tool.problems());
			if (performance.now() - since < LONGEST_TURN) continue;
			await new Promise((resolve) => afterArrivals(resolve));
			since = performance.now();
		}
		return problems;
	}
	async #listTools(session) {
		if (session.client.getServerCapabilities()?.tools === void 0) return [];
		return await this.#readPages(session, "tools/list", "tools");
	}
	#readPages = async (session, method, field) => {
		const { name, config } = this.#options;
		const timeout = config.connectTimeout ?? 3e4;
		const cancellation = new Cancellation();
		cancellation.followSignal(this.connection.closing);
		cancellation.followDeadline(performance.now() + timeout);
		const { signal } = cancellation;
		try {
			const ask = (params) => session.request({
				method,
				params,
				timeout,
				signal
			});
			return await listAllPages(ask, field, name);
		} finally {
			cancellation.release();
		}
	};
	#adopt(tools) {
		const { config } = this.#options;
		const { namespace, version } = this.#offerOptions;
		const names = mapNames(tools.map((tool) => tool.name));
		const made = /* @__PURE__ */ new Map();
		for (const tool of tools) {
			const name = names.get(tool.name);
			const key = `${name} ${version} ${tool.text}`;
			const known = this.#made.get(tool.name);
			const isCurrent = (operation) => this.#made.get(tool.name)?.tool.operation === operation;
			const options = {
				name,
				namespace,
				version,
				trustHints: config.trustHints === true,
				isCurrent,
				requester: this.#requester
			};
			made.set(tool.name, known?.key === key ? known : {
				key,
				tool: toToolOperation(tool, options)
			});
		}
		this.#made = made;
		this.tools = Array.from(made.values(), ({ tool }) => tool.operation);
		this.operations = [...this.tools, ...this.#offers.operations];
	}
};
function readsAnswers({ kept }) {
	const { _meta } = kept;
	return isRecord(_meta) && _meta["alkdev.operations/readsAnswers"] === true;
}
function withoutBadHeaders(tools, problems) {
	return tools.filter(({ name, inputSchema }) => {
		const { problem: message } = readHeaderArguments(inputSchema);
		if (message !== void 0) problems.push({
			tool: name,
			message
		});
		return message === void 0;
	});
}
// src/sources/mcp/mcp-client.ts
async function createMCPClient(name, config) {
	const endpoint = endpointOf(name, config);
	const sdk = await loadClientModule();
	const log = createLog(name, config);
	const plan = {
		name,
		config,
		endpoint,
		sdk,
		log
	};
	const calls = trackCallers(plan);
	const isolated = isolateSessions(plan, () => catalogue.sessionTools());
	const states = new Listeners();
	const catalogue = new ServerCatalogue({
		name,
		config,
		location: locationOf(endpoint),
		calls,
		isolated,
		log,
		connection: new ServerConnection({
			...plan,
			config: isolated === void 0 ? config : {
				...namedConfig(config, DISCOVERY),
				onLog: void 0
			},
			calls,
			onConnected: async (session) => await catalogue.read(session),
			onState: (change) => states.tell(change)
		})
	});
	const abort = () => void close();
	const close = async () => {
		config.signal?.removeEventListener("abort", abort);
		states.clear();
		await Promise.all([catalogue.close(), isolated?.close()]);
	};
	config.signal?.addEventListener("abort", abort);
	try {
		config.signal?.throwIfAborted();
		await catalogue.connection.open();
	} catch (error) {
		await close();
		throw config.signal?.aborted === true ? config.signal.reason : error;
	}
	return {
		name,
		get server() {
			return catalogue.server;
		},
		get tools() {
			return catalogue.tools;
		},
		get operations() {
			return catalogue.operations;
		},
		get problems() {
			return catalogue.problems;
		},
		get isClosed() {
			return catalogue.connection.isClosed;
		},
		get sessions() {
			return isolated?.counts;
		},
		settled: () => catalogue.settled(),
		attach: (registry) => attach(registry, catalogue),
		onChange: (listener) => catalogue.onChange(listener),
		onState: (listener) => states.add(listener),
		reconnect: () => catalogue.connection.renew(),
		renewLists: () => catalogue.renewLists(),
		close
	};
}
async function closeMCPClient(wrapper) {
	await wrapper.close();
}
function locationOf(endpoint) {
	return endpoint.kind === "stdio" ? endpoint.command : `${endpoint.url.origin}${endpoint.url.pathname}`;
}
function attach(registry, catalogue) {
	const registered = new SyncedOperations(registry, catalogue.operations);
	const stop = catalogue.onChange(() => registered.update(catalogue.operations));
	return () => {
		stop();
		registered.clear();
	};
}
function createLog(server, { logger }) {
	return (kind, text) => tellListener(logger, {
		server,
		kind,
		text
	});
}
// src/sources/login/follow-login.ts
const PAUSE = 5e3;
function followLogin({ vault, address, known, onReplaced }) {
	let login = known?.login;
	let timer;
	let hasEnded = false;
	const isNew = (record) => !hasEnded && record !== void 0 && record.login !== login;
	const hear = (record) => {
		if (!isNew(record)) return;
		login = record.login;
		onReplaced();
	};
	const tell = (record) => {
		if (vault.changes === void 0) hear(record);
		else vault.changes.tell({
			address,
			record
		});
	};
	const look = async () => {
		const record = await vault.openExisting().then((opened) => opened?.read(address)).catch(() => void 0);
		if (isNew(record)) tell(record);
		if (!hasEnded) lookLater();
	};
	const lookLater = () => {
		timer = setTimeout(() => void look(), PAUSE);
		timer.unref?.();
	};
	const stopHearing = vault.changes?.on(({ address: { source, identity }, record }) => {
		if (source === address.source && identity === address.identity) hear(record);
	});
	lookLater();
	return () => {
		hasEnded = true;
		clearTimeout(timer);
		stopHearing?.();
	};
}
function hearCallerLogins(vault, key, onChange) {
	return vault.changes?.on(({ address: { source, identity } }) => {
		if (source === key && identity !== "") onChange();
	});
}
// src/sources/mcp/login/login-key.ts
const ALGORITHM = "ES256";
async function createLoginKey(sdk) {
	const { exportJWK } = await import("jose");
	const keyPair = await sdk.generateDpopKeyPair({
		alg: ALGORITHM,
		extractable: true
	});
	const session = await sdk.DpopSession.create({ keyPair });
	return {
		key: { privateJwk: await exportJWK(keyPair.privateKey) },
		keyPair,
		session
	};
}
async function openLoginKey(sdk, { privateJwk }) {
	const { calculateJwkThumbprint, importJWK } = await import("jose");
	const { d: _private, ...publicJwk } = privateJwk;
	const [privateKey, publicKey, thumbprint] = await Promise.all([
		importJWK(privateJwk, ALGORITHM),
		importJWK(publicJwk, ALGORITHM),
		calculateJwkThumbprint(publicJwk)
	]);
	const keys = {
		privateKey,
		publicKey
	};
	return await sdk.DpopSession.create({ keyPair: {
		...keys,
		publicJwk,
		thumbprint,
		alg: ALGORITHM
	} });
}
function asksForBoundTokens({ headers }) {
	return /(?:^|,)\s*dpop\s/i.test(headers.get("www-authenticate") ?? "");
}
function takesBoundTokens(discovery) {
	const { dpop_signing_alg_values_supported: algorithms, dpop_bound_access_tokens_required: isRequired } = discovery?.resourceMetadata ?? {};
	return isRequired === true || Array.isArray(algorithms) && algorithms.includes(ALGORITHM);
}
// src/sources/mcp/login/login-provider.ts
var LoginProvider = class {
	redirectUrl;
	clientMetadata;
	clientMetadataUrl;
	client;
	discovery;
	resource;
	authorizationUrl;
	dpop;
	#tokens;
	#verifier;
	#state;
	constructor(oauth, redirectUrl, { known, grants = [] }) {
		this.redirectUrl = redirectUrl;
		const { clientId, clientSecret, issuer, scopes, clientMetadataUrl } = oauth;
		this.clientMetadata = {
			client_name: "operations",
			redirect_uris: [redirectUrl],
			grant_types: [
				"authorization_code",
				"refresh_token",
				...grants
			],
			response_types: ["code"],
			token_endpoint_auth_method: clientSecret === void 0 ? "none" : "client_secret_basic",
			...scopes === void 0 ? {} : { scope: scopes.join(" ") }
		};
		if (clientMetadataUrl !== void 0) this.clientMetadataUrl = clientMetadataUrl;
		const own = {
			client_id: clientId ?? "",
			...clientSecret === void 0 ? {} : { client_secret: clientSecret }
		};
		this.client = clientId === void 0 ? known : {
			...own,
			...issuer === void 0 ? {} : { issuer }
		};
	}
	state() {
		return this.#state ??= process.getBuiltinModule("node:crypto").randomBytes(24).toString("base64url");
	}
	clientInformation() {
		return this.client;
	}
	saveClientInformation(client) {
		this.client = client;
	}
	tokens() {
		return this.#tokens;
	}
	saveTokens(tokens) {
		this.#tokens = tokens;
	}
	redirectToAuthorization(url) {
		this.authorizationUrl = url;
	}
	saveCodeVerifier(verifier) {
		this.#verifier = verifier;
	}
	codeVerifier() {
		if (this.#verifier === void 0) throw new CallError("PROTOCOL_ERROR", "The login has not begun.");
		return this.#verifier;
	}
	saveDiscoveryState(state) {
		this.discovery = state;
	}
	discoveryState() {
		return this.discovery;
	}
	saveResourceUrl(resource) {
		this.resource = resource;
	}
	invalidateCredentials(what) {
		if (what === "client" || what === "all") this.client = void 0;
		if (what === "tokens" || what === "all") this.#tokens = void 0;
	}
};
// src/sources/mcp/login/login-state.ts
function stateOf(record) {
	return record?.state ?? {};
}
function toRecord(tokens, { key, ...state }, asked) {
	const savedAt = Date.now();
	const isBound = tokens.token_type.toLowerCase() === "dpop";
	const { expires_in: seconds } = tokens;
	return {
		accessToken: tokens.access_token,
		savedAt,
		scope: tokens.scope ?? asked,
		state: isBound ? {
			...state,
			key
		} : state,
		...tokens.refresh_token === void 0 ? {} : { refreshToken: tokens.refresh_token },
		...seconds === void 0 ? {} : { expiresAt: savedAt + seconds * 1e3 }
	};
}
// src/sources/mcp/login/browser-login.ts
function challengeIn(response, sdk) {
	return {
		...sdk.extractWWWAuthenticateParams(response),
		isBound: asksForBoundTokens(response)
	};
}
async function logInByPerson(deps, steps, earlier) {
	if (steps.showCode !== void 0) return await logInWithCode(deps, steps, earlier);
	const { address, pending } = await beginLogin(deps, steps, earlier);
	return await finishLogin(deps, pending, await steps.authorize(address));
}
async function beginLogin(deps, start, earlier) {
	const { provider, challenge } = await prepare(deps, start, earlier);
	const { client, discovery, resource, authorizationUrl: address } = provider;
	if (address === void 0) throw new CallError("PROTOCOL_ERROR", `The server of ${deps.name} names no login page.`);
	const { resourceMetadataUrl, ...told } = challenge;
	return {
		address,
		pending: {
			client,
			discovery,
			resource,
			redirectUrl: start.redirectUrl,
			verifier: provider.codeVerifier(),
			challenge: told,
			resourceMetadataUrl: resourceMetadataUrl?.href,
			scope: address.searchParams.get("scope") ?? told.scope
		}
	};
}
async function finishLogin(deps, pending, answer) {
	const { sdk, oauth, name } = deps;
	const { client, discovery, resource, redirectUrl = "", scope, verifier, ...begun } = pending;
	const provider = new LoginProvider(oauth, redirectUrl, { known: client });
	provider.discovery = discovery;
	provider.saveCodeVerifier(verifier);
	let key;
	provider.dpop = async () => {
		if (!isBound(begun.challenge, discovery)) return void 0;
		return (await (key ??= createLoginKey(sdk))).session;
	};
	const iss = answer.get("iss");
	const code = answer.get("code") ?? void 0;
	if (code === void 0) throw refused(name, provider, answer, sdk);
	const metadata = begun.resourceMetadataUrl;
	const resourceMetadataUrl = metadata === void 0 ? void 0 : new URL(metadata);
	const options = authOptions(deps, {
		...begun.challenge,
		resourceMetadataUrl
	});
	await sdk.auth(provider, {
		...options,
		authorizationCode: code,
		...iss === null ? {} : { iss }
	});
	return toRecord(provider.tokens(), {
		client: provider.client,
		discovery: provider.discovery,
		resource,
		redirectUrl,
		key: (await key)?.key
	}, scope);
}
function isBound(challenge, discovery) {
	return challenge.isBound === true || takesBoundTokens(discovery);
}
async function prepare(deps, { redirectUrl, signal }, earlier, grants = []) {
	const { sdk, oauth } = deps;
	const challenge = await askForChallenge(deps, signal);
	const { client, redirectUrl: used, wanted } = stateOf(earlier);
	const provider = new LoginProvider(oauth, redirectUrl, {
		known: used === redirectUrl ? client : void 0,
		grants
	});
	const scope = sdk.computeScopeUnion(oauth.scopes?.join(" ") ?? challenge.scope, wanted);
	const asked = {
		...challenge,
		scope
	};
	await sdk.auth(provider, authOptions(deps, asked));
	return {
		provider,
		challenge: asked
	};
}
async function logInWithCode(deps, steps, earlier) {
	const { name, sdk, fetch: send } = deps;
	const { provider, challenge } = await prepare(deps, steps, earlier, [DEVICE_GRANT]);
	const { discovery, client, resource, authorizationUrl } = provider;
	const server = discovery?.authorizationServerMetadata;
	if (server === void 0 || client === void 0) throw new CallError("VALIDATION_ERROR", `The server of ${name} says nothing of a device flow: log in without --device.`);
	const oauth = await import("oauth4webapi");
	const { client_id, client_secret } = client;
	const proof = client_secret === void 0 ? oauth.None() : oauth.ClientSecretBasic(client_secret);
	const scope = authorizationUrl?.searchParams.get("scope") ?? void 0;
	const parameters = {
		...scope === void 0 ? {} : { scope },
		...resource === void 0 ? {} : { resource }
	};
	const metadata = server;
	const bound = isBound(challenge, discovery) ? await createLoginKey(sdk) : void 0;
	return toRecord(await logInByDevice({
		name,
		server: metadata,
		client: { client_id },
		proof,
		parameters,
		fetch: send,
		steps,
		boundTo: bound?.keyPair
	}), {
		client,
		discovery,
		resource,
		redirectUrl: steps.redirectUrl,
		key: bound?.key
	}, scope);
}
function authOptions({ url, fetch: fetchFn }, { scope, resourceMetadataUrl }) {
	return {
		serverUrl: url,
		fetchFn,
		...scope === void 0 ? {} : { scope },
		...resourceMetadataUrl === void 0 ? {} : { resourceMetadataUrl }
	};
}
async function refreshLogin(deps, record) {
	const { sdk, name, fetch: fetchFn } = deps;
	const state = stateOf(record);
	const { client, discovery, resource, key } = state;
	if (record?.refreshToken === void 0 || client === void 0 || discovery === void 0) throw loginRequired({
		source: name,
		why: "the login has ended"
	});
	try {
		return toRecord(await sdk.refreshAuthorization(discovery.authorizationServerUrl, {
			clientInformation: client,
			refreshToken: record.refreshToken,
			fetchFn,
			...discovery.authorizationServerMetadata === void 0 ? {} : { metadata: discovery.authorizationServerMetadata },
			...resource === void 0 ? {} : { resource },
			...key === void 0 ? {} : { dpop: await openLoginKey(sdk, key) }
		}), state, record.scope);
	} catch (cause) {
		if (!isFinal(cause, sdk)) throw cause;
		throw loginRequired({
			source: name,
			why: "the server no longer accepts the last login",
			cause
		});
	}
}
const FINAL_CODES = /* @__PURE__ */ new Set([
	"invalid_grant",
	"invalid_client",
	"unauthorized_client"
]);
function isFinal(thrown, sdk) {
	return thrown instanceof sdk.OAuthError && FINAL_CODES.has(thrown.code);
}
async function askForChallenge({ url, fetch: send, sdk }, signal) {
	let challenge = {};
	const transport = new sdk.StreamableHTTPClientTransport(url, {
		fetch: send,
		authProvider: {
			token: async () => void 0,
			onUnauthorized: async ({ response }) => {
				challenge = challengeIn(response, sdk);
				throw new sdk.UnauthorizedError();
			}
		}
	});
	const client = new sdk.Client({
		name: "alkdev-operations",
		version: "0.1.0"
	}, { versionNegotiation: { mode: "auto" } });
	try {
		await client.connect(transport, { signal });
		await client.listTools(void 0, { signal });
	} catch {
		signal.throwIfAborted();
	} finally {
		await client.close().catch(() => void 0);
	}
	return challenge;
}
function refused(name, { discovery }, answer, sdk) {
	const metadata = discovery?.authorizationServerMetadata;
	sdk.validateAuthorizationResponseIssuer({
		iss: answer.get("iss") ?? void 0,
		expectedIssuer: metadata?.issuer,
		issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true
	});
	const why = answer.get("error_description") ?? answer.get("error") ?? "it sent no code";
	return new CallError("ACCESS_DENIED", `The server of ${name} refused the login: ${shorten$1(why, 300)}`);
}
// src/sources/mcp/login/workload-provider.ts
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
var WorkloadProvider = class {
	redirectUrl = void 0;
	clientMetadata;
	#options;
	#tokens;
	#wasAsked = false;
	constructor(options) {
		this.#options = options;
		this.clientMetadata = {
			client_name: "operations",
			redirect_uris: [],
			grant_types: [GRANT],
			token_endpoint_auth_method: options.clientSecret === void 0 ? "none" : "client_secret_basic"
		};
	}
	clientInformation() {
		const { clientId, clientSecret, issuer } = this.#options;
		return {
			client_id: clientId,
			...clientSecret === void 0 ? {} : { client_secret: clientSecret },
			...issuer === void 0 ? {} : { issuer }
		};
	}
	tokens() {
		return this.#tokens;
	}
	saveTokens(tokens) {
		this.#tokens = tokens;
	}
	async prepareTokenRequest(scope) {
		const { name, assertion } = this.#options;
		if (this.#wasAsked) {
			const message = `The server of ${name} refused the workload's JWT. Look at its audience, its expiry, and the client.`;
			throw new CallError("ACCESS_DENIED", message, void 0, { phase: "notStarted" });
		}
		this.#wasAsked = true;
		const asked = scope === void 0 ? {} : { scope };
		return new URLSearchParams({
			grant_type: GRANT,
			assertion: await assertion(),
			...asked
		});
	}
	redirectToAuthorization() {
		throw noBrowser();
	}
	saveCodeVerifier() {}
	codeVerifier() {
		throw noBrowser();
	}
};
function noBrowser() {
	return new CallError("PROTOCOL_ERROR", "This grant sends no person to a page.");
}
// src/sources/mcp/login/unattended.ts
const DEFAULT_ALGORITHM = "ES256";
async function logInUnattended(deps, challenge) {
	const { sdk, name, oauth } = deps;
	const provider = providerFor(name, oauth, sdk);
	const scope = sdk.computeScopeUnion(oauth.scopes?.join(" "), challenge.scope);
	const key = challenge.isBound === true ? await createLoginKey(sdk) : void 0;
	if (key !== void 0) provider.dpop = () => key.session;
	await sdk.auth(provider, authOptions(deps, {
		...challenge,
		scope
	}));
	const tokens = await provider.tokens();
	if (tokens === void 0) throw new CallError("PROTOCOL_ERROR", `The server of ${name} gave no token.`);
	return toRecord(tokens, { key: key?.key }, scope);
}
function providerFor(name, oauth, sdk) {
	const { grant, privateKey, algorithm = DEFAULT_ALGORITHM, identityProvider, issuer: expectedIssuer } = oauth;
	const clientId = needed(name, "clientId", oauth.clientId);
	const common = {
		clientId,
		clientName: "operations",
		...expectedIssuer === void 0 ? {} : { expectedIssuer }
	};
	if (grant === "jwt_bearer") {
		const { clientSecret, assertionFile: file } = oauth;
		const assertion = async () => file === void 0 ? needed(name, "assertion", oauth.assertion) : await readAssertion(name, file);
		return new WorkloadProvider({
			name,
			clientId,
			clientSecret,
			issuer: expectedIssuer,
			assertion
		});
	}
	if (grant === "cross_app_access") {
		const idp = needed(name, "identityProvider", identityProvider);
		return new sdk.CrossAppAccessProvider({
			...common,
			clientSecret: needed(name, "clientSecret", oauth.clientSecret),
			assertion: async ({ authorizationServerUrl: audience, resourceUrl: resource, scope, fetchFn }) => {
				const { clientId: idpClient, clientSecret, idToken, tokenUrl, issuer } = idp;
				const request = {
					audience,
					resource,
					idToken,
					clientId: idpClient,
					fetchFn,
					...clientSecret === void 0 ? {} : { clientSecret },
					...scope === void 0 ? {} : { scope }
				};
				return (tokenUrl === void 0 ? await sdk.discoverAndRequestJwtAuthGrant({
					...request,
					idpUrl: needed(name, "identityProvider.issuer", issuer)
				}) : await sdk.requestJwtAuthorizationGrant({
					...request,
					tokenEndpoint: tokenUrl
				})).jwtAuthGrant;
			}
		});
	}
	if (privateKey !== void 0) return new sdk.PrivateKeyJwtProvider({
		...common,
		privateKey,
		algorithm
	});
	return new sdk.ClientCredentialsProvider({
		...common,
		clientSecret: needed(name, "clientSecret", oauth.clientSecret)
	});
}
const LONGEST_ASSERTION = 65536;
async function readAssertion(name, file) {
	try {
		const text = await process.getBuiltinModule("node:fs/promises").readFile(file, "utf8");
		if (text.trim() !== "" && text.length <= LONGEST_ASSERTION) return text.trim();
	} catch (cause) {
		const message = `The file with the JWT for ${name} can't be read (oauth.assertionFile): ${messageOf(cause)}`;
		throw new CallError("EXECUTION_ERROR", message, void 0, {
			phase: "notStarted",
			cause
		});
	}
	const message = `The file with the JWT for ${name} is empty or too large (oauth.assertionFile): ${file}`;
	throw new CallError("VALIDATION_ERROR", message);
}
function needed(name, field, value) {
	if (value !== void 0) return value;
	throw new CallError("VALIDATION_ERROR", `oauth.${field} is missing in the config of ${name}: this grant needs it.`);
}
// src/sources/mcp/login/mcp-logins.ts
function loginKeyOf(name, url) {
	return `${name} ${url}`;
}
function canLogIn({ url, token, headers = {} }) {
	const isGiven = token !== void 0 || Object.keys(headers).some((name) => /^authorization$/i.test(name));
	return url !== void 0 && !isGiven;
}
function mcpLogin(name, config) {
	const { url, oauth = {}, login: owner = "shared" } = config;
	if (url === void 0 || !canLogIn(config)) return void 0;
	const deps = async (signal) => ({
		name,
		url: new URL(url),
		oauth,
		sdk: await loadClientModule(),
		fetch: createLoginFetch(new URL(url), signal)
	});
	return {
		key: loginKeyOf(name, url),
		owner,
		isUnattended: isUnattended(oauth),
		redirectPort: oauth.redirectPort,
		async logIn(steps, earlier) {
			const given = await deps(steps.signal);
			return isUnattended(oauth) ? await logInUnattended(given, {}) : await logInByPerson(given, steps, earlier);
		},
		begin: async (start, earlier) => await beginLogin(await deps(start.signal), start, earlier),
		finish: async (pending, answer, signal) => await finishLogin(await deps(signal), pending, answer),
		async revoke(record, signal) {
			const { client, discovery } = stateOf(record);
			const server = discovery?.authorizationServerMetadata;
			if (client === void 0 || server === void 0) return false;
			return await revokeTokens({
				server,
				client,
				record,
				fetch: (await deps(signal)).fetch
			});
		}
	};
}
// src/sources/mcp/login/server-login.ts
var ServerLogin = class {
	#options;
	#stored;
	#isUnattended;
	#challenge = {};
	#refused = /* @__PURE__ */ new WeakMap();
	#signer;
	constructor(options) {
		const { name, url, oauth, vault, onLost, sdk, owner } = options;
		const deps = {
			name,
			url: new URL(url),
			oauth,
			sdk,
			fetch: createLoginFetch(new URL(url))
		};
		this.#options = options;
		this.#isUnattended = isUnattended(oauth);
		this.#stored = new StoredLogin({
			name,
			address: {
				source: loginKeyOf(name, url),
				identity: owner?.owner ?? ""
			},
			isRequired: owner !== void 0,
			url: owner?.page,
			vault,
			onLost,
			isUnattended: this.#isUnattended,
			refresh: async (record) => this.#isUnattended ? await logInUnattended(deps, {
				isBound: stateOf(record).key !== void 0,
				...this.#challenge
			}) : await refreshLogin(deps, record)
		});
	}
	async token() {
		return await this.#stored.token();
	}
	follow(onReplaced) {
		const { vault } = this.#options;
		const { known, address } = this.#stored;
		return followLogin({
			vault,
			address,
			known,
			onReplaced
		});
	}
	get mayHaveEnded() {
		return this.#stored.mayHaveEnded;
	}
	get tokens() {
		return this.#stored.tokens;
	}
	async signer() {
		const { key } = stateOf(this.#stored.known);
		if (key === void 0) return void 0;
		const { x } = key.privateJwk;
		if (this.#signer?.x !== x) this.#signer = {
			x,
			session: openLoginKey(this.#options.sdk, key)
		};
		return await this.#signer?.session;
	}
	wasRefused(token, response) {
		this.#refused.set(response, token);
	}
	async onUnauthorized({ response }) {
		this.#challenge = challengeIn(response, this.#options.sdk);
		await this.#stored.renew(this.#refused.get(response) ?? this.#stored.known?.accessToken);
	}
	async stepUp({ requiredScope, resourceMetadataUrl }) {
		const { sdk, name, owner } = this.#options;
		const { scope: granted } = this.#stored.known ?? {};
		const scope = sdk.computeScopeUnion(granted, requiredScope);
		if (granted !== void 0 && !sdk.isStrictScopeSuperset(scope, granted)) {
			const message = `${name} refuses this, although its login has the scopes that it asks for: ${granted}`;
			throw new CallError("ACCESS_DENIED", message, void 0, { phase: "notStarted" });
		}
		if (this.#isUnattended) {
			this.#challenge = {
				scope,
				resourceMetadataUrl
			};
			await this.#stored.renew(this.#stored.known?.accessToken);
			return;
		}
		await this.#stored.note((record) => ({
			...record,
			state: {
				...stateOf(record),
				wanted: scope
			}
		}));
		throw loginRequired({
			source: name,
			why: `it asks for more: ${scope ?? "other scopes"}`,
			url: owner?.page()
		});
	}
};
// src/sources/mcp/locked-operation.ts
function toLockedOperation(spec, options) {
	const { config, location, hold, onWidened } = options;
	const input = new ToolSchema({
		source: spec.inputSchema,
		open: () => _Object_({}),
		onWidened
	});
	const output = new ToolSchema({
		source: spec.outputSchema,
		open: () => Unknown(),
		onWidened
	});
	const effects = effectsOf(spec, config.trustHints === true);
	const ask = async (given, context) => {
		const { lane: handle, release } = await hold(context);
		try {
			return await handle(given, context);
		} finally {
			release();
		}
	};
	const watch = async function* (given, context) {
		const { lane: handle, release } = await hold(context);
		try {
			yield* handle(given, context);
		} finally {
			release();
		}
	};
	const { name, namespace, title, description, metadata } = spec;
	return {
		name,
		namespace,
		version: "1.0.0",
		...effects,
		...title === void 0 ? {} : { title },
		description,
		get inputSchema() {
			return input.schema;
		},
		get outputSchema() {
			return output.schema;
		},
		accessControl: config.accessControl ?? { requiredScopes: [] },
		origin: {
			source: "mcp",
			location,
			name
		},
		...metadata === void 0 ? {} : { metadata },
		handler: effects.type === OperationType.SUBSCRIPTION ? watch : ask
	};
}
function effectsOf({ metadata }, trustHints) {
	const { mcp } = metadata ?? {};
	const { method, prompt, annotations } = isRecord(mcp) ? mcp : {};
	if (method === "resources/subscribe") return { type: OperationType.SUBSCRIPTION };
	if (method !== void 0 || prompt !== void 0) return { type: OperationType.QUERY };
	const hints = trustHints && isRecord(annotations) ? annotations : {};
	return {
		type: hints["readOnlyHint"] === true ? OperationType.QUERY : OperationType.MUTATION,
		...hints["idempotentHint"] === true ? { idempotent: true } : {}
	};
}
// src/sources/mcp/locked-server.ts
const MOST_LISTS = 100;
var LockedServer = class {
	isFromLock = true;
	#options;
	#clients;
	#different = /* @__PURE__ */ new Map();
	#lists = /* @__PURE__ */ new Map();
	#specs;
	#made;
	constructor(options) {
		this.#options = options;
		const { maxSessions = 32, idleMs = DEFAULT_IDLE_MS, isolation } = options.config;
		this.#clients = new IsolatedSessions({
			name: options.name,
			by: isolation === "session" ? "session" : "caller",
			maxSessions,
			idleMs,
			createLane: (caller) => this.#connect(caller)
		});
	}
	get operations() {
		const specs = this.#options.accepted()?.specs ?? [];
		if (this.#specs !== specs) {
			this.#specs = specs;
			this.#made = void 0;
			this.#different.clear();
		}
		return this.#made ??= specs.map((spec) => this.#toOperation(spec));
	}
	renewOperations() {
		this.#made = void 0;
	}
	get seen() {
		const all = [...this.#lists.values()].flat();
		return [...new Map(all.map((operation) => [operationId(operation), operation])).values()];
	}
	report() {
		return {
			quarantined: [],
			findings: [{
				kind: "from the lock",
				where: this.#options.name,
				why: "nobody has logged in to it for this hub: what it offers is known from operations.lock"
			}, ...this.#different.values()]
		};
	}
	sessions() {
		return this.#clients.counts;
	}
	async close() {
		await this.#clients.close();
	}
	async #connect(caller) {
		const { name, config } = this.#options;
		const { authProviderFor, onLog, ...rest } = config;
		const authProvider = await authProviderFor?.(caller);
		const own = {
			isolation: "shared",
			healthInterval: 0,
			respawn: false
		};
		const client = await createMCPClient(name, {
			...rest,
			...own,
			authProvider,
			onLog: (message) => onLog?.(message, caller)
		}).catch((cause) => {
			throw unreachable(name, cause);
		});
		client.onState(({ state }) => {
			if (state !== "ready") caller.end();
		});
		const note = () => void this.#note(namesOf(caller).caller, client);
		client.onChange(note);
		note();
		return client;
	}
	async #note(caller, { operations }) {
		const accepted = this.#options.accepted();
		const different = [];
		for (const operation of operations) if (await accepted?.fits(operation) === false) different.push(operation);
		const wasDifferent = this.#lists.delete(caller);
		if (different.length === 0 && !wasDifferent) return;
		const [oldest] = this.#lists.keys();
		if (this.#lists.size >= MOST_LISTS && oldest !== void 0) this.#lists.delete(oldest);
		if (different.length > 0) this.#lists.set(caller, different);
		this.#options.onSeen();
	}
	#toOperation(spec) {
		const { config, warn } = this.#options;
		const id = operationId(spec);
		const { origin, pathname } = new URL(config.url ?? "");
		return toLockedOperation(spec, {
			config,
			location: `${origin}${pathname}`,
			hold: (context) => this.#hold(id, context),
			onWidened: (pattern) => warn(`${id}: a pattern could take very long to match and is not used: ${pattern}`)
		});
	}
	async #hold(id, context) {
		if (context instanceof CallScope) context.passOn();
		const { lane: client, release } = await this.#clients.hold(context);
		try {
			await client.settled();
			const operation = client.operations.find((each) => operationId(each) === id);
			if (operation === void 0) throw this.#refuse(id, "the server does not offer it to this caller");
			if (await this.#options.accepted()?.fits(operation) !== true) throw this.#refuse(id, "the server has another form of it for this caller than operations.lock");
			return {
				lane: operation.handler,
				release
			};
		} catch (error) {
			release();
			throw error;
		}
	}
	#refuse(id, why) {
		const finding = {
			kind: "not as locked",
			where: id,
			why
		};
		if (this.#different.get(id)?.why !== why) this.#options.warn(`${id}: ${why}`);
		this.#different.set(id, finding);
		return new CallError("OPERATION_QUARANTINED", `${id} is quarantined: ${why}.`, void 0, { phase: "notStarted" });
	}
};
// src/sources/mcp/open-locked-server.ts
function openLockedServer(options, context) {
	const { key, openListed, hearCallers, ...locked } = options;
	const { vault, changed, log, name } = context;
	const server = new LockedServer({
		...locked,
		onSeen: changed
	});
	let current = server;
	let isClosed = false;
	let stopWatching;
	const openAnew = async () => {
		try {
			const listed = await openListed();
			if (isClosed) return await listed.close();
			current = listed;
			changed();
		} catch (thrown) {
			log("warn", "source does not open by the operator's login", {
				source: name,
				error: messageOf(thrown)
			});
			watch();
		}
	};
	const watch = () => {
		if (vault === void 0 || isClosed) return;
		stopWatching = watchLogin({
			vault,
			key,
			onLogin: () => void openAnew()
		});
	};
	watch();
	const stopHearing = hearCallers(() => {
		server.renewOperations();
		if (current === server) changed();
	});
	return {
		get isFromLock() {
			return current.isFromLock;
		},
		get operations() {
			return current.operations;
		},
		get seen() {
			return current.seen;
		},
		get instructions() {
			return current.instructions;
		},
		report: () => current.report?.() ?? {
			quarantined: [],
			findings: []
		},
		sessions: () => current.sessions?.(),
		settled: () => current.settled?.(),
		async close() {
			isClosed = true;
			stopWatching?.();
			stopHearing?.();
			await Promise.all([server.close(), current.close()]);
		}
	};
}
// src/sources/mcp/mcp-source.ts
const LEVELS = {
	warning: "warn",
	download: "info",
	stderr: "debug",
	message: "debug",
	debug: "debug"
};
const mcpSource = {
	login: (config, { name, folder }) => mcpLogin(name, {
		...config,
		oauth: locate(config.oauth, folder)
	}),
	async open(config, context) {
		const { name, accepted, log } = context;
		try {
			return await openListed(config, context);
		} catch (thrown) {
			const { url } = config;
			const isKnown = config.login === "caller" && url !== void 0 && accepted?.() !== void 0;
			if (accepted === void 0 || !isKnown || !isLoginRequired(thrown)) throw thrown;
			return openLockedServer({
				name: config.namespace ?? name,
				config: clientConfig(config, context),
				accepted,
				warn: (text) => log("warn", text, { source: name }),
				key: loginKeyOf(name, url),
				openListed: () => openListed(config, context),
				hearCallers: (onChange) => hearCallers(config, context, onChange)
			}, context);
		}
	}
};
async function openListed(config, context) {
	const { name, changed, stateChanged, log } = context;
	let isOpen = false;
	const onLost = (error) => {
		if (isOpen) setTimeout(() => stateChanged({
			state: "failed",
			error
		}));
	};
	const login = config.authProvider === void 0 ? await serverLogin(config, context, { onLost }) : void 0;
	const client = await createMCPClient(config.namespace ?? name, {
		...clientConfig(config, context),
		authProvider: config.authProvider ?? login
	});
	isOpen = true;
	const stopFollowing = login?.follow(() => {
		client.reconnect().catch((error) => log("warn", messageOf(error), { source: name }));
	});
	const stopHearing = hearCallers(config, context, () => client.renewLists());
	client.onChange(changed);
	client.onState(stateChanged);
	return {
		get operations() {
			return client.operations;
		},
		get instructions() {
			return client.server.instructions;
		},
		report: () => ({
			quarantined: client.problems.filter(({ unchecked }) => unchecked === void 0).map(({ tool, message }) => ({
				id: tool,
				reason: message
			})),
			findings: client.problems.filter(({ unchecked }) => unchecked !== void 0).map(({ tool = "", message }) => ({
				kind: "unchecked",
				where: tool,
				why: message
			}))
		}),
		sessions: () => client.sessions,
		settled: () => client.settled(),
		close: async () => {
			stopFollowing?.();
			stopHearing?.();
			await client.close();
		}
	};
}
function hearCallers(config, context, onChange) {
	const { url, login } = config;
	const { name, vault } = context;
	if (login !== "caller" || url === void 0 || vault === void 0) return void 0;
	return hearCallerLogins(vault, loginKeyOf(name, url), onChange);
}
function clientConfig(given, context) {
	const { namespace: _namespace, cwd = ".", oauth: _oauth, login, ...config } = given;
	const { name, folder, signal, log, isLocked } = context;
	return {
		elicitation: true,
		resources: true,
		prompts: true,
		sameTools: isLocked,
		sampling: true,
		roots: login === "caller" || config.isolation === "caller" || config.isolation === "session",
		...config,
		...login === "caller" ? callersOf(given, context) : {},
		...config.command === void 0 ? {} : { cwd: toAbsolutePath(cwd, folder) },
		signal,
		onLog: context.serverLog,
		logger: ({ kind, text }) => log(LEVELS[kind], text, {
			source: name,
			from: kind
		})
	};
}
function callersOf(config, context) {
	const { name, loginCallers } = context;
	return {
		isolation: config.isolation === "session" ? "session" : "caller",
		authProviderFor: async ({ identity, end, ended }) => {
			const provider = await serverLogin(config, context, {
				owner: loginOf(name, identity, loginCallers),
				onLost: end
			});
			await provider?.token();
			const stopFollowing = provider?.follow(end);
			if (stopFollowing !== void 0) ended.addEventListener("abort", stopFollowing, { once: true });
			return provider;
		}
	};
}
async function serverLogin(config, { name, vault, folder }, options) {
	const { url } = config;
	const oauth = locate(config.oauth, folder) ?? {};
	if (vault === void 0 || url === void 0 || !canLogIn(config)) return void 0;
	return new ServerLogin({
		name,
		url,
		oauth,
		vault,
		sdk: await loadClientModule(),
		...options
	});
}
function locate(oauth, folder) {
	const { assertionFile } = oauth ?? {};
	return assertionFile === void 0 ? oauth : {
		...oauth,
		assertionFile: toAbsolutePath(assertionFile, folder)
	};
}
export { mapMCPContentBlocks as i, closeMCPClient as n, createMCPClient as r, mcpSource as t };
