import { St as partAt, cn as DONE, d as OperationType, in as LONGEST_DELAY, ln as CallError, p as afterArrivals } from "./client-D7eheyo4.js";
import { Ht as isRecord, I as builtinModule, Nt as isSchemaObject, et as jsonSchemaOf, z as parameterTextsOf } from "./core-CcxVOvtt.js";
// src/code/code-limits.ts
const DEFAULT_CODE_LIMITS = {
	timeout: 6e4,
	computeTime: 5e3,
	memory: 64 * 2 ** 20,
	codeLength: 1e5,
	calls: 100,
	parallelCalls: 8,
	inputLength: 1e6,
	outputLength: 4e6
};
const CODE_LIMIT_RANGES = {
	timeout: [1, LONGEST_DELAY],
	computeTime: [1, 6e5],
	memory: [2 ** 20, 512 * 2 ** 20],
	codeLength: [1, 1e7],
	calls: [0, 1e6],
	parallelCalls: [1, 1e3],
	inputLength: [2, 5e7],
	outputLength: [1, 5e7]
};
function toCodeLimits(given = {}) {
	const chosen = Object.entries(given).filter(([, value]) => value !== void 0);
	const limits = {
		...DEFAULT_CODE_LIMITS,
		...Object.fromEntries(chosen)
	};
	for (const [name, [min, max]] of Object.entries(CODE_LIMIT_RANGES)) {
		const value = limits[name];
		if (typeof value === "number" && value >= min && value <= max) continue;
		throw new CallError("VALIDATION_ERROR", `limits.${name} is ${String(value)}: give a number from ${min} to ${max}.`);
	}
	return limits;
}
// src/shared/time/slices.ts
const SLICE = 10;
const waiting = [];
let sliceEnd;
function runInSlices(steps) {
	const work = new Work(steps);
	beginSlice();
	do
		work.takeStep();
	while (!work.isOver && isSliceLeft());
	if (!work.isOver) waiting.push(work);
	return work;
}
async function inSlices(steps) {
	let result;
	const work = function* () {
		result = { value: yield* steps };
	};
	await runInSlices(work()).ended;
	return result.value;
}
function atOnce(steps) {
	for (;;) {
		const { done, value } = steps.next();
		if (done === true) return value;
	}
}
function beginSlice() {
	if (sliceEnd !== void 0) return;
	sliceEnd = performance.now() + SLICE;
	afterArrivals(nextSlice);
}
function isSliceLeft() {
	return sliceEnd !== void 0 && performance.now() < sliceEnd;
}
function nextSlice() {
	sliceEnd = void 0;
	if (waiting.length === 0) return;
	beginSlice();
	do {
		const work = waiting.shift();
		work?.takeStep();
		if (work?.isOver === false) waiting.push(work);
	} while (waiting.length > 0 && isSliceLeft());
}
var Work = class {
	ended;
	isOver = false;
	#steps;
	#settle;
	constructor(steps) {
		this.#steps = steps;
		this.ended = new Promise((resolve, reject) => {
			this.#settle = (failure) => failure === void 0 ? resolve() : reject(failure.thrown);
		});
		this.ended.catch(() => void 0);
	}
	takeStep() {
		if (this.isOver) return;
		try {
			if (this.#steps.next().done === true) this.stop();
		} catch (thrown) {
			this.isOver = true;
			this.#settle({ thrown });
		}
	}
	stop() {
		this.isOver = true;
		this.#settle();
	}
};
// src/search/parameter-texts.ts
const MOST_PARAMETERS = 200;
function parameterTexts(spec) {
	const told = parameterTextsOf(spec);
	if (told !== void 0) return told;
	const inputSchema = Object.getOwnPropertyDescriptor(spec, "inputSchema")?.value;
	if (inputSchema !== void 0) return propertyTexts(jsonSchemaOf(inputSchema, "input"));
	const names = spec.metadata?.["parameters"];
	return Array.isArray(names) ? names.map((name) => ({
		name: String(name),
		description: ""
	})) : [];
}
function propertyTexts(schema) {
	const properties = isSchemaObject(schema) ? schema["properties"] : void 0;
	if (!isSchemaObject(properties)) return [];
	return Object.keys(properties).slice(0, MOST_PARAMETERS).map((name) => {
		const property = properties[name];
		const description = isSchemaObject(property) ? property["description"] : void 0;
		return {
			name,
			description: typeof description === "string" ? description : ""
		};
	});
}
// src/shared/sha256.ts
function sha256(text) {
	const crypto = builtinModule("node:crypto");
	if (crypto === void 0) throw new Error("This runtime has no crypto module of Node, which a digest needs.");
	return `sha256-${crypto.createHash("sha256").update(text).digest("base64url")}`;
}
// src/shared/name-pattern.ts
function toNameTest(pattern) {
	const parts = pattern.split("*");
	return parts.length === 1 ? (name) => name === pattern : (name) => matchesParts(name, parts);
}
function matchesAny(patterns) {
	const tests = patterns.map(toNameTest);
	return (name) => tests.some((matches) => matches(name));
}
function matchesOperation(patterns) {
	const matches = matchesAny(patterns);
	return ({ namespace, name }) => matches(`${namespace}.${name}`) || matches(namespace);
}
function matchesParts(name, parts) {
	const first = parts[0];
	const last = parts.at(-1);
	if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
	let from = first.length;
	const end = name.length - last.length;
	for (const part of parts.slice(1, -1)) {
		const found = name.indexOf(part, from);
		if (found === -1 || found + part.length > end) return false;
		from = found + part.length;
	}
	return true;
}
// src/sources/login/login-required.ts
function loginRequired({ source, why, url, cause }) {
	const command = `operations login ${source}`;
	const action = url === void 0 ? `run "${command}"` : `log in at ${url}`;
	const message = `${source} needs a login${why === void 0 ? "" : ` (${why})`}: ${action}.`;
	const details = {
		source,
		...url === void 0 ? { command } : { url }
	};
	return new CallError("LOGIN_REQUIRED", message, details, {
		phase: "notStarted",
		cause
	});
}
function isLoginRequired(thrown) {
	return thrown?.code === "LOGIN_REQUIRED";
}
// src/sources/login/watch-login.ts
const PAUSE = 1e3;
function watchLogin({ vault, key, onLogin }) {
	let before;
	let timer;
	let hasEnded = false;
	const address = {
		source: key,
		identity: ""
	};
	const savedAt = async () => (await (await vault.openExisting())?.read(address))?.savedAt ?? -1;
	const look = async () => {
		const now = await savedAt().catch(() => before);
		if (hasEnded) return;
		before ??= now;
		if (now !== void 0 && now !== -1 && now !== before) return onLogin();
		timer = setTimeout(() => void look(), PAUSE);
	};
	look();
	return () => {
		hasEnded = true;
		clearTimeout(timer);
	};
}
// src/answers/answer-tokens.ts
const DEFAULT_ANSWER_TOKENS = 1e4;
const CHARACTERS_PER_TOKEN = 4;
function charactersFor(tokens) {
	return tokens === "all" ? Infinity : tokens * CHARACTERS_PER_TOKEN;
}
function tokensIn(characters) {
	return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
function readAnswerTokens(asked, where) {
	if (asked === "all" || asked === Infinity) return "all";
	const tokens = typeof asked === "string" && /^\d{1,9}$/.test(asked) ? Number(asked) : asked;
	if (Number.isInteger(tokens) && tokens >= 250) return tokens;
	throw new CallError("VALIDATION_ERROR", `${where} must be a number of tokens from 250 on, or all.`);
}
// src/serve/identity/trusted-proxies.ts
const LONGEST_HOP = 100;
var TrustedProxies = class {
	#proxies;
	constructor(entries = []) {
		if (entries.length === 0) return;
		this.#proxies = new (nodeNet()).BlockList();
		for (const entry of entries) {
			const range = toRange(entry);
			if (typeof range === "string") throw new CallError("VALIDATION_ERROR", `trustedProxies: ${range}.`);
			this.#proxies.addSubnet(range.address, range.prefix, range.family);
		}
	}
	clientOf({ socket, headers }) {
		const { remoteAddress } = socket;
		if (remoteAddress === void 0) return void 0;
		let client = unmapped(remoteAddress);
		if (!this.#isTrusted(client)) return client;
		for (const hop of hopsFrom(headers["x-forwarded-for"])) {
			const address = readHop(hop);
			if (address === void 0) break;
			client = address;
			if (!this.#isTrusted(client)) break;
		}
		return client;
	}
	#isTrusted(address) {
		return this.#proxies?.check(address, familyOf(address)) === true;
	}
};
function findProxyMistake(entry) {
	const range = toRange(entry);
	return typeof range === "string" ? range : void 0;
}
function toRange(entry) {
	const [text = "", bits, ...rest] = entry.split("/");
	const shown = JSON.stringify(entry);
	const address = toAddress(text);
	const most = text.includes(":") ? 128 : 32;
	const prefix = bits === void 0 ? most : Number(bits);
	if (address === void 0 || rest.length > 0 || bits !== void 0 && !/^\d{1,3}$/.test(bits) || prefix > most) return `${shown} is no IP address, and no range of them such as 10.0.0.0/8`;
	const family = familyOf(address);
	const own = most === 128 && family === "ipv4" ? prefix - MAPPED_BITS : prefix;
	if (own < 1) return `${shown} stands for every address: each client could choose its own`;
	return {
		address,
		family,
		prefix: own
	};
}
function hopsFrom(header) {
	return (typeof header === "string" ? header : header?.join() ?? "").split(",").slice(-32).reverse();
}
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;
function readHop(hop) {
	if (hop.length > LONGEST_HOP) return void 0;
	const text = hop.trim();
	const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
	return toAddress(inBrackets ?? beforePort ?? text);
}
function toAddress(text) {
	const version = nodeNet().isIP(text);
	if (version !== 6) return version === 4 ? text : void 0;
	const url = `http://[${text.replace(/%.*$/, "")}]`;
	return URL.canParse(url) ? unmapped(new URL(url).hostname.slice(1, -1)) : void 0;
}
const MAPPED = /^::ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/;
const MAPPED_BITS = 96;
function unmapped(address) {
	const [, dotted, high, low] = MAPPED.exec(address) ?? [];
	if (high === void 0 || low === void 0) return dotted ?? address;
	return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
}
function familyOf(address) {
	return address.includes(":") ? "ipv6" : "ipv4";
}
function nodeNet() {
	const net = builtinModule("node:net");
	if (net === void 0) throw new Error("trustedProxies needs Node 20.19 or newer, Bun or Deno.");
	return net;
}
// src/shared/field-string.ts
function isFieldString(text) {
	return typeof text === "string" && /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(text);
}
// src/registry/observe-stream.ts
function observeStream(stream, observer) {
	const asThrown = (thrown) => observer.asThrown === void 0 ? thrown : observer.asThrown(thrown);
	return { [Symbol.asyncIterator]() {
		let iterator;
		try {
			iterator = stream[Symbol.asyncIterator]();
		} catch (thrown) {
			const error = asThrown(thrown);
			observer.onEnd({
				kind: "failed",
				error
			});
			throw error;
		}
		let stopping = false;
		let ended = false;
		const end = (how) => {
			if (ended) return;
			ended = true;
			observer.onEnd(stopping ? { kind: "stopped" } : how);
		};
		return {
			async next() {
				try {
					const item = await iterator.next();
					if (item.done !== true) {
						observer.onItem?.();
						return item;
					}
				} catch (thrown) {
					const error = asThrown(thrown);
					end({
						kind: "failed",
						error
					});
					throw error;
				}
				end({ kind: "completed" });
				return DONE;
			},
			async return() {
				stopping = true;
				try {
					await iterator.return?.();
				} finally {
					end({ kind: "stopped" });
				}
				return DONE;
			}
		};
	} };
}
// node_modules/canonicalize/lib/canonicalize.js
function canonicalize(object, seen = /* @__PURE__ */ new Set()) {
	if (typeof object === "number" && isNaN(object)) throw new Error("NaN is not allowed");
	if (typeof object === "number" && !isFinite(object)) throw new Error("Infinity is not allowed");
	if (object === null || typeof object !== "object") return JSON.stringify(object);
	if (typeof object.toJSON === "function") {
		if (seen.has(object)) throw new Error("Circular reference detected");
		seen.add(object);
		const result = canonicalize(object.toJSON(), seen);
		seen.delete(object);
		return result;
	}
	if (seen.has(object)) throw new Error("Circular reference detected");
	seen.add(object);
	let result;
	if (Array.isArray(object)) result = `[${object.map((cv) => {
		return canonicalize(cv === void 0 || typeof cv === "symbol" ? null : cv, seen);
	}).join(",")}]`;
	else {
		const parts = [];
		for (const key of Object.keys(object).sort()) {
			if (object[key] === void 0 || typeof object[key] === "symbol") continue;
			parts.push(`${canonicalize(key)}:${canonicalize(object[key], seen)}`);
		}
		result = `{${parts.join(",")}}`;
	}
	seen.delete(object);
	return result;
}
// src/shared/time/parse-json-steps.ts
function* parseJSONSteps(text, levels) {
	const reader = new Reader(text);
	const value = yield* reader.value(levels);
	reader.expectEnd();
	return value;
}
const STEP = 32768;
const SPACE = /[\t\n\r ]*/y;
const WORD = /[^\t\n\r ,:[\]{}"]*/y;
const MARK = /["[\]{}]/g;
var Reader = class {
	#text;
	#at = 0;
	#lastStep = 0;
	constructor(text) {
		this.#text = text;
	}
	*value(levels) {
		this.#skipSpace();
		const first = this.#text[this.#at];
		if (levels > 0 && first === "{") return yield* this.#object(levels);
		if (levels > 0 && first === "[") return yield* this.#list(levels);
		const start = this.#at;
		yield* this.#skipValue(first);
		const value = JSON.parse(this.#text.slice(start, this.#at));
		if (this.#isStepOver()) yield;
		return value;
	}
	expectEnd() {
		this.#skipSpace();
		if (this.#at < this.#text.length) this.#fail();
	}
	*#object(levels) {
		const members = [];
		this.#at++;
		if (this.#takes("}")) return {};
		for (;;) {
			this.#skipSpace();
			const start = this.#at;
			if (this.#text[start] !== "\"") this.#fail();
			this.#skipString();
			const name = JSON.parse(this.#text.slice(start, this.#at));
			if (!this.#takes(":")) this.#fail();
			members.push([name, yield* this.value(levels - 1)]);
			if (this.#takes("}")) return Object.fromEntries(members);
			if (!this.#takes(",")) this.#fail();
		}
	}
	*#list(levels) {
		const items = [];
		this.#at++;
		if (this.#takes("]")) return items;
		for (;;) {
			items.push(yield* this.value(levels - 1));
			if (this.#takes("]")) return items;
			if (!this.#takes(",")) this.#fail();
		}
	}
	*#skipValue(first) {
		if (first === "\"") return this.#skipString();
		if (first !== "{" && first !== "[") return this.#skip(WORD);
		let depth = 0;
		do {
			MARK.lastIndex = this.#at;
			const mark = MARK.exec(this.#text);
			if (mark === null) return this.#fail(this.#text.length);
			this.#at = mark.index;
			if (mark[0] === "\"") this.#skipString();
			else {
				depth += mark[0] === "{" || mark[0] === "[" ? 1 : -1;
				this.#at++;
			}
			if (this.#isStepOver()) yield;
		} while (depth > 0);
	}
	#skipString() {
		let end = this.#at;
		do {
			end = this.#text.indexOf("\"", end + 1);
			if (end < 0) this.#fail(this.#text.length);
		} while (this.#isEscaped(end));
		this.#at = end + 1;
	}
	#isEscaped(quote) {
		let start = quote;
		while (this.#text[start - 1] === "\\") start--;
		return (quote - start) % 2 === 1;
	}
	#takes(character) {
		this.#skipSpace();
		if (this.#text[this.#at] !== character) return false;
		this.#at++;
		return true;
	}
	#skipSpace() {
		this.#skip(SPACE);
	}
	#skip(pattern) {
		pattern.lastIndex = this.#at;
		pattern.test(this.#text);
		this.#at = Math.max(this.#at, pattern.lastIndex);
	}
	#isStepOver() {
		if (this.#at - this.#lastStep < STEP) return false;
		this.#lastStep = this.#at;
		return true;
	}
	#fail(at = this.#at) {
		if (at >= this.#text.length) throw new SyntaxError("Unexpected end of JSON input");
		throw new SyntaxError(`Unexpected ${JSON.stringify(this.#text[at])} in JSON at position ${at}`);
	}
};
// src/middleware/approval.ts
function approval({ ask, when = isMutation }) {
	if (typeof ask !== "function") throw new CallError("VALIDATION_ERROR", "approval: ask is not a function.");
	const approved = async (call, next) => {
		await call.check();
		assertApproved(call, await askSafely(ask, call));
		return next();
	};
	return (call, next) => when(call) ? approved(call, next) : next();
}
function isMutation({ spec }) {
	return spec.type === OperationType.MUTATION;
}
async function askSafely(ask, call) {
	const { id, spec, input, context } = call;
	try {
		return await ask({
			id,
			spec,
			input,
			context
		});
	} catch (cause) {
		if (context.signal.aborted) throw context.signal.reason;
		if (cause instanceof CallError) throw cause;
		throw new CallError("ACCESS_DENIED", `${id} was not approved: asking for the approval failed.`, void 0, { cause });
	}
}
function assertApproved({ id }, answer) {
	if (answer === true) return;
	const { approved, reason } = typeof answer === "object" && answer !== null ? answer : {};
	if (approved === true) return;
	throw typeof reason === "string" && reason !== "" ? new CallError("ACCESS_DENIED", `${id} was not approved: ${reason}`, { reason }) : new CallError("ACCESS_DENIED", `${id} was not approved.`);
}
// src/schema/print/schema-union.ts
function toUnion(forms) {
	const tag = [...forms[0]?.fixed.keys() ?? []].find((name) => {
		const values = forms.flatMap(({ fixed }) => fixed.has(name) ? [JSON.stringify(fixed.get(name))] : []);
		return new Set(values).size === forms.length;
	});
	return {
		tag,
		variants: forms.map(({ schema, fixed }) => ({
			schema,
			value: tag === void 0 ? void 0 : fixed.get(tag)
		}))
	};
}
function joinForms(forms) {
	const schemas = /* @__PURE__ */ new Map();
	for (const { properties } of forms) for (const [name, part] of Object.entries(isRecord(properties) ? properties : {})) {
		const known = schemas.get(name) ?? [];
		const isKnown = known.some((each) => JSON.stringify(each) === JSON.stringify(part));
		schemas.set(name, isKnown ? known : [...known, part]);
	}
	const properties = Object.fromEntries(Array.from(schemas, ([name, parts]) => [name, parts.length === 1 ? parts[0] : { anyOf: parts }]));
	const lists = forms.map(({ required }) => Array.isArray(required) ? required : []);
	const required = lists[0]?.filter((name) => lists.every((list) => list.includes(name))) ?? [];
	const isOpen = forms.find(({ additionalProperties }) => isRecord(additionalProperties));
	return {
		type: "object",
		properties,
		required,
		...isOpen !== void 0 && { additionalProperties: isOpen["additionalProperties"] }
	};
}
// src/schema/print/schema-view.ts
const MOST_HOPS = 16;
const MOST_PARTS = 200;
var SchemaReader = class {
	#root;
	#parts = 0;
	constructor(root) {
		this.#root = isRecord(root) ? root : {};
	}
	view(part = this.#root) {
		this.#parts = 0;
		const { schema, isNullable, union } = this.#withoutNull(this.#merged(part, 0));
		const types = [schema["type"] ?? []].flat().filter((type) => typeof type === "string" && type !== "null");
		const choices = this.#choicesOf(schema);
		const { properties, required, additionalProperties } = schema;
		return {
			kind: kindOf(schema, types, choices),
			schema,
			isNullable,
			choices: choices ?? [],
			types,
			properties: new Map(isRecord(properties) ? Object.entries(properties) : []),
			required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
			additional: additionalProperties === false ? void 0 : additionalProperties,
			items: schema["items"] ?? {},
			union
		};
	}
	#merged(part, hops) {
		if (!isRecord(part) || hops > MOST_HOPS || ++this.#parts > MOST_PARTS) return {};
		const { $ref, allOf, ...own } = part;
		let merged = own;
		if (typeof $ref === "string") merged = mergeSchemas(this.#merged(partAt(this.#root, $ref), hops + 1), merged);
		if (Array.isArray(allOf)) for (const member of allOf) merged = mergeSchemas(this.#merged(member, hops + 1), merged);
		return merged;
	}
	#withoutNull(schema) {
		const { anyOf, oneOf, ...own } = schema;
		const members = [anyOf ?? oneOf].flat().filter(isRecord).map((member) => this.#merged(member, 1));
		const saysNull = [own["type"]].flat().includes("null") || own["nullable"] === true;
		if (members.length === 0) return {
			schema,
			isNullable: saysNull
		};
		const others = members.filter((member) => member["type"] !== "null" && member["const"] !== null);
		const isNullable = saysNull || others.length < members.length;
		const [only] = others;
		if (others.length === 1 && only !== void 0) return {
			schema: mergeSchemas(only, own),
			isNullable
		};
		if (others.length > 0 && others.every(isObjectLike)) {
			const union = toUnion(others.map((member) => mergeSchemas(member, own)).map((schema) => ({
				schema,
				fixed: this.#fixedIn(schema)
			})));
			return {
				schema: mergeSchemas(joinForms(others), own),
				isNullable,
				union
			};
		}
		const types = [...new Set(others.flatMap((member) => member["type"] ?? []))];
		const isTyped = others.every((member) => member["type"] !== void 0);
		return {
			schema: {
				...schema,
				...isTyped && own["type"] === void 0 ? { type: types } : {}
			},
			isNullable
		};
	}
	#fixedIn({ properties }) {
		const entries = Object.entries(isRecord(properties) ? properties : {});
		return new Map(entries.flatMap(([name, part]) => {
			const choices = this.#choicesOf(this.#merged(part, 1)) ?? [];
			return choices.length === 1 ? [[name, choices[0]]] : [];
		}));
	}
	#choicesOf(schema) {
		if ("const" in schema) return [schema["const"]];
		if (Array.isArray(schema["enum"])) return schema["enum"].filter((choice) => choice !== null);
		const members = [schema["anyOf"] ?? schema["oneOf"] ?? []].flat().map((member) => this.#merged(member, 1));
		const constants = members.filter((member) => "const" in member).map((member) => member["const"]);
		if (members.length === 0 || constants.length < members.length) return void 0;
		return constants.filter((choice) => choice !== null);
	}
};
function mergeSchemas(base, over) {
	const merged = {
		...base,
		...over
	};
	if (isRecord(base["properties"]) && isRecord(over["properties"])) merged["properties"] = Object.fromEntries(Object.entries(base["properties"]).concat(Object.entries(over["properties"])));
	if (Array.isArray(base["required"]) && Array.isArray(over["required"])) merged["required"] = [...base["required"], ...over["required"]];
	return merged;
}
function isObjectLike(schema) {
	return schema["type"] === "object" || schema["type"] === void 0 && isRecord(schema["properties"]);
}
function kindOf(schema, types, choices) {
	if (isBytes(schema, types)) return "bytes";
	if (choices !== void 0) return "choice";
	const [type] = types;
	if (schema["format"] === "int64" && types.includes("integer")) return "integer";
	if (types.length > 1) return types.every((one) => one === "number" || one === "integer") ? "number" : "any";
	if (type === "string") return schema["contentEncoding"] === "base64" ? "base64" : "text";
	if (type === "number" || type === "integer" || type === "boolean") return type;
	if (type === "array") return "list";
	if (type === "object" || isObjectLike(schema)) return "object";
	if (type === "undefined" || type === "void") return "nothing";
	return isRecord(schema["not"]) && Object.keys(schema["not"]).length === 0 ? "nothing" : "any";
}
function isBytes(schema, types) {
	if (types.includes("Uint8Array")) return true;
	if (types.some((type) => type !== "string")) return false;
	return schema["format"] === "binary" || schema["contentMediaType"] === "application/octet-stream" && schema["contentEncoding"] === void 0;
}
export { runInSlices as C, toCodeLimits as E, inSlices as S, DEFAULT_CODE_LIMITS as T, matchesOperation as _, observeStream as a, parameterTexts as b, findProxyMistake as c, readAnswerTokens as d, tokensIn as f, matchesAny as g, loginRequired as h, canonicalize as i, DEFAULT_ANSWER_TOKENS as l, isLoginRequired as m, approval as n, isFieldString as o, watchLogin as p, parseJSONSteps as r, TrustedProxies as s, SchemaReader as t, charactersFor as u, toNameTest as v, CODE_LIMIT_RANGES as w, atOnce as x, sha256 as y };
