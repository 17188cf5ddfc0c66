import { At as decodeData, B as createEventDecoder, G as decodeStream, H as StreamCut, Ht as CREDENTIAL_HEADERS, It as parseExactly, L as fromRemoteError, Mt as encodeData, Nt as toBase64, O as delay, Pt as LONG_INTEGER, Qt as Expiry, St as partAt, T as randomId, U as beyondLimit, W as createLineDecoder, dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { n as utf8AsLatin1 } from "./utf8-header-CivhaFWx.js";
import { C as describeError, Ht as isRecord, I as builtinModule, Nt as isSchemaObject, Rt as definitionName, Wt as forwardCall, rt as memberPath, zt as lazyDefinitionsOf } from "./core-CcxVOvtt.js";
import { n as dispatcherWithin, r as reachOf, t as connectWithin } from "./guarded-connection-Dz1tBV87.js";
import { B as ownValue, C as isRange, E as streamFormat, F as isRawObject, O as isOpenInt64, S as isMultipart, T as matchesMediaType, _ as STREAM_TYPES, b as isForm, g as headerText, h as headerName, i as redactText, m as cookieText, n as responseError, r as redact, s as successes, t as HTTPExchange, v as charsetOf, w as isText, x as isJSON, y as essenceOf } from "./sources-shared-BInmFICZ.js";
import { t as retryAfterOf } from "./retry-after-SzGSZ4Li.js";
import { n as readBeginning, t as joinBytes } from "./read-beginning-CA9c1jt_.js";
// src/sources/openapi/response/read-response.ts
const LONGEST_EXCERPT$1 = 200;
const REDIRECTS = /* @__PURE__ */ new Set([
	301,
	302,
	303,
	307,
	308
]);
const VAGUE_TYPES = /* @__PURE__ */ new Set([
	"",
	"text/plain",
	"application/octet-stream",
	"binary/octet-stream"
]);
const PLAIN_JSON = /* @__PURE__ */ new Set(["application/json", "application/json; charset=utf-8"]);
const UTF8 = new TextDecoder();
function isSuccess(status) {
	return status >= 200 && status <= 299 || status === 304;
}
function isRedirect(status) {
	return REDIRECTS.has(status);
}
function bodyLimit(status, { responseBytes, errorBytes }) {
	return isSuccess(status) ? responseBytes : errorBytes;
}
function fieldOf({ headers }, name) {
	const value = Object.hasOwn(headers, name) ? headers[name] : void 0;
	return value === void 0 || typeof value === "string" ? value : value.join(", ");
}
function announcesMore(head, limit) {
	return Number(fieldOf(head, "content-length")) > limit && fieldOf(head, "content-encoding") === void 0;
}
function readResponse(answer, options) {
	const { shape, exchange, limit } = options;
	const { bytes, isComplete } = answer;
	if (!isComplete) throw beyondLimit(limit, "an answer");
	const meta = responseMeta(answer, exchange);
	const parsed = bytes.length === 0 ? void 0 : parseBody(bytes, meta, options);
	return {
		data: shape.ownInput === void 0 ? parsed : decodeData(parsed),
		meta
	};
}
function responseMeta(answer, { request }) {
	const { headers, status } = answer;
	const secrets = request?.secrets ?? [];
	const shown = {};
	for (const name of Object.keys(headers)) {
		if (CREDENTIAL_HEADERS.has(name)) continue;
		const value = fieldOf(answer, name) ?? "";
		shown[name] = secrets.length === 0 ? value : redactText(value, secrets);
	}
	return {
		source: "http",
		statusCode: status,
		headers: shown,
		contentType: fieldOf(answer, "content-type") ?? ""
	};
}
function parseBody(bytes, meta, { shape, exchange }) {
	const { contentType, statusCode } = meta;
	if (!PLAIN_JSON.has(contentType) && !isJSON(contentType)) {
		const announced = announcedTypes(shape, statusCode);
		if (announced.length === 0 || !announced.every(isJSON)) return isText(contentType === "" ? announced[0] ?? "" : contentType) ? decodeText(bytes, contentType) : new Uint8Array(bytes);
		if (!VAGUE_TYPES.has(essenceOf(contentType))) {
			const text = decodeText(bytes.subarray(0, 800), contentType);
			throw unreadable(`with ${contentType}, but the document announces ${announced.join(", ")}`, {
				text,
				meta,
				exchange
			});
		}
	}
	const text = decodeText(bytes, contentType);
	try {
		return LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
	} catch (cause) {
		throw unreadable("with a body that is not valid JSON", {
			text,
			meta,
			exchange,
			cause
		});
	}
}
function announcedTypes({ responses }, status) {
	for (const name of [
		String(status),
		`${Math.floor(status / 100)}XX`,
		"DEFAULT"
	]) {
		const response = responses.find((each) => each.status.toUpperCase() === name);
		if (response !== void 0) return response.mediaTypes;
	}
	return [];
}
function unreadable(problem, { text, meta, exchange, cause }) {
	const { statusCode: status, contentType } = meta;
	const clean = redactText(text, exchange.request?.secrets ?? []);
	const body = clean.length > LONGEST_EXCERPT$1 ? `${clean.slice(0, LONGEST_EXCERPT$1)}…` : clean;
	const message = `${exchange.description} answered ${status} ${problem}.`;
	return responseError(message, {
		status,
		contentType,
		body
	}, cause);
}
function decodeText(bytes, contentType) {
	if (PLAIN_JSON.has(contentType)) return UTF8.decode(bytes);
	const charset = charsetOf(contentType);
	if (charset === void 0 || charset === "utf-8") return UTF8.decode(bytes);
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return UTF8.decode(bytes);
	}
}
// src/sources/openapi/response/status-error.ts
const RETRYABLE = /* @__PURE__ */ new Set([
	408,
	425,
	429,
	502,
	503,
	504
]);
const NOT_STARTED = /* @__PURE__ */ new Set([
	408,
	425,
	429
]);
const PHASES = [
	"notStarted",
	"started",
	"unknown"
];
const LONGEST_EXCERPT = 200;
function statusError(answer, options) {
	const { exchange, isOwn } = options;
	const { status, statusText } = answer;
	const secrets = exchange.request?.secrets ?? [];
	const body = redact(readErrorBody(answer), secrets);
	const own = isOwn ? fromProblem(body) : void 0;
	if (own !== void 0) return own;
	const reason = reasonIn(body);
	const said = [`${status}`, statusText.slice(0, LONGEST_EXCERPT)].filter(Boolean).join(" ");
	const retryAfterMs = retryAfter(fieldOf(answer, "retry-after"));
	const { headers } = responseMeta(answer, exchange);
	const details = {
		status,
		body,
		headers,
		...retryAfterMs === void 0 ? {} : { retryAfterMs }
	};
	const message = `${exchange.description} answered ${said}${reason === void 0 ? "" : `: ${reason}`}`;
	return new CallError("EXECUTION_ERROR", redactText(message, secrets), details, {
		retryable: RETRYABLE.has(status),
		phase: NOT_STARTED.has(status) ? "notStarted" : "started"
	});
}
function fromProblem(body) {
	if (!isRawObject(body)) return void 0;
	const { code, detail, details, retryable, phase, declaredBy } = body;
	if (typeof code !== "string" || code === "" || typeof detail !== "string") return void 0;
	return fromRemoteError({
		code,
		message: detail,
		details: decodeData(details),
		retryable: typeof retryable === "boolean" ? retryable : describeError(code).retryable,
		phase: PHASES.includes(phase) ? phase : "unknown",
		declaredBy: typeof declaredBy === "string" ? declaredBy : void 0
	});
}
function readErrorBody(answer) {
	const { bytes, isComplete } = answer;
	if (bytes.length === 0) return void 0;
	const contentType = fieldOf(answer, "content-type") ?? "";
	const text = decodeText(bytes, contentType);
	if (!isComplete) return `${text}…`;
	if (!isJSON(contentType)) return text;
	try {
		return parseExactly(text);
	} catch {
		return text;
	}
}
function reasonIn(body) {
	if (!isRawObject(body)) return void 0;
	const nested = body["error"];
	const candidates = [
		body["detail"],
		body["title"],
		body["message"],
		nested
	];
	if (isRawObject(nested)) candidates.push(nested["message"]);
	const reason = candidates.find((candidate) => typeof candidate === "string" && candidate !== "");
	return typeof reason === "string" ? reason.slice(0, LONGEST_EXCERPT) : void 0;
}
function retryAfter(value) {
	if (value === void 0 || value.trim() === "") return void 0;
	if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value) * 1e3, Number.MAX_SAFE_INTEGER);
	const at = Date.parse(value);
	return Number.isNaN(at) ? void 0 : Math.max(0, at - Date.now());
}
// src/sources/openapi/send/unpack-body.ts
const MOST_CODINGS = 5;
async function unpackBody(chunks, codings, limit) {
	const names = codings.split(",").map((name) => name.trim().toLowerCase());
	if (names.length > MOST_CODINGS) throw new Error(`The answer has more than ${MOST_CODINGS} codings.`);
	const zlib = builtinModule("node:zlib");
	const { Readable, pipeline } = builtinModule("node:stream");
	const decoders = names.reverse().map((name) => decoderOf$1(name, zlib, chunks[0]?.[0] ?? 0));
	const known = decoders.filter((decoder) => decoder !== void 0);
	const pieces = known.length === decoders.length && known.length > 0 ? pipeline([Readable.from(chunks), ...known], () => void 0) : chunks;
	const unpacked = [];
	let size = 0;
	for await (const piece of pieces) {
		unpacked.push(piece);
		size += piece.byteLength;
		if (size > limit) break;
	}
	return {
		bytes: joinBytes(unpacked).subarray(0, limit),
		isComplete: size <= limit
	};
}
function decoderOf$1(name, zlib, first) {
	const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
	const lenient = {
		flush: Z_SYNC_FLUSH,
		finishFlush: Z_SYNC_FLUSH
	};
	if (name === "gzip" || name === "x-gzip") return zlib.createGunzip(lenient);
	if (name === "deflate") return (first & 15) === 8 ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
	const flush = {
		flush: BROTLI_OPERATION_FLUSH,
		finishFlush: BROTLI_OPERATION_FLUSH
	};
	return name === "br" ? zlib.createBrotliDecompress(flush) : void 0;
}
// src/sources/openapi/send/dispatched-answer.ts
const DEFAULTS = [["user-agent", "node"], ["accept-encoding", "gzip, deflate, br"]];
function dispatchRequest(dispatcher, request, exchange, limits) {
	const { method, url, headers, body } = request;
	for (const [name, value] of DEFAULTS) if (!headers.has(name)) headers.set(name, value);
	return new Promise((resolve, reject) => {
		const reader = new AnswerReader({
			resolve,
			reject
		}, exchange, limits);
		dispatcher.dispatch({
			origin: url.origin,
			path: url.pathname + url.search,
			method,
			headers,
			body
		}, reader);
	});
}
const NOTHING = /* @__PURE__ */ new Uint8Array();
const MOST_LOOSE = 1024;
var AnswerReader = class {
	#outcome;
	#exchange;
	#limits;
	#controller;
	#head;
	#limit = 0;
	#size = 0;
	#chunks = [];
	#packed = 0;
	#isOver = false;
	constructor(outcome, exchange, limits) {
		this.#outcome = outcome;
		this.#exchange = exchange;
		this.#limits = limits;
		exchange.cancellation.listen(this);
	}
	onRequestStart(controller) {
		this.#controller = controller;
		const { reason } = this.#exchange.cancellation;
		if (reason !== void 0) controller.abort(reason);
	}
	onResponseStart(controller, status, headers, statusText = "") {
		if (this.#isOver || status < 200) return;
		this.#head = {
			status,
			statusText,
			headers
		};
		this.#limit = bodyLimit(status, this.#limits);
		this.#exchange.noteStatus(status);
		if (isSuccess(status) && announcesMore(this.#head, this.#limit)) this.#overflow(controller);
	}
	onResponseData(controller, chunk) {
		if (this.#isOver) return;
		this.#size += chunk.byteLength;
		if (this.#chunks.push(chunk) - this.#packed === MOST_LOOSE) this.#pack();
		if (this.#size > this.#limit) this.#overflow(controller);
	}
	onResponseEnd() {
		if (!this.#isOver) this.#finish(true);
	}
	onResponseError(_controller, error) {
		if (!this.#isOver) this.#fail(error);
	}
	#pack() {
		this.#chunks.push(joinBytes(this.#chunks.splice(this.#packed)));
		this.#packed = this.#chunks.length;
	}
	cancel(reason) {
		if (this.#isOver) return;
		this.#fail(reason);
		this.#controller?.abort(reason);
	}
	#overflow(controller) {
		this.#finish(false);
		controller.abort(/* @__PURE__ */ new Error("The answer is larger than it may be."));
	}
	#fail(error) {
		const head = this.#head;
		this.#end();
		if (head === void 0 || isSuccess(head.status)) this.#outcome.reject(error);
		else this.#outcome.resolve({
			...head,
			bytes: NOTHING,
			isComplete: true
		});
	}
	#finish(isComplete) {
		const { status, statusText, headers } = this.#head;
		const chunks = this.#chunks;
		this.#end();
		const coding = chunks.length === 0 ? void 0 : fieldOf({
			status,
			statusText,
			headers
		}, "content-encoding");
		if (coding === void 0) {
			const read = chunks.length === 1 ? chunks[0] : joinBytes(chunks);
			const bytes = isComplete ? read : read.subarray(0, this.#limit);
			this.#outcome.resolve({
				status,
				statusText,
				headers,
				bytes,
				isComplete
			});
			return;
		}
		const unpacked = unpackBody(chunks, coding, this.#limit);
		this.#outcome.resolve(unpacked.then((body) => ({
			status,
			statusText,
			headers,
			...body,
			isComplete: body.isComplete && isComplete
		})));
	}
	#end() {
		this.#isOver = true;
		this.#chunks = [];
		this.#exchange.cancellation.unlisten(this);
	}
};
// src/sources/openapi/send/redirect.ts
const HARMLESS_HEADERS = /* @__PURE__ */ new Set([
	"accept",
	"accept-language",
	"content-type",
	"range",
	"last-event-id",
	"operation-timeout-ms"
]);
function redirected(request, redirect) {
	const { status, upstream } = redirect;
	const url = targetOf$1(request.url, redirect);
	const isSameOrigin = url.origin === request.url.origin;
	const reach = isSameOrigin ? request.reach : checkOrigin(request.url, url, redirect);
	const isTrusted = isSameOrigin || upstream.namedOrigins.has(url.origin);
	const becomesGet = request.method === "POST" && (status === 301 || status === 302) || status === 303 && request.method !== "GET" && request.method !== "HEAD";
	const headers = new Map([...request.headers].filter(([name]) => isTrusted || HARMLESS_HEADERS.has(name)));
	if (becomesGet) headers.delete("content-type");
	return {
		method: becomesGet ? "GET" : request.method,
		url,
		headers,
		body: becomesGet ? void 0 : request.body,
		secrets: isTrusted ? request.secrets : [],
		reach,
		renewable: []
	};
}
function checkHiddenRedirect(request, { config }, exchange) {
	const { method, headers, secrets } = request;
	const isSafe = method === "GET" || method === "HEAD";
	const isConfidential = secrets.length > 0 || [...headers.keys()].some((name) => !HARMLESS_HEADERS.has(name));
	if (isSafe && !isConfidential && (config.redirects ?? "follow") === "follow") return;
	throw redirectError(exchange, 0, "but a browser does not say where to. Call the final address itself");
}
function targetOf$1(from, { location, status, exchange }) {
	let url;
	try {
		url = new URL(location, from);
	} catch {
		throw redirectError(exchange, status, "to something that is not a URL");
	}
	if (url.protocol !== "http:" && url.protocol !== "https:") throw redirectError(exchange, status, `to ${url.protocol}`);
	url.username = "";
	url.password = "";
	url.hash = "";
	return url;
}
function checkOrigin(from, to, { status, upstream, exchange }) {
	const { config, namedOrigins } = upstream;
	if (config.redirects === "sameOrigin") throw redirectError(exchange, status, `to ${to.origin}, but the config allows redirects within the origin only`);
	if (from.protocol === "https:" && to.protocol === "http:") throw redirectError(exchange, status, `from https to ${to.origin}, which is not encrypted`);
	if (config.allowPrivateNetwork === true || namedOrigins.has(to.origin)) return 2;
	const reach = reachOf(from);
	if (reachOf(to) <= reach) return reach;
	throw redirectError(exchange, status, `to ${to.origin}, a private address. \`allowPrivateNetwork\` would permit it`);
}
function redirectError(exchange, status, where) {
	const message = `${exchange.description} was redirected ${where}.`;
	return new CallError("EXECUTION_ERROR", message, { status }, {
		retryable: false,
		phase: "unknown"
	});
}
// src/sources/openapi/send/fetched-answer.ts
async function fetchAnswer(request, options) {
	const { upstream, exchange, isStream } = options;
	let response = await fetchOnce(request, "manual", options);
	if (response.type === "opaqueredirect") {
		checkHiddenRedirect(request, upstream, exchange);
		response = await fetchOnce(request, "follow", options);
	}
	const { status, statusText, body } = response;
	exchange.noteStatus(status);
	const head = {
		status,
		statusText,
		headers: Object.fromEntries(response.headers)
	};
	const limit = bodyLimit(status, upstream.limits);
	if (!isSuccess(status)) {
		const read = await readBeginning(body, limit).catch(() => void 0);
		return {
			...head,
			...read ?? {
				bytes: /* @__PURE__ */ new Uint8Array(),
				isComplete: true
			}
		};
	}
	if (isStream) return {
		...head,
		bytes: /* @__PURE__ */ new Uint8Array(),
		isComplete: true,
		stream: body ?? void 0
	};
	if (!announcesMore(head, limit)) return {
		...head,
		...await exchange.cancellation.race(readBeginning(body, limit))
	};
	await body?.cancel().catch(() => void 0);
	return {
		...head,
		bytes: /* @__PURE__ */ new Uint8Array(),
		isComplete: false
	};
}
function fetchOnce({ method, url, headers, body, reach }, redirect, { upstream, exchange }) {
	const { cancellation } = exchange;
	const init = {
		method,
		headers: Object.fromEntries(headers),
		redirect,
		signal: cancellation.signal
	};
	if (body !== void 0) init.body = body;
	const { fetch: given } = upstream.config;
	if (given === void 0) {
		const dispatcher = dispatcherWithin(reach);
		Object.assign(init, dispatcher === void 0 ? connectWithin(reach) : { dispatcher });
	}
	const fetch = given ?? globalThis.fetch;
	return cancellation.race(fetch(url.href, init));
}
// src/sources/openapi/send/record-sending.ts
const BEGINNING = 65536;
async function recordSending(request, sending, requestId, onExchange) {
	const { method, url, headers, secrets } = request;
	const [at, since] = [Date.now(), performance.now()];
	const end = async (outcome) => {
		const durationMs = performance.now() - since;
		const sent = {
			method,
			to: url.href,
			headers: Object.fromEntries(headers),
			...await bodyOf(request)
		};
		onExchange({
			protocol: "http",
			requestId,
			at,
			durationMs,
			request: sent,
			...outcome,
			secrets
		});
	};
	try {
		const answer = await sending;
		await end({ answer: toWire(answer) });
		return answer;
	} catch (thrown) {
		await end({ error: messageOf(thrown) });
		throw thrown;
	}
}
async function bodyOf({ body }) {
	if (!(body instanceof Blob)) return { body };
	return {
		body: new Uint8Array(await body.slice(0, BEGINNING).arrayBuffer()),
		size: body.size
	};
}
function toWire({ status, headers, bytes, stream }) {
	const fields = Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
	const head = {
		status,
		headers: Object.fromEntries(fields)
	};
	return stream === void 0 ? {
		...head,
		body: bytes
	} : {
		...head,
		isStream: true
	};
}
// src/sources/openapi/send/call-upstream.ts
const MOST_REDIRECTS = 10;
const MOST_SENDS = 4;
async function callUpstream(plan, call, exchange) {
	const { shape } = plan;
	const { cancellation } = exchange;
	let hadEnded = true;
	for (let sends = 1;; sends++) {
		const prepared = plan.prepare(call);
		const request = prepared instanceof Promise ? await cancellation.race(prepared) : prepared;
		if (cancellation.reason !== void 0) throw cancellation.reason;
		exchange.request = request;
		let answer = await send(request, plan, exchange);
		if (isRedirect(answer.status)) answer = await follow(request, answer, plan, exchange);
		const { status } = answer;
		const mayRenew = hadEnded && sends < MOST_SENDS && request.renewable.length > 0;
		if (status === 401 && mayRenew && !exchange.redirected) {
			hadEnded = false;
			for (const renew of request.renewable) if (await renew() === true) hadEnded = true;
			continue;
		}
		exchange.answered = true;
		if (isSuccess(status)) return answer;
		throw statusError(answer, {
			exchange,
			isOwn: shape.ownInput !== void 0
		});
	}
}
function send(request, { shape, upstream }, exchange) {
	const isStream = shape.stream !== void 0;
	const dispatcher = upstream.config.fetch === void 0 && !isStream ? dispatcherWithin(request.reach) : void 0;
	const answer = dispatcher === void 0 ? fetchAnswer(request, {
		upstream,
		exchange,
		isStream
	}) : dispatchRequest(dispatcher, request, exchange, upstream.limits);
	const { onExchange } = exchange.context;
	return onExchange === void 0 ? answer : recordSending(request, answer, exchange.context.requestId, onExchange);
}
async function follow(request, first, plan, exchange) {
	const { upstream } = plan;
	let current = request;
	let answer = first;
	for (let hops = 0; isRedirect(answer.status) && upstream.config.redirects !== "never"; hops += 1) {
		const { status } = answer;
		const location = fieldOf(answer, "location");
		if (location === void 0) break;
		exchange.redirected = true;
		if (hops === MOST_REDIRECTS) throw redirectError(exchange, status, `more than ${MOST_REDIRECTS} times`);
		current = redirected(current, {
			location,
			status,
			upstream,
			exchange
		});
		answer = await send(current, plan, exchange);
	}
	return answer;
}
// src/sources/openapi/request/input-error.ts
function badInput(property, problem, cause) {
	return badInputAt(memberPath("", property), problem, cause);
}
function badInputAt(path, problem, cause) {
	return new CallError("VALIDATION_ERROR", `Cannot send ${path} of the input: ${problem}`, { errors: [{
		path,
		message: problem
	}] }, cause === void 0 ? {} : { cause });
}
function toInputError(property, thrown) {
	if (thrown instanceof CallError) return thrown;
	return badInput(property, thrown instanceof URIError ? "it holds an unpaired surrogate" : messageOf(thrown), thrown);
}
// src/sources/openapi/request/exact-integers.ts
const MOST_PARTS = 50;
const LIMIT = 2n ** 63n;
const RANGE = `${-LIMIT} to ${LIMIT - 1n}`;
function exactIntegers(schema) {
	if (lazyDefinitionsOf(schema) === void 0 && !JSON.stringify(schema).includes("\"int64\"")) return void 0;
	const root = schema;
	return (input) => exact(input, [root], {
		root,
		path: ""
	});
}
function exact(value, schemas, place) {
	if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return exactScalar(value, schemas, place);
	if (Array.isArray(value)) {
		const parts = partsOf(schemas, place.root);
		const inner = (item, index) => exact(item, itemSchemas(parts, index), {
			...place,
			path: memberPath(place.path, index)
		});
		const items = value.map(inner);
		return items.some((item, index) => item !== value[index]) ? items : value;
	}
	if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
	const parts = partsOf(schemas, place.root);
	const entries = Object.entries(value).map(([name, member]) => {
		return [name, exact(member, memberSchemas(parts, name), {
			...place,
			path: memberPath(place.path, name)
		})];
	});
	return entries.some(([name, member]) => member !== value[name]) ? Object.fromEntries(entries) : value;
}
function exactScalar(value, schemas, place) {
	if (Number.isSafeInteger(value) || typeof value === "string" && !/^-?\d{1,19}$/.test(value)) return value;
	const parts = partsOf(schemas, place.root);
	if (!parts.some(isOpenInt64) || typeof value === "string" && parts.some(takesText)) return value;
	if (typeof value === "number" && !Number.isInteger(value)) return value;
	const integer = BigInt(value);
	if (integer < -LIMIT || integer >= LIMIT) throw badInputAt(place.path, `${integer} is no 64-bit integer: those go from ${RANGE}`);
	return typeof value === "number" ? value : integer;
}
function takesText(schema) {
	return !isOpenInt64(schema) && [schema["type"]].flat().includes("string");
}
function memberSchemas(parts, name) {
	return parts.flatMap(({ properties, additionalProperties }) => isSchemaObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [additionalProperties]);
}
function itemSchemas(parts, index) {
	return parts.flatMap(({ prefixItems, items }) => {
		return Array.isArray(prefixItems) && index < prefixItems.length ? [prefixItems[index]] : [items];
	});
}
function targetOf(root, ref) {
	const definitions = lazyDefinitionsOf(root);
	const name = definitions && definitionName(ref);
	return name === void 0 ? partAt(root, ref) : definitions?.one(name);
}
function partsOf(schemas, root) {
	const parts = new Set(schemas.filter(isSchemaObject));
	for (const { anyOf, oneOf, allOf, $ref } of parts) {
		if (parts.size > MOST_PARTS) break;
		const next = [
			anyOf,
			oneOf,
			allOf
		].flatMap((list) => Array.isArray(list) ? list : []);
		if (typeof $ref === "string") next.push(targetOf(root, $ref));
		for (const each of next) if (isSchemaObject(each)) parts.add(each);
	}
	return [...parts];
}
// src/sources/openapi/request/outgoing-request.ts
function setHeader(headers, name, value) {
	const key = headerName(name).toLowerCase();
	const text = headerText(value);
	const before = key === "cookie" ? headers.get(key) : void 0;
	headers.set(key, before === void 0 || before === "" ? text : [before, text].filter(Boolean).join("; "));
}
// src/sources/openapi/request/server-url.ts
function cannotCall(message) {
	return new CallError("EXECUTION_ERROR", message, void 0, {
		phase: "notStarted",
		retryable: false
	});
}
function chooseTarget(servers, options) {
	const { config, documentServers = servers } = options;
	const named = namedOrigins(config);
	const isOwn = servers !== documentServers;
	if (config.baseUrl !== void 0) {
		const own = isOwn && named.size > 0 ? usableServer(servers, options) : void 0;
		if (own !== void 0 && named.has(own.origin)) return {
			base: own,
			trusted: true,
			reach: 2
		};
		return {
			base: parseBase(config.baseUrl, "baseUrl", options),
			trusted: true,
			reach: 2
		};
	}
	const base = documentServer(servers, options);
	if (named.has(base.origin)) return {
		base,
		trusted: true,
		reach: 2
	};
	const reach = reachFor(base, options);
	return {
		base,
		trusted: !isOwn || documentServer(documentServers, options).origin === base.origin,
		reach
	};
}
function namedOrigins(config) {
	return new Set((config.allowedOrigins ?? []).map((origin) => parseUrl(origin, void 0, "allowedOrigins").origin));
}
function usableServer(servers, options) {
	try {
		return documentServer(servers, options);
	} catch {
		return;
	}
}
function documentServer(servers, options) {
	const index = options.documentServers !== void 0 && servers !== options.documentServers ? 0 : options.config.server?.index ?? 0;
	const server = servers[index] ?? (servers.length === 0 ? { url: "/" } : void 0);
	if (server === void 0) throw cannotCall(`The config chooses server ${index}, but the document has ${servers.length}.`);
	return parseBase(expandVariables(server, options.config.server?.variables), "The document's server", options);
}
function expandVariables(server, given = {}) {
	return server.url.replace(/\{([^{}]*)\}/g, (_placeholder, name) => {
		const declared = ownValue(server.variables ?? {}, name);
		const value = ownValue(given, name) ?? declared?.default;
		if (value === void 0) throw cannotCall(`The server ${server.url} needs a value for {${name}}. Set server.variables in the config.`);
		const choices = declared?.enum ?? [];
		if (choices.length > 0 && !choices.includes(value)) throw cannotCall(`The server variable ${name} must be one of ${choices.join(", ")}, but is ${JSON.stringify(value)}.`);
		return value;
	});
}
function parseBase(text, what, options) {
	const base = parseUrl(text, options.documentUrl, what);
	if (base.username !== "" || base.password !== "") throw cannotCall(`${what} holds a user name or password. Give them as \`auth\` or \`credentials\`.`);
	base.hash = "";
	return base;
}
function parseUrl(text, relativeTo, what) {
	const here = relativeTo ?? globalThis.location?.href;
	let url;
	try {
		url = new URL(text, here);
	} catch {
		throw cannotCall(`${what} ${JSON.stringify(text)} is not an absolute URL. Set \`baseUrl\` in the config.`);
	}
	if (url.protocol !== "https:" && url.protocol !== "http:") throw cannotCall(`${what} must be an http or https URL, but is ${url.protocol}//…`);
	return url;
}
function reachFor(base, options) {
	if (options.config.allowPrivateNetwork === true) return 2;
	const found = ("foundAt" in options ? options.foundAt : options.documentUrl) ?? "";
	const reach = options.reach ?? (URL.canParse(found) ? reachOf(new URL(found)) : 0);
	if (reachOf(base) <= reach) return reach;
	throw cannotCall(`The document leads to ${base.origin}, a private address. Name it as \`baseUrl\`, or set \`allowPrivateNetwork\`.`);
}
// src/sources/openapi/request/wire-text.ts
function scalarText(value) {
	switch (typeof value) {
		case "string": return value;
		case "number":
		case "boolean":
		case "bigint": return String(value);
		case "object":
			if (value === null) return "";
			if (value instanceof Date) return value.toISOString();
			return jsonText(value);
		default: throw new TypeError(`a ${typeof value} cannot be written as text`);
	}
}
function jsonText(value) {
	if (isPlainJSON(value)) return JSON.stringify(value);
	const bigints = [];
	let mark;
	function replace(key, member) {
		const original = this[key];
		if (original instanceof Uint8Array) return toBase64(original);
		return typeof member === "bigint" ? `${mark ??= randomId()}${bigints.push(member) - 1}` : member;
	}
	const text = JSON.stringify(value, replace);
	if (text === void 0) throw new TypeError(`a ${typeof value} cannot be written as JSON`);
	return bigints.length === 0 ? text : text.replaceAll(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => `${bigints[Number(at)]}`);
}
const MOST_LEVELS = 50;
function isPlainJSON(value, depth = 0) {
	if (typeof value !== "object") return depth > 0 ? typeof value !== "bigint" : typeof value === "string";
	if (value === null) return true;
	if (depth > MOST_LEVELS || ArrayBuffer.isView(value) || "toJSON" in value) return false;
	if (Array.isArray(value)) return value.every((item) => isPlainJSON(item, depth + 1));
	for (const key in value) if (!isPlainJSON(value[key], depth + 1)) return false;
	return true;
}
function base64Text(text) {
	return toBase64(new TextEncoder().encode(text));
}
function isFieldMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date) && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer) && !(value instanceof Blob);
}
const RESERVED_IN_PATH = ":@!$&'()*+,;=";
const RESERVED_IN_QUERY = ":/?@!$'()*,;=";
function encodeUnreserved(text) {
	return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}
