import { At as decodeData, Et as END_EVENT_ID, It as parseExactly, Mt as encodeData, Ot as isEventId, Pt as LONG_INTEGER, Qt as Expiry, T as randomId, Z as encodeValue, cn as DONE, ct as isLogLevel, d as OperationType, dn as messageOf, dt as checkAccess, g as spendTurn, h as roomInTurn, in as LONGEST_DELAY, j as within, ln as CallError, lt as isLogged, rt as isProtocolEvent, tt as isTooDense, ut as assertAccess, vt as operationId, w as nextRequestId } from "./client-D7eheyo4.js";
import { t as latin1AsUtf8 } from "./utf8-header-CivhaFWx.js";
import { F as shortHash, H as instantOf, Ht as isRecord, I as builtinModule, Nt as isSchemaObject, Q as toPlainSchema, W as toDeprecation, c as dispatchSubscription, r as claimsProblem, s as dispatch, x as strippedMembers } from "./core-CcxVOvtt.js";
import { C as runInSlices } from "./hub-shared-evUMSPIC.js";
import { h as AskedQuestions, m as toSendableProgress } from "./main-B19mhTeA.js";
import { n as readBeginning } from "./read-beginning-CA9c1jt_.js";
import { f as HTTPRefusal, g as rateLimitFields, h as toProblem, m as problemText, o as CallLimits, p as problemReply, s as ClientLimits } from "./node-http-BpqrIn2X.js";
import { a as prefersEvents, d as jsonReply, i as scopeChallenge, l as bodyTooLarge, n as serveRequests, o as takesEvents, s as takesJSON, t as readTrace, u as clientLeft } from "./trace-context-0mVtzqxi.js";
import { i as jsonInSlices, n as describeSpec, r as summarise } from "./describe-spec-CG8rvz3-.js";
import { c as missingOperation, i as readKept, n as applyDefaults, o as AnswerBudget, t as REQUEST_DEFAULTS } from "./request-options-pa3sJnm0.js";
import { n as isSelect, r as toSelection } from "./select-parts-NDqDjxbN.js";
import { i as selectPart } from "./cut-answer-EyWdETOF.js";
// src/serve/http/catalogue-texts.ts
const MOST_KEPT = 20;
const MOST_CHARACTERS = 33554432;
const STEP = 100;
var CatalogueTexts = class {
	#registry;
	#views = /* @__PURE__ */ new Map();
	#texts = /* @__PURE__ */ new Map();
	#characters = 0;
	#epoch = Date.now().toString(36);
	#changes = 0;
	constructor(registry) {
		this.#registry = registry;
	}
	clear() {
		this.#changes++;
		this.#views.clear();
		this.#texts.clear();
		this.#characters = 0;
	}
	view(identity) {
		const key = JSON.stringify([identity?.scopes, identity?.resources]);
		return this.#views.get(key) ?? keep(this.#views, key, this.#makeView(identity));
	}
	text(kind, view, write) {
		const key = `${kind} ${view.version}`;
		const known = this.#texts.get(key);
		if (known !== void 0) return known;
		const changes = this.#changes;
		const made = keep(this.#texts, key, write());
		made.then(({ length }) => {
			if (changes !== this.#changes) return;
			this.#characters += length;
			if (this.#characters <= MOST_CHARACTERS) return;
			this.#texts.clear();
			this.#characters = 0;
		}, () => this.#texts.delete(key));
		return made;
	}
	async #makeView(identity) {
		const registry = this.#registry;
		const changes = this.#changes;
		const all = registry.list();
		const specs = [];
		let ids = "";
		const steps = function* () {
			for (const [index, spec] of all.entries()) {
				const id = operationId(spec);
				if (registry.getHandler(id) !== void 0 && checkAccess(spec.accessControl, identity)) {
					specs.push(spec);
					ids += ` ${id}`;
				}
				if (index % STEP === 99) yield;
			}
		};
		await runInSlices(steps()).ended;
		return {
			specs,
			version: `${this.#epoch}-${changes}-${specs.length}-${shortHash(ids)}`
		};
	}
};
function keep(kept, key, made) {
	const [oldest] = kept.keys();
	if (kept.size >= MOST_KEPT && oldest !== void 0) kept.delete(oldest);
	kept.set(key, made);
	return made;
}
// src/serve/http/catalogue-reader.ts
const SPEC_PATH = "/~/operations/";
var CatalogueReader = class {
	#registry;
	#settings;
	#texts;
	#stopListening;
	constructor(registry, settings) {
		this.#registry = registry;
		this.#settings = settings;
		this.#texts = new CatalogueTexts(registry);
		this.#stopListening = registry.onChange(() => this.#texts.clear());
	}
	close() {
		this.#stopListening();
	}
	at(path) {
		if (path === "/openapi.json") return (incoming, identity) => this.#document(incoming, identity);
		if (path === "/~/operations") return (incoming, identity) => this.#list(incoming, identity);
		if (path === "/~/session") return (_incoming, identity) => this.#session(identity);
		if (!path.startsWith(SPEC_PATH) || path === SPEC_PATH) return void 0;
		return (_incoming, identity) => this.#describe(path.slice(14), identity);
	}
	#list(incoming, identity) {
		return this.#tagged("operations", {
			incoming,
			identity
		}, (specs) => jsonInSlices(() => ({ operations: mapped(specs, summarise) }), 2));
	}
	#document(incoming, identity) {
		const { name: title, version, authenticate, anonymous } = this.#settings;
		const credentials = authenticate === void 0 ? "none" : anonymous === true ? "optional" : "required";
		return this.#tagged("openapi", {
			incoming,
			identity
		}, async (specs) => {
			const { writeOpenAPIInSlices } = await import("./to-openapi-NmpKJlsU.js");
			return writeOpenAPIInSlices(specs, {
				title,
				version,
				credentials
			});
		});
	}
	#describe(id, identity) {
		const spec = this.#registry.getSpec(id);
		if (spec === void 0) throw missingOperation(this.#registry, id, identity);
		assertAccess(spec, identity);
		return jsonReply(200, describeSpec(spec), PRIVATE);
	}
	#session(identity) {
		const { name, version } = this.#settings;
		const { id, issuer, scopes } = identity ?? {};
		return jsonReply(200, {
			identity: identity === void 0 ? null : {
				id,
				issuer,
				scopes
			},
			service: {
				name,
				version
			}
		}, PRIVATE);
	}
	async #tagged(kind, { incoming, identity }, write) {
		const view = await this.#texts.view(identity);
		const tag = `"${kind}-${view.version}"`;
		const headers = [
			"etag",
			tag,
			...PRIVATE,
			"vary",
			"authorization, x-api-key"
		];
		if (isKnown(incoming.headers["if-none-match"], tag)) return {
			status: 304,
			headers
		};
		const body = await this.#texts.text(kind, view, () => write(view.specs));
		return {
			status: 200,
			headers: [
				"content-type",
				"application/json",
				...headers
			],
			body
		};
	}
};
function* mapped(values, map) {
	for (const value of values) yield map(value);
}
const PRIVATE = ["cache-control", "private, no-cache"];
function isKnown(header, tag) {
	return header !== void 0 && header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
// src/serve/http/query-input.ts
const MOST_STEPS = 20;
const schemas = /* @__PURE__ */ new WeakMap();
function readQuery(parameters, spec) {
	let root = schemas.get(spec);
	if (root === void 0) schemas.set(spec, root = toPlainSchema(spec.inputSchema, "input"));
	const properties = propertiesOf(root);
	const entries = [...new Set(parameters.keys())].map((name) => {
		const types = typesOf(properties.get(name), root);
		return [name, toValue(parameters.getAll(name), types)];
	});
	return Object.fromEntries(entries);
}
function toValue(texts, { names, items }) {
	const [first = ""] = texts;
	if (texts.length === 1) {
		const value = convert(first, names);
		if (value !== first || !names.has("array") || names.has("string")) return value;
	}
	return texts.map((text) => convert(text, items));
}
function convert(text, types) {
	if (types.has("string")) return text;
	if ((types.has("number") || types.has("integer")) && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return LONG_INTEGER.test(text) ? parsed(text) : Number(text);
	if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
	if (types.has("null") && text === "null") return null;
	if (types.has("object") && text.startsWith("{") || types.has("array") && text.startsWith("[")) return parsed(text);
	return text;
}
function parsed(text) {
	try {
		return parseExactly(text);
	} catch {
		return text;
	}
}
function propertiesOf(root) {
	const found = /* @__PURE__ */ new Map();
	for (const part of partsOf(root, root)) {
		const { properties } = part;
		if (!isSchemaObject(properties)) continue;
		for (const [name, schema] of Object.entries(properties)) if (isSchemaObject(schema)) found.set(name, [...found.get(name) ?? [], schema]);
	}
	return found;
}
function typesOf(schemas = [], root) {
	const parts = schemas.flatMap((schema) => partsOf(schema, root));
	const items = parts.flatMap(({ items }) => isSchemaObject(items) ? partsOf(items, root) : []);
	return {
		names: typeNames(parts),
		items: typeNames(items)
	};
}
function typeNames(parts) {
	return new Set(parts.flatMap((part) => {
		const values = Array.isArray(part["enum"]) ? part["enum"] : "const" in part ? [part["const"]] : [];
		return [part["type"] ?? [], values.map((value) => value === null ? "null" : typeof value)].flat();
	}));
}
function partsOf(schema, root) {
	const parts = /* @__PURE__ */ new Set([schema]);
	for (const part of parts) {
		if (parts.size > MOST_STEPS) break;
		const next = [
			part["anyOf"],
			part["oneOf"],
			part["allOf"]
		].flatMap((list) => Array.isArray(list) ? list : []);
		if (typeof part["$ref"] === "string") next.push(referred(part["$ref"], root));
		for (const each of next) if (isSchemaObject(each)) parts.add(each);
	}
	return [...parts];
}
function referred(ref, root) {
	const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(ref) ?? [];
	if (keyword === void 0 || name === void 0) return void 0;
	const definitions = root[keyword];
	return isSchemaObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : void 0;
}
// src/serve/http/read-input.ts
const MOST_LEVELS = 500;
const LONGEST_EXCERPT = 200;
async function readBodyInput(incoming, limit) {
	const text = await incoming.readText(limit);
	if (text === void 0 || text === "") return void 0;
	const { "content-type": type, "content-encoding": encoding } = incoming.headers;
	if (type !== "application/json" || encoding !== void 0) assertJSON(type, encoding);
	if (text.length > 65536 && isTooDense(text, limit)) throw bodyTooLarge(limit, "values");
	return parseInput(text, "body");
}
function readQueryInput(incoming, spec) {
	if (incoming.query === "") return void 0;
	const parameters = new URLSearchParams(checkedEncoding(incoming.query));
	const whole = parameters.get("input");
	if (whole === null) return readQuery(parameters, spec);
	if (parameters.size > 1) throw badInput("The query has `input`, which is the whole input, and further parameters.");
	return parseInput(whole, "query's `input`");
}
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;
function assertJSON(type, encoding = "") {
	if (type === void 0 || !JSON_TYPE.test(type)) throw new HTTPRefusal(415, "The body must be JSON, with `content-type: application/json`.", ACCEPTS);
	if (OTHER_CHARSET.test(type)) throw new HTTPRefusal(415, "The body must be UTF-8.", ACCEPTS);
	if (encoding !== "" && encoding.toLowerCase() !== "identity") throw new HTTPRefusal(415, "The body must not be compressed.", { headers: ["accept-encoding", "identity"] });
}
const ACCEPTS = { headers: ["accept", "application/json"] };
function parseInput(text, where) {
	if (text.length > MOST_LEVELS && isTooDeep(text)) throw badInput(`The ${where} is nested more than ${MOST_LEVELS} levels deep.`);
	let value;
	try {
		value = LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
	} catch (error) {
		const reason = messageOf(error).slice(0, LONGEST_EXCERPT);
		const position = /position (\d+)/.exec(reason)?.[1];
		throw badInput(`The ${where} is not valid JSON: ${reason}`, position === void 0 ? void 0 : Number(position));
	}
	return text.includes("\"$") ? decodeData(value) : value;
}
const QUOTE = 34;
const BACKSLASH = 92;
function isTooDeep(text) {
	let depth = 0;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) index = endOfString(text, index);
		else if (code === 91 || code === 123) {
			if (++depth > MOST_LEVELS) return true;
		} else if (code === 93 || code === 125) depth--;
	}
	return false;
}
function endOfString(text, start) {
	for (let index = start + 1; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code === BACKSLASH) index++;
		else if (code === QUOTE) return index;
	}
	return text.length;
}
function checkedEncoding(query) {
	try {
		if (query.includes("%"));
		return query;
	} catch {
		throw badInput("The query holds a % that is no percent-encoding of UTF-8.");
	}
}
function badInput(message, position) {
	return new CallError("VALIDATION_ERROR", message, position === void 0 ? void 0 : { position });
}
// src/serve/http/http-answers.ts
const RESULTS = "/~/results";
const ADVICE = "Call it again for less: with a narrower input, or a smaller page.";
const MOST_AT_ONCE = 4e6;
var HTTPAnswers = class {
	allow = "POST, OPTIONS";
	hasBounds;
	#settings;
	#budget;
	constructor(settings) {
		this.#settings = settings;
		this.hasBounds = settings.answerTokens !== void 0 && settings.answerTokens !== "all";
		this.#budget = new AnswerBudget(settings, "all");
	}
	close() {
		this.#budget.close();
	}
	async wantedBy(headers, identity) {
		const { "operation-select": select, "operation-answer-tokens": tokens } = headers;
		const room = this.#budget.roomFor(identity, tokens);
		if (select === void 0) return room === Infinity ? void 0 : {
			room,
			selection: void 0
		};
		return {
			room,
			selection: await toSelection(readSelect(latin1AsUtf8(select) ?? select))
		};
	}
	fit(envelope, wanted, { identity, requires }) {
		if (envelope.data === void 0) return { envelope };
		const keep = (whole) => this.#budget.kept.keep(whole, {
			identity,
			session: void 0
		}, requires);
		const { data, cut } = selectPart(envelope.data, wanted, {
			keep,
			readOn,
			advice: ADVICE
		});
		if (cut === void 0 && wanted.selection === void 0) return { envelope };
		const part = cut && {
			...cut.part,
			note: cut.note
		};
		return {
			envelope: {
				data: decodeData(data),
				meta: envelope.meta
			},
			part
		};
	}
	async answer({ incoming, identity }) {
		if (incoming.method !== "POST") throw new HTTPRefusal(405, "Answers are read on by POST.", { headers: ["allow", "POST, OPTIONS"] });
		const given = await readBodyInput(incoming, this.#settings.maxBodySize);
		if (!isReadInput(given)) throw new CallError("VALIDATION_ERROR", "Send an object: handle, and any of cursor, at, offset, select and search.");
		const asked = incoming.headers["operation-answer-tokens"];
		const room = Math.min(this.#budget.roomFor(identity, asked), MOST_AT_ONCE);
		const page = await readKept(this.#budget.kept, given, {
			owner: {
				identity,
				session: void 0
			},
			room
		});
		return jsonReply(200, page, ["cache-control", "no-store"]);
	}
};
function readSelect(header) {
	if (!header.startsWith("[")) return header;
	let paths;
	try {
		paths = JSON.parse(header);
	} catch {}
	if (Array.isArray(paths) && isSelect(paths)) return paths;
	throw new CallError("VALIDATION_ERROR", "operation-select must be a path, or a JSON list of paths.");
}
function isReadInput(given) {
	if (!isRecord(given) || typeof given["handle"] !== "string" || !isSelect(given["select"])) return false;
	const { offset = 0, at, search, cursor } = given;
	return Number.isSafeInteger(offset) && offset >= 0 && isText(at) && isText(cursor) && isText(search) && search !== "";
}
function readOn(handle, { first, kind, shown }) {
	const place = first.endsWith("…") ? {} : {
		at: first,
		...shown > 0 && kind !== "levels" ? { offset: shown } : {}
	};
	return `Read on by POST ${RESULTS}: ${JSON.stringify({
		handle,
		...place
	})}.`;
}
function isText(value) {
	return value === void 0 || typeof value === "string";
}
// src/serve/http/http-questions.ts
const QUESTIONS = "/~/questions/";
var HTTPQuestions = class {
	allow = "POST, OPTIONS";
	#settings;
	#calls = /* @__PURE__ */ new Map();
	constructor(settings) {
		this.#settings = settings;
	}
	open({ requestId, client, onQuestion }) {
		const key = randomId();
		const questions = new AskedQuestions({
			requestId,
			link: { send: (event) => {
				const { type, questionId, requestId: _, ...question } = event;
				const kind = type === "call.question" ? "question" : "withdrawn";
				onQuestion({
					...question,
					type: kind,
					questionId: `${key}.${questionId}`
				});
			} },
			accept: () => void 0
		});
		const call = {
			key,
			client,
			questions,
			ask: questions.elicit
		};
		this.#calls.set(key, call);
		return call;
	}
	close({ key, questions }) {
		this.#calls.delete(key);
		questions.end();
	}
	async answer({ incoming, client }) {
		if (incoming.method !== "POST") throw new HTTPRefusal(405, "Answers are POST requests.", ALLOW_POST);
		const [key = "", questionId = ""] = incoming.path.slice(13).split(".");
		const call = this.#calls.get(key);
		if (call === void 0 || call.client !== client) throw noQuestion();
		const given = await readBodyInput(incoming, this.#settings.maxBodySize);
		const { action, content } = isRecord(given) ? given : {};
		const event = {
			type: "call.answer",
			requestId: key,
			questionId,
			action,
			content
		};
		if (action === "failed" || !isProtocolEvent(event) || event.type !== "call.answer") throw new CallError("VALIDATION_ERROR", WRONG_ANSWER);
		if (!call.questions.answer(event)) throw noQuestion();
		return {
			status: 204,
			headers: ["cache-control", "no-store"]
		};
	}
};
const ALLOW_POST = { headers: ["allow", "POST, OPTIONS"] };
const WRONG_ANSWER = "Send {\"action\": \"accept\", \"decline\" or \"cancel\", \"content\"?} as JSON. The content holds texts, numbers, booleans and lists of texts.";
function noQuestion() {
	return new CallError("OPERATION_NOT_FOUND", "No question of a call of yours with this id is open.");
}
// src/serve/http/deprecated-target.ts
var DeprecatedTarget = class {
	allow;
	#target;
	#access;
	#headers;
	constructor(target, { accessControl }, headers) {
		this.allow = target.allow;
		this.#target = target;
		this.#access = accessControl;
		this.#headers = headers;
	}
	async answer(request) {
		const reply = await this.#target.answer(request);
		if (!checkAccess(this.#access, request.identity)) return reply;
		return {
			...reply,
			headers: [...reply.headers, ...this.#headers]
		};
	}
};
function deprecationHeaders(deprecation, registry) {
	const { since, sunset, successor } = deprecation;
	const headers = ["deprecation", `@${Math.floor(instant(since ?? "") / 1e3)}`];
	if (sunset !== void 0) headers.push("sunset", new Date(instant(sunset)).toUTCString());
	if (successor === void 0 || !registry.has(successor)) return headers;
	const dot = successor.lastIndexOf(".");
	const path = `../${successor.slice(0, dot)}/${successor.slice(dot + 1)}`;
	return [
		...headers,
		"link",
		`<${path}>; rel="successor-version"`
	];
}
function instant(text) {
	return instantOf(text) ?? 0;
}
// src/serve/request/call-clock.ts
var CallClock = class {
	#operationId;
	#arrivedAt;
	#readAt;
	#enteredAt;
	#leftAt;
	constructor(operationId, arrivedAt = performance.now()) {
		this.#operationId = operationId;
		this.#arrivedAt = arrivedAt;
	}
	noteRead() {
		this.#readAt = performance.now();
	}
	noteEntered = () => {
		this.#enteredAt ??= performance.now();
	};
	noteLeft() {
		this.#leftAt ??= performance.now();
	}
	times() {
		const now = performance.now();
		const leftAt = this.#leftAt ?? now;
		const readAt = this.#readAt ?? leftAt;
		const enteredAt = this.#enteredAt ?? leftAt;
		return {
			operationId: this.#operationId,
			queueMs: readAt - this.#arrivedAt,
			checksMs: enteredAt - readAt,
			upstreamMs: leftAt - enteredAt,
			writeMs: now - leftAt
		};
	}
};
// src/serve/http/event-stream.ts
const FIRST_ITEM_MS = 100;
const SILENCE = Symbol("silence");
async function openEventStream(work, options) {
	const first = work.next();
	const begun = await within(first, FIRST_ITEM_MS, SILENCE);
	first.catch(() => void 0);
	const body = new EventStream(work, first, options);
	return begun !== SILENCE && begun.done === true ? {
		body,
		end: begun.value
	} : { body };
}
function endEvent(name, data) {
	return `id: ${END_EVENT_ID}\nevent: ${name}\ndata: ${data}\n\n`;
}
function errorEvent(problem) {
	const text = problemText(problem);
	return problem.retryable ? `event: error\ndata: ${text}\n\n` : endEvent("error", text);
}
var EventStream = class {
	#work;
	#options;
	#pending;
	#ended = false;
	constructor(work, first, options) {
		this.#work = work;
		this.#options = options;
		this.#pending = first;
	}
	async next() {
		if (this.#ended) return DONE;
		const { settings, toEvent } = this.#options;
		try {
			this.#pending ??= this.#work.next();
			const result = await within(this.#pending, settings.keepAlive, SILENCE);
			if (result === SILENCE) return {
				done: false,
				value: ": keep-alive\n\n"
			};
			this.#pending = void 0;
			const room = roomInTurn();
			if (room !== void 0) await room;
			const event = toEvent(result);
			if (result.done === true) this.#end();
			return {
				done: false,
				value: event
			};
		} catch (thrown) {
			this.#end();
			await this.#work.return();
			return {
				done: false,
				value: errorEvent(toProblem(thrown, this.#options))
			};
		}
	}
	async return() {
		this.#end();
		await this.#work.return();
	}
	#end() {
		if (this.#ended) return;
		this.#ended = true;
		this.#options.onEnd();
	}
};
// src/serve/http/log-events.ts
const LONGEST_MESSAGE = 65536;
function toCallerLog(level, onLog) {
	if (!isLogLevel(level)) return void 0;
	return {
		level,
		write(message) {
			if (!isLogged(message.level, level)) return;
			const event = toEvent(message);
			if (event !== void 0) onLog(event);
		}
	};
}
function toEvent({ level, data, logger }) {
	try {
		const text = encodeValue(data) ?? "null";
		if (text.length > LONGEST_MESSAGE) return void 0;
		return {
			type: "log",
			level,
			data: JSON.parse(text),
			logger
		};
	} catch {
		return;
	}
}
// src/serve/http/reported-call.ts
const MOST_WAITING = 100;
var ReportedCall = class {
	#answer;
	#abort;
	#questions = [];
	#log = [];
	#latest;
	#isOver = false;
	#pause;
	#wake;
	constructor({ start, abort }) {
		this.#abort = abort;
		this.#answer = start({
			onProgress: this.#report,
			onQuestion: this.#ask,
			onLog: this.#note
		});
		this.#answer.then(this.#end, this.#end);
	}
	async next() {
		if (!this.#isOver && !this.#hasReport()) await new Promise((resolve) => {
			this.#wake = resolve;
		});
		const event = this.#questions.shift() ?? this.#log.shift();
		if (event !== void 0) return {
			done: false,
			value: event
		};
		const latest = this.#latest;
		if (latest === void 0) return {
			done: true,
			value: await this.#answer
		};
		this.#latest = void 0;
		if (!this.#isOver) this.#pause = setTimeout(this.#resume, 50);
		return {
			done: false,
			value: latest
		};
	}
	async return() {
		this.#end();
		this.#abort();
	}
	#report = (progress) => {
		const report = this.#isOver ? void 0 : toSendableProgress(progress);
		if (report === void 0) return;
		this.#latest = report;
		if (this.#hasReport()) this.#wake?.();
	};
	#ask = (event) => {
		if (this.#isOver) return;
		this.#questions.push(event);
		this.#wake?.();
	};
	#note = (event) => {
		if (this.#isOver || this.#log.length >= MOST_WAITING) return;
		this.#log.push(event);
		this.#wake?.();
	};
	#resume = () => {
		this.#pause = void 0;
		if (this.#hasReport()) this.#wake?.();
	};
	#end = () => {
		this.#isOver = true;
		clearTimeout(this.#pause);
		this.#wake?.();
	};
	#hasReport() {
		return this.#questions.length > 0 || this.#log.length > 0 || this.#latest !== void 0 && this.#pause === void 0;
	}
};
// src/serve/http/call-events.ts
const STREAM_HEADERS = [
	"content-type",
	"text/event-stream",
	"cache-control",
	"no-store",
	"x-accel-buffering",
	"no"
];
async function openEvents(order, options) {
	const { registry, settings, limits, call, request, spec, requestId, toText, questions } = options;
	const isStream = spec.type === OperationType.SUBSCRIPTION;
	const stopWatching = isStream ? request.onCredentialEnd?.((reason) => call.cancel(reason)) : void 0;
	const onEnd = () => {
		stopWatching?.();
		limits.leave(call);
	};
	const shared = {
		settings,
		spec,
		requestId,
		onEnd
	};
	try {
		const { body, end } = isStream ? await openEventStream(dispatchSubscription(registry, order), {
			...shared,
			toEvent: itemEvents(toText)
		}) : await openEventStream(new ReportedCall({
			start({ onProgress, onQuestion, onLog }) {
				const callerLog = toCallerLog(request.incoming.headers["operation-log"], onLog);
				const context = {
					...order.context,
					onProgress,
					...callerLog === void 0 ? {} : { callerLog }
				};
				if (request.incoming.headers["operation-questions"] !== "accept") return dispatch(registry, {
					...order,
					context
				});
				const asked = questions.open({
					requestId,
					client: request.client,
					onQuestion
				});
				const asking = {
					...order,
					context: {
						...context,
						onElicitation: asked.ask
					}
				};
				return dispatch(registry, asking).finally(() => questions.close(asked));
			},
			abort: () => call.cancel(clientLeft())
		}), {
			...shared,
			toEvent: callEvents(toText)
		});
		if (end !== void 0 && takesJSON(request.incoming.headers["accept"])) return { end };
		return {
			status: 200,
			headers: [
				...STREAM_HEADERS,
				"operation-request-id",
				requestId
			],
			stream: body
		};
	} catch (thrown) {
		stopWatching?.();
		throw thrown;
	}
}
function itemEvents(toText) {
	return (result) => {
		if (result.done === true) return endEvent("complete", "{}");
		const { lastEventId } = result.value.meta;
		const id = lastEventId !== void 0 && isEventId(lastEventId) ? `id: ${lastEventId}\n` : "";
		const { text = "", part } = toText(result.value);
		return `${partEvent(part)}${id}data: ${text}\n\n`;
	};
}
function callEvents(toText) {
	return ({ done, value }) => {
		if (done === true) {
			const { text = "", part } = toText(value);
			return partEvent(part) + endEvent("result", text);
		}
		const { type, ...data } = "type" in value ? value : {
			type: "progress",
			...value
		};
		return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
	};
}
function partEvent(part) {
	return part === void 0 ? "" : `event: part\ndata: ${JSON.stringify(part)}\n\n`;
}
// src/serve/http/operation-target.ts
const ALLOW = "GET, HEAD, POST, OPTIONS";
const EVENTS = /event-stream/i;
const REQUEST_ID = /^[\w.:~+-]{1,128}$/;
var OperationTarget = class {
	allow = ALLOW;
	#deps;
	#id;
	#spec;
	#isStream;
	constructor(deps, id, spec) {
		this.#deps = deps;
		this.#id = id;
		this.#spec = spec;
		this.#isStream = spec.type === OperationType.SUBSCRIPTION;
	}
	async answer(request) {
		const { incoming, identity } = request;
		const { headers, method } = incoming;
		const { settings, limits, registry, answers } = this.#deps;
		const given = headers["operation-request-id"];
		const asEnvelope = headers["operation-answer"] === "envelope";
		const requestId = given !== void 0 && REQUEST_ID.test(given) ? given : nextRequestId();
		const clock = settings.onCallTimes === void 0 ? void 0 : new CallClock(this.#id, incoming.arrivedAt);
		incoming.clock = clock;
		let call;
		let isStreaming = false;
		try {
			if (method !== "POST") assertMethod(method, this.#spec);
			if (headers["last-event-id"] === "~end") return {
				status: 204,
				headers: ["cache-control", "no-store"]
			};
			if (this.#isStream && headers["accept"] !== void 0 && !takesEvents(headers["accept"])) throw notAcceptable(this.#id);
			const running = call = limits.enter(request);
			const input = checkAccess(this.#spec.accessControl, identity) ? await this.#readInput(incoming) : void 0;
			clock?.noteRead();
			const wanted = headers["operation-select"] !== void 0 || headers["operation-answer-tokens"] !== void 0 || answers.hasBounds ? await answers.wantedBy(headers, identity) : void 0;
			const requires = () => (registry.getSpec(this.#id) ?? this.#spec).accessControl;
			const fitted = (envelope) => wanted === void 0 ? { envelope } : answers.fit(envelope, wanted, {
				identity,
				requires
			});
			incoming.onLeave((reason) => running.cancel(reason));
			const lastEventId = this.#isStream ? lastEventIdOf(headers) : void 0;
			const limit = this.#isStream ? void 0 : settings.callTimeout;
			const trace = headers["traceparent"] === void 0 ? void 0 : readTrace(headers);
			const context = {
				requestId,
				identity,
				lastEventId,
				deadline: deadlineIn(headers, limit),
				trace,
				onExchange: headers["operation-wire"] === "record" ? settings.recordExchanges?.({
					requestId,
					identity
				}) : void 0
			};
			const order = {
				id: this.#id,
				input,
				context,
				cancellation: running,
				onStart: clock?.noteEntered
			};
			const plain = {
				requestId,
				isCacheable: method !== "POST",
				asEnvelope,
				maxSize: settings.maxResponseSize
			};
			const { accept } = headers;
			const mayStream = accept !== void 0 && EVENTS.test(accept) && method !== "HEAD";
			if (!this.#isStream && !(mayStream && prefersEvents(accept))) {
				const envelope = await dispatch(registry, order);
				clock?.noteLeft();
				const room = roomInTurn(running.atOnce);
				if (room !== void 0) await room;
				if (running.reason !== void 0) throw running.reason;
				return toReply(fitted(envelope), plain);
			}
			const toText = (envelope) => eventText(fitted(envelope), plain);
			const opened = await openEvents(order, {
				...this.#deps,
				call: running,
				request,
				spec: this.#spec,
				requestId,
				toText
			});
			if ("end" in opened) return toReply(fitted(opened.end), plain);
			isStreaming = true;
			return opened;
		} catch (thrown) {
			clock?.noteLeft();
			const reply = problemReply(thrown, {
				settings,
				spec: this.#spec,
				requestId
			});
			if (reply.status === 403) reply.headers.push(...scopeChallenge(this.#spec.accessControl, identity) ?? []);
			return reply;
		} finally {
			if (call !== void 0 && !isStreaming) limits.leave(call);
		}
	}
	#readInput(incoming) {
		return incoming.method === "POST" ? readBodyInput(incoming, this.#deps.settings.maxBodySize) : readQueryInput(incoming, this.#spec);
	}
};
function plainReply(envelope, options) {
	const { requestId, isCacheable } = options;
	const { meta } = envelope;
	const body = resultText(envelope, options);
	const headers = ["operation-request-id", requestId];
	if (isCacheable) headers.push("cache-control", "no-store");
	if (meta.source === "mcp" && meta.isError) headers.push("operation-is-error", "true");
	const stripped = meta.stripped === void 0 ? void 0 : strippedMembers(meta);
	if (stripped !== void 0) headers.push("operation-stripped", String(stripped.count));
	if (meta.rateLimits !== void 0) headers.push(...rateLimitFields(meta.rateLimits));
	if (body === void 0) return {
		status: 204,
		headers
	};
	headers.push("content-type", "application/json");
	return {
		status: 200,
		headers,
		body
	};
}
function toReply(fitted, options) {
	const reply = plainReply(withPart(fitted), options);
	if (fitted.part !== void 0) reply.headers.push("operation-part", fitted.part.handle ?? "not kept");
	return reply;
}
function eventText(fitted, options) {
	const text = resultText(withPart(fitted), options);
	return options.asEnvelope ? { text } : {
		text,
		part: fitted.part
	};
}
function withPart({ envelope, part }) {
	const { data, meta } = envelope;
	return part === void 0 ? envelope : {
		data,
		meta: Object.assign({}, meta, { part })
	};
}
function resultText({ data, meta }, options) {
	const { asEnvelope, maxSize } = options;
	const value = encodeData(data);
	let text;
	try {
		text = JSON.stringify(asEnvelope ? {
			data: value,
			meta
		} : value);
	} catch (cause) {
		const message = `The result can't be written as JSON: ${messageOf(cause)}`;
		throw new CallError("EXECUTION_ERROR", message, void 0, { cause });
	}
	if (text === void 0) return void 0;
	if (text.length > 65536) spendTurn(text.length);
	if (text.length <= maxSize) return text;
	const message = `The result has ${text.length} characters; ${maxSize} are allowed.`;
	throw new CallError("PAYLOAD_TOO_LARGE", message, void 0, { phase: "started" });
}
function assertMethod(method, { type }) {
	const isQuery = type === OperationType.QUERY;
	if (isQuery && (method === "GET" || method === "HEAD")) return;
	const isStream = type === OperationType.SUBSCRIPTION;
	if (isStream && method === "GET") return;
	const allow = isQuery ? ALLOW : isStream ? "GET, POST, OPTIONS" : "POST, OPTIONS";
	const message = `A ${type} is called by POST, not by ${method.slice(0, 20)}.`;
	throw new HTTPRefusal(405, message, { headers: ["allow", allow] });
}
function notAcceptable(id) {
	return new HTTPRefusal(406, `${id} is a SUBSCRIPTION, and answers with text/event-stream.`);
}
function lastEventIdOf({ "last-event-id": given }) {
	const id = given === void 0 ? void 0 : latin1AsUtf8(given);
	return isEventId(id) ? id : void 0;
}
function deadlineIn({ "operation-timeout-ms": timeout }, limit) {
	if (timeout === void 0) return limit === void 0 ? void 0 : Date.now() + limit;
	if (!/^\d{1,15}$/.test(timeout)) throw new CallError("VALIDATION_ERROR", "operation-timeout-ms must be a number of milliseconds.");
	return Date.now() + Math.min(Number(timeout), limit ?? LONGEST_DELAY);
}
// src/serve/http/operation-router.ts
var OperationRouter = class {
	#deps;
	#targets = /* @__PURE__ */ new Map();
	#exact = /* @__PURE__ */ new Map();
	#prefixes;
	#stopListening;
	constructor(deps) {
		this.#deps = deps;
		const routes = (deps.settings.routes ?? []).map((route) => [route.path, toTarget(route)]);
		routes.push([QUESTIONS, deps.questions], [RESULTS, deps.answers]);
		for (const [path, target] of routes) if (!isPrefix(path)) this.#exact.set(path, target);
		for (const path of ["/healthz", "/readyz"]) this.#exact.set(path, this.#healthTarget(path));
		this.#prefixes = routes.filter(([path]) => isPrefix(path)).sort(([one], [other]) => other.length - one.length);
		this.#stopListening = deps.registry.onChange(() => this.#targets.clear());
	}
	close() {
		this.#stopListening();
	}
	find({ path }) {
		return this.#targets.get(path) ?? this.#look(path);
	}
	#look(encoded) {
		const path = decodedPath(encoded);
		const target = this.#operationAt(path) ?? this.#exact.get(path);
		if (target !== void 0 && path === encoded) this.#targets.set(path, target);
		return target ?? this.#routeBelow(path) ?? this.#readTarget(path);
	}
	#operationAt(path) {
		const id = operationIdIn(path);
		const spec = id === void 0 ? void 0 : this.#deps.registry.getSpec(id);
		if (id === void 0 || spec === void 0) return void 0;
		const target = new OperationTarget(this.#deps, id, spec);
		const deprecation = toDeprecation(spec.deprecated);
		if (deprecation === void 0) return target;
		return new DeprecatedTarget(target, spec, deprecationHeaders(deprecation, this.#deps.registry));
	}
	#routeBelow(path) {
		return this.#prefixes.find(([prefix]) => path.startsWith(prefix) || path === prefix.slice(0, -1))?.[1];
	}
	#healthTarget(path) {
		return {
			access: "probe",
			answer: ({ incoming: { method }, entry }) => {
				if (method !== "GET" && method !== "HEAD") throw notAllowed("GET, HEAD");
				const isWell = path === "/healthz" || !entry.isClosing && this.#deps.settings.isReady?.() !== false;
				return jsonReply(isWell ? 200 : 503, { status: isWell ? "ok" : "unavailable" }, ["cache-control", "no-store"]);
			}
		};
	}
	#readTarget(path) {
		return {
			allow: ALLOW,
			answer: ({ incoming, identity }) => {
				const read = this.#deps.catalogue.at(path);
				if (read === void 0) throw notFound(path, this.#deps.registry, identity);
				if (incoming.method !== "GET" && incoming.method !== "HEAD") throw notAllowed("GET, HEAD, OPTIONS");
				return read(incoming, identity);
			}
		};
	}
};
function isPrefix(path) {
	return path.endsWith("/") && path !== "/";
}
function toTarget(route) {
	const answer = (request) => route.handle(request.incoming.toRequest(), route.public === true ? { address: request.incoming.address } : infoOf(request));
	const { readsAhead, answer: own = answer } = route;
	return {
		access: route.public === true ? "public" : "caller",
		countsRequests: true,
		readsAhead,
		answer: own
	};
}
function infoOf({ identity, onCredentialEnd, incoming }) {
	return {
		identity,
		address: incoming.address,
		onCredentialEnd
	};
}
function operationIdIn(path) {
	const slash = path.indexOf("/", 1);
	if (slash === -1 || path.indexOf("/", slash + 1) !== -1 || path.indexOf(".", slash) !== -1) return void 0;
	return `${path.slice(1, slash)}.${path.slice(slash + 1)}`;
}
function decodedPath(path) {
	if (!path.includes("%")) return path;
	try {
		return decodeURIComponent(path);
	} catch {
		throw new HTTPRefusal(400, "The path holds a % that is no percent-encoding of UTF-8.");
	}
}
function notFound(path, registry, identity) {
	const id = path.startsWith("/~") ? void 0 : operationIdIn(path);
	if (id !== void 0) return missingOperation(registry, id, identity);
	return new CallError("OPERATION_NOT_FOUND", "There is nothing at this path.");
}
function notAllowed(allow) {
	return new HTTPRefusal(405, `This path takes only ${allow}.`, { headers: ["allow", allow] });
}
// src/serve/http/serve-http-options.ts
const DEFAULTS = {
	...REQUEST_DEFAULTS,
	name: "operations",
	version: "1.0.0",
	maxResponseSize: Infinity,
	maxConcurrentCalls: 1e3,
	compressAbove: 32768,
	keepAlive: 15e3
};
const LIMITS = {
	maxResponseSize: [1, Infinity],
	compressAbove: [0, Infinity],
	keepAlive: [1, LONGEST_DELAY]
};
function toHTTPSettings(options) {
	for (const { path } of options.routes ?? []) {
		if (/^\/[^?#\s]*$/.test(path)) continue;
		const message = `A route has the path ${JSON.stringify(path)}: it must begin with "/".`;
		throw new CallError("VALIDATION_ERROR", message);
	}
	return applyDefaults(options, DEFAULTS, LIMITS);
}
// src/serve/http/serve-http.ts
const DEFAULT_GRACE = 1e4;
function serveHTTP(registry, options = {}) {
	const settings = toHTTPSettings(options);
	const limits = new CallLimits(settings.clientLimits ?? new ClientLimits(settings));
	const catalogue = new CatalogueReader(registry, settings);
	const questions = new HTTPQuestions(settings);
	const answers = new HTTPAnswers(settings);
	const router = new OperationRouter({
		registry,
		settings,
		limits,
		catalogue,
		questions,
		answers
	});
	const service = serveRequests(router, settings, limits);
	return {
		...service,
		async close({ graceMs = DEFAULT_GRACE } = {}) {
			await Promise.all([limits.drain(graceMs), service.close({ graceMs })]);
			catalogue.close();
			router.close();
			answers.close();
		}
	};
}
// src/serve/identity/any-of.ts
function anyOf(...ways) {
	return async (credential) => {
		const failures = [];
		for (const authenticate of ways) try {
			const identity = await authenticate(credential);
			if (identity !== void 0) return identity;
		} catch (failure) {
			failures.push(failure);
		}
		if (failures.length > 0) throw failures[0];
	};
}
// src/serve/identity/api-keys.ts
const SHORTEST_KEY = 16;
function apiKeys(keys) {
	const hash = sha256();
	const given = keys.map(({ key, sha256: hex, identity }, index) => ({
		identity,
		digest: key === void 0 ? fromHex(hex, index) : hash(checkedKey(key, index))
	}));
	let known;
	const find = (candidates, digest) => {
		let found;
		for (const candidate of candidates) if (isSame(candidate.digest, digest)) found = candidate.identity;
		return found;
	};
	return ({ token }) => {
		const digest = hash(token);
		known ??= settle(given);
		if (digest instanceof Uint8Array && Array.isArray(known)) return find(known, digest);
		return Promise.all([known, digest]).then(([candidates, own]) => find(candidates, own));
	};
}
function settle(keys) {
	if (keys.every((key) => key.digest instanceof Uint8Array)) return [...keys];
	return Promise.all(keys.map(async ({ identity, digest }) => ({
		identity,
		digest: await digest
	})));
}
function sha256() {
	const hash = builtinModule("node:crypto")?.hash;
	if (hash !== void 0) return (text) => hash("sha256", text, "buffer");
	return async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
function isSame(one, other) {
	let difference = one.length ^ other.length;
	for (let index = 0; index < one.length; index++) difference |= one[index] ^ (other[index] ?? 0);
	return difference === 0;
}
function checkedKey(key, index) {
	if (typeof key === "string" && key.length >= SHORTEST_KEY) return key;
	throw new CallError("VALIDATION_ERROR", `API key ${index + 1} has fewer than ${SHORTEST_KEY} characters.`);
}
function fromHex(hex, index) {
	if (typeof hex === "string" && /^[0-9a-f]{64}$/i.test(hex)) return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
	throw new CallError("VALIDATION_ERROR", `API key ${index + 1} has no \`key\`, and its \`sha256\` is not 64 hex digits.`);
}
// src/serve/identity/discover-endpoint.ts
const LARGEST_METADATA = 2 ** 20;
const TIMEOUT$1 = 1e4;
const WANTED = {
	jwks_uri: {
		what: "JWKS",
		setting: "jwksUrl"
	},
	introspection_endpoint: {
		what: "introspection endpoint",
		setting: "endpoint"
	}
};
async function discoverEndpoint(issuer, name) {
	const reasons = [];
	for (const url of metadataAddresses(issuer)) try {
		return endpointIn(await fetchMetadata(url), issuer, name);
	} catch (thrown) {
		reasons.push(`${url}: ${messageOf(thrown)}`);
	}
	const { what, setting } = WANTED[name];
	const message = `The issuer ${issuer} does not say where its ${what} is; set ${setting}. ${reasons.join("; ")}`;
	throw new CallError("EXECUTION_ERROR", message);
}
function metadataAddresses(issuer) {
	const { origin, pathname } = new URL(issuer);
	const path = pathname.replace(/\/$/, "");
	return [`${origin}${path}/.well-known/openid-configuration`, `${origin}/.well-known/oauth-authorization-server${path}`];
}
async function fetchMetadata(url) {
	const response = await fetch(url, {
		redirect: "error",
		signal: AbortSignal.timeout(TIMEOUT$1)
	});
	const { bytes, isComplete } = await readBeginning(response.body, LARGEST_METADATA);
	if (!response.ok) throw new Error(`status ${response.status}`);
	if (!isComplete) throw new Error(`more than ${LARGEST_METADATA} bytes`);
	const metadata = JSON.parse(new TextDecoder().decode(bytes));
	if (typeof metadata !== "object" || metadata === null) throw new Error("no JSON object");
	return metadata;
}
function endpointIn(metadata, issuer, name) {
	const { issuer: said, [name]: found } = metadata;
	if (said !== issuer) throw new Error(`it is the metadata of ${JSON.stringify(said)}`);
	const protocol = typeof found === "string" && URL.canParse(found) ? new URL(found).protocol : void 0;
	if (!(protocol === "https:" || protocol === "http:" && issuer.startsWith("http:"))) throw new Error(`${name} is ${JSON.stringify(found)}`);
	return found;
}
// src/serve/identity/token-claims.ts
function pickClaims(claims, names = []) {
	const found = names.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]);
	return found.length === 0 ? void 0 : Object.fromEntries(found);
}
function scopesIn(claim) {
	if (typeof claim === "string") return claim.split(" ").filter((scope) => scope !== "");
	return Array.isArray(claim) ? claim.filter((scope) => typeof scope === "string") : [];
}
// src/serve/identity/introspection.ts
const REMEMBER = 3e4;
const REMEMBER_REFUSAL = 5e3;
const MOST_REMEMBERED = 1e3;
const MOST_ASKED = 64;
const LONGEST_TOKEN$1 = 4096;
const LARGEST_ANSWER = 262144;
const TIMEOUT = 1e4;
function introspection(options) {
	const { rememberMs = REMEMBER } = options;
	const remembered = /* @__PURE__ */ new Map();
	const asked = /* @__PURE__ */ new Map();
	const remember = (token, identity) => {
		const longest = Date.now() + (identity === void 0 ? REMEMBER_REFUSAL : rememberMs);
		remembered.set(token, {
			identity,
			until: new Expiry(Math.min(longest, identity?.expiresAt ?? Infinity))
		});
		for (const oldest of remembered.keys()) {
			if (remembered.size <= MOST_REMEMBERED) break;
			remembered.delete(oldest);
		}
	};
	const ask = async (token) => {
		try {
			const identity = toIdentity(await askIssuer(token, options), options);
			remember(token, identity);
			return identity;
		} finally {
			asked.delete(token);
		}
	};
	return ({ token }) => {
		const known = remembered.get(token);
		if (known !== void 0 && known.until.left > 0) return known.identity;
		remembered.delete(token);
		if (token.length > LONGEST_TOKEN$1) return void 0;
		const running = asked.get(token);
		if (running !== void 0) return running;
		if (asked.size >= MOST_ASKED) throw new CallError("RATE_LIMITED", "Too many tokens are being checked: try again.", { retryAfterMs: 1e3 });
		const answer = ask(token);
		asked.set(token, answer);
		return answer;
	};
}
async function askIssuer(token, options) {
	const { issuer, clientId, clientSecret } = options;
	const oauth = await import("oauth4webapi");
	const server = {
		issuer,
		introspection_endpoint: options.endpoint ?? await discoverEndpoint(issuer, "introspection_endpoint")
	};
	const client = { client_id: clientId };
	const answer = await oauth.introspectionRequest(server, client, oauth.ClientSecretBasic(clientSecret), token, {
		additionalParameters: { token_type_hint: "access_token" },
		signal: AbortSignal.timeout(TIMEOUT),
		[oauth.customFetch]: boundedFetch,
		[oauth.allowInsecureRequests]: true
	});
	return await oauth.processIntrospectionResponse(server, client, answer);
}
async function boundedFetch(url, init) {
	const { body, status, headers } = await fetch(url, {
		...init,
		redirect: "error"
	});
	const { bytes, isComplete } = await readBeginning(body, LARGEST_ANSWER);
	if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `${url} answered more than ${LARGEST_ANSWER} bytes.`);
	const type = headers.get("content-type") ?? "";
	return new Response(new Blob([bytes]), {
		status,
		headers: { "content-type": type }
	});
}
function toIdentity(answer, options) {
	const { issuer, audience, claims: names, onRefused } = options;
	const { sub, client_id: client, scope, exp } = answer;
	const id = sub ?? client;
	const claims = pickClaims(answer, names);
	const problem = problemOf(answer, issuer, [audience].flat()) ?? (claims && claimsProblem(claims));
	if (problem === void 0 && id !== void 0 && id !== "") return {
		id,
		issuer,
		scopes: Object.freeze(scopesIn(scope)),
		...claims !== void 0 && { claims },
		...exp !== void 0 && { expiresAt: exp * 1e3 }
	};
	onRefused?.(problem ?? "the token has neither a subject nor a client");
}
function problemOf(answer, issuer, audiences) {
	const { active, iss, aud = [], token_type: type, cnf, exp, nbf } = answer;
	const now = Date.now() / 1e3;
	if (!active) return "the token is not active";
	if (iss !== void 0 && iss !== issuer) return `the token is of ${JSON.stringify(iss)}`;
	if (![aud].flat().some((one) => audiences.includes(one))) return "the token is meant for another service";
	if (typeof type === "string" && type.toLowerCase() !== "bearer") return `a ${type} is no bearer token`;
	if (cnf !== void 0) return "the token belongs to a key, and is no bearer token";
	if (exp !== void 0 && !(exp > now)) return "the token has expired";
	return nbf !== void 0 && nbf > now + 5 ? "the token is not valid yet" : void 0;
}
// src/serve/identity/jwt.ts
const SHORTEST_SECRET = 32;
const CLOCK_TOLERANCE = 5;
const LONGEST_TOKEN = 16384;
const LARGEST_JWKS = 2 ** 20;
const LONGEST_MEMORY = 3e5;
function jwt(options) {
	checkOptions(options);
	const { toIdentity = identityOf, maxCached = 1e3, clockTolerance = CLOCK_TOLERANCE, onRefused } = options;
	const cache = /* @__PURE__ */ new Map();
	let loaded;
	const remember = (token, identity, claims) => {
		const until = new Expiry(Math.min((claims.exp ?? 0) * 1e3, Date.now() + LONGEST_MEMORY));
		cache.set(token, {
			identity,
			until
		});
		for (const oldest of cache.keys()) {
			if (cache.size <= maxCached) break;
			cache.delete(oldest);
		}
	};
	return async ({ token }) => {
		const known = cache.get(token);
		if (known !== void 0 && known.until.left > 0) return known.identity;
		cache.delete(token);
		if (token.length > LONGEST_TOKEN || token.split(".").length !== 3) return void 0;
		loaded ??= loadVerifier(options).catch((error) => {
			loaded = void 0;
			throw error;
		});
		const claims = await (await loaded)(token).catch((error) => {
			if (!isRefusal(error)) throw error;
			onRefused?.(messageOf(error));
		});
		const found = claims && toIdentity(claims);
		if (found === void 0 || claims === void 0) return void 0;
		const kept = found.claims ?? pickClaims(claims, options.claims);
		const problem = kept && claimsProblem(kept);
		if (problem !== void 0) {
			onRefused?.(`The claims of ${found.id} ${problem}`);
			return;
		}
		const identity = {
			...found,
			...kept !== void 0 && { claims: kept },
			issuer: found.issuer ?? claims.iss,
			expiresAt: found.expiresAt ?? ((claims.exp ?? 0) + clockTolerance) * 1e3
		};
		remember(token, identity, claims);
		return identity;
	};
}
function isRefusal(error) {
	const code = error?.code;
	return typeof code === "string" && /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING)/.test(code);
}
async function loadVerifier(options) {
	const { jwtVerify, createRemoteJWKSet, customFetch, importSPKI, importJWK } = await import("jose");
	const { secret, publicKey, issuer, audience, clockTolerance = CLOCK_TOLERANCE } = options;
	const { algorithms = secret === void 0 ? [
		"RS256",
		"ES256",
		"EdDSA"
	] : ["HS256"] } = options;
	const rules = {
		issuer: typeof issuer === "string" ? issuer : [...issuer],
		audience: typeof audience === "string" ? audience : [...audience],
		algorithms: [...algorithms],
		clockTolerance,
		requiredClaims: ["exp"]
	};
	if (secret === void 0 && publicKey === void 0) {
		const jwksUrl = options.jwksUrl ?? await discoverEndpoint(issuer, "jwks_uri");
		const getKey = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: fetchKeys });
		return async (token) => (await jwtVerify(token, getKey, rules)).payload;
	}
	if (secret !== void 0) {
		const key = toBytes(secret);
		return async (token) => (await jwtVerify(token, key, rules)).payload;
	}
	const getKey = ({ alg }) => typeof publicKey === "string" ? importSPKI(publicKey, alg) : importJWK(publicKey, alg);
	return async (token) => (await jwtVerify(token, getKey, rules)).payload;
}
async function fetchKeys(url, init) {
	const { body, status } = await fetch(url, init);
	const { bytes, isComplete } = await readBeginning(body, LARGEST_JWKS);
	if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `The JWKS at ${url} is larger than ${LARGEST_JWKS} bytes.`);
	return new Response(new Blob([bytes]), { status });
}
function identityOf(claims) {
	const { sub, scope, scp } = claims;
	if (typeof sub !== "string" || sub === "") return void 0;
	return {
		id: sub,
		scopes: [...scopesIn(scope), ...scopesIn(scp)]
	};
}
function toBytes(secret) {
	return typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
}
function checkOptions({ secret, publicKey, jwksUrl, issuer, audience, algorithms }) {
	const keys = [
		secret,
		publicKey,
		jwksUrl
	].filter((key) => key !== void 0);
	if (keys.length > 1) refuse("give only one of secret, publicKey and jwksUrl.");
	if (keys.length === 0 && !isWebAddress(issuer)) refuse("give one of secret, publicKey and jwksUrl, or one issuer whose address says where its keys are.");
	if (secret !== void 0 && toBytes(secret).length < SHORTEST_SECRET) refuse(`the secret has fewer than ${SHORTEST_SECRET} bytes.`);
	if (jwksUrl !== void 0 && !isWebAddress(jwksUrl)) refuse("jwksUrl is no address of the web.");
	if (!isGiven(issuer)) refuse("issuer is missing: a token of any issuer would do.");
	if (!isGiven(audience)) refuse("audience is missing: a token meant for another service would do.");
	for (const algorithm of algorithms ?? []) {
		const isShared = algorithm.startsWith("HS");
		if (algorithm === "none" || isShared !== (secret !== void 0)) refuse(`the algorithm ${algorithm} does not go with ${secret === void 0 ? "a public key" : "a secret"}.`);
	}
}
function isWebAddress(value) {
	return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
function isGiven(value) {
	return Array.isArray(value) ? value.length > 0 && value.every(isGiven) : typeof value === "string" && value !== "";
}
function refuse(message) {
	throw new CallError("VALIDATION_ERROR", `jwt: ${message}`);
}
export { serveHTTP as a, anyOf as i, introspection as n, apiKeys as r, jwt as t };
