import { At as decodeData, B as createEventDecoder, Bt as Cancellation, E as backoff, G as decodeStream, L as fromRemoteError, O as delay, P as failedToConnect, Rt as ownOptions, S as SILENT_HEARTBEATS, Wt as isResponseEnvelope, Z as encodeValue, Zt as settled, _ as RemoteSubscription, b as mostBytes, c as isDeclaredError, cn as DONE, d as OperationType, dn as messageOf, en as keepDeadline, fn as notStarted, l as safe, ln as CallError, m as atEndOfTick, mn as withPhase, nt as structureBytes, p as afterArrivals, pn as toCallError, sn as tellListener, u as callsByName, vt as operationId, x as PendingCall } from "./chunks/client-D7eheyo4.js";
import { n as utf8AsLatin1 } from "./chunks/utf8-header-CivhaFWx.js";
import { n as Connection, t as openWebSocket } from "./chunks/open-websocket-DRCVE7yM.js";
// src/client/client-options.ts
function toCallOptions(ofAll, ofOne) {
	const only = ofOne === void 0 ? ofAll : ofAll === void 0 ? ofOne : void 0;
	if ((ofOne ?? ofAll) === void 0 || only !== void 0 && !("timeoutMs" in only)) return only;
	const all = nameParts(ofAll);
	const one = nameParts(ofOne);
	const { identity, isAnonymous } = one.identity !== void 0 || one.isAnonymous === true ? one : all;
	const { timeoutMs, ...options } = {
		...all,
		...withoutGaps(one),
		identity,
		isAnonymous
	};
	const timeIsUp = timeoutMs === void 0 ? void 0 : Date.now() + timeoutMs;
	const deadlines = [
		all.deadline,
		one.deadline,
		timeIsUp
	].filter((time) => time !== void 0);
	const signals = [all.signal, one.signal].filter((signal) => signal !== void 0);
	return {
		...options,
		deadline: deadlines.length === 0 ? void 0 : Math.min(...deadlines),
		signal: signals.length > 1 ? anyOf(signals) : signals[0]
	};
}
function anyOf(signals) {
	for (const signal of signals) signal.addEventListener("abort", hold);
	return AbortSignal.any(signals);
}
const hold = () => void 0;
function nameParts(given = {}) {
	if (!("forwardedTo" in given && "requestId" in given)) return given;
	const { identity, deadline, trace, requestId, onElicitation, checked, cancellation } = given;
	return {
		identity,
		isAnonymous: checked && (identity ?? void 0) === void 0,
		deadline,
		trace,
		parentRequestId: requestId,
		onElicitation,
		signal: cancellation && given.signal
	};
}
function withoutGaps(options) {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== void 0));
}
// src/client/http-problem.ts
function fromProblem(text) {
	let problem;
	try {
		problem = JSON.parse(text);
	} catch {
		return;
	}
	if (typeof problem?.code !== "string") return void 0;
	const { code, detail, details, retryable, phase, declaredBy } = problem;
	const message = typeof detail === "string" ? detail : code;
	const options = {
		retryable: retryable === true,
		phase: phase ?? "unknown",
		declaredBy
	};
	return fromRemoteError({
		code,
		message,
		details: decodeData(details),
		...options
	});
}
const CODES = {
	401: "UNAUTHENTICATED",
	403: "ACCESS_DENIED",
	404: "OPERATION_NOT_FOUND",
	413: "PAYLOAD_TOO_LARGE",
	429: "OVERLOADED",
	502: "CONNECTION_LOST",
	503: "CONNECTION_LOST",
	504: "CONNECTION_LOST"
};
async function errorOf(response) {
	const text = await response.text().catch(() => "");
	const { status } = response;
	const message = `The server answered with status ${status}.`;
	return fromProblem(text) ?? new CallError(CODES[status] ?? "EXECUTION_ERROR", message, { status });
}
function unreachable(thrown) {
	const phase = failedToConnect(thrown) ? "notStarted" : "unknown";
	const message = `The server could not be reached: ${messageOf(thrown)}`;
	return new CallError("CONNECTION_LOST", message, void 0, {
		phase,
		cause: thrown
	});
}
// src/client/http-request.ts
const MOST_CHARACTERS = 67108864;
var HTTPRequest = class {
	cancellation;
	phase = "notStarted";
	#target;
	#options;
	constructor(target, given) {
		this.#target = target;
		this.#options = ownOptions(given);
		this.cancellation = this.#options.cancellation ?? new Cancellation();
	}
	async send(id, input, accept) {
		const { reason } = this.cancellation;
		if (reason !== void 0) throw reason;
		const { token, fetch: send = fetch, credentials = "same-origin" } = this.#target;
		const body = encodeValue(input);
		const given = typeof token === "function" ? await this.cancellation.race(Promise.resolve(token())) : token;
		const headers = this.#headers(accept, given);
		if (body !== void 0) headers.set("content-type", "application/json");
		this.phase = "unknown";
		const { signal } = this.cancellation;
		const init = {
			method: "POST",
			headers,
			body: body ?? null,
			signal,
			credentials,
			cache: "no-store"
		};
		const response = await send(this.#urlOf(id), init).catch((thrown) => {
			throw unreachable(thrown);
		});
		if (!response.ok) throw await errorOf(response);
		return response;
	}
	async *events({ body }) {
		this.phase = "started";
		const limit = this.#target.maxEventSize ?? MOST_CHARACTERS;
		if (body === null) return;
		try {
			for await (const item of decodeStream(body, createEventDecoder({ limit }))) {
				if (item.event === "error") throw fromProblem(item.data) ?? protocolError("an event that is no problem");
				if (item.isIdOnly !== true) yield item;
			}
		} catch (thrown) {
			if (thrown instanceof CallError) throw thrown;
			throw new CallError("CONNECTION_LOST", "The connection broke.", void 0, {
				phase: "started",
				cause: thrown
			});
		}
	}
	failure(thrown) {
		const { reason } = this.cancellation;
		return settled(reason === void 0 ? toCallError(thrown) : withPhase(reason, this.phase));
	}
	end() {
		this.#options.own?.release();
	}
	#urlOf(id) {
		const dot = id.lastIndexOf(".");
		const path = `${encodeURIComponent(id.slice(0, Math.max(0, dot)))}/${encodeURIComponent(id.slice(dot + 1))}`;
		return `${this.#target.url.replace(/\/$/, "")}/${path}`;
	}
	#headers(accept, token) {
		const headers = new Headers(this.#target.headers);
		headers.set("accept", accept);
		headers.set("operation-answer", "envelope");
		if (token !== void 0) headers.set("authorization", `Bearer ${token}`);
		const { endsAt, trace, lastEventId } = this.#options;
		if (endsAt !== void 0 && endsAt !== Infinity) headers.set("operation-timeout-ms", String(Math.max(0, Math.round(endsAt - performance.now()))));
		if (trace !== void 0) headers.set("traceparent", trace.traceparent);
		if (trace?.tracestate !== void 0) headers.set("tracestate", trace.tracestate);
		if (lastEventId !== void 0) headers.set("last-event-id", utf8AsLatin1(lastEventId));
		return headers;
	}
};
function toEnvelope(text) {
	let envelope;
	try {
		envelope = {
			data: void 0,
			...JSON.parse(text)
		};
	} catch {
		envelope = void 0;
	}
	if (!isResponseEnvelope(envelope)) throw protocolError("something that is no envelope");
	return {
		data: decodeData(envelope.data),
		meta: envelope.meta
	};
}
function protocolError(what) {
	return new CallError("PROTOCOL_ERROR", `The server answered with ${what}.`, void 0, { phase: "started" });
}
// src/client/resuming-subscription.ts
const CUTS = [
	"CONNECTION_LOST",
	"NO_RESPONDER",
	"OVERLOADED"
];
var ResumingSubscription = class {
	#options;
	#stopping = new AbortController();
	#current;
	#lastEventId;
	#attempts = 0;
	#before = Promise.resolve();
	#isOver = false;
	constructor(options) {
		this.#options = options;
		this.#lastEventId = options.lastEventId;
	}
	[Symbol.asyncIterator]() {
		return this;
	}
	next() {
		const item = this.#before.then(() => this.#take());
		this.#before = item.catch(() => void 0);
		return item;
	}
	async return() {
		this.#isOver = true;
		this.#stopping.abort();
		await this.#current?.return();
		return DONE;
	}
	async [Symbol.asyncDispose]() {
		await this.return();
	}
	async #take() {
		while (!this.#isOver) try {
			this.#current ??= await this.#options.open(this.#lastEventId);
			if (this.#isOver) return await this.#current.return();
			const item = await this.#current.next();
			if (item.done === true) this.#isOver = true;
			else {
				this.#attempts = 0;
				this.#lastEventId = item.value.meta.lastEventId ?? this.#lastEventId;
			}
			return item;
		} catch (thrown) {
			if (this.#isOver) break;
			this.#current = void 0;
			await this.#waitAfter(toCallError(thrown));
		}
		return DONE;
	}
	async #waitAfter(cut) {
		const { reconnect, signal, deadline = Infinity, isClosed } = this.#options;
		const mayGoOn = this.#lastEventId !== void 0;
		const isCut = CUTS.includes(cut.code) && signal?.aborted !== true && isClosed?.() !== true;
		if (reconnect === false || !mayGoOn || !isCut) {
			this.#isOver = true;
			throw cut;
		}
		const left = deadline - Date.now();
		if (left <= 0) {
			this.#isOver = true;
			throw new CallError("TIMEOUT", "The deadline has passed.", void 0, { cause: cut });
		}
		const pause = Math.min(backoff(this.#attempts++, reconnect ?? {}), left);
		const stop = signal === void 0 ? this.#stopping.signal : AbortSignal.any([signal, this.#stopping.signal]);
		await delay(pause, stop).catch(() => void 0);
	}
};
// src/client/over-http.ts
const JSON_ONLY = "application/json";
const EVENTS_ONLY = "text/event-stream";
const EVENTS_OR_JSON = "text/event-stream, application/json;q=0.9";
function overHTTP(options) {
	return {
		call: (id, input, given) => callOverHTTP(options, {
			id,
			input,
			given: given && nameParts(given)
		}),
		subscribe(id, input, given) {
			const kept = keepDeadline(nameParts(given));
			return new ResumingSubscription({
				open: (lastEventId) => new HTTPSubscription(options, {
					id,
					input,
					given: kept
				}, lastEventId),
				lastEventId: kept.lastEventId,
				deadline: kept.deadline,
				signal: kept.signal,
				reconnect: options.reconnect
			});
		}
	};
}
async function callOverHTTP(target, { id, input, given }) {
	const request = new HTTPRequest(target, given);
	try {
		const onProgress = given?.onProgress;
		const response = await request.send(id, input, onProgress === void 0 ? JSON_ONLY : EVENTS_OR_JSON);
		if (response.headers.get("content-type") !== EVENTS_ONLY) return toEnvelope(await response.text().catch(brokenOff));
		for await (const { event, data } of request.events(response)) {
			if (event === "result") return toEnvelope(data);
			if (event !== "progress") throw protocolError("the items of a stream: use subscribe() for a SUBSCRIPTION");
			tellListener(onProgress, JSON.parse(data));
		}
		return brokenOff();
	} catch (thrown) {
		throw request.failure(thrown);
	} finally {
		request.end();
	}
}
var HTTPSubscription = class {
	#target;
	#call;
	#lastEventId;
	#request;
	#items;
	#isStopped = false;
	constructor(target, call, lastEventId) {
		this.#target = target;
		this.#call = call;
		this.#lastEventId = lastEventId;
	}
	[Symbol.asyncIterator]() {
		return this;
	}
	async next() {
		if (this.#isStopped) return DONE;
		try {
			this.#items ??= this.#read();
			return await this.#items.next();
		} catch (thrown) {
			if (this.#isStopped) return DONE;
			throw this.#request?.failure(thrown) ?? thrown;
		}
	}
	async return() {
		this.#isStopped = true;
		this.#request?.cancellation.cancel(new CallError("ABORTED", "The subscription was stopped."));
		await this.#items?.return().catch(() => void 0);
		return DONE;
	}
	async [Symbol.asyncDispose]() {
		await this.return();
	}
	async *#read() {
		const { id, input, given } = this.#call;
		const request = new HTTPRequest(this.#target, {
			...given,
			lastEventId: this.#lastEventId
		});
		this.#request = request;
		try {
			const response = await request.send(id, input, EVENTS_ONLY);
			if (response.status === 204) return;
			if (response.headers.get("content-type") !== EVENTS_ONLY) throw protocolError("no stream: use call()");
			for await (const { event, data } of request.events(response)) {
				if (event === "complete") return;
				if (event !== "message") throw protocolError("no stream: use call()");
				yield toEnvelope(data);
			}
			brokenOff();
		} finally {
			request.end();
		}
	}
};
function brokenOff(cause) {
	throw new CallError("CONNECTION_LOST", "The connection broke before the answer was complete.", void 0, {
		phase: "started",
		cause
	});
}
// src/client/frame-writer.ts
const BRACKETS = 2;
const DENSE = 2048;
var FrameWriter = class {
	closedBy;
	#channel;
	#limits;
	#maxBytes = Infinity;
	#waiting = [];
	#waitingBytes = 0;
	constructor(channel, limits) {
		this.#channel = channel;
		this.#limits = limits;
		this.limitFrames(limits.maxFrameBytes);
	}
	limitFrames(maxFrameBytes) {
		this.#maxBytes = Math.min(this.#maxBytes, maxFrameBytes - BRACKETS);
	}
	send(event, delivery) {
		const most = this.#maxBytes;
		const { maxQueuedBytes } = this.#limits;
		if (this.closedBy !== void 0) throw notStarted("CONNECTION_LOST", `The connection is closed: ${this.closedBy.message}`, this.closedBy);
		const text = encodeValue(event);
		const bytes = Math.max(mostBytes(text, most), text.length < DENSE || most < 65536 ? 0 : structureBytes(text));
		if (bytes > most) throw notStarted("PAYLOAD_TOO_LARGE", `The ${event.type} event takes ${bytes} bytes, and a frame takes ${most} (maxFrameBytes).`);
		const queued = this.#waitingBytes + text.length;
		if (event.type === "call.requested" && queued + this.#channel.bufferedBytes > maxQueuedBytes) throw notStarted("OVERLOADED", `More than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes).`);
		this.#waitingBytes = queued;
		if (this.#waiting.push({
			text,
			bytes,
			delivery
		}) === 1) atEndOfTick(() => this.flush());
	}
	flush() {
		const waiting = this.#waiting;
		this.#waiting = [];
		this.#waitingBytes = 0;
		if (this.closedBy !== void 0) return;
		let frame = [];
		let left = this.#maxBytes;
		const sendFrame = () => {
			if (frame.length > 0) this.#channel.send(`[${frame.join(",")}]`);
			frame = [];
			left = this.#maxBytes;
		};
		for (const { text, bytes, delivery } of waiting) {
			if (delivery?.isWithdrawn === true) continue;
			if (bytes > left) sendFrame();
			if (delivery !== void 0) delivery.isSent = true;
			frame.push(text);
			left -= bytes + 1;
		}
		sendFrame();
	}
};
// src/client/heard-event.ts
const isText = (value) => typeof value === "string";
const isNumber = (value) => Number.isFinite(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isPositive = (value) => isCount(value) && value !== 0;
const mayBe = (fits, ...values) => values.every((value) => value === void 0 || fits(value));
const PHASES = [
	"notStarted",
	"started",
	"unknown"
];
const CHECKS = {
	"call.accepted": ({ window }) => mayBe(isPositive, window),
	"call.responded": ({ output, seq, more }) => mayBe(isPositive, seq) && mayBe(Array.isArray, more) && isResponseEnvelope(output),
	"call.completed": ({ seq }) => isCount(seq),
	"call.error": ({ code, message, retryable, phase, declaredBy, seq }) => isText(code) && isText(message) && typeof retryable === "boolean" && PHASES.includes(phase) && mayBe(isText, declaredBy) && mayBe(isCount, seq),
	"call.progress": ({ progress, total, message }) => isNumber(progress) && mayBe(isNumber, total) && mayBe(isText, message),
	"call.question": ({ questionId, mode, message, requestedSchema, url, elicitationId }) => isText(questionId) && isText(mode) && isText(message) && mayBe((value) => typeof value === "object" && value !== null, requestedSchema) && mayBe(isText, url, elicitationId),
	"call.withdrawn": ({ questionId }) => isText(questionId),
	"peer.hello": ({ heartbeatMs, maxFrameBytes }) => mayBe(isNumber, heartbeatMs, maxFrameBytes),
	"peer.closed": ({ code, message }) => isText(code) && isText(message),
	"peer.draining": () => true
};
function isAnswer(event) {
	return ANSWERS.includes(event.type);
}
const ANSWERS = [
	"call.accepted",
	"call.responded",
	"call.completed",
	"call.error"
];
const TAGGED = "bytes\"";
function* heardEvents(frame) {
	let values;
	try {
		values = JSON.parse(frame);
		if (frame.includes(TAGGED)) values = decodeData(values);
	} catch {}
	if (!Array.isArray(values)) return;
	for (const value of values) {
		const event = value ?? {};
		const { type, requestId, output } = event;
		if (typeof output === "object" && output !== null && !("data" in output)) Object.assign(output, { data: void 0 });
		if (!Object.hasOwn(CHECKS, String(type))) continue;
		if (CHECKS[type](event)) yield event;
		else if (isAnswer(event) && isText(requestId)) yield {
			...MALFORMED,
			requestId: String(requestId)
		};
	}
}
const MALFORMED = {
	type: "call.error",
	code: "PROTOCOL_ERROR",
	message: "The peer's answer is malformed.",
	retryable: false,
	phase: "unknown"
};
// src/client/caller-session.ts
var CallerSession = class {
	counters = {
		strayAnswers: 0,
		refusedCalls: 0
	};
	link;
	#options;
	#pending = /* @__PURE__ */ new Map();
	#heartbeatMs = 0;
	#timer;
	#lastHeard = 0;
	#lookedAt = 0;
	#toldAt = 0;
	constructor(options) {
		this.#options = options;
		const { channel, peerId, limits, joining } = options;
		const { handshakeMs, heartbeatMs, maxFrameBytes } = limits;
		this.link = new FrameWriter(channel, limits);
		channel.receive({
			text: (text) => this.#read(text),
			garbage: () => void 0,
			closed: (reason) => this.#lose(connectionLost(`${channel.name}: ${reason}`))
		});
		this.#timer = setTimeout(() => this.close(new CallError("TIMEOUT", `No handshake within ${handshakeMs} ms (handshakeMs).`)), handshakeMs);
		const { token } = joining;
		this.link.send({
			type: "peer.hello",
			protocol: 1,
			peerId,
			heartbeatMs,
			maxFrameBytes,
			token
		});
	}
	start() {
		this.#lastHeard = this.#lookedAt = this.#toldAt = performance.now();
		this.#timer = setInterval(this.#look, this.#heartbeatMs / 2);
		this.#timer.unref?.();
	}
	call(id, input, given) {
		return new Promise((resolve, reject) => {
			new PendingCall(this, resolve, reject).begin({
				id,
				input,
				options: withoutIdentity(given)
			});
		});
	}
	subscribe(id, input, given) {
		const { window, windowBytes, maxQueuedBytes } = this.#options.limits;
		return new RemoteSubscription({
			host: this,
			id,
			input,
			options: () => withoutIdentity(given),
			window: {
				items: given.window ?? window,
				bytes: windowBytes
			},
			maxWaitingBytes: maxQueuedBytes
		});
	}
	add(request) {
		const { maxCallsInFlight } = this.#options.limits;
		if (this.#pending.size >= maxCallsInFlight) throw new CallError("OVERLOADED", `${maxCallsInFlight} calls are in flight already (maxCallsInFlight).`);
		this.#pending.set(request.requestId, request);
		request.pendingSince = performance.now();
	}
	remove(request) {
		this.#pending.delete(request.requestId);
	}
	answerQuestions(options) {
		const listener = import("./chunks/answered-questions-BTjooJR7.js").then(({ AnsweredQuestions }) => new AnsweredQuestions(options));
		return {
			hear: (event) => void listener.then((loaded) => loaded.hear(event)),
			end: () => void listener.then((loaded) => loaded.end())
		};
	}
	close(reason) {
		if (this.link.closedBy !== void 0) return;
		this.link.send({
			type: "peer.closed",
			code: reason.code,
			message: reason.message.slice(0, 200)
		});
		this.link.flush();
		this.#lose(reason);
		this.#options.channel.close(reason.message);
	}
	#giveUp(reason) {
		this.#lose(reason);
		this.#options.channel.destroy();
	}
	#lose(reason, answered = false) {
		if (this.link.closedBy !== void 0) return;
		this.link.closedBy = reason;
		clearInterval(this.#timer);
		const { joining } = this.#options;
		if (this.#heartbeatMs === 0) return joining.onRefused(withPhase(reason.cause instanceof CallError ? reason.cause : reason, "notStarted"));
		for (const request of this.#pending.values()) request.lose(connectionLost(reason.message, reason), answered);
		joining.onClosed(this, reason);
	}
	#read(frame) {
		this.#lastHeard = performance.now();
		for (const event of heardEvents(frame)) {
			if (this.link.closedBy !== void 0) return;
			this.#receive(event);
		}
	}
	#receive(event) {
		const { channel, joining } = this.#options;
		if (event.type === "peer.closed") {
			const cause = new CallError(event.code, event.message);
			this.#lose(connectionLost(`${channel.name} closed the connection: ${event.message}`, cause), event.answered);
			return channel.close(event.message);
		}
		if (this.#heartbeatMs === 0) return this.#greeted(event);
		if (event.type === "peer.draining") return joining.onClosed(this, connectionLost("The server is closing, and takes no more calls."), true);
		if (event.type === "peer.hello") return;
		const request = this.#pending.get(event.requestId);
		if (isAnswer(event)) request?.receive(event);
		else request?.hear(event);
	}
	#greeted(event) {
		const { protocol, heartbeatMs = Infinity, maxFrameBytes = Infinity } = event;
		if (protocol !== 1) {
			const message = `The server does not speak this version of the protocol: ${event.type} ${protocol}`;
			return this.close(new CallError("PROTOCOL_ERROR", message));
		}
		clearTimeout(this.#timer);
		this.#heartbeatMs = Math.max(10, Math.min(this.#options.limits.heartbeatMs, heartbeatMs));
		this.link.limitFrames(Math.max(1024, maxFrameBytes));
		this.#options.joining.onReady(this);
	}
	#look = () => {
		const now = performance.now();
		const patience = this.#heartbeatMs * SILENT_HEARTBEATS;
		if (now - this.#lookedAt > this.#heartbeatMs) {
			this.#lastHeard = now;
			for (const request of this.#pending.values()) request.pendingSince = now;
		}
		this.#lookedAt = now;
		const silentMs = Math.round(now - this.#lastHeard);
		if (silentMs >= patience) return this.#giveUp(connectionLost(`Nothing was heard of the other side for ${silentMs} ms.`));
		if (now - this.#toldAt >= this.#heartbeatMs * .75) {
			this.#toldAt = now;
			this.link.send({ type: "peer.heartbeat" });
		}
		afterArrivals(() => {
			for (const request of this.#pending.values()) if (!request.isTaken && request.pendingSince + patience <= now) request.cancel(connectionLost(`The peer did not take the call within ${patience} ms.`));
		});
	};
};
function withoutIdentity(given) {
	const options = ownOptions(given);
	const { onProgress, onElicitation } = options;
	const wants = [onProgress && "progress", onElicitation && "questions"].filter((want) => want !== void 0);
	return {
		...options,
		identity: void 0,
		wants: wants.length > 0 ? wants : void 0
	};
}
function connectionLost(message, cause) {
	return new CallError("CONNECTION_LOST", message, void 0, { cause });
}
// src/client/over-websocket.ts
const DEFAULT_WAIT = 3e4;
function overWebSocket(options) {
	const { waitForConnection: withinMs = DEFAULT_WAIT, reconnect } = options;
	const connection = new Connection({
		...options,
		url: options.url.replace(/^http/, "ws"),
		reconnect: reconnect === false ? false : {
			...reconnect,
			initially: true
		},
		open: openWebSocket,
		join: (channel, joining) => {
			const { limits, peerId } = connection;
			new CallerSession({
				channel,
				joining,
				limits,
				peerId
			});
		}
	});
	connection.connect().catch(() => void 0);
	const connected = ({ deadline, signal } = {}) => connection.connected({
		deadline,
		signal,
		withinMs
	});
	return {
		get state() {
			return connection.state;
		},
		onState: (listener) => connection.onState(listener),
		close: () => connection.close(),
		call(id, input, given) {
			const { session } = connection;
			const named = given && nameParts(given);
			if (session !== void 0) return session.call(id, input, named);
			const kept = keepDeadline(named);
			return connected(kept).then((next) => next.call(id, input, kept));
		},
		subscribe(id, input, given) {
			const kept = keepDeadline(nameParts(given));
			return new ResumingSubscription({
				open: async (lastEventId) => {
					return (await connected(kept)).subscribe(id, input, {
						...kept,
						lastEventId
					});
				},
				lastEventId: kept.lastEventId,
				deadline: kept.deadline,
				signal: kept.signal,
				reconnect,
				isClosed: () => connection.state === "closed"
			});
		}
	};
}
// src/client/call-or-stream.ts
var CallOrStream = class {
	#options;
	#answer;
	#stream;
	constructor(options) {
		this.#options = options;
		queueMicrotask(() => {
			if (this.#stream === void 0) this.#asCall().catch(() => void 0);
		});
	}
	get [Symbol.toStringTag]() {
		return "CallOrStream";
	}
	then = (onFulfilled, onRejected) => this.#asCall().then(onFulfilled, onRejected);
	catch = (onRejected) => this.#asCall().catch(onRejected);
	finally = (onFinally) => this.#asCall().finally(onFinally);
	[Symbol.asyncIterator]() {
		return this.#asStream();
	}
	next() {
		return this.#asStream().next();
	}
	return() {
		return this.#asStream().return();
	}
	async [Symbol.asyncDispose]() {
		await this.return();
	}
	#asCall() {
		if (this.#answer === void 0 && this.#stream !== void 0) return Promise.reject(new CallError("PROTOCOL_ERROR", "This is used as a stream already, and a stream has no single answer."));
		return this.#answer ??= new Promise((resolve) => resolve(this.#options.call()));
	}
	#asStream() {
		const answer = this.#answer;
		return this.#stream ??= answer === void 0 ? this.#options.subscribe() : new ResumingSubscription({
			open: () => answer.then(refuseToIterate, this.#openRefused),
			reconnect: false
		});
	}
	#openRefused = (thrown) => {
		if (thrown instanceof CallError && thrown.code === "PROTOCOL_ERROR" && thrown.phase === "notStarted") return this.#options.subscribe();
		throw thrown;
	};
};
function refuseToIterate() {
	throw new CallError("PROTOCOL_ERROR", "This is no stream: it was called, and has answered. Await it instead.");
}
// src/client/create-client.ts
function createClient(caller, definitions, options) {
	const types = typesOf(definitions);
	const isStream = (id) => {
		const type = types.get(id);
		return type === void 0 ? caller.isStream?.(id) : type === OperationType.SUBSCRIPTION;
	};
	const run = (id, input, own) => {
		const call = () => caller.call(id, input, toCallOptions(options, own));
		const subscribe = () => caller.subscribe(id, input, toCallOptions(options, own));
		switch (isStream(id)) {
			case true: return subscribe();
			case false: return call();
			default: return new CallOrStream({
				call,
				subscribe
			});
		}
	};
	return callsByName({ call: (id, input, own) => run(id, input, typeof own === "object" && own !== null ? own : void 0) });
}
function typesOf(definitions) {
	const types = /* @__PURE__ */ new Map();
	for (const definition of Object.values(definitions ?? {})) {
		const { name, namespace, type } = definition ?? {};
		if (typeof name === "string" && typeof namespace === "string") types.set(operationId({
			name,
			namespace
		}), type);
	}
	return types;
}
export { CallError, createClient, isDeclaredError, overHTTP, overWebSocket, safe };
