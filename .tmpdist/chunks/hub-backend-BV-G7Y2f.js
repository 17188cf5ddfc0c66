import { ln as CallError } from "./client-D7eheyo4.js";
import { t as parseSSEFrames } from "./core-CcxVOvtt.js";
import { I as missingSources, L as hasPassed, R as limitTime } from "./command-call-oK2uQUrh.js";
import { request } from "node:http";
import { request as request$1 } from "node:https";
// src/cli/backend/http-request.ts
async function requestHub({ url, socket: path, method, headers, body, signal }) {
	return await new Promise((resolve, reject) => {
		const send = url.protocol === "https:" ? request$1 : request;
		const length = body === void 0 ? {} : { "content-length": String(Buffer.byteLength(body)) };
		const request$2 = send(url, {
			...path === void 0 ? {} : { socketPath: path },
			method,
			headers: {
				...headers,
				...length
			},
			signal,
			agent: false
		});
		let isConnected = false;
		request$2.on("socket", (socket) => {
			const done = url.protocol === "https:" ? "secureConnect" : "connect";
			socket.once(done, () => isConnected = true);
		});
		request$2.on("response", resolve);
		request$2.on("error", (cause) => reject(signal.aborted ? cause : connectionError(cause, {
			url,
			isConnected
		})));
		request$2.end(body);
	});
}
async function readText(response) {
	const chunks = [];
	for await (const chunk of readChunks(response)) chunks.push(chunk);
	return Buffer.concat(chunks).toString("utf8");
}
async function* readChunks(response) {
	try {
		for await (const chunk of response) yield chunk;
	} catch (cause) {
		throw new CallError("CONNECTION_LOST", "The connection to the hub broke while it answered.", void 0, { cause });
	}
}
const CERTIFICATE_CODES = /* @__PURE__ */ new Set([
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"UNABLE_TO_GET_ISSUER_CERT",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE"
]);
function connectionError(cause, { url, isConnected }) {
	const why = cause.code ?? cause.message;
	const code = isConnected ? "CONNECTION_LOST" : "NO_RESPONDER";
	if (CERTIFICATE_CODES.has(why)) {
		const refused = `The certificate of the hub at ${url.origin} is not trusted (${why}). Set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.`;
		return new CallError("NO_RESPONDER", refused, void 0, { cause });
	}
	const message = isConnected ? `The connection to the hub at ${url.origin} broke (${why}).` : `No hub answers at ${url.origin} (${why}). "operations serve" starts one.`;
	return new CallError(code, message, void 0, { cause });
}
// src/cli/backend/hub-problem.ts
function parseProblem(text) {
	try {
		return JSON.parse(text) ?? {};
	} catch {
		return {};
	}
}
function toError({ code, title, detail, details, phase, retryable }, status) {
	const message = detail ?? title ?? `The hub answered with status ${status}.`;
	return new CallError(code ?? codeOf(status), message, details, {
		...phase === void 0 ? {} : { phase },
		...retryable === void 0 ? {} : { retryable }
	});
}
function codeOf(status) {
	if (status === 401) return "UNAUTHENTICATED";
	if (status === 403) return "ACCESS_DENIED";
	if (status === 413) return "PAYLOAD_TOO_LARGE";
	if (status === 429 || status === 503) return "OVERLOADED";
	return status === 504 ? "TIMEOUT" : status >= 500 ? "CONNECTION_LOST" : "PROTOCOL_ERROR";
}
function notAHub(url, status) {
	const said = status === void 0 ? "" : ` (status ${status})`;
	return new CallError("PROTOCOL_ERROR", `${url.href} answers, but it is no hub of operations${said}.`);
}
// src/cli/backend/hub-events.ts
function hasEvents({ headers }) {
	return headers["content-type"]?.startsWith("text/event-stream") === true;
}
async function* readStream(response) {
	for await (const { eventType, data } of readEvents(response)) {
		if (eventType === "complete") return;
		if (eventType !== "message") continue;
		yield JSON.parse(data);
	}
	throw new CallError("CONNECTION_LOST", "The stream broke off before its end.");
}
async function readResult(response, listener) {
	for await (const { eventType, data } of readEvents(response)) {
		if (eventType === "progress") listener.onProgress?.(JSON.parse(data));
		if (eventType === "question") listener.onQuestion?.(JSON.parse(data));
		if (eventType === "withdrawn") listener.onWithdrawn?.(JSON.parse(data).questionId);
		if (eventType === "result") return JSON.parse(data);
	}
	throw new CallError("CONNECTION_LOST", "The hub's answer broke off before its end.");
}
async function* readEvents(response) {
	const decoder = new TextDecoder();
	let pieces = [];
	for await (const chunk of readChunks(response)) {
		const piece = decoder.decode(chunk, { stream: true });
		pieces.push(piece);
		if (!/[\r\n]/.test(piece)) continue;
		const { events, remaining } = parseSSEFrames(pieces.join(""));
		pieces = [remaining];
		for (const event of events) {
			if (event.eventType === "error") throw toError(parseProblem(event.data), 500);
			yield event;
		}
	}
}
// src/cli/backend/question-answers.ts
var QuestionAnswers = class {
	#hub;
	#elicit;
	#signal;
	#open = /* @__PURE__ */ new Map();
	#last = Promise.resolve();
	constructor(hub, elicit, signal) {
		this.#hub = hub;
		this.#elicit = elicit;
		this.#signal = signal;
	}
	listener = {
		onQuestion: (question) => {
			const asking = new AbortController();
			this.#open.set(question.questionId, asking);
			this.#last = this.#last.then(() => this.#answer(question, asking.signal));
		},
		onWithdrawn: (questionId) => this.#open.get(questionId)?.abort()
	};
	end() {
		for (const asking of this.#open.values()) asking.abort();
	}
	async #answer({ questionId, ...question }, asking) {
		const signal = AbortSignal.any([asking, this.#signal]);
		let answer = { action: "cancel" };
		try {
			if (!signal.aborted) answer = await this.#elicit(question, { signal });
			if (!signal.aborted) await this.#hub.send(`~/questions/${questionId}`, answer);
		} catch {} finally {
			this.#open.delete(questionId);
		}
	}
};
// src/cli/backend/hub-backend.ts
const DEADLINE_GRACE = 1e3;
var HubBackend = class {
	#options;
	constructor(options) {
		this.#options = options;
	}
	async list() {
		const { operations } = await this.get("~/operations");
		if (Array.isArray(operations)) return operations;
		throw notAHub(this.#options.url);
	}
	async describe(id) {
		return await this.get(`~/operations/${encodeURIComponent(id)}`);
	}
	async call(call) {
		return await within(limitFor(call), call.id, async (signal) => {
			const { onProgress, onElicitation } = call;
			const accept = onProgress !== void 0 || onElicitation !== void 0 ? "text/event-stream, application/json;q=0.9" : "application/json";
			const response = await this.#post(call, signal, accept);
			if (hasEvents(response)) {
				const answers = onElicitation && new QuestionAnswers(this, onElicitation, signal);
				return await readResult(response, {
					onProgress,
					...answers?.listener
				}).finally(() => answers?.end());
			}
			return await readJSON(response, this.#options.url);
		});
	}
	async *subscribe(call) {
		const limit = limitFor(call);
		try {
			yield* readStream(await this.#post(call, limit.signal, "text/event-stream"));
		} catch (thrown) {
			throw hasPassed(limit) ? timedOut(call.id) : thrown;
		} finally {
			limit.release();
		}
	}
	async runCode(code, call) {
		return await this.call({
			id: "run.code",
			input: { code },
			...call
		}).catch((thrown) => {
			if (!(thrown instanceof CallError) || thrown.code !== "OPERATION_NOT_FOUND") throw thrown;
			throw new CallError("OPERATION_NOT_FOUND", "This hub runs no programs: its config has to turn that on (codeMode: true).", void 0, { cause: thrown });
		});
	}
	async missing() {
		try {
			const { sources } = await this.get("~/sources");
			return missingSources(sources ?? []);
		} catch {
			return [];
		}
	}
	close() {
		return Promise.resolve();
	}
	get(path) {
		return this.ask("GET", path);
	}
	async ask(method, path) {
		const { url, socket, signal: given, atMost } = this.#options;
		return await within(limitTime(given, atMost), `The hub at ${url.origin}`, async (signal) => {
			const headers = {
				...this.#credentials(),
				accept: "application/json"
			};
			const response = await requestHub({
				url: new URL(path, url),
				socket,
				method,
				headers,
				signal
			});
			await assertAnswered(response, this.#options);
			return await readJSON(response, url);
		});
	}
	async send(path, body, headers = {}) {
		const { url, socket, signal } = this.#options;
		const all = {
			...this.#credentials(),
			accept: "application/json",
			"content-type": "application/json",
			...headers
		};
		const response = await requestHub({
			url: new URL(path, url),
			socket,
			method: "POST",
			headers: all,
			body: JSON.stringify(body),
			signal
		});
		await assertAnswered(response, this.#options);
		return await readJSON(response, url);
	}
	async #post({ id, input, deadline, onElicitation }, signal, accept) {
		const dot = id.lastIndexOf(".");
		if (dot < 1) throw new CallError("OPERATION_NOT_FOUND", `There is no operation ${id}: ids are namespace.name.`);
		const path = `${encodeURIComponent(id.slice(0, dot))}/${encodeURIComponent(id.slice(dot + 1))}`;
		const response = await requestHub({
			url: new URL(path, this.#options.url),
			socket: this.#options.socket,
			method: "POST",
			headers: {
				...this.#credentials(),
				accept: `${accept}, application/problem+json`,
				"operation-answer": "envelope",
				...onElicitation === void 0 ? {} : { "operation-questions": "accept" },
				...input === void 0 ? {} : { "content-type": "application/json" },
				...deadline === void 0 ? {} : { "operation-timeout-ms": String(Math.max(1, deadline - Date.now())) }
			},
			body: input === void 0 ? void 0 : JSON.stringify(input),
			signal
		});
		await assertAnswered(response, this.#options);
		return response;
	}
	#credentials() {
		const { key } = this.#options;
		return key === void 0 ? {} : { authorization: `Bearer ${key}` };
	}
};
async function within(limit, who, work) {
	try {
		return await work(limit.signal);
	} catch (thrown) {
		throw hasPassed(limit) ? timedOut(who) : thrown;
	} finally {
		limit.release();
	}
}
function limitFor({ signal, deadline }) {
	return limitTime(signal, deadline === void 0 ? void 0 : deadline - Date.now() + DEADLINE_GRACE);
}
async function assertAnswered(response, { url, key }) {
	const { statusCode: status = 0 } = response;
	if (status >= 200 && status < 300) return;
	const text = await readText(response);
	if (!/^application\/(?:problem\+)?json/.test(response.headers["content-type"] ?? "")) throw notAHub(url, status);
	const problem = parseProblem(text);
	if (status !== 401) throw toError(problem, status);
	const hint = key === void 0 ? "Give a key with --key or OPERATIONS_KEY." : "The hub does not know this key.";
	throw toError({
		...problem,
		detail: `${problem.detail ?? "The hub needs a key."} ${hint}`
	}, status);
}
async function readJSON(response, url) {
	const text = await readText(response);
	if (response.statusCode === 204 || text === "") return { meta: {} };
	try {
		return JSON.parse(text);
	} catch {
		throw notAHub(url, response.statusCode);
	}
}
function timedOut(who) {
	return new CallError("TIMEOUT", `${who} did not answer in time.`);
}
export { HubBackend as t };
