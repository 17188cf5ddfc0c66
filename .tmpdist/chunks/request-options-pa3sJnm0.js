import { Ct as toPointer, d as OperationType, dt as checkAccess, ft as identityKey, in as LONGEST_DELAY, ln as CallError, sn as tellListener } from "./client-D7eheyo4.js";
import { L as defineOperation, Vt as shorten } from "./core-CcxVOvtt.js";
import { d as readAnswerTokens, l as DEFAULT_ANSWER_TOKENS, u as charactersFor } from "./hub-shared-evUMSPIC.js";
import { _ as Optional, g as _Object_, h as Unknown, o as String$1, u as Integer } from "./typebox-CNAKntqg.js";
import { a as READS_ANSWERS_KEY } from "./mcp-meta-6QK7fgiN.js";
import { a as isContainer, i as fromCursor, o as readPage, r as toSelection, s as jsonLength, t as SelectSchema } from "./select-parts-NDqDjxbN.js";
// src/serve/request/missing-operation.ts
function missingOperation(registry, id, identity) {
	const quarantined = registry.quarantine.get(id);
	const mayKnow = quarantined !== void 0 && checkAccess(quarantined.accessControl, identity);
	const missing = new CallError("OPERATION_NOT_FOUND", `There is no operation ${id.slice(0, 200)}.`);
	return (mayKnow ? registry.quarantine.errorFor(id) : void 0) ?? missing;
}
// src/answers/kept-answers.ts
const NOBODY = "nobody";
var KeptAnswers = class {
	#kept = /* @__PURE__ */ new Map();
	#sizes = /* @__PURE__ */ new Map();
	#keepFor;
	#maxPerCaller;
	#maxSize;
	longest;
	#size = 0;
	#isClosed = false;
	constructor(options = {}) {
		this.#keepFor = options.keepFor ?? 9e5;
		this.#maxPerCaller = options.maxPerCaller ?? 20;
		this.#maxSize = options.maxSize ?? 64 * 2 ** 20;
		this.longest = Math.min(options.maxSizePerCaller ?? 16 * 2 ** 20, this.#maxSize);
	}
	get size() {
		return this.#size;
	}
	get count() {
		return this.#kept.size;
	}
	keep(text, by, requires) {
		if (this.#isClosed || text.length > this.longest) return void 0;
		const owner = ownerKey(by);
		const isFull = () => this.#of(owner).length >= this.#maxPerCaller || (this.#sizes.get(owner) ?? 0) + text.length > this.longest;
		while (isFull()) this.#remove(this.#of(owner)[0]);
		while (this.#size + text.length > this.#maxSize) this.#remove(this.#of(this.#largestOwner())[0]);
		const handle = `answer-${crypto.randomUUID()}`;
		const timer = setTimeout(() => this.#remove(handle), this.#keepFor);
		timer.unref?.();
		this.#kept.set(handle, {
			owner,
			requires,
			text,
			stop: () => clearTimeout(timer)
		});
		this.#count(owner, text.length);
		return {
			handle,
			expiresAt: Date.now() + this.#keepFor
		};
	}
	read(handle, by) {
		const kept = this.#kept.get(handle);
		if (kept === void 0 || kept.owner !== ownerKey(by) || !checkAccess(kept.requires(), by.identity)) throw new CallError("VALIDATION_ERROR", "There is no answer with this handle: it is another caller's, or is no longer kept. Call the operation again, for less.");
		return kept.value ??= JSON.parse(kept.text);
	}
	close() {
		this.#isClosed = true;
		for (const handle of this.#kept.keys()) this.#remove(handle);
	}
	#of(owner) {
		return [...this.#kept].filter(([, kept]) => kept.owner === owner).map(([handle]) => handle);
	}
	#largestOwner() {
		let [found, most] = [void 0, -1];
		for (const [owner, size] of this.#sizes) if (size > most) [found, most] = [owner, size];
		return found;
	}
	#remove(handle) {
		const kept = this.#kept.get(handle);
		if (kept === void 0) return;
		this.#kept.delete(handle);
		kept.stop();
		this.#count(kept.owner, -kept.text.length);
	}
	#count(owner, change) {
		this.#size += change;
		const size = (this.#sizes.get(owner) ?? 0) + change;
		if (size > 0) this.#sizes.set(owner, size);
		else this.#sizes.delete(owner);
	}
};
function ownerKey({ identity, session }) {
	return identity === void 0 ? session ?? NOBODY : identityKey(identity);
}
// src/answers/answer-budget.ts
var AnswerBudget = class {
	kept;
	#tokens;
	#default;
	#isOwn;
	constructor({ answerTokens, keptAnswers }, byDefault = DEFAULT_ANSWER_TOKENS) {
		this.#tokens = answerTokens;
		this.#default = byDefault;
		if (answerTokens !== void 0 && typeof answerTokens !== "function") readAnswerTokens(answerTokens, "answerTokens");
		this.#isOwn = keptAnswers === void 0;
		this.kept = keptAnswers ?? new KeptAnswers();
	}
	isBound(identity) {
		return this.roomFor(identity) !== Infinity;
	}
	roomFor(identity, asked, byDefault = this.#default) {
		if (asked !== void 0) return charactersFor(readAnswerTokens(asked, "answerTokens"));
		const tokens = typeof this.#tokens === "function" ? this.#tokens(identity) : this.#tokens;
		return charactersFor(tokens ?? byDefault);
	}
	close() {
		if (this.#isOwn) this.kept.close();
	}
};
// src/answers/find-texts.ts
const AROUND = 80;
const LONGEST_POINTER = 400;
const FRAME = 120;
function findTexts(root, { words, offset = 0 }, room) {
	const wanted = words.toLowerCase();
	const matches = [];
	let left = room - FRAME;
	let of = 0;
	for (const { place, text } of texts(root)) {
		const index = text.toLowerCase().indexOf(wanted);
		if (index === -1 || of++ < offset || left <= 0) continue;
		const match = {
			at: pointerOf(place),
			text: excerpt(text, index, wanted.length)
		};
		left -= jsonLength(match, left) + 1;
		if (left > 0) matches.push(match);
	}
	const end = offset + matches.length;
	return {
		matches,
		of,
		...end < of && matches.length > 0 ? { nextOffset: end } : {}
	};
}
function* texts(root) {
	const waiting = [{ value: root }];
	for (let place = waiting.pop(); place !== void 0; place = waiting.pop()) {
		const { value, step } = place;
		if (!isContainer(value)) {
			yield {
				place,
				text: typeof step === "string" ? `${step}: ${String(value)}` : String(value)
			};
			continue;
		}
		if (typeof step === "string") yield {
			place,
			text: step
		};
		if (Array.isArray(value)) for (let index = value.length - 1; index >= 0; index--) waiting.push({
			value: value[index],
			step: index,
			above: place
		});
		else for (const [name, member] of Object.entries(value).toReversed()) waiting.push({
			value: member,
			step: name,
			above: place
		});
	}
}
function pointerOf(place) {
	const path = [];
	for (let each = place; each?.step !== void 0; each = each.above) path.push(each.step);
	return shorten(toPointer(path.reverse()), LONGEST_POINTER);
}
function excerpt(text, index, length) {
	const [start, end] = [Math.max(index - AROUND, 0), Math.min(index + length + AROUND, text.length)];
	const piece = text.slice(start, end).replace(/^[\uDC00-\uDFFF]/, "");
	return `${start > 0 ? "…" : ""}${piece.replace(/[\uD800-\uDBFF]$/, "")}${end < text.length ? "…" : ""}`;
}
// src/answers/read-result.ts
const READ_RESULT = "read_result";
const ReadResultSchema = _Object_({
	handle: String$1(),
	cursor: Optional(String$1({ description: "The next of the last page" })),
	at: Optional(String$1({ description: "JSON Pointer" })),
	offset: Optional(Integer({
		minimum: 0,
		description: "Rows, members or characters to skip"
	})),
	select: Optional(SelectSchema),
	search: Optional(String$1({
		minLength: 1,
		description: "Lists the places with these words"
	}))
});
async function readKept(kept, { handle, at = "", offset = 0, select, search, cursor }, { owner, room }) {
	const whole = kept.read(handle, owner);
	const root = select === void 0 ? whole : await selectedFrom(whole, select);
	if (search !== void 0) return findTexts(root, {
		words: search,
		offset
	}, room);
	return readPage(root, cursor === void 0 ? {
		at,
		offset,
		within: at
	} : fromCursor(cursor), room);
}
const selected = /* @__PURE__ */ new WeakMap();
async function selectedFrom(whole, select) {
	const selection = await toSelection(select);
	if (typeof whole !== "object" || whole === null) return selection.from(whole);
	const key = JSON.stringify(select);
	const last = selected.get(whole);
	if (last?.key === key) return last.parts;
	const parts = selection.from(whole);
	selected.set(whole, {
		key,
		parts
	});
	return parts;
}
function readResultOperation(kept, roomOf, namespace) {
	return defineOperation({
		namespace,
		name: READ_RESULT,
		version: "1.0.0",
		type: OperationType.QUERY,
		description: "Reads on in an answer that was too long, by its handle: page by page, from a place on, only some fields, or by words.",
		accessControl: { requiredScopes: [] },
		metadata: { mcp: {
			annotations: {
				readOnlyHint: true,
				destructiveHint: false,
				idempotentHint: true,
				openWorldHint: false
			},
			_meta: { [READS_ANSWERS_KEY]: true }
		} },
		inputSchema: ReadResultSchema,
		outputSchema: Unknown(),
		handler: (input, context) => {
			const { identity, session } = context;
			return readKept(kept, input, {
				owner: {
					identity,
					session
				},
				room: Math.min(roomOf(context), MOST_AT_ONCE)
			});
		}
	});
}
const MOST_AT_ONCE = 4e6;
// src/serve/request/request-options.ts
const REQUEST_DEFAULTS = {
	maxBodySize: 4194304,
	requestTimeout: 6e4
};
const REQUEST_LIMITS = {
	maxBodySize: [1, Number.MAX_SAFE_INTEGER],
	requestTimeout: [1, LONGEST_DELAY],
	maxConcurrentCalls: [1, Infinity],
	maxCallsPerClient: [1, Infinity],
	maxWaitingBytes: [1, Infinity],
	maxWaitingBytesPerClient: [1, Infinity],
	stallTimeout: [1, LONGEST_DELAY],
	callTimeout: [1, LONGEST_DELAY]
};
function applyDefaults(options, defaults, limits) {
	const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== void 0));
	const { onError, onCallTimes } = options;
	const settings = {
		...defaults,
		...given,
		onError: onError && ((error, context) => tellListener(() => onError(error, context), void 0)),
		onCallTimes: onCallTimes && ((times) => tellListener(onCallTimes, times, onError))
	};
	for (const [name, [min, max]] of Object.entries({
		...REQUEST_LIMITS,
		...limits
	})) {
		const value = settings[name];
		if (value === void 0 || typeof value === "number" && value >= min && value <= max) continue;
		throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give a number from ${min} to ${max}.`);
	}
	checkCORS(options.cors);
	return settings;
}
function checkCORS(cors) {
	if (cors === void 0) return;
	if (cors.origins === "*") {
		if (cors.credentials !== true) return;
		throw new CallError("VALIDATION_ERROR", "cors: origins \"*\" with credentials would let every page act for its visitor.");
	}
	for (const origin of cors.origins) {
		if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
		const message = `cors: ${JSON.stringify(origin)} is not an origin: write it like https://app.example, without a path.`;
		throw new CallError("VALIDATION_ERROR", message);
	}
}
export { readResultOperation as a, missingOperation as c, readKept as i, applyDefaults as n, AnswerBudget as o, READ_RESULT as r, KeptAnswers as s, REQUEST_DEFAULTS as t };