function encodeReserved(text, where) {
	const kept = where === "path" ? RESERVED_IN_PATH : RESERVED_IN_QUERY;
	const decode = (triple) => {
		const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
		return kept.includes(character) ? character : triple;
	};
	return text.replace(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (part) => part.length === 3 && part.startsWith("%") ? part : encodeUnreserved(part).replace(/%[0-9A-F]{2}/g, decode));
}
function hex(character) {
	return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
// src/sources/openapi/request/serialise-style.ts
const DEEPEST_OBJECT = 32;
const DELIMITERS = {
	form: ",",
	cookie: ",",
	spaceDelimited: "%20",
	pipeDelimited: "%7C",
	tabDelimited: "%09"
};
function serialiseStyle(value, options) {
	if (value === void 0) return void 0;
	const { style, explode, encode, encodeName } = options;
	const members = typeof value === "object" ? membersOf(value) : void 0;
	if (members?.length === 0) return void 0;
	if (style === "simple" || style === "label") {
		const text = members === void 0 ? encode(scalarText(value)) : joinMembers(members, options, style === "label" && explode ? "." : ",");
		return style === "label" ? `.${text}` : text;
	}
	const name = encodeName(options.name);
	if (members === void 0) return pair(name, encode(scalarText(value)), style);
	if (style === "deepObject") return deepPairs(value, name, {
		options,
		depth: 0
	}).join("&");
	if (!explode) return pair(name, joinMembers(members, options, style === "matrix" ? "," : DELIMITERS[style]), style);
	return members.map(([key, member]) => pair(key === void 0 ? name : encodeName(key), encode(scalarText(member)), style)).join(style === "matrix" ? "" : style === "cookie" ? "; " : "&");
}
function pair(name, text, style) {
	if (style !== "matrix") return `${name}=${text}`;
	return text === "" ? `;${name}` : `;${name}=${text}`;
}
function membersOf(value) {
	if (Array.isArray(value)) return value.filter((item) => item !== void 0).map((item) => [void 0, item]);
	if (!isFieldMap(value)) return void 0;
	return Object.entries(value).filter(([, member]) => member !== void 0);
}
function joinMembers(members, options, delimiter) {
	const { explode, encode, encodeName } = options;
	return members.map(([key, value]) => {
		const text = encode(scalarText(value));
		return key === void 0 ? text : `${encodeName(key)}${explode ? "=" : delimiter}${text}`;
	}).join(delimiter);
}
function deepPairs(value, name, state) {
	const { options, depth } = state;
	const members = membersOf(value);
	if (members === void 0) return [`${name}=${options.encode(scalarText(value))}`];
	if (depth > DEEPEST_OBJECT) throw new RangeError(`it is nested deeper than ${DEEPEST_OBJECT} levels`);
	return members.flatMap(([key, member], index) => deepPairs(member, `${name}%5B${options.encodeName(key ?? String(index))}%5D`, {
		options,
		depth: depth + 1
	}));
}
// src/sources/openapi/request/form-body.ts
function encodingOf(encodings, property) {
	return encodings && ownValue(encodings, property);
}
function styleOf(encoding) {
	if (encoding === void 0) return void 0;
	const { style, explode, allowReserved } = encoding;
	if (style === void 0 && explode === void 0 && allowReserved === void 0) return void 0;
	return {
		style: style ?? "form",
		explode: explode ?? (style === void 0 || style === "form")
	};
}
function writeForm(value, encodings) {
	if (typeof value === "string") return value;
	if (value instanceof URLSearchParams) return value.toString();
	if (!isFieldMap(value)) throw new TypeError("only an object can be written as a form");
	return Object.entries(value).filter(([, member]) => member !== void 0).map(([name, member]) => writeField(name, member, encodingOf(encodings, name))).filter((pairs) => pairs !== void 0 && pairs !== "").join("&");
}
function writeField(name, value, encoding) {
	const style = styleOf(encoding);
	if (style !== void 0) {
		const encode = encoding?.allowReserved === true ? encodeForQuery : encodeUnreserved;
		return serialiseStyle(value, {
			name,
			...style,
			encode,
			encodeName: encodeUnreserved
		});
	}
	const asJSON = encoding?.contentType !== void 0 && isJSON(encoding.contentType);
	return (Array.isArray(value) && !asJSON ? value.filter((item) => item !== void 0) : [value]).map((item) => `${encodeUnreserved(name)}=${encodeUnreserved(asJSON ? jsonText(item) : scalarText(item))}`).join("&");
}
function encodeForQuery(text) {
	return encodeReserved(text, "query");
}
// src/sources/openapi/request/serialise-parameter.ts
function compileParameter(parameter) {
	const style = parameter.in === "cookie" && parameter.style === "form" ? "cookie" : parameter.style;
	return {
		...parameter,
		style,
		...encodings(parameter)
	};
}
function writeParameter(parameter, input) {
	const { inputName, in: location, mediaType } = parameter;
	const value = Object.hasOwn(input, inputName) ? input[inputName] : void 0;
	if (value === void 0) {
		if (parameter.required) throw badInput(inputName, "it is required, but missing");
		return;
	}
	try {
		if ((typeof value === "string" || typeof value === "number") && location === "path" && parameter.style === "simple" && mediaType === void 0) return parameter.encode(String(value));
		const text = mediaType === void 0 ? serialiseStyle(value, parameter) : writeAsMediaType(parameter, value);
		if (text !== void 0 && location === "header") return headerText(text);
		return text !== void 0 && location === "cookie" ? cookieText(text) : text;
	} catch (thrown) {
		throw toInputError(inputName, thrown);
	}
}
function encodings(parameter) {
	if (parameter.in === "header") return {
		encode: asIs,
		encodeName: asIs
	};
	if (parameter.style === "cookie") return {
		encode: cookiePart,
		encodeName: encodeUnreserved
	};
	if (!parameter.allowReserved) return {
		encode: encodeUnreserved,
		encodeName: encodeUnreserved
	};
	const where = parameter.in === "path" ? "path" : "query";
	return {
		encode: (text) => encodeReserved(text, where),
		encodeName: encodeUnreserved
	};
}
function asIs(text) {
	return text;
}
function cookiePart(text) {
	if (text.includes(";")) throw new TypeError("a cookie of this style cannot hold `;`");
	return text;
}
function writeAsMediaType({ name, in: location, mediaType = "" }, value) {
	if (location === "querystring" && isForm(mediaType)) return writeForm(value, void 0);
	const asJSON = isJSON(mediaType) || typeof value === "object" && value !== null;
	const text = asJSON ? jsonText(value) : scalarText(value);
	if (location === "header") return asJSON ? text.replace(/[^\x20-\x7e]/g, unicodeEscape) : text;
	const encoded = encodeUnreserved(text);
	return location === "query" || location === "cookie" ? `${encodeUnreserved(name)}=${encoded}` : encoded;
}
function unicodeEscape(unit) {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
// src/sources/openapi/request/url-template.ts
var URLTemplate = class {
	#path;
	#origin;
	#basePath;
	#baseQuery;
	#segments;
	#templateQuery;
	#query;
	constructor({ path, parameters }, base) {
		const [template = "", templateQuery = ""] = (path.split("#", 1)[0] ?? "").split(/\?(.*)/s);
		this.#path = path;
		this.#origin = base.origin;
		this.#basePath = withoutTrailingSlashes(base.pathname);
		this.#baseQuery = base.search.slice(1);
		this.#segments = parseSegments(template.startsWith("/") ? template.slice(1) : template, parameters);
		this.#templateQuery = parsePieces(templateQuery, parameters);
		this.#query = parameters.filter((parameter) => parameter.in === "query" || parameter.in === "querystring").map(compileParameter);
	}
	expand(input) {
		let address = this.#origin + this.#basePath;
		for (const segment of this.#segments) address += typeof segment === "string" ? segment : expandSegment(segment, input);
		const pairs = this.#baseQuery === "" ? [] : [this.#baseQuery];
		let templateQuery = "";
		for (const piece of this.#templateQuery) templateQuery += typeof piece === "string" ? piece : (writeParameter(piece, input) ?? "").replaceAll("&", "%26");
		if (templateQuery !== "") pairs.push(templateQuery);
		for (const parameter of this.#query) {
			const pair = writeParameter(parameter, input);
			if (pair !== void 0 && pair !== "") pairs.push(pair);
		}
		const url = new URL(pairs.length === 0 ? address : `${address}?${pairs.join("&")}`);
		if (url.origin !== this.#origin || !url.pathname.startsWith(`${this.#basePath}/`)) throw cannotCall(`The path ${this.#path} leaves ${this.#origin}${this.#basePath}.`);
		return url;
	}
};
function addQueryPair(url, name, value) {
	const pair = `${encodeUnreserved(name)}=${encodeUnreserved(value)}`;
	url.search = url.search === "" ? pair : `${url.search}&${pair}`;
}
function withoutTrailingSlashes(path) {
	let end = path.length;
	while (end > 0 && path[end - 1] === "/") end -= 1;
	return path.slice(0, end);
}
function parseSegments(template, parameters) {
	const segments = [];
	let literal = "";
	for (const segment of template.split("/")) {
		const pieces = parsePieces(segment, parameters);
		literal += "/";
		if (pieces.every((piece) => typeof piece === "string")) literal += segment;
		else {
			segments.push(literal, pieces);
			literal = "";
		}
	}
	return literal === "" ? segments : [...segments, literal];
}
function parsePieces(template, parameters) {
	return template.split(/\{([^{}]*)\}/).map((piece, index) => {
		if (index % 2 === 0) return piece;
		const parameter = parameters.find((each) => each.in === "path" && each.name === piece);
		if (parameter === void 0) throw cannotCall(`The document declares no parameter for {${piece}} in its path.`);
		return compileParameter(parameter);
	});
}
function expandSegment(pieces, input) {
	let segment = "";
	let inputName = "";
	for (const piece of pieces) if (typeof piece === "string") segment += piece;
	else {
		segment += writeParameter(piece, input) ?? "";
		inputName = piece.inputName;
	}
	if (segment === "" || /^(?:\.|%2e){1,2}$/i.test(segment)) throw badInput(inputName, "as a part of a path it may not be empty, `.` or `..`");
	return segment;
}
// src/sources/openapi/request/credentials.ts
function addCredentials(draft, options) {
	const { shape, upstream, target, identity } = options;
	const { auth, credentials } = upstream.config;
	const isAsked = credentials !== void 0 && shape.security.length > 0;
	if (!target.trusted && (auth !== void 0 || isAsked && asksForOneOf(shape, credentials))) throw cannotCall(`The document sends this operation to ${target.base.origin}, which the credentials are not meant for. Add it to \`allowedOrigins\`, or name it as \`baseUrl\`.`);
	const added = auth === void 0 ? void 0 : addAuth(draft, auth, identity);
	if (added === void 0 && !isAsked) return draft;
	return addSchemes(draft, options, added);
}
function asksForOneOf({ security }, credentials) {
	return Object.keys(credentials).some((name) => security.some((requirement) => Object.hasOwn(requirement, name)));
}
async function addSchemes(draft, options, before) {
	await before;
	for (const requirement of options.shape.security) {
		const met = await meetRequirement(requirement, options);
		if (met === void 0) continue;
		for (const scheme of met) await addScheme(draft, scheme, options);
		break;
	}
	return draft;
}
function addAuth(draft, auth, identity) {
	const token = resolve(auth.token, identity, "auth.token");
	if (token instanceof Promise) return token.then((text) => setToken(draft, auth, text, identity));
	setToken(draft, auth, token, identity);
}
function setToken(draft, auth, token, identity) {
	if (token === void 0) return;
	setSecretHeader(draft, auth.headerName ?? (auth.type === "apiKey" ? "X-API-Key" : "Authorization"), withPrefix(auth, auth.type === "basic" ? addBasicText(draft, token) : token));
	draft.secrets.push(token);
	const { onRefused } = auth;
	if (onRefused !== void 0) draft.renewable.push(() => onRefused(token, identity));
}
const PREFIXES = {
	bearer: "Bearer",
	basic: "Basic",
	apiKey: ""
};
function withPrefix({ type, prefix }, token) {
	const before = prefix ?? PREFIXES[type];
	return before === "" || before.endsWith(" ") ? `${before}${token}` : `${before} ${token}`;
}
async function meetRequirement(requirement, { shape, upstream, identity }) {
	const { credentials = {} } = upstream.config;
	const met = [];
	for (const [name, scopes] of Object.entries(requirement)) {
		const scheme = ownValue(shape.securitySchemes, name);
		if (scheme === void 0) return void 0;
		const credential = await resolve(ownValue(credentials, name), identity, `credentials.${name}`);
		if (credential === void 0 && scheme.type !== "other") return void 0;
		met.push({
			scheme,
			credential,
			scopes
		});
	}
	return met;
}
async function addScheme(draft, met, options) {
	const { scheme, credential, scopes } = met;
	if (credential === void 0 || scheme.type === "other") return;
	if (isClient(credential)) {
		if (scheme.type === "apiKey" || scheme.type === "http" && scheme.scheme.toLowerCase() !== "bearer") throw cannotCall("OAuth 2 client credentials cannot serve a security scheme that takes no bearer token.");
		const declared = scheme.type === "oauth2" ? scheme.tokenUrl : void 0;
		const tokenUrl = credential.tokenUrl ?? trustedTokenUrl(declared, options);
		const reach = credential.tokenUrl === void 0 ? options.target.reach : 2;
		return addToken(draft, {
			client: credential,
			tokenUrl,
			scopes: credential.scopes ?? scopes,
			reach
		}, options.upstream);
	}
	const text = typeof credential === "string" ? credential : `${credential.username}:${credential.password}`;
	draft.secrets.push(typeof credential === "string" ? credential : credential.password);
	if (scheme.type === "apiKey") return addApiKey(draft, scheme, text);
	const name = scheme.type === "http" ? scheme.scheme : "bearer";
	setSecretHeader(draft, "Authorization", name.toLowerCase() === "basic" || typeof credential !== "string" ? `Basic ${addBasicText(draft, text)}` : `${capitalised(name)} ${text}`);
}
function trustedTokenUrl(declared, { target, upstream }) {
	const remedy = "Name `tokenUrl` with the credential in the config.";
	if (declared === void 0) throw cannotCall(`The document names no token endpoint. ${remedy}`);
	if (!URL.canParse(declared, target.base.href)) throw cannotCall(`The document's token endpoint is not a URL. ${remedy}`);
	const { origin, href } = new URL(declared, target.base);
	if (origin === target.base.origin || upstream.namedOrigins.has(origin)) return href;
	throw cannotCall(`The document sends the client's secret to ${origin}. ${remedy}`);
}
async function addToken(draft, request, { tokens }) {
	const value = await tokens.get(request);
	draft.renewable.push(() => tokens.refuse(request, value));
	draft.secrets.push(request.client.clientSecret, value);
	setSecretHeader(draft, "Authorization", `Bearer ${value}`);
}
function addApiKey(draft, scheme, key) {
	const encoded = encodeUnreserved(key);
	draft.secrets.push(encoded);
	if (scheme.in === "header") setSecretHeader(draft, scheme.name, key);
	else if (scheme.in === "query") addQueryPair(draft.url, scheme.name, key);
	else setHeader(draft.headers, "cookie", `${encodeUnreserved(scheme.name)}=${encoded}`);
}
function setSecretHeader(draft, name, value) {
	try {
		setHeader(draft.headers, name, value);
	} catch {
		throw cannotCall(`A credential cannot be sent in the header ${JSON.stringify(name)}: it holds a character that no header may hold.`);
	}
	draft.secrets.push(value);
}
function addBasicText({ secrets }, token) {
	const colon = token.indexOf(":");
	const text = colon === -1 ? token : base64Text(token);
	secrets.push(text, ...colon === -1 ? [] : [token.slice(colon + 1)]);
	return text;
}
function capitalised(scheme) {
	return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}
function isClient(credential) {
	return typeof credential === "object" && "clientId" in credential;
}
function resolve(source, identity, what) {
	if (typeof source !== "function") return source;
	try {
		const given = source(identity);
		if (given === void 0 || typeof given === "string") return given;
		return Promise.resolve(given).catch((cause) => fail(cause, what));
	} catch (cause) {
		return fail(cause, what);
	}
}
function fail(cause, what) {
	if (cause instanceof CallError) throw cause;
	const message = `The function for ${what} in the config failed.`;
	throw new CallError("EXECUTION_ERROR", message, void 0, {
		phase: "notStarted",
		cause
	});
}
// src/sources/openapi/request/multipart-body.ts
function isBytes(value) {
	return value instanceof Blob || value instanceof Uint8Array || value instanceof ArrayBuffer;
}
function writeMultipart(value, options) {
	if (!isFieldMap(value)) throw new TypeError("only an object can be written as a multipart body");
	const boundary = `operations-${randomId()}`;
	const pieces = [];
	for (const [name, member] of Object.entries(value)) {
		if (member === void 0) continue;
		const encoding = encodingOf(options.encodings, name);
		for (const part of toParts(name, member, encoding)) pieces.push(`--${boundary}\r\n${part.headers}\r\n\r\n`, part.content, "\r\n");
	}
	pieces.push(`--${boundary}--\r\n`);
	return {
		body: new Blob(pieces),
		contentType: `${options.mediaType}; boundary=${boundary}`
	};
}
function toParts(name, value, encoding) {
	const style = styleOf(encoding);
	if (style !== void 0 && !isBytes(value)) return styledParts(serialiseStyle(value, {
		name,
		...style,
		encode: encodeURIComponent,
		encodeName: encodeURIComponent
	}) ?? "");
	return (!Array.isArray(value) || namesJSON(encoding?.contentType) ? [value] : value.filter((item) => item !== void 0)).map((item) => toPart(name, item, encoding?.contentType));
}
function namesJSON(contentType) {
	return contentType !== void 0 && /json/i.test(contentType);
}
function toPart(name, value, declared) {
	if (isBytes(value)) {
		const type = chooseType(declared, value instanceof Blob ? value.type : "") ?? "application/octet-stream";
		return {
			headers: partHeaders(name, {
				filename: value instanceof File ? value.name : name,
				type
			}),
			content: value
		};
	}
	const isStructure = typeof value === "object" && value !== null && !(value instanceof Date);
	const type = declared === void 0 ? void 0 : chooseType(declared, "");
	if (isStructure) return {
		headers: partHeaders(name, { type: type ?? "application/json" }),
		content: jsonText(value)
	};
	const content = namesJSON(type) ? jsonText(value) : scalarText(value);
	return {
		headers: partHeaders(name, { type }),
		content
	};
}
function chooseType(declared, own) {
	const choices = (declared ?? "*/*").split(",").map((choice) => choice.trim());
	if (own !== "" && choices.some((choice) => matchesMediaType(own, choice))) return own;
	return choices.find((choice) => !isRange(choice));
}
function styledParts(pairs) {
	return pairs.split("&").flatMap((pair) => {
		if (pair === "") return [];
		const at = pair.indexOf("=");
		const [key, content] = [pair.slice(0, at), pair.slice(at + 1)].map(decodeURIComponent);
		return [{
			headers: partHeaders(key, {}),
			content
		}];
	});
}
function partHeaders(name, file) {
	const filename = file.filename === void 0 ? "" : `; filename="${quotable(file.filename)}"`;
	const disposition = `Content-Disposition: form-data; name="${quotable(name)}"${filename}`;
	return file.type === void 0 ? disposition : `${disposition}\r\nContent-Type: ${headerText(file.type)}`;
}
function quotable(text) {
	return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll("\"", "%22");
}
// src/sources/openapi/request/write-body.ts
const JSON_TYPE = "application/json";
function writeBody(shape, input) {
	const value = ownValue(input, "body");
	if (value === void 0) {
		if (shape.required) throw badInput("body", "it is required, but missing");
		return;
	}
	const isPlain = needsOnlyJSON(shape.contents, value);
	const content = isPlain ? shape.contents[0] : chooseContent(shape.contents, value);
	if (content === void 0) {
		const offered = shape.contents.map((each) => each.mediaType).join(", ");
		throw badInput("body", `${describe(value)} cannot be written as ${offered || "a body without a content type"}`);
	}
	try {
		return isPlain ? {
			body: jsonText(value),
			contentType: JSON_TYPE
		} : writeContent(content, value);
	} catch (thrown) {
		throw toInputError("body", thrown);
	}
}
function chooseContent(contents, value) {
	let best;
	let bestFit = 0;
	for (const content of contents) {
		const fit = fitOf(content.mediaType, value);
		if (fit > bestFit) [best, bestFit] = [content, fit];
	}
	return best;
}
const OPAQUE = [
	ReadableStream,
	FormData,
	Map,
	Set
];
function needsOnlyJSON(contents, value) {
	if (contents.length !== 1 || contents[0]?.mediaType !== JSON_TYPE) return false;
	if (typeof value !== "object" || value === null) return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === Array.prototype;
}
function fitOf(mediaType, value) {
	if (isBytes(value)) return fitOfBytes(mediaType, value instanceof Blob ? value.type : "");
	if (typeof value === "string") {
		if (isText(mediaType)) return isForm(mediaType) ? 1 : 3;
		return isJSON(mediaType) ? 2 : isMultipart(mediaType) ? 0 : 1;
	}
	if (value instanceof URLSearchParams) return isForm(mediaType) ? 3 : 0;
	if (OPAQUE.some((opaque) => value instanceof opaque)) return 0;
	if (streamFormat(mediaType) === "jsonl") return Array.isArray(value) ? 2 : 1;
	if (isMultipart(mediaType)) return isFieldMap(value) ? holdsBytes(value) ? 3 : 2 : 0;
	if (isForm(mediaType)) return isFieldMap(value) ? 2 : 0;
	if (isJSON(mediaType) || essenceOf(mediaType) === "*/*" || essenceOf(mediaType) === "application/*") return 2;
	return isText(mediaType) && (typeof value !== "object" || value === null) ? 1 : 0;
}
function fitOfBytes(mediaType, own) {
	if (own !== "" && matchesMediaType(own, mediaType)) return 3;
	return isJSON(mediaType) || isForm(mediaType) || isMultipart(mediaType) ? 0 : isText(mediaType) ? 1 : 2;
}
function holdsBytes(value) {
	return Object.values(value).some((member) => Array.isArray(member) ? member.some(isBytes) : isBytes(member));
}
function writeContent(content, value) {
	const { mediaType, encoding } = content;
	if (isBytes(value)) {
		const own = value instanceof Blob ? value.type : "";
		const named = own !== "" && matchesMediaType(own, mediaType) ? own : concrete(mediaType, "application/octet-stream");
		return {
			body: value instanceof ArrayBuffer ? new Uint8Array(value) : value,
			contentType: headerText(named)
		};
	}
	const isString = typeof value === "string";
	const type = headerText(concrete(mediaType, isString ? "text/plain" : "application/json"));
	if (isMultipart(type)) return writeMultipart(value, {
		mediaType: type,
		encodings: encoding
	});
	if (isForm(type)) return {
		body: writeForm(value, encoding),
		contentType: type
	};
	if (isJSON(type)) return {
		body: jsonText(value),
		contentType: type
	};
	const body = streamFormat(type) === "jsonl" && !isString ? writeLines(value, type) : scalarText(value);
	if (/\p{Surrogate}/u.test(body)) throw new TypeError("it holds an unpaired surrogate");
	return {
		body,
		contentType: type.startsWith("text/") && charsetOf(type) === void 0 ? `${type};charset=utf-8` : type
	};
}
function writeLines(value, type) {
	const mark = essenceOf(type) === "application/json-seq" ? "" : "";
	return (Array.isArray(value) ? value : [value]).map((item) => `${mark}${jsonText(item)}\n`).join("");
}
function concrete(mediaType, fallback) {
	if (!isRange(mediaType)) return mediaType;
	const essence = essenceOf(mediaType);
	if (essence === "multipart/*") return "multipart/form-data";
	return essence === "text/*" ? "text/plain" : fallback;
}
function describe(value) {
	if (isBytes(value)) return "bytes";
	if (Array.isArray(value)) return "an array";
	return value === null ? "null" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
// src/sources/openapi/request/request-plan.ts
const NO_TOKENS = [];
var RequestPlan = class {
	shape;
	upstream;
	#compiled;
	constructor(shape, upstream) {
		this.shape = shape;
		this.upstream = upstream;
	}
	prepare({ input, context, lastEventId }) {
		const { shape } = this;
		const compiled = this.#compiled ??= compile(shape, this.upstream);
		const url = compiled.url.expand(input);
		const written = shape.body === void 0 ? void 0 : writeBody(shape.body, input);
		if (written !== void 0 && (shape.method === "GET" || shape.method === "HEAD")) throw badInput("body", `\`fetch\` cannot send a body with ${shape.method}`);
		const headers = /* @__PURE__ */ new Map([["accept", compiled.accept]]);
		if (context.trace !== void 0) addTrace(headers, context.trace);
		const { deadline } = context;
		if (shape.ownInput !== void 0 && deadline !== void 0 && deadline !== Infinity) headers.set("operation-timeout-ms", String(Math.max(1, Math.ceil(deadline - Date.now()))));
		for (const [name, value] of compiled.headers) headers.set(name, value);
		if (lastEventId !== void 0) headers.set("last-event-id", utf8AsLatin1(lastEventId));
		if (compiled.parameters.length > 0) addParameters(headers, compiled.parameters, input);
		if (written?.contentType !== void 0) headers.set("content-type", written.contentType);
		const { method } = shape;
		const { secrets, target, takesCredentials } = compiled;
		const { reach } = target;
		const body = written?.body;
		if (!takesCredentials) return {
			method,
			url,
			headers,
			body,
			secrets,
			reach,
			renewable: NO_TOKENS
		};
		return addCredentials({
			method,
			url,
			headers,
			body,
			secrets: secrets.slice(),
			reach,
			renewable: []
		}, {
			shape,
			upstream: this.upstream,
			target,
			identity: context.identity
		});
	}
};
function compile(shape, upstream) {
	const { config, origin } = upstream;
	const target = chooseTarget(shape.servers, {
		config,
		...origin
	});
	return {
		target,
		url: new URLTemplate(shape, target.base),
		accept: acceptedTypes(shape),
		headers: target.trusted ? configuredHeaders(config.headers) : [],
		secrets: secretsIn(config.headers),
		parameters: shape.parameters.filter((parameter) => parameter.in === "header" || parameter.in === "cookie").map(compileParameter),
		takesCredentials: config.auth !== void 0 || config.credentials !== void 0 && shape.security.length > 0
	};
}
function acceptedTypes({ responses, stream }) {
	const announced = successes(responses).flatMap(({ mediaTypes }) => mediaTypes).filter((mediaType) => streamFormat(mediaType) === stream && /^[\x21-\x7e ]+$/.test(mediaType));
	const accepted = [...new Set(announced)];
	if (accepted.length > 0 && !accepted.includes("*/*")) return accepted.join(", ");
	return stream === void 0 ? "*/*" : STREAM_TYPES[stream].slice(0, 2).join(", ");
}
function configuredHeaders(headers = {}) {
	return Object.entries(headers).map(([name, value]) => {
		try {
			return [headerName(name).toLowerCase(), headerText(value)];
		} catch {
			throw cannotCall(`The header ${JSON.stringify(name)} of the config cannot be sent.`);
		}
	});
}
function secretsIn(headers = {}) {
	return Object.entries(headers).flatMap(([name, value]) => /auth|cookie|key|token|secret|password/i.test(name) ? [value, value.replace(/^\S+\s+/, "")] : []);
}
function addTrace(headers, trace) {
	for (const name of ["traceparent", "tracestate"]) {
		const value = trace[name];
		if (value !== void 0 && /^[\x20-\x7e]+$/.test(value)) headers.set(name, value);
	}
}
function addParameters(headers, parameters, input) {
	for (const parameter of parameters) {
		const text = writeParameter(parameter, input);
		if (text === void 0) continue;
		try {
			setHeader(headers, parameter.in === "cookie" ? "cookie" : parameter.name, text);
		} catch (thrown) {
			throw toInputError(parameter.inputName, thrown);
		}
	}
}
// src/sources/openapi/call/reconnection.ts
const LONGEST_ID = 4096;
var Reconnection = class {
	lastEventId;
	#signal;
	#options;
	#format;
	#attempts = 0;
	#delay;
	#cut;
	constructor({ method }, { reconnect }, { signal, lastEventId = "" }) {
		this.#signal = signal;
		this.lastEventId = lastEventId;
		if (reconnect === void 0 || reconnect === false || method !== "GET") return;
		const { maxAttempts = 5, minDelay = 500, maxDelay = 3e4 } = reconnect === true ? {} : reconnect;
		this.#options = {
			maxAttempts,
			minDelay,
			maxDelay
		};
	}
	connected(format) {
		this.#format = format;
	}
	received(item) {
		this.#attempts = 0;
		this.resumeAfter(item.lastEventId ?? "");
	}
	resumeAfter(id) {
		this.lastEventId = id.length > LONGEST_ID ? "" : id;
	}
	retryIn(milliseconds) {
		this.#delay = milliseconds;
	}
	async waitAfter(error) {
		const isCut = error.code === "STREAM_GAP";
		const mayTry = isCut || this.#cut !== void 0 && error.retryable && !this.#signal.aborted;
		if (isCut) this.#cut = error;
		const options = this.#options;
		if (!mayTry || options === void 0 || this.#format !== "sse" || this.lastEventId === "") throw error;
		this.#attempts += 1;
		if (this.#attempts > options.maxAttempts) throw this.#givenUp(error);
		const wanted = retryAfterOf(error.details) ?? (this.#delay ?? options.minDelay) * 2 ** (this.#attempts - 1);
		const pause = Math.min(Math.max(wanted, options.minDelay), options.maxDelay);
		try {
			await delay(pause, this.#signal);
		} catch {}
	}
	#givenUp(cause) {
		const message = `${this.#cut?.message ?? "The stream was cut."} It could not be resumed.`;
		return new CallError("STREAM_GAP", message, { lastEventId: this.lastEventId }, { cause });
	}
};
// src/sources/openapi/call/stream-items.ts
async function* streamItems(call) {
	const { shape, upstream } = call.plan;
	const reconnection = new Reconnection(shape, upstream.config, call.context);
	for (;;) {
		const exchange = new HTTPExchange(call.context, upstream.config.timeout);
		forwardCall(call.context, exchange);
		let error;
		try {
			yield* readItems(call, exchange, reconnection);
			return;
		} catch (thrown) {
			error = streamError(thrown, exchange);
		} finally {
			exchange.close(false);
		}
		await reconnection.waitAfter(error);
	}
}
async function* readItems(call, exchange, reconnection) {
	const { plan } = call;
	const lastEventId = reconnection.lastEventId || void 0;
	const answer = await callUpstream(plan, {
		...call,
		lastEventId
	}, exchange);
	exchange.stopTimer();
	const { stream, status } = answer;
	if (stream === void 0 || status === 204 || status === 205) return;
	const meta = responseMeta(answer, exchange);
	const format = essenceOf(meta.contentType) === "" ? plan.shape.stream : streamFormat(meta.contentType);
	if (format === void 0) throw notAStream(meta, exchange);
	reconnection.connected(format);
	const { ownInput, jsonItems } = plan.shape;
	const isOwn = ownInput !== void 0;
	for await (const item of decodeStream(stream, decoderOf(plan, format, reconnection))) {
		if (item.isIdOnly === true) {
			reconnection.resumeAfter(item.lastEventId ?? "");
			continue;
		}
		if (isOwn && endsOwnStream(item)) return;
		if (!isOwn && item.data === "[DONE]" && jsonItems !== false) return;
		reconnection.received(item);
		yield {
			data: isOwn ? parseOwnItem(item) : parseItem(item, format, jsonItems),
			meta: {
				...meta,
				...eventMeta(item)
			}
		};
	}
	if (isOwn) throw new StreamCut("it ended before it was complete");
}
function decoderOf({ upstream }, format, reconnection) {
	const limit = upstream.limits.eventSize;
	if (format === "jsonl") return createLineDecoder({ limit });
	const { lastEventId } = reconnection;
	return createEventDecoder({
		limit,
		lastEventId,
		onRetry: (delay) => reconnection.retryIn(delay)
	});
}
function parseItem({ data }, format, jsonItems) {
	return format === "jsonl" || (jsonItems ?? /^\s*[[{]/.test(data)) ? parsed(data) : data;
}
function endsOwnStream({ event, data }) {
	if (event === "error") throw fromProblem(parsed(data)) ?? new StreamCut("it failed without a reason");
	return event === "complete";
}
function parseOwnItem({ data }) {
	return data === "" ? void 0 : decodeData(parsed(data));
}
function parsed(text) {
	try {
		return parseExactly(text);
	} catch {
		return text;
	}
}
function eventMeta({ event, lastEventId }) {
	return {
		...event === void 0 ? {} : { event },
		...lastEventId === void 0 || lastEventId === "" ? {} : { lastEventId }
	};
}
function streamError(thrown, exchange) {
	if (!(thrown instanceof StreamCut) || exchange.cancellation.reason !== void 0) return exchange.failure(thrown);
	const message = `The stream of ${exchange.description} was cut: ${thrown.message}.`;
	return new CallError("STREAM_GAP", message, void 0, { cause: thrown });
}
function notAStream({ statusCode: status, contentType }, { description }) {
	const message = `${description} answered ${status} with ${contentType}, which is not a stream. The input may have to ask for one.`;
	return responseError(message, {
		status,
		contentType
	});
}
// src/sources/openapi/request/oauth2-tokens.ts
const EXPIRY_MARGIN = 3e4;
const MOST_TOKENS = 1e3;
const LONGEST_ANSWER = 65536;
const DEFAULT_TIMEOUT = 3e4;
var OAuth2Tokens = class {
	#config;
	#tokens = /* @__PURE__ */ new Map();
	constructor(config) {
		this.#config = config;
	}
	async get(request) {
		const key = keyOf(request);
		const cached = this.#tokens.get(key);
		if (cached !== void 0) {
			const token = await cached;
			if (token.goodUntil.left > 0) return token.value;
			if (this.#tokens.get(key) === cached) this.#tokens.delete(key);
		}
		return (await (this.#tokens.get(key) ?? this.#renew(key, request))).value;
	}
	async refuse(request, value) {
		const key = keyOf(request);
		const cached = this.#tokens.get(key);
		if (cached === void 0) return;
		if ((await cached.catch(() => void 0))?.value === value && this.#tokens.get(key) === cached) this.#tokens.delete(key);
	}
	#renew(key, request) {
		const pending = this.#request(request);
		this.#tokens.set(key, pending);
		const oldest = this.#tokens.keys().next();
		if (this.#tokens.size > MOST_TOKENS && oldest.done !== true) this.#tokens.delete(oldest.value);
		pending.catch(() => {
			if (this.#tokens.get(key) === pending) this.#tokens.delete(key);
		});
		return pending;
	}
	async #request(request) {
		const { fetch: given, timeout = DEFAULT_TIMEOUT } = this.#config;
		const guard = given === void 0 ? connectWithin(request.reach) : {};
		const signal = AbortSignal.timeout(timeout);
		let answer;
		let status = 0;
		try {
			const oauth = await import("oauth4webapi");
			const { client, tokenUrl, scopes } = request;
			const server = {
				issuer: new URL(tokenUrl).origin,
				token_endpoint: tokenUrl
			};
			const id = { client_id: client.clientId };
			const prove = client.sendIn === "body" ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
			const parameters = {
				...client.parameters,
				...scopes.length > 0 ? { scope: scopes.join(" ") } : {}
			};
			const send = async (url, init) => {
				const response = await (given ?? globalThis.fetch)(url, {
					...init,
					...guard,
					redirect: "manual"
				});
				({status} = response);
				answer = await readAnswer(response);
				return toStrictResponse(status, answer);
			};
			const response = await oauth.clientCredentialsGrantRequest(server, id, prove(client.clientSecret), parameters, {
				signal,
				[oauth.customFetch]: (url, init) => send(url, init),
				[oauth.allowInsecureRequests]: true
			});
			const token = await oauth.processClientCredentialsResponse(server, id, response);
			return {
				value: token.access_token,
				goodUntil: goodUntil(token)
			};
		} catch (cause) {
			if (status !== 0 && answer !== void 0) throw refused(request, status, answer);
			if (cause instanceof CallError && cause.code !== "PAYLOAD_TOO_LARGE") throw cause;
			throw tokenError(request, signal.aborted ? "did not answer in time" : "could not be reached", {
				cause,
				retryable: true
			});
		}
	}
};
function toStrictResponse(status, answer) {
	const isToken = isRawObject(answer) && typeof answer["access_token"] === "string" && answer["access_token"] !== "";
	const seconds = isRawObject(answer) ? Number(answer["expires_in"]) : NaN;
	const body = isToken ? {
		access_token: answer["access_token"],
		token_type: "bearer",
		...seconds > 0 ? { expires_in: seconds } : {}
	} : { error: "no_token" };
	const isGood = isToken && status >= 200 && status <= 299;
	return Response.json(body, { status: isGood ? 200 : 400 });
}
function keyOf({ client, tokenUrl, scopes }) {
	return JSON.stringify([
		tokenUrl,
		client.clientId,
		client.clientSecret,
		scopes,
		client.sendIn,
		client.parameters
	]);
}
async function readAnswer(response) {
	const { bytes, isComplete } = await readBeginning(response.body, LONGEST_ANSWER);
	if (!isComplete) throw beyondLimit(LONGEST_ANSWER, "an answer");
	const text = new TextDecoder().decode(bytes);
	try {
		return JSON.parse(text);
	} catch {
		return text.slice(0, 1e3);
	}
}
function goodUntil(answer) {
	const seconds = isRawObject(answer) ? Number(answer["expires_in"]) : NaN;
	if (!(seconds > 0)) return new Expiry(Infinity);
	return new Expiry(Date.now() + seconds * 1e3 - Math.min(EXPIRY_MARGIN, seconds * 100));
}
function refused(request, status, answer) {
	const { clientSecret } = request.client;
	const body = isRawObject(answer) && Object.hasOwn(answer, "access_token") ? void 0 : redact(answer, [clientSecret, encodeURIComponent(clientSecret)]);
	const cause = Object.assign(/* @__PURE__ */ new Error(`status ${status}`), {
		status,
		body
	});
	const retryable = status === 429 || status >= 500;
	return tokenError(request, `answered ${status} without a token`, {
		cause,
		retryable
	});
}
function tokenError(request, problem, options) {
	const { origin, pathname } = new URL(request.tokenUrl);
	const message = `The token endpoint ${origin}${pathname} ${problem}.`;
	return new CallError("EXECUTION_ERROR", message, void 0, {
		phase: "notStarted",
		...options
	});
}
// src/sources/openapi/request/upstream.ts
const KIB = 1024;
const MIB = 2 ** 20;
function createUpstream(config, origin = {}) {
	const { responseBytes = 64 * MIB, errorBytes = 64 * KIB, eventSize = 4 * MIB } = config.limits ?? {};
	return {
		config,
		origin,
		tokens: new OAuth2Tokens(config),
		namedOrigins: namedOrigins(config),
		limits: {
			responseBytes,
			errorBytes,
			eventSize
		}
	};
}
// src/sources/openapi/call/http-handler.ts
function createCallHandler(shape, upstream, inputSchema = {}) {
	const plan = new RequestPlan(shape, upstream);
	const limit = upstream.limits.responseBytes;
	const toExact = exactIntegers(inputSchema);
	return async (input, context) => {
		const exchange = new HTTPExchange(context, upstream.config.timeout);
		forwardCall(context, exchange);
		let isComplete = false;
		try {
			const envelope = readResponse(await callUpstream(plan, {
				input: inputOf(shape, input, toExact),
				context
			}, exchange), {
				shape,
				exchange,
				limit
			});
			isComplete = true;
			return envelope;
		} catch (thrown) {
			throw exchange.failure(thrown);
		} finally {
			exchange.close(isComplete);
		}
	};
}
function createStreamHandler(shape, upstream, inputSchema = {}) {
	const plan = new RequestPlan(shape, upstream);
	const toExact = exactIntegers(inputSchema);
	return (input, context) => streamItems({
		plan,
		input: inputOf(shape, input, toExact),
		context
	});
}
function inputOf({ ownInput }, input, toExact) {
	if (ownInput !== void 0) return { body: encodeData(input) };
	return toExact === void 0 ? input ?? {} : toExact(input ?? {});
}
export { createCallHandler, createStreamHandler, createUpstream };
