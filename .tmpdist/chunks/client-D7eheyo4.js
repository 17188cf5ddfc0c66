// src/errors/error-defaults.ts
const NOT_STARTED = [
	"OPERATION_NOT_FOUND",
	"OPERATION_QUARANTINED",
	"VALIDATION_ERROR",
	"ACCESS_DENIED",
	"LOGIN_REQUIRED",
	"UNAUTHENTICATED",
	"NO_RESPONDER",
	"OVERLOADED",
	"RATE_LIMITED",
	"PROTOCOL_ERROR"
];
const UNKNOWN = [
	"TIMEOUT",
	"ABORTED",
	"CONNECTION_LOST",
	"PAYLOAD_TOO_LARGE"
];
const RETRYABLE = [
	"TIMEOUT",
	"NO_RESPONDER",
	"CONNECTION_LOST",
	"OVERLOADED",
	"RATE_LIMITED"
];
function defaultPhase(code) {
	return NOT_STARTED.includes(code) ? "notStarted" : UNKNOWN.includes(code) ? "unknown" : "started";
}
function isRetryable(code) {
	return RETRYABLE.includes(code);
}
// src/errors/call-error.ts
const LONGEST_MESSAGE$1 = 2e3;
const BRAND = Symbol.for("@alkdev/operations.CallError");
var CallError = class extends Error {
	name = "CallError";
	static {
		Object.defineProperty(this.prototype, BRAND, { value: true });
	}
	code;
	details;
	retryable;
	phase;
	unexpected;
	declaredBy;
	constructor(code, message, details, options = {}) {
		super(message, "cause" in options ? { cause: options.cause } : void 0);
		this.code = code;
		this.details = details;
		this.retryable = options.retryable ?? isRetryable(code);
		this.phase = options.phase ?? defaultPhase(code);
		this.unexpected = options.unexpected ?? false;
		this.declaredBy = options.declaredBy;
	}
	toJSON() {
		return {
			code: this.code,
			message: this.message,
			...this.details === void 0 ? {} : { details: this.details },
			retryable: this.retryable,
			phase: this.phase,
			...this.declaredBy === void 0 ? {} : { declaredBy: this.declaredBy }
		};
	}
};
function notStarted(code, message, cause) {
	return new CallError(code, message, void 0, {
		phase: "notStarted",
		cause
	});
}
function withPhase(error, phase) {
	return error.phase === phase ? error : copyOf(error, phase, error.cause ?? error);
}
function copyOf(error, phase, cause) {
	const { code, message, details, retryable, unexpected, declaredBy } = error;
	return new CallError(code, message, details, {
		retryable,
		phase,
		unexpected,
		declaredBy,
		cause
	});
}
function furthestPhase(one, other) {
	if (one === "started" || other === "started") return "started";
	return one === "unknown" ? one : other;
}
function toCallError(thrown) {
	if (isCallError(thrown)) return thrown;
	const foreign = fromOtherCopy(thrown);
	if (foreign !== void 0) return foreign;
	return new CallError("EXECUTION_ERROR", messageOf(thrown), void 0, {
		cause: thrown,
		unexpected: true
	});
}
function isCallError(thrown) {
	try {
		return thrown instanceof CallError;
	} catch {
		return false;
	}
}
function fromOtherCopy(thrown) {
	try {
		if (typeof thrown !== "object" || thrown === null || !(BRAND in thrown)) return void 0;
		const error = thrown;
		return copyOf(error, error.phase, thrown);
	} catch {
		return;
	}
}
function messageOf(thrown) {
	try {
		const message = describeThrown(thrown);
		return message.length > LONGEST_MESSAGE$1 ? `${message.slice(0, LONGEST_MESSAGE$1)}…` : message;
	} catch {
		return "A value was thrown that cannot be shown";
	}
}
function describeThrown(thrown) {
	if (thrown instanceof Error) {
		const { message, name } = thrown;
		return String(message || name);
	}
	if (typeof thrown === "string" && thrown !== "") return thrown;
	if (typeof thrown === "object" && thrown !== null && "message" in thrown) return String(thrown.message);
	return `A value was thrown that is not an error: ${JSON.stringify(thrown) ?? typeof thrown}`;
}
// src/shared/iteration.ts
const DONE = Object.freeze({
	done: true,
	value: void 0
});
// src/shared/listeners.ts
var Listeners = class {
	#listeners = /* @__PURE__ */ new Set();
	add(listener) {
		const own = (event) => listener(event);
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}
	tell(event, onFailure) {
		for (const listener of Array.from(this.#listeners)) if (this.#listeners.has(listener)) tellListener(listener, event, onFailure);
	}
	get size() {
		return this.#listeners.size;
	}
	clear() {
		this.#listeners.clear();
	}
};
function tellListener(listener, event, onFailure) {
	try {
		listener?.(event);
	} catch (error) {
		onFailure?.(error);
	}
}
// src/shared/time/deadline-timer.ts
const LONGEST_DELAY = 2 ** 31 - 1;
const heap = [];
let timer;
let timerAt = Infinity;
function onDeadline(at, expire) {
	const deadline = {
		at,
		expire,
		index: -1
	};
	addDeadline(deadline);
	return () => removeDeadline(deadline);
}
function addDeadline(deadline) {
	place(deadline, heap.length);
	siftUp(deadline);
	if (deadline.at < timerAt) sleepUntil(deadline.at);
	else if (heap.length === 1) timer?.ref?.();
}
function removeDeadline(deadline) {
	const { index } = deadline;
	if (index === -1) return;
	deadline.index = -1;
	const last = heap.pop();
	if (last !== deadline) {
		place(last, index);
		siftDown(last);
		siftUp(last);
	}
	if (heap.length === 0) timer?.unref?.();
}
function wake() {
	timer = void 0;
	timerAt = Infinity;
	const now = performance.now();
	let first = heap[0];
	for (; first !== void 0 && first.at <= now; first = heap[0]) {
		removeDeadline(first);
		first.expire();
	}
	if (first !== void 0 && first.at < timerAt) sleepUntil(first.at);
}
function sleepUntil(at) {
	clearTimeout(timer);
	timerAt = at;
	timer = setTimeout(wake, Math.min(Math.max(Math.ceil(at - performance.now()), 0), LONGEST_DELAY));
}
function siftUp(entry) {
	while (entry.index > 0) {
		const parent = heap[entry.index - 1 >> 1];
		if (parent.at <= entry.at) return;
		swap(entry, parent);
	}
}
function siftDown(entry) {
	for (;;) {
		const left = heap[entry.index * 2 + 1];
		const right = heap[entry.index * 2 + 2];
		const earliest = right !== void 0 && right.at < left.at ? right : left;
		if (earliest === void 0 || entry.at <= earliest.at) return;
		swap(entry, earliest);
	}
}
function swap(a, b) {
	const { index } = a;
	place(a, b.index);
	place(b, index);
}
function place(entry, index) {
	heap[index] = entry;
	entry.index = index;
}
// src/shared/time/steady-clock.ts
function toSteady(wallTime) {
	return wallTime - wallOffset();
}
function toWallTime(steadyTime) {
	return Math.round(steadyTime + wallOffset());
}
const NOISE = 100;
var Moment = class {
	#wallTime;
	#offset;
	constructor(wallTime, offset = wallOffset()) {
		this.#wallTime = wallTime;
		this.#offset = offset;
	}
	get at() {
		return this.#wallTime - this.#offset;
	}
	get wallTime() {
		const step = wallOffset() - this.#offset;
		return Math.abs(step) < NOISE ? this.#wallTime : this.#wallTime + step;
	}
};
function keepDeadline(options) {
	if (options === void 0 || !Object.hasOwn(options, "deadline")) return options;
	const { deadline } = options;
	if (typeof deadline !== "number") return options;
	const moment = new Moment(deadline);
	return Object.defineProperty({ ...options }, "deadline", {
		get: () => moment.wallTime,
		enumerable: true
	});
}
const GRAIN = 1.5;
let lastOffset = NaN;
function wallOffset(now = performance.now()) {
	const offset = Date.now() - now;
	return Math.abs(offset - lastOffset) < GRAIN ? offset : lastOffset = carefulOffset();
}
function carefulOffset() {
	for (let tries = 0;; tries++) {
		const before = performance.now();
		const wallTime = Date.now();
		if (performance.now() - before < 1 || tries === 3) return wallTime - before;
	}
}
var Expiry = class {
	#wallTime;
	#at;
	constructor(wallTime) {
		this.#wallTime = wallTime;
		this.#at = toSteady(wallTime);
	}
	get left() {
		return Math.min(this.#wallTime - Date.now(), this.#at - performance.now());
	}
};
const LOOK = 1e3;
const waiting$1 = /* @__PURE__ */ new Map();
let looking;
function onExpiry(expiresAt, callback) {
	if (expiresAt === Infinity) return () => void 0;
	const key = {};
	const end = () => {
		stop();
		callback();
	};
	const stopTimer = onDeadline(toSteady(expiresAt), end);
	const stop = () => {
		stopTimer();
		waiting$1.delete(key);
		if (waiting$1.size > 0) return;
		clearInterval(looking);
		looking = void 0;
	};
	waiting$1.set(key, {
		expiry: new Expiry(expiresAt),
		end
	});
	looking ??= setInterval(lookAtWallClock, LOOK);
	looking.unref?.();
	return stop;
}
function lookAtWallClock() {
	for (const { expiry, end } of waiting$1.values()) if (expiry.left <= 0) end();
}
// src/errors/settled-error.ts
const settledErrors = /* @__PURE__ */ new WeakSet();
function settled$1(error) {
	settledErrors.add(error);
	return error;
}
function isSettled(error) {
	return settledErrors.has(error);
}
// src/shared/time/shared-clock.ts
const MOST_SHARED = 8;
const readClock = Date.now;
let reading = 0;
let sharesLeft = 0;
let willForget = false;
let turn = 0;
function sharedNow() {
	if (Date.now !== readClock) return Date.now();
	if (sharesLeft > 0) {
		sharesLeft--;
		return reading;
	}
	const now = readClock();
	if (now === reading && forgetAfterThisTurn()) sharesLeft = MOST_SHARED;
	reading = now;
	return now;
}
function forgetAfterThisTurn() {
	if (willForget) return true;
	const { process: node } = globalThis;
	if (typeof node?.nextTick !== "function") return false;
	willForget = true;
	node.nextTick(forget);
	return true;
}
function forget() {
	willForget = false;
	turn++;
	sharesLeft = 0;
	reading = 0;
}
const MOST_SHARED_BY_DEADLINES = 32;
const FAR = 1e3;
let readSteadyClock;
let steadyTime = -Infinity;
let offset = NaN;
let offsetsLeft = 0;
let sharedIn = -1;
function recentOffset() {
	const mayShare = Date.now === readClock && performance.now === (readSteadyClock ??= performance.now);
	if (offsetsLeft > 0 && mayShare && sharedIn === turn) {
		offsetsLeft--;
		return offset;
	}
	const now = performance.now();
	offsetsLeft = mayShare && now - steadyTime < 1 && forgetAfterThisTurn() ? MOST_SHARED_BY_DEADLINES : 0;
	sharedIn = turn;
	steadyTime = now;
	offset = wallOffset(now);
	return offset;
}
function recentTime(at) {
	return at - steadyTime > FAR ? steadyTime : performance.now();
}
// src/envelope/response-envelope.ts
const CREDENTIAL_HEADERS = /* @__PURE__ */ new Set([
	"set-cookie",
	"set-cookie2",
	"authorization",
	"proxy-authorization",
	"cookie"
]);
function localEnvelope(data, operationId) {
	return {
		data,
		meta: {
			source: "local",
			operationId,
			timestamp: sharedNow()
		}
	};
}
function httpEnvelope(data, meta) {
	return {
		data,
		meta: {
			source: "http",
			...meta,
			headers: withoutCredentials(meta.headers)
		}
	};
}
function mcpEnvelope(data, meta) {
	return {
		data,
		meta: {
			source: "mcp",
			...meta
		}
	};
}
function isResponseEnvelope(value) {
	if (typeof value !== "object" || value === null) return false;
	if (!("data" in value) || !("meta" in value)) return false;
	const { meta } = value;
	if (typeof meta !== "object" || meta === null) return false;
	const fields = meta;
	switch (fields["source"]) {
		case "local": return typeof fields["operationId"] === "string" && typeof fields["timestamp"] === "number";
		case "http": return typeof fields["statusCode"] === "number" && typeof fields["contentType"] === "string" && typeof fields["headers"] === "object" && fields["headers"] !== null;
		case "mcp": return typeof fields["isError"] === "boolean" && Array.isArray(fields["content"]);
		default: return false;
	}
}
function unwrap(envelope) {
	return envelope.data;
}
function withoutCredentials(headers) {
	let clean = headers;
	for (const name of Object.keys(headers)) {
		if (!CREDENTIAL_HEADERS.has(name.toLowerCase())) continue;
		if (clean === headers) clean = { ...headers };
		delete clean[name];
	}
	return clean;
}
// src/registry/assert-context.ts
function assertContext(context) {
	if ("forwardedTo" in context && !("identity" in context)) throw new TypeError("{ ...context } copies nothing of a handler's context: pass the context itself, or name what goes along, such as { identity: context.identity, signal: context.signal }.");
	const { deadline } = context;
	if (deadline !== void 0 && (typeof deadline !== "number" || Number.isNaN(deadline))) throw new TypeError("deadline is not a number: give milliseconds since the epoch, such as Date.now() + 5000.");
}
// src/shared/time/cancellation.ts
var Cancellation = class {
	reason;
	#controller;
	#listener;
	#further;
	#sources;
	at = Infinity;
	index = -1;
	get signal() {
		if (this.#controller === void 0) {
			this.#controller = new AbortController();
			if (this.reason !== void 0) this.#controller.abort(this.reason);
		}
		return this.#controller.signal;
	}
	cancel(reason) {
		if (this.reason !== void 0) return;
		this.reason = reason;
		this.release();
		const first = this.#listener;
		this.#listener = void 0;
		first?.cancel(reason);
		this.#further?.forEach((listener) => listener.cancel(reason));
		this.#further = void 0;
		this.#controller?.abort(reason);
	}
	listen(listener) {
		if (this.reason !== void 0) listener.cancel(this.reason);
		else if (this.#listener === void 0 && this.#further === void 0) this.#listener = listener;
		else (this.#further ??= /* @__PURE__ */ new Set()).add(listener);
	}
	unlisten(listener) {
		if (this.#listener === listener) this.#listener = void 0;
		else this.#further?.delete(listener);
	}
	onCancel(cancel) {
		const listener = { cancel };
		this.listen(listener);
		return () => this.unlisten(listener);
	}
	race(work) {
		return new Promise((resolve, reject) => {
			const stop = this.onCancel(reject);
			work.then(resolve, reject).then(stop);
		});
	}
	followParent(parent) {
		if (this.reason !== void 0) return;
		(this.#sources ??= []).push(parent);
		parent.listen(this);
	}
	followSignal(signal) {
		if (this.reason !== void 0) return;
		const abort = () => this.cancel(reasonOf(signal));
		if (signal.aborted) abort();
		else (this.#sources ??= []).push({ unlisten: onAbort(signal, abort) });
	}
	followDeadline(at, now = performance.now()) {
		if (at <= now) this.expire();
		else if (at < this.at && this.reason === void 0) {
			removeDeadline(this);
			this.at = at;
			addDeadline(this);
		}
	}
	expire() {
		this.cancel(new CallError("TIMEOUT", "The deadline has passed."));
	}
	release() {
		if (this.index !== -1) removeDeadline(this);
		const sources = this.#sources;
		this.#sources = void 0;
		for (const source of sources ?? []) source.unlisten(this);
	}
};
const followersOf = /* @__PURE__ */ new WeakMap();
function onAbort(signal, callback) {
	const { callbacks, tellAll } = followersOf.get(signal) ?? listenTo(signal);
	callbacks.add(callback);
	return () => {
		if (!callbacks.delete(callback) || callbacks.size > 0) return;
		followersOf.delete(signal);
		signal.removeEventListener("abort", tellAll);
	};
}
function listenTo(signal) {
	const callbacks = /* @__PURE__ */ new Set();
	const tellAll = () => {
		for (const tell of callbacks) tell();
	};
	const followers = {
		callbacks,
		tellAll
	};
	signal.addEventListener("abort", tellAll, { once: true });
	followersOf.set(signal, followers);
	return followers;
}
function reasonOf(signal) {
	const cause = signal.reason;
	if (cause instanceof CallError) return cause;
	return cause instanceof Error && cause.name === "TimeoutError" ? new CallError("TIMEOUT", "The deadline has passed.", void 0, { cause }) : new CallError("ABORTED", "The caller gave the call up.", void 0, { cause });
}
// src/protocol/caller/own-options.ts
const NO_OPTIONS = { cancellation: void 0 };
function ownOptions(given) {
	if (given === void 0) return NO_OPTIONS;
	try {
		assertContext(given);
		const { signal, deadline } = given;
		if (signal === void 0 && deadline === void 0) return {
			...given,
			...NO_OPTIONS
		};
		const own = new Cancellation();
		if (signal !== void 0) own.followSignal(signal);
		const endsAt = deadline === void 0 ? void 0 : toSteady(deadline);
		if (endsAt !== void 0) own.followDeadline(endsAt);
		return {
			...given,
			endsAt,
			cancellation: own,
			own
		};
	} catch (cause) {
		throw settled$1(new CallError("VALIDATION_ERROR", `The options of the call are invalid: ${messageOf(cause)}`, void 0, { cause }));
	}
}
function preparedBy(prepare, options) {
	const refuse = (thrown) => {
		options.own?.release();
		const error = withPhase(toCallError(thrown), "notStarted");
		throw options.forwarded === void 0 ? settled$1(error) : error;
	};
	try {
		const prepared = prepare(options);
		if (!(prepared instanceof Promise)) return prepared;
		return (options.cancellation?.race(prepared) ?? prepared).catch(refuse);
	} catch (thrown) {
		return refuse(thrown);
	}
}
// src/shared/json/exact-json.ts
const LONG_INTEGER = /(?:^|[\s:,[-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const SCALARS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
function parseExactly(text) {
	const value = JSON.parse(text);
	if (!LONG_INTEGER.test(text)) return value;
	const exact = quoteLongIntegers(text);
	return exact === text ? value : JSON.parse(exact);
}
function quoteLongIntegers(text) {
	return text.replaceAll(SCALARS, (token) => !/^-?\d{16,}$/.test(token) || isExactInteger(token) ? token : `"${token}"`);
}
function isExactInteger(digits) {
	if (digits.length > 21) return false;
	const number = Number(digits);
	return String(number) === digits || BigInt(number) === BigInt(digits);
}
// src/shared/json/encode-data.ts
const TAG = "$bytes";
const ESCAPED_TAG = /^\$+bytes$/;
const PIECE = 32768;
function encodeData(value) {
	if (value instanceof Uint8Array) return { [TAG]: toBase64(value) };
	const tagged = taggedText(value);
	return tagged === void 0 ? mapChildren(value, encodeData) : { [`$${tagged.tag}`]: tagged.text };
}
function encodeBytes(value) {
	return value instanceof Uint8Array ? { [TAG]: toBase64(value) } : mapChildren(value, encodeBytes);
}
function decodeData(value) {
	const tagged = taggedText(value);
	if (tagged === void 0) return mapChildren(value, decodeData);
	const { tag, text } = tagged;
	return tag === TAG ? fromBase64(text) ?? value : { [tag.slice(1)]: text };
}
function mapChildren(value, convert) {
	if (Array.isArray(value)) return mapItems(value, convert);
	if (!isObject(value) || "toJSON" in value && typeof value["toJSON"] === "function") return value;
	let copy;
	for (const key in value) {
		const child = value[key];
		if (typeof child !== "object") continue;
		const converted = convert(child);
		if (converted !== child && Object.hasOwn(value, key)) (copy ??= { ...value })[key] = converted;
	}
	return copy ?? value;
}
function mapItems(items, convert) {
	let copy;
	for (let index = 0; index < items.length; index++) {
		const item = items[index];
		const converted = typeof item === "object" ? convert(item) : item;
		if (converted !== item) (copy ??= [...items])[index] = converted;
	}
	return copy ?? items;
}
function isObject(value) {
	return typeof value === "object" && value !== null;
}
function taggedText(value) {
	if (!isObject(value) || Array.isArray(value)) return void 0;
	let tag;
	for (const key in value) {
		if (tag !== void 0 || !key.startsWith("$") || !ESCAPED_TAG.test(key)) return void 0;
		tag = key;
	}
	const text = tag === void 0 ? void 0 : value[tag];
	return typeof text === "string" ? {
		tag,
		text
	} : void 0;
}
function fromBase64(text) {
	try {
		return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	} catch {
		return;
	}
}
function toBase64(bytes) {
	let binary = "";
	for (let start = 0; start < bytes.length; start += PIECE) binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
	return btoa(binary);
}
// src/envelope/tracked.ts
const LONGEST_EVENT_ID = 1024;
const END_EVENT_ID = "~end";
function tracked(id, data) {
	if (!isEventId(id)) throw new CallError("EXECUTION_ERROR", `tracked() takes an id of 1 to ${LONGEST_EVENT_ID} characters, without line breaks and without blanks at its ends.`);
	const envelope = localEnvelope(data, "");
	envelope.meta.lastEventId = id;
	return envelope;
}
function isEventId(id) {
	return typeof id === "string" && id.length <= 1024 && EVENT_ID.test(id) && id !== "~end";
}
const EVENT_ID = /^(?! )[^\u0000-\u001f\u007f]+(?<! )$/;
// src/shared/json/json-pointer.ts
function toPointerToken(name) {
	const token = String(name);
	if (!token.includes("~") && !token.includes("/")) return token;
	return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
function toPointer(path) {
	return path.map((step) => `/${toPointerToken(step)}`).join("");
}
function fromPointer(pointer) {
	if (pointer === "") return [];
	return pointer.slice(1).split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function partAt(root, reference) {
	if (reference !== "#" && !reference.startsWith("#/")) return void 0;
	return valueAt(root, fromPointer(decodePercent(reference.slice(1))));
}
function valueAt(root, path) {
	let value = root;
	for (const name of path) {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return void 0;
		value = value[name];
	}
	return value;
}
function decodePercent(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
// src/operation/operation-id.ts
const NAME_PATTERN = "^[A-Za-z0-9_-]+$";
const NAMESPACE_PATTERN = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$";
const ID_PATTERN = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$";
function operationId(operation) {
	return `${operation.namespace}.${operation.name}`;
}
function toNamespace(name) {
	const parts = name.split(".").filter((part) => part !== "");
	return parts.length === 0 ? "mcp" : parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]/g, "_")).join(".");
}
// src/operation/access-control.ts
function checkAccess(accessControl, identity, call) {
	if (!requiresIdentity(accessControl)) return true;
	if (identity === void 0 || identity === null) return false;
	const { requiredScopes, requiredScopesAny = [], resourceType } = accessControl;
	const list = asList(identity.scopes);
	const held = list.length > MANY && Object.isFrozen(list) ? knownAs(list) : list;
	for (const scope of requiredScopes) if (!held.includes(scope)) return false;
	if (requiredScopesAny.length > 0 && !requiredScopesAny.some((scope) => held.includes(scope))) return false;
	return resourceType === void 0 || mayActOn(identity, accessControl, call);
}
const MANY = 32;
const lookups = /* @__PURE__ */ new WeakMap();
function knownAs(frozen) {
	let known = lookups.get(frozen);
	if (known === void 0) {
		const scopes = new Set(frozen);
		known = { includes: (scope) => scopes.has(scope) };
		lookups.set(frozen, known);
	}
	return known;
}
function requiresIdentity(accessControl) {
	const { requiredScopes, requiredScopesAny, resourceType } = accessControl;
	return requiredScopes.length > 0 || (requiredScopesAny?.length ?? 0) > 0 || resourceType !== void 0;
}
function assertAccess(operation, identity, call) {
	const { accessControl } = operation;
	if (checkAccess(accessControl, identity, call)) return;
	const id = operationId(operation);
	if (isMissing(identity)) throw new CallError("UNAUTHENTICATED", `${id} needs a caller with an identity, and the call has none.`);
	const where = checkAccess(accessControl, identity) ? ` for this ${accessControl.resourceType}` : "";
	throw new CallError("ACCESS_DENIED", `${identity.id} may not call ${id}${where}${missingScopes(accessControl, identity)}.`);
}
function missingScopes({ requiredScopes, requiredScopesAny = [] }, { scopes }) {
	const missing = requiredScopes.filter((scope) => !scopes.includes(scope));
	if (missing.length > 0) return `: it needs the scope${missing.length === 1 ? "" : "s"} ${missing.join(", ")}`;
	return requiredScopesAny.length === 0 || requiredScopesAny.some((scope) => scopes.includes(scope)) ? "" : `: it needs one of the scopes ${requiredScopesAny.join(", ")}`;
}
function mayActOn(identity, accessControl, call) {
	const { resourceType = "", resourceAction, resourceId } = accessControl;
	const rights = identity.resources ?? {};
	const mayActOnKey = (resource) => {
		const actions = Object.hasOwn(rights, resource) ? asList(rights[resource]) : [];
		return actions.includes("*") || resourceAction !== void 0 && actions.includes(resourceAction);
	};
	if (mayActOnKey(resourceType)) return true;
	if (resourceId === void 0) return false;
	const instances = `${resourceType}:`;
	if (call === void 0) return Object.keys(rights).some((resource) => resource.startsWith(instances) && mayActOnKey(resource));
	const id = valueAt(call.input, fromPointer(resourceId));
	return (typeof id === "string" || typeof id === "number") && mayActOnKey(`${instances}${id}`);
}
function isMissing(identity) {
	return identity === void 0 || identity === null;
}
function asList(value) {
	return Array.isArray(value) ? value : [];
}
function identityKey({ id, issuer }) {
	return issuer === void 0 ? `id ${id}` : `${issuer.length} ${issuer} ${id}`;
}
// src/operation/caller-log.ts
const LOG_LEVELS = [
	"debug",
	"info",
	"notice",
	"warning",
	"error",
	"critical",
	"alert",
	"emergency"
];
function isLogLevel(value) {
	return LOG_LEVELS.includes(value);
}
function isLogged(level, least) {
	return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}
function createServerLog(options) {
	const { tell, mayUse, isRemote } = options;
	return (message, owner) => {
		const isFor = (reader) => mayUse(reader.identity) && (owner === void 0 || isSame(reader, owner));
		tell({
			message,
			isFor,
			isRemote
		});
	};
}
function isSame(reader, owner) {
	if (owner.session !== void 0 && owner.session.id !== reader.session?.id) return false;
	const [own, other] = [reader.identity, owner.identity];
	return own === void 0 || other === void 0 ? own === other : identityKey(own) === identityKey(other);
}
// src/protocol/wire/protocol-numbers.ts
const PROTOCOL_VERSION = 1;
const LONGEST_TOKEN = 16384;
// src/protocol/wire/event-shapes.ts
const MOST_ITEMS = 1e6;
const isText = (value) => typeof value === "string";
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (least = 0, most = Infinity) => ({
	expected: "string",
	fits: (value) => typeof value === "string" && value.length >= least && (value.length <= most || hasFewCodePoints(value, most))
});
const hasFewCodePoints = (value, most) => value.length <= most * 2 && Array.from(value).length <= most;
const number = (least = -Infinity, most = Infinity) => ({
	expected: "number",
	fits: (value) => typeof value === "number" && Number.isFinite(value) && value >= least && value <= most
});
const integer = (least = -Infinity, most = Infinity) => ({
	expected: "integer",
	fits: (value) => Number.isInteger(value) && value >= least && value <= most
});
const oneOf = (...words) => ({
	expected: words.join(" or "),
	fits: (value) => words.includes(value)
});
const listOf = ({ expected, fits }, most = Infinity) => ({
	expected: `array of ${expected}`,
	fits: (value) => Array.isArray(value) && value.length <= most && value.every(fits)
});
const recordOf = ({ expected, fits }, most = Infinity) => ({
	expected: `object of ${expected}`,
	fits: (value) => {
		if (!isRecord(value)) return false;
		const values = Object.values(value);
		return values.length <= most && values.every(fits);
	}
});
const optional = (member) => ({
	...member,
	isOptional: true
});
function isShaped(shape, value) {
	for (const [name, { fits, isOptional }] of shape) {
		const member = value[name];
		if (!(isOptional === true && member === void 0) && !fits(member)) return false;
	}
	return true;
}
const anything = {
	expected: "anything",
	fits: () => true
};
const flag = {
	expected: "boolean",
	fits: (value) => typeof value === "boolean"
};
const object = (shape) => ({
	expected: "object",
	fits: (value) => {
		if (!isRecord(value)) return false;
		return isShaped(shape, value);
	}
});
let shapes;
function makeShapes() {
	const id = text(1, 128);
	const operationId = text(1, 512);
	const count = integer(0);
	const requestId = ["requestId", id];
	const questionId = ["questionId", id];
	const identity = object([
		["id", text()],
		["issuer", optional(text())],
		["scopes", listOf(text())],
		["resources", optional(recordOf(listOf(text())))],
		["claims", optional(recordOf(anything, 1024))]
	]);
	const trace = object([["traceparent", text(0, 256)], ["tracestate", optional(text(0, 1024))]]);
	const logged = [["level", oneOf(...LOG_LEVELS)], ["logger", optional(text(0, 256))]];
	const answerValue = {
		expected: "string, number, boolean or array of strings",
		fits: (value) => isText(value) || flag.fits(value) || Number.isFinite(value) || Array.isArray(value) && value.every(isText)
	};
	return {
		"call.requested": [
			requestId,
			["operationId", operationId],
			["parentRequestId", optional(id)],
			["timeoutMs", optional(number(0))],
			["token", optional(text(0, LONGEST_TOKEN))],
			["identity", optional(identity)],
			["trace", optional(trace)],
			["window", optional(integer(0, MOST_ITEMS))],
			["maxWindow", optional(integer(1, MOST_ITEMS))],
			["wants", optional(listOf(text(0, 64), 16))],
			["lastEventId", optional(text(0, LONGEST_EVENT_ID))],
			["meta", optional(recordOf(anything, 1024))]
		],
		"call.accepted": [
			requestId,
			["responderId", id],
			["started", optional(flag)],
			["window", optional(integer(1, MOST_ITEMS))]
		],
		"call.completed": [requestId, ["seq", count]],
		"call.error": [
			requestId,
			["code", text(1, 256)],
			["message", text()],
			["retryable", flag],
			["phase", oneOf("notStarted", "started", "unknown")],
			["declaredBy", optional(operationId)],
			["seq", optional(count)]
		],
		"call.progress": [
			requestId,
			["progress", number()],
			["total", optional(number())],
			["message", optional(text(0, 4096))]
		],
		"call.logged": [requestId, ...logged],
		"call.question": [
			requestId,
			questionId,
			["mode", oneOf("form", "url", "sampling", "roots")],
			["message", text()],
			["requestedSchema", optional(recordOf(anything))],
			["url", optional(text())],
			["elicitationId", optional(text())],
			["params", optional(recordOf(anything))]
		],
		"call.withdrawn": [requestId, questionId],
		"call.answer": [
			requestId,
			questionId,
			["action", oneOf("accept", "decline", "cancel", "failed")],
			["content", optional(recordOf(answerValue))],
			["result", optional(recordOf(anything))],
			["message", optional(text(0, 4096))]
		],
		"call.aborted": [requestId, ["reason", oneOf("ABORTED", "TIMEOUT")]],
		"call.credit": [requestId, ["n", integer(1, MOST_ITEMS)]],
		"peer.hello": [
			["protocol", integer()],
			["peerId", id],
			["token", optional(text(0, LONGEST_TOKEN))],
			["heartbeatMs", optional(number(10))],
			["maxFrameBytes", optional(integer(1024))],
			["wantsOperations", optional(flag)],
			["wantsLog", optional(flag)]
		],
		"peer.offered": [["operations", listOf(anything)]],
		"peer.withdrawn": [["operationIds", listOf(operationId)]],
		"peer.logged": logged,
		"peer.heartbeat": [],
		"peer.draining": [],
		"peer.closed": [
			["code", text(0, 256)],
			["message", text(0, 2048)],
			["answered", optional(flag)]
		]
	};
}
function isProtocolEvent(value) {
	const event = value ?? {};
	const { type } = event;
	if (type === "call.responded") {
		const { requestId: of, output, seq, more } = event;
		return typeof of === "string" && (seq === void 0 || Number.isSafeInteger(seq) && seq > 0) && (more === void 0 || Array.isArray(more)) && isResponseEnvelope(output);
	}
	if (type === "call.requested" && isPlainRequest(event)) return true;
	shapes ??= makeShapes();
	if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return false;
	return isShaped(shapes[type], event);
}
function isPlainRequest(event) {
	const { requestId, operationId, parentRequestId, timeoutMs, token, identity, trace } = event;
	const { window, maxWindow, wants, lastEventId, meta } = event;
	return parentRequestId === void 0 && timeoutMs === void 0 && token === void 0 && identity === void 0 && trace === void 0 && window === void 0 && maxWindow === void 0 && wants === void 0 && lastEventId === void 0 && meta === void 0 && typeof requestId === "string" && requestId.length > 0 && requestId.length <= 128 && typeof operationId === "string" && operationId.length > 0 && operationId.length <= 512;
}
function misfitsOf(type, value) {
	const event = value ?? {};
	shapes ??= makeShapes();
	return shapes[type].flatMap(([name, member]) => isShaped([[name, member]], event) ? [] : [{
		path: `/${name}`,
		expected: member.expected
	}]);
}
// src/shared/json/is-too-dense.ts
const CONTAINER = 7;
const BYTES_PER_VALUE = 4;
const SHORT_JSON = 65536;
function structureBytes(text, most = Infinity) {
	let bytes = 0;
	for (const [mark, values] of MARKS) for (let at = text.indexOf(mark); at !== -1 && bytes <= most; at = text.indexOf(mark, at + 1)) bytes += values * BYTES_PER_VALUE;
	return bytes;
}
const MARKS = [
	["[", CONTAINER],
	["{", CONTAINER],
	[",", 1]
];
function isTooDense(text, maxBytes) {
	return structureBytes(text, maxBytes) > maxBytes;
}
// src/protocol/wire/split-frame.ts
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING = /* @__PURE__ */ new Set([91, 123]);
const CLOSING = /* @__PURE__ */ new Set([93, 125]);
function* splitFrame(text) {
	if (text.length <= 65536 || !text.startsWith("[")) return yield text;
	let start = 1;
	let depth = 0;
	for (let at = 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at);
		else if (OPENING.has(code)) depth++;
		else if (CLOSING.has(code)) depth--;
		else if (code === COMMA && depth === 0 && at - start >= 65536) {
			yield `[${text.slice(start, at)}]`;
			start = at + 1;
		}
	}
	yield `[${text.slice(start)}`;
}
function endOfString(text, at) {
	for (let end = text.indexOf("\"", at + 1); end !== -1; end = text.indexOf("\"", end + 1)) {
		let before = end - 1;
		while (text.charCodeAt(before) === BACKSLASH) before--;
		if ((end - before) % 2 === 1) return end;
	}
	return text.length;
}
// src/protocol/wire/event-codec.ts
const TAGGED = "bytes\"";
const OUT_OF_STACK = /call stack|recursion/i;
function encodeEvent(event) {
	if (event.type === "call.requested") return encodeRequested(event);
	if (event.type === "call.responded") return encodeResponded(event);
	return encodeValue(event);
}
function encodeValue(value) {
	try {
		return JSON.stringify(encodeData(value));
	} catch (cause) {
		const told = messageOf(cause);
		throw new CallError("VALIDATION_ERROR", `It cannot be written as JSON: ${OUT_OF_STACK.test(told) ? "it contains itself, or is nested too deep." : told}`, void 0, { cause });
	}
}
function encodeRequested(event) {
	const { requestId, operationId, input } = event;
	let text = `{"type":"call.requested","requestId":${quote(requestId)},"operationId":${quote(operationId)}`;
	const given = encodeValue(input);
	if (given !== void 0) text += `,"input":${given}`;
	const { parentRequestId, timeoutMs, token, identity, trace, window, maxWindow, wants, lastEventId, meta } = event;
	if (parentRequestId !== void 0) text += `,"parentRequestId":${quote(parentRequestId)}`;
	if (timeoutMs !== void 0) text += `,"timeoutMs":${timeoutMs}`;
	if (token !== void 0) text += `,"token":${quote(token)}`;
	if (identity !== void 0) text += `,"identity":${encodeValue(identity)}`;
	if (trace !== void 0) text += `,"trace":${encodeValue(trace)}`;
	if (window !== void 0) text += `,"window":${window}`;
	if (maxWindow !== void 0) text += `,"maxWindow":${maxWindow}`;
	if (wants !== void 0) text += `,"wants":${JSON.stringify(wants)}`;
	if (lastEventId !== void 0) text += `,"lastEventId":${quote(lastEventId)}`;
	if (meta !== void 0) text += `,"meta":${encodeValue(meta)}`;
	return `${text}}`;
}
function encodeResponded({ requestId, output, seq }) {
	const { data, meta } = output;
	const given = encodeValue(data);
	const shown = isPlainMeta(meta) ? `{"source":"local","operationId":${quote(meta.operationId)},"timestamp":${meta.timestamp}}` : encodeValue(meta);
	const dataPart = given === void 0 ? "" : `"data":${given},`;
	const seqPart = seq === void 0 ? "" : `,"seq":${seq}`;
	return `{"type":"call.responded","requestId":${quote(requestId)},"output":{${dataPart}"meta":${shown}}${seqPart}}`;
}
function isPlainMeta(meta) {
	if (meta.source !== "local") return false;
	for (const key in meta) if (key !== "source" && key !== "operationId" && key !== "timestamp") return false;
	return typeof meta.operationId === "string" && Number.isFinite(meta.timestamp);
}
const quote = JSON.stringify;
const EVENTS_AT_ONCE = 128;
function decodeFrame(text) {
	let parsed;
	try {
		parsed = LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
	} catch {
		return;
	}
	if (!Array.isArray(parsed)) return void 0;
	const mayHoldBytes = text.includes(TAGGED);
	if (parsed.length <= EVENTS_AT_ONCE) return decodeEvents(parsed, mayHoldBytes);
	return {
		events: [],
		dropped: 0,
		rest: decodeInParts(parsed, mayHoldBytes)
	};
}
function* decodeLongFrame(text) {
	for (const part of splitFrame(text)) {
		const frame = decodeFrame(part);
		if (frame === void 0) return yield void 0;
		yield* frame.rest ?? [frame];
	}
}
function* decodeInParts(values, mayHoldBytes) {
	for (let at = 0; at < values.length; at += EVENTS_AT_ONCE) yield decodeEvents(values.slice(at, at + EVENTS_AT_ONCE), mayHoldBytes);
}
function decodeEvents(values, mayHoldBytes) {
	const events = [];
	let dropped = 0;
	let helloProblem;
	for (const value of values) {
		const event = mayHoldBytes ? decodeTagged(value) : value;
		const { output } = event ?? {};
		if (typeof output === "object" && output !== null && !("data" in output)) output.data = void 0;
		if (isProtocolEvent(event)) {
			events.push(event);
			continue;
		}
		dropped++;
		const standIn = standInFor(value);
		if (standIn !== void 0) events.push(standIn);
		else if (value?.type === "peer.hello") helloProblem = problemOf("peer.hello", value);
	}
	return {
		events,
		dropped,
		helloProblem
	};
}
function decodeTagged(value) {
	try {
		return decodeData(value);
	} catch {
		return;
	}
}
function notSendable(event, what) {
	const errors = misfitsOf(event.type, event);
	return new CallError("VALIDATION_ERROR", `The ${what} cannot be sent: ${errors.map(({ path, expected }) => `${path} is no ${expected}, or too long`).join(", ")}.`, { errors });
}
const ANSWERS = /* @__PURE__ */ new Set([
	"call.responded",
	"call.completed",
	"call.error"
]);
function standInFor(value) {
	const { type, requestId, questionId } = value ?? {};
	if (typeof requestId !== "string") return void 0;
	if (type === "call.answer" && typeof questionId === "string") return {
		type,
		requestId,
		questionId,
		action: "failed",
		message: "The caller's answer is malformed."
	};
	if (type === "call.requested") return misfitsOf(type, value).every(({ path }) => path !== "/requestId") ? {
		type: "malformed",
		requestId,
		problem: problemOf(type, value)
	} : void 0;
	if (!ANSWERS.has(type)) return void 0;
	return {
		type: "call.error",
		requestId,
		code: "PROTOCOL_ERROR",
		message: "The peer's answer is malformed.",
		retryable: false,
		phase: "unknown"
	};
}
function problemOf(type, value) {
	const wanted = misfitsOf(type, value).slice(0, MOST_PROBLEMS).map(({ path, expected }) => `${path} has to be ${expected}`).join(", ");
	return `${type} is malformed: ${wanted === "" ? "it is nested too deep" : wanted}.`;
}
const MOST_PROBLEMS = 5;
// src/shared/events/stream-decoder.ts
async function* decodeStream(body, decoder) {
	const reader = body.getReader();
	const text = new TextDecoder();
	try {
		for (;;) {
			const { done, value } = await reader.read().catch((cause) => {
				throw new StreamCut("the connection broke", { cause });
			});
			for (const item of decoder.push(done ? text.decode() : text.decode(value, { stream: true }))) yield item;
			if (done) break;
		}
		for (const item of decoder.end()) yield item;
	} finally {
		await reader.cancel().catch(() => void 0);
	}
}
var StreamCut = class extends Error {
	name = "StreamCut";
};
function createLineDecoder({ limit }) {
	const lines = new LineSplitter(limit, "a line");
	return {
		push: (text) => lines.push(text).flatMap(toItems),
		end() {
			const last = toItems(lines.rest());
			try {
				for (const { data } of last) JSON.parse(data);
			} catch (cause) {
				throw new StreamCut("it ended in the middle of a line", { cause });
			}
			return last;
		}
	};
}
function toItems(line) {
	const data = (line.startsWith("") ? line.slice(1) : line).trim();
	return data === "" ? [] : [{ data }];
}
var LineSplitter = class {
	#limit;
	#what;
	#pieces = [];
	#size = 0;
	constructor(limit, what) {
		this.#limit = limit;
		this.#what = what;
	}
	push(text) {
		const lines = text.split("\n");
		const last = lines.pop() ?? "";
		if (lines.length > 0) lines[0] = this.rest() + lines[0];
		this.#size += last.length;
		if (this.#size > this.#limit) throw beyondLimit(this.#limit, this.#what);
		if (last !== "") this.#pieces.push(last);
		return lines;
	}
	rest() {
		const line = this.#pieces.join("");
		this.#pieces = [];
		this.#size = 0;
		return line;
	}
};
function beyondLimit(limit, what) {
	return new CallError("PAYLOAD_TOO_LARGE", `The server sent ${what} larger than the limit of ${limit}. Raise it in \`limits\` of the config.`, { limit }, { phase: "started" });
}
// src/shared/events/event-decoder.ts
const END_MARK = "[DONE]";
function createEventDecoder({ limit, onRetry, ...options }) {
	const lines = new LineSplitter(limit, "an event");
	let lastEventId = options.lastEventId ?? "";
	let toldId = lastEventId;
	let event = "";
	let data = [];
	let size = 0;
	let endedInCR = false;
	const readField = (line) => {
		const { name, value } = parseField(line);
		if (name === "event") event = value;
		else if (name === "id" && !value.includes("\0")) lastEventId = value;
		else if (name === "retry" && /^\d+$/.test(value)) onRetry?.(Number(value));
		else if (name === "data") {
			data.push(value);
			size += value.length + 1;
			if (size > limit + 1) throw beyondLimit(limit, "an event");
		}
	};
	const take = () => {
		const item = {
			data: data.join("\n"),
			event: event || "message",
			lastEventId
		};
		event = "";
		data = [];
		size = 0;
		return item;
	};
	return {
		push(text) {
			if (text === "") return [];
			const rest = endedInCR && text.startsWith("\n") ? text.slice(1) : text;
			endedInCR = text.endsWith("\r");
			const items = [];
			for (const line of lines.push(rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest)) {
				if (line !== "") {
					readField(line);
					continue;
				}
				const isIdOnly = data.length === 0;
				const item = take();
				if (!isIdOnly) items.push(item);
				else if (lastEventId !== toldId) items.push({
					...item,
					isIdOnly
				});
				toldId = lastEventId;
			}
			return items;
		},
		end() {
			readField(lines.rest());
			if (data.length === 0 && event === "") return [];
			const left = take();
			if (left.data === "[DONE]") return [left];
			throw new StreamCut("it ended in the middle of an event");
		}
	};
}
function parseField(line) {
	const colon = line.indexOf(":");
	if (colon === -1) return {
		name: line,
		value: ""
	};
	return {
		name: line.slice(0, colon),
		value: line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1)
	};
}
// src/errors/remote-error.ts
const HIDDEN_MESSAGE = "The operation failed.";
function toRemoteError(error, { declared, expose = false }) {
	const { message, details, ...rest } = error.toJSON();
	return {
		...rest,
		message: error.unexpected && !expose ? HIDDEN_MESSAGE : message,
		...details !== void 0 && mayShowDetails(rest.code, declared) ? { details } : {}
	};
}
function fromRemoteError({ code, message, details, retryable, phase, declaredBy }) {
	return new CallError(code, message, details, {
		retryable,
		phase,
		declaredBy
	});
}
const FOR_CALLERS = [
	"VALIDATION_ERROR",
	"RATE_LIMITED",
	"LOGIN_REQUIRED"
];
function mayShowDetails(code, declared) {
	return FOR_CALLERS.includes(code) || declared !== void 0 && Object.hasOwn(declared, code);
}
// src/shared/connection-failure.ts
const PRIVATE_ADDRESS = "ERR_PRIVATE_ADDRESS";
const NOT_CONNECTED = /* @__PURE__ */ new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"EHOSTDOWN",
	"EADDRNOTAVAIL",
	PRIVATE_ADDRESS,
	"UND_ERR_CONNECT_TIMEOUT",
	"ConnectionRefused",
	"FailedToOpenSocket"
]);
function failureCause(thrown) {
	return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
}
function failureCode(thrown) {
	const { code } = failureCause(thrown) ?? {};
	return typeof code === "string" ? code : "";
}
function failedToConnect(thrown) {
	return NOT_CONNECTED.has(failureCode(thrown));
}
function connectionProblem(thrown) {
	for (let error = thrown, depth = 0; error instanceof Error && depth < MOST_CAUSES; error = error.cause, depth++) {
		if (error.message !== "fetch failed" || !(error.cause instanceof Error)) continue;
		const { errors } = error.cause;
		return inWords(errors?.[0] instanceof Error ? errors[0] : error.cause);
	}
}
const MOST_CAUSES = 8;
function inWords({ message, code, hostname, address, port }) {
	const where = address === void 0 ? "there" : `at ${address}${port === void 0 ? "" : `:${port}`}`;
	if (code === void 0) return message;
	if (code === "ECONNREFUSED") return `nothing listens ${where} (${code})`;
	if (code === "ENOTFOUND") return `there is no host ${hostname ?? "of this name"} (${code})`;
	return `${message} (${code})`;
}
// src/shared/time/wait.ts
function delay(milliseconds, signal) {
	return new Promise((resolve, reject) => {
		const abort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", abort);
			resolve();
		}, milliseconds);
		if (signal?.aborted === true) abort();
		else signal?.addEventListener("abort", abort, { once: true });
	});
}
function within(work, milliseconds, late) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, milliseconds, late);
		work.then(resolve, reject).then(() => clearTimeout(timer));
	});
}
function endsWithin(work, milliseconds) {
	return within(work.then(() => true, () => true), milliseconds, false);
}
async function becomesTrue(isSo, milliseconds) {
	const end = performance.now() + milliseconds;
	while (!isSo()) {
		if (performance.now() > end) return false;
		await delay(5);
	}
	return true;
}
function unlessAborted(work, signal) {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		if (signal.aborted) abort();
		else signal.addEventListener("abort", abort, { once: true });
		work.then(resolve, reject).then(() => signal.removeEventListener("abort", abort));
	});
}
function backoff(attempt, { minDelayMs = 250, maxDelayMs = 3e4 }) {
	return Math.random() * Math.min(maxDelayMs, minDelayMs * 2 ** attempt);
}
// src/shared/request-id.ts
let prefix;
let counter = 0;
function nextRequestId() {
	prefix ??= randomId();
	return `${prefix}-${(++counter).toString(36)}`;
}
function randomId() {
	const bytes = crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(12));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
// src/protocol/wire/protocol-limits.ts
const SILENT_HEARTBEATS = 2.5;
const MiB = 1048576;
const ANY = Number.MAX_SAFE_INTEGER;
const BOUNDS = {
	maxFrameBytes: [
		4 * MiB,
		1024,
		ANY
	],
	maxCallsInFlight: [
		4096,
		1,
		ANY
	],
	window: [
		1024,
		1,
		1e6
	],
	windowBytes: [
		8 * MiB,
		1,
		ANY
	],
	maxWindow: [
		1024,
		1,
		1e6
	],
	maxQueuedBytes: [
		64 * MiB,
		1024,
		ANY
	],
	maxOfferedOperations: [
		1e4,
		0,
		ANY
	],
	handshakeMs: [
		1e4,
		1,
		LONGEST_DELAY
	],
	heartbeatMs: [
		5e3,
		10,
		LONGEST_DELAY
	]
};
function toProtocolLimits(given = {}) {
	const limits = {};
	for (const [name, [fallback, least, most]] of Object.entries(BOUNDS)) {
		const value = given[name] ?? fallback;
		if (!Number.isSafeInteger(value) || value < least || value > most) throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give a whole number from ${least} to ${most}.`);
		limits[name] = value;
	}
	return limits;
}
// src/protocol/caller/pending-request.ts
var PendingRequest = class {
	requestId = nextRequestId();
	isSent = false;
	isWithdrawn = false;
	isPending = false;
	isTaken = false;
	pendingSince = 0;
	host;
	#hasStarted = false;
	#options;
	#questions;
	constructor(host) {
		this.host = host;
	}
	begin({ id, input, options }, stream) {
		const { cancellation, endsAt = Infinity, identity, parentRequestId, trace, token, forwarded } = options;
		this.#options = options;
		try {
			if (cancellation?.reason !== void 0) throw withPhase(cancellation.reason, "notStarted");
			forwarded?.passedOnTo(this);
			const event = {
				type: "call.requested",
				requestId: this.requestId,
				operationId: id,
				input,
				parentRequestId,
				timeoutMs: endsAt === Infinity ? void 0 : Math.max(0, Math.round(endsAt - performance.now())),
				token,
				identity,
				trace,
				window: stream?.window,
				maxWindow: stream === void 0 || stream.maxWindow === stream.window ? void 0 : stream.maxWindow,
				wants: options.wants,
				lastEventId: stream === void 0 ? void 0 : options.lastEventId,
				meta: options.callMeta
			};
			this.host.assertSendable?.(event);
			this.host.add(this);
			this.isPending = true;
			this.host.link.send(event, this);
		} catch (thrown) {
			this.end();
			throw this.asFailure(toCallError(thrown));
		}
		cancellation?.listen(this);
	}
	get phase() {
		if (this.#hasStarted) return "started";
		return this.isSent ? "unknown" : "notStarted";
	}
	asFailure(error) {
		return this.#options === void 0 || this.#options.forwarded !== void 0 ? error : settled$1(error);
	}
	taken(hasStarted) {
		this.isTaken = true;
		if (!hasStarted || this.#hasStarted) return;
		this.#hasStarted = true;
		this.#options?.forwarded?.workStarted();
	}
	hear(event) {
		this.taken(false);
		const { requestId, host } = this;
		const caller = this.#options ?? NO_OPTIONS;
		if (event.type !== "call.progress") (this.#questions ??= host.answerQuestions({
			requestId,
			host,
			caller,
			aborted,
			explain,
			tell: tellListener
		})).hear(event);
		else if (caller.onProgress === void 0) host.counters.strayAnswers++;
		else {
			const { progress, total, message } = event;
			tellListener(caller.onProgress, {
				progress,
				total,
				message
			});
		}
	}
	cancel(reason) {
		if (!this.isPending) return;
		const failure = ownError(reason, this.phase);
		this.withdraw(reason.code === "TIMEOUT" ? "TIMEOUT" : "ABORTED");
		this.failed(failure);
	}
	lose(reason, answered = false) {
		if (!this.isPending) return;
		const failure = ownError(reason, answered && !this.isTaken ? "notStarted" : this.phase);
		this.isWithdrawn = !this.isSent;
		this.end();
		this.failed(failure);
	}
	withdraw(reason) {
		if (!this.isPending) return;
		this.end();
		if (!this.isSent) {
			this.isWithdrawn = true;
			return;
		}
		try {
			this.host.link.send({
				type: "call.aborted",
				requestId: this.requestId,
				reason
			});
		} catch {}
	}
	end() {
		if (this.isPending) {
			this.isPending = false;
			this.host.remove(this);
		}
		this.#options?.cancellation?.unlisten(this);
		this.#questions?.end();
		this.#options?.own?.release();
	}
};
var PendingCall = class extends PendingRequest {
	#resolve;
	#reject;
	constructor(host, resolve, reject) {
		super(host);
		this.#resolve = resolve;
		this.#reject = reject;
	}
	receive(event) {
		switch (event.type) {
			case "call.accepted":
				this.taken(event.started === true);
				return;
			case "call.responded":
				if (event.seq !== void 0) return this.#refuse("the items of a stream");
				this.end();
				this.#resolve(event.output);
				return;
			case "call.completed": return this.#refuse("the end of a stream");
			case "call.error":
				this.end();
				this.failed(fromRemoteError(event));
		}
	}
	failed(error) {
		this.#reject(this.asFailure(error));
	}
	#refuse(what) {
		this.taken(true);
		this.cancel(new CallError("PROTOCOL_ERROR", `A call was answered with ${what}: use subscribe() for a SUBSCRIPTION.`));
	}
};
function aborted(message) {
	return new CallError("ABORTED", message);
}
function explain(thrown) {
	const { unexpected, message } = toCallError(thrown);
	return unexpected ? void 0 : message;
}
function ownError({ code, message, details, retryable, cause }, phase) {
	return new CallError(code, message, details, {
		retryable,
		phase,
		...cause === void 0 ? {} : { cause }
	});
}
// src/shared/json/data-size.ts
const CONTAINER_BYTES = 32;
const MEMBER_BYTES = 8;
function approximateSize(data, most) {
	if (typeof data === "string") return Math.min(data.length, most);
	let size = 0;
	const inside = [data];
	for (let value = inside.pop(); value !== void 0 && size < most; value = inside.pop()) {
		if (typeof value !== "object" || value === null) continue;
		if (ArrayBuffer.isView(value)) {
			size += value.byteLength;
			continue;
		}
		size += CONTAINER_BYTES;
		if (Array.isArray(value)) {
			for (let index = 0; index < value.length && size < most; index++) {
				const item = value[index];
				size += MEMBER_BYTES;
				if (typeof item === "string") size += item.length;
				else if (typeof item === "object" && item !== null) inside.push(item);
			}
			continue;
		}
		for (const name in value) {
			const member = value[name];
			size += MEMBER_BYTES + name.length;
			if (typeof member === "string") size += member.length;
			else if (typeof member === "object" && member !== null) inside.push(member);
			if (size >= most) break;
		}
	}
	return Math.min(size, most);
}
const MOST_BYTES_PER_UNIT = 3;
const encoder = new TextEncoder();
function mostBytes(text, limit) {
	const most = text.length * MOST_BYTES_PER_UNIT;
	return most <= limit ? most : encoder.encode(text).length;
}
function isLongerThan(text, bytes) {
	return text.length > bytes || mostBytes(text, bytes) > bytes;
}
// src/protocol/caller/stream-window.ts
const FIRST_ITEMS = 16;
const LEAST_REMEMBERED = 8;
var StreamWindow = class {
	most;
	granted;
	received = 0;
	waitingBytes = 0;
	#bytes;
	#items;
	#taken = 0;
	#itemBytes;
	#lastMeta;
	constructor({ items, bytes }) {
		this.most = items;
		this.#bytes = bytes;
		this.#items = bytes === Infinity ? items : Math.min(items, FIRST_ITEMS);
		this.#itemBytes = bytes / FIRST_ITEMS;
		this.granted = this.#items;
	}
	narrow(most) {
		if (most >= this.most) return;
		this.most = most;
		this.#items = Math.min(this.#items, most);
		if (this.received === 0) this.granted = Math.min(this.granted, most);
	}
	arrived({ data, meta }) {
		this.received++;
		if (this.#bytes === Infinity) return;
		let size = approximateSize(data, this.#bytes);
		if (meta !== this.#lastMeta) size += approximateSize(meta, this.#bytes);
		this.#lastMeta = meta;
		this.waitingBytes += size;
		const remembered = Math.max(LEAST_REMEMBERED, this.#items);
		this.#itemBytes = Math.max(size, this.#itemBytes + (size - this.#itemBytes) / remembered);
		const fitting = Math.floor(this.#bytes / Math.max(1, this.#itemBytes));
		this.#items = Math.min(this.most, Math.max(1, fitting));
	}
	take() {
		this.waitingBytes -= this.waitingBytes / (this.received - this.#taken);
		this.#taken++;
		const ahead = this.granted - this.#taken;
		if (ahead * 2 > this.#items) return 0;
		this.granted += this.#items - ahead;
		return this.#items - ahead;
	}
};
// src/protocol/caller/remote-subscription.ts
const TAKEN_TOGETHER = 64;
var RemoteSubscription = class extends PendingRequest {
	#options;
	#window;
	#hasBegun = false;
	#hasEnded = false;
	#failure;
	#items = [];
	#first = 0;
	#waiters = [];
	constructor(options) {
		super(options.host);
		this.#options = options;
		this.#window = new StreamWindow(options.window);
	}
	[Symbol.asyncIterator]() {
		return this;
	}
	next() {
		if (!this.#hasBegun) this.#open();
		const item = this.#items[this.#first];
		if (item !== void 0) {
			this.#take();
			return Promise.resolve({
				done: false,
				value: item
			});
		}
		if (this.#hasEnded) return this.#ended();
		return new Promise((resolve, reject) => void this.#waiters.push({
			resolve,
			reject
		}));
	}
	return() {
		this.#hasBegun = true;
		this.withdraw("ABORTED");
		this.#items = [];
		this.#first = 0;
		this.#failure = void 0;
		this.#finish();
		return Promise.resolve(DONE);
	}
	async [Symbol.asyncDispose]() {
		await this.return();
	}
	receive(event) {
		switch (event.type) {
			case "call.accepted":
				this.taken(event.started === true);
				if (event.window !== void 0) this.#window.narrow(event.window);
				return;
			case "call.responded":
				this.taken(true);
				return this.#receiveItems(event);
			case "call.completed":
				this.taken(true);
				if (event.seq !== void 0 && event.seq !== this.#window.received) return this.#gap(event.seq);
				this.end();
				return this.#finish();
			case "call.error":
				if (event.seq !== void 0 && event.seq !== this.#window.received) return this.#gap(event.seq);
				if (event.code === "PROTOCOL_ERROR") this.withdraw("ABORTED");
				else this.end();
				this.failed(fromRemoteError(event));
		}
	}
	failed(error) {
		this.#failure = this.asFailure(error);
		this.#finish();
	}
	#open() {
		this.#hasBegun = true;
		try {
			const options = this.#options.options();
			if (options instanceof Promise) options.then((settled) => this.#request(settled), this.#refused);
			else this.#request(options);
		} catch (thrown) {
			this.#refused(thrown);
		}
	}
	#request(options) {
		if (this.#hasEnded) return options.own?.release();
		try {
			const { granted, most } = this.#window;
			if (!(most >= 1)) throw new CallError("VALIDATION_ERROR", "The window must be at least 1: otherwise nothing could arrive.");
			this.begin({
				id: this.#options.id,
				input: this.#options.input,
				options
			}, {
				window: granted,
				maxWindow: most
			});
		} catch (thrown) {
			this.#refused(thrown);
		}
	}
	#refused = (thrown) => {
		if (!this.#hasEnded) this.failed(toCallError(thrown));
	};
	#receiveItems({ output, seq, more }) {
		if (seq === void 0) return this.cancel(new CallError("PROTOCOL_ERROR", "A subscription was answered like a call: use call()."));
		this.#receiveItem(output, seq);
		if (more === void 0) return;
		for (let index = 0; index < more.length && this.isPending; index++) this.#receiveItem({
			data: more[index],
			meta: output.meta
		}, seq + index + 1);
	}
	#receiveItem(envelope, seq) {
		if (seq !== this.#window.received + 1) return this.#gap(seq - 1);
		if (seq > this.#window.granted) return this.cancel(new CallError("PROTOCOL_ERROR", "The other side sent more items than it was allowed to."));
		this.#window.arrived(envelope);
		const waiter = this.#waiters.shift();
		if (waiter === void 0) return this.#keep(envelope);
		this.#grant();
		waiter.resolve({
			done: false,
			value: envelope
		});
	}
	#keep(envelope) {
		this.#items.push(envelope);
		const { maxWaitingBytes } = this.#options;
		if (this.#window.waitingBytes <= maxWaitingBytes) return;
		this.cancel(new CallError("OVERLOADED", `More than ${maxWaitingBytes} bytes of the stream wait to be taken (maxQueuedBytes): ask for a smaller window.`));
	}
	#take() {
		this.#items[this.#first] = void 0;
		this.#first++;
		if (this.#first * 2 >= this.#items.length && this.#first >= TAKEN_TOGETHER) {
			this.#items = this.#items.slice(this.#first);
			this.#first = 0;
		}
		this.#grant();
	}
	#grant() {
		const n = this.#window.take();
		if (n === 0 || !this.isPending) return;
		try {
			this.host.link.send({
				type: "call.credit",
				requestId: this.requestId,
				n
			});
		} catch (thrown) {
			this.lose(thrown);
		}
	}
	#gap(arrivedUpTo) {
		this.cancel(new CallError("STREAM_GAP", `Items of the stream were lost: ${this.#window.received} arrived, ${arrivedUpTo} were sent before what came next.`));
	}
	#finish() {
		this.#hasEnded = true;
		const waiters = this.#waiters;
		this.#waiters = [];
		for (const { resolve, reject } of waiters) this.#ended().then(resolve, reject);
	}
	#ended() {
		const failure = this.#failure;
		this.#failure = void 0;
		return failure === void 0 ? Promise.resolve(DONE) : Promise.reject(failure);
	}
};
// src/shared/time/turns.ts
const { setImmediate: immediate, process: node } = globalThis;
let atTheEnd = [];
function atEndOfTick(callback) {
	if (atTheEnd.push(callback) > 1) return;
	if (typeof node?.nextTick === "function") settled.then(nextTickEnds);
	else inNextTask(endTick);
}
const settled = Promise.resolve();
const nextTickEnds = () => node?.nextTick?.(endTick);
function endTick() {
	const callbacks = atTheEnd;
	atTheEnd = [];
	let called = 0;
	try {
		while (called < callbacks.length) callbacks[called++]?.();
	} finally {
		while (called < callbacks.length) atEndOfTick(callbacks[called++]);
	}
}
const afterArrivals = typeof immediate === "function" ? (callback) => void immediate(callback) : inNextTask;
function inNextTask(callback) {
	setTimeout(callback, 0);
}
const FEW = 8;
const LARGE_TEXT = 65536;
const BYTES_PER_TURN = 2097152;
const MS_PER_TURN = 20;
const MS_UNAWAITED = 5;
const PAUSE_MS = 1;
const waiting = [];
let spent = 0;
let beganAt = 0;
let lastAsked = 0;
let hasBegun = false;
function spendTurn(bytes) {
	begin();
	spent += bytes;
}
function roomInTurn(atOnce = Infinity) {
	if (spent === 0 && waiting.length === 0 && (atOnce <= FEW || hasJustBegun())) return void 0;
	begin();
	if (waiting.length === 0 && spent < BYTES_PER_TURN && sharedNow() - beganAt < MS_PER_TURN) return void 0;
	return new Promise((resolve) => void waiting.push(resolve));
}
function hasJustBegun() {
	if (hasBegun) return false;
	const now = sharedNow();
	if (now - lastAsked > PAUSE_MS || now < lastAsked) beganAt = now;
	lastAsked = now;
	return now - beganAt < MS_UNAWAITED;
}
function begin() {
	if (hasBegun) return;
	hasBegun = true;
	beganAt = sharedNow();
	afterArrivals(nextTurn);
}
function nextTurn() {
	hasBegun = false;
	spent = 0;
	if (waiting.length === 0) return;
	begin();
	letOneGoOn();
}
function letOneGoOn() {
	if (spent >= BYTES_PER_TURN || sharedNow() - beganAt >= MS_PER_TURN) return;
	const next = waiting.shift();
	if (next === void 0) return;
	next();
	settled.then(letOneGoOn);
}
// src/operation/operation-type.ts
const OperationType = {
	QUERY: "QUERY",
	MUTATION: "MUTATION",
	SUBSCRIPTION: "SUBSCRIPTION"
};
// src/operation/calls-by-name.ts
const READ_BY_THE_LANGUAGE = /* @__PURE__ */ new Set([
	"then",
	"toJSON",
	"toString",
	"valueOf"
]);
function callsByName(options, path = "") {
	const children = /* @__PURE__ */ new Map();
	const call = (input, further) => options.call(path, input, further);
	return new Proxy(call, { get(target, key) {
		if (typeof key !== "string") return Reflect.get(target, key);
		const childPath = path === "" ? key : `${path}.${key}`;
		if (READ_BY_THE_LANGUAGE.has(key) && options.has?.(childPath) !== true) return void 0;
		let child = children.get(key);
		if (child === void 0) {
			child = callsByName(options, childPath);
			children.set(key, child);
		}
		return child;
	} });
}
// src/operation/declared-error.ts
async function safe(call) {
	try {
		const { data, meta } = await call;
		return {
			ok: true,
			data,
			meta
		};
	} catch (thrown) {
		const error = toCallError(thrown);
		return error.declaredBy === void 0 ? {
			ok: false,
			declared: false,
			error
		} : {
			ok: false,
			declared: true,
			error
		};
	}
}
function isDeclaredError(error, operation) {
	const id = typeof operation === "string" ? operation : operationId(operation);
	return error instanceof CallError && error.declaredBy === id;
}
function fail(code, details, message = code) {
	throw new CallError(code, message, details);
}
// src/shared/closest-name.ts
const LONGEST_COMPARED = 100;
const MOST_COMPARED = 5e3;
function closestName(name, allowed) {
	if (name.length > LONGEST_COMPARED) return void 0;
	let best;
	let bestDistance = name.length < 3 ? 1 : name.length < 6 ? 2 : 3;
	const wanted = simplified(name);
	let compared = 0;
	for (const candidate of allowed) {
		if (++compared > MOST_COMPARED || bestDistance === 0) break;
		if (candidate.length > LONGEST_COMPARED) continue;
		const simple = simplified(candidate);
		if (Math.abs(simple.length - wanted.length) >= bestDistance) continue;
		const distance = editDistance(wanted, simple);
		if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
	}
	return best;
}
function simplified(name) {
	return name.toLowerCase().replaceAll(/[_-]/g, "");
}
function editDistance(left, right) {
	let beforePrevious = [];
	let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
	for (let row = 1; row <= left.length; row++) {
		const current = [row];
		for (let column = 1; column <= right.length; column++) {
			const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
			let distance = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
			if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) distance = Math.min(distance, (beforePrevious[column - 2] ?? distance) + 1);
			current.push(distance);
		}
		[beforePrevious, previous] = [previous, current];
	}
	return previous[right.length] ?? 0;
}
function didYouMean(name, allowed) {
	const meant = closestName(name, allowed);
	return meant === void 0 ? "" : ` Did you mean ${meant}?`;
}
// src/protocol/wire/question-limits.ts
const MOST_OPEN_QUESTIONS = 16;
const LONGEST_QUESTION = 65536;
const LONGEST_MESSAGE = 4096;
function tooManyQuestions(open) {
	if (open < MOST_OPEN_QUESTIONS) return void 0;
	return `${MOST_OPEN_QUESTIONS} questions of this call wait for an answer already.`;
}
function tooLongQuestion({ type }, length) {
	if (length <= LONGEST_QUESTION) return void 0;
	return `The ${type === "call.question" ? "question" : "answer"} takes ${length} characters, of at most ${LONGEST_QUESTION}.`;
}
const ACTIONS = [
	"accept",
	"decline",
	"cancel"
];
const FIELDS = [
	"string",
	"number",
	"boolean"
];
function isAnswer({ action, content = {} }) {
	return ACTIONS.includes(action) && Object.values(content).every((value) => Array.isArray(value) ? value.every((item) => typeof item === "string") : FIELDS.includes(typeof value));
}
// src/protocol/caller/answered-questions.ts
var AnsweredQuestions = class {
	#options;
	#open = /* @__PURE__ */ new Map();
	constructor(options) {
		this.#options = options;
	}
	hear(event) {
		if (event.type === "call.withdrawn") this.#stop(event.questionId, "The question was withdrawn.");
		else if (event.type === "call.question") this.#take(event);
		else this.#log(event);
	}
	#log({ level, data, logger }) {
		const { caller, host, tell } = this.#options;
		const { callerLog } = caller;
		if (callerLog === void 0) host.counters.strayAnswers++;
		else tell((message) => callerLog.write(message), {
			level,
			data,
			logger
		});
	}
	end() {
		for (const questionId of this.#open.keys()) this.#stop(questionId, "The call has ended.");
	}
	#stop(questionId, message) {
		this.#open.get(questionId)?.abort(this.#options.aborted(message));
	}
	#take(event) {
		const { caller, host } = this.#options;
		const { counters } = host;
		const { questionId, mode } = event;
		if ((mode === "sampling" ? caller.onSampling : mode === "roots" ? caller.onRoots : caller.onElicitation) === void 0 || this.#open.has(questionId)) return void counters.strayAnswers++;
		const problem = tooManyQuestions(this.#open.size) ?? tooLongQuestion(event, JSON.stringify(event).length);
		if (problem !== void 0) {
			counters.refusedCalls++;
			return this.#send(this.#failed(questionId, problem));
		}
		const controller = new AbortController();
		this.#open.set(questionId, controller);
		this.#answer(event, controller.signal);
	}
	async #answer(event, signal) {
		const { questionId } = event;
		const { explain, requestId } = this.#options;
		let answer;
		try {
			answer = {
				type: "call.answer",
				requestId,
				questionId,
				...await this.#ask(event, signal)
			};
			const problem = isAnswer(answer) ? tooLongQuestion(answer, JSON.stringify(answer).length) : "The caller's answer is invalid.";
			if (problem !== void 0) answer = this.#failed(questionId, problem);
		} catch (thrown) {
			answer = this.#failed(questionId, explain(thrown));
		}
		this.#open.delete(questionId);
		if (!signal.aborted) this.#send(answer);
	}
	async #ask(event, signal) {
		const { onElicitation, onSampling, onRoots } = this.#options.caller;
		const { mode, message, requestedSchema, url, elicitationId, params } = event;
		if (mode === "sampling") return {
			action: "accept",
			result: { ...await onSampling?.(params, { signal }) }
		};
		if (mode === "roots") return {
			action: "accept",
			result: { roots: await onRoots?.({ signal }) }
		};
		const { action, content } = await onElicitation({
			mode,
			message,
			requestedSchema,
			url,
			elicitationId
		}, { signal });
		return {
			action,
			content
		};
	}
	#failed(questionId, problem) {
		const { requestId } = this.#options;
		return {
			type: "call.answer",
			requestId,
			questionId,
			action: "failed",
			message: problem?.slice(0, LONGEST_MESSAGE)
		};
	}
	#send(answer) {
		try {
			this.#options.host.link.send(answer);
		} catch {
			if (answer.action !== "failed" || answer.message !== void 0) this.#send(this.#failed(answer.questionId, void 0));
		}
	}
};
export { notSendable as $, Moment as $t, unlessAborted as A, decodeData as At, createEventDecoder as B, Cancellation as Bt, toProtocolLimits as C, toPointer as Ct, becomesTrue as D, LONGEST_EVENT_ID as Dt, backoff as E, END_EVENT_ID as Et, failureCause as F, isExactInteger as Ft, decodeStream as G, localEnvelope as Gt, StreamCut as H, CREDENTIAL_HEADERS as Ht, failureCode as I, parseExactly as It, decodeFrame as J, recentOffset as Jt, TAGGED as K, mcpEnvelope as Kt, fromRemoteError as L, quoteLongIntegers as Lt, PRIVATE_ADDRESS as M, encodeData as Mt, connectionProblem as N, toBase64 as Nt, delay as O, isEventId as Ot, failedToConnect as P, LONG_INTEGER as Pt, isPlainMeta as Q, Expiry as Qt, toRemoteError as R, ownOptions as Rt, SILENT_HEARTBEATS as S, partAt as St, randomId as T, valueAt as Tt, beyondLimit as U, httpEnvelope as Ut, parseField as V, assertContext as Vt, createLineDecoder as W, isResponseEnvelope as Wt, encodeEvent as X, isSettled as Xt, decodeLongFrame as Y, recentTime as Yt, encodeValue as Z, settled$1 as Zt, RemoteSubscription as _, NAME_PATTERN as _t, closestName as a, onDeadline as an, PROTOCOL_VERSION as at, mostBytes as b, decodePercent as bt, isDeclaredError as c, DONE as cn, isLogLevel as ct, OperationType as d, messageOf as dn, checkAccess as dt, keepDeadline as en, SHORT_JSON as et, LARGE_TEXT as f, notStarted as fn, identityKey as ft, spendTurn as g, NAMESPACE_PATTERN as gt, roomInTurn as h, ID_PATTERN as ht, tooManyQuestions as i, LONGEST_DELAY as in, LONGEST_TOKEN as it, within as j, encodeBytes as jt, endsWithin as k, tracked as kt, safe as l, CallError as ln, isLogged as lt, atEndOfTick as m, withPhase as mn, requiresIdentity as mt, LONGEST_MESSAGE as n, toSteady as nn, structureBytes as nt, didYouMean as o, Listeners as on, LOG_LEVELS as ot, afterArrivals as p, toCallError as pn, isMissing as pt, decodeEvents as q, unwrap as qt, tooLongQuestion as r, toWallTime as rn, isProtocolEvent as rt, fail as s, tellListener as sn, createServerLog as st, AnsweredQuestions as t, onExpiry as tn, isTooDense as tt, callsByName as u, furthestPhase as un, assertAccess as ut, approximateSize as v, operationId as vt, nextRequestId as w, toPointerToken as wt, PendingCall as x, fromPointer as xt, isLongerThan as y, toNamespace as yt, END_MARK as z, preparedBy as zt };
